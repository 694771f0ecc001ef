(ns godwit.needs
  "What a run needs of this machine and of its nodes. It is looked for before anything is started."
  (:require [clojure.java.io :as io]
            [clojure.java.shell :refer [sh]]
            [clojure.string :as str]
            [jepsen.control :as c]))

(defn commands
  "The commands that a run with these options calls on this machine."
  [{:keys [driver net faults disks]}]
  (cond-> (sorted-set "gnuplot")
    (= :netns driver)                                 (into ["ip" "iptables" "sudo"])
    (and (= :lab driver) (= :namespaces net))         (into ["ip" "iptables" "ss" "tc"])
    (and (= :lab driver) (or disks (contains? (set faults) :clock))) (conj "cc")))

(defn root?
  "Does a run with these options need root?"
  [{:keys [driver net disks]}]
  (boolean (or (= :netns driver) (and (= :lab driver) (or disks (= :namespaces net))))))

(defn on-path?
  "Is a command there?"
  [command]
  (boolean (some #(.canExecute (io/file % command))
                 (into ["/sbin" "/usr/sbin"] (str/split (or (System/getenv "PATH") "") #":")))))

(defn am-root? []
  (= "0" (str/trim (:out (sh "id" "-u")))))

(defn fuse?
  "Does the kernel let a file system be in user space?"
  []
  (.exists (io/file "/dev/fuse")))

(defn linux? []
  (= "Linux" (System/getProperty "os.name")))

(defn missing
  "What a run with these options needs and this machine lacks, in words."
  [{:keys [driver disks faults] :as options}]
  (cond-> (into [] (remove on-path?) (commands options))
    (and (= :lab driver) (contains? (set faults) :clock) (not (linux?))) (conj "Linux")
    (and (= :lab driver) disks (not (fuse?))) (conj "/dev/fuse")
    (and (root? options) (not (am-root?)))    (conj "root")))

(defn- more
  "What this machine lacks for these options of the lab, and not without them, in words."
  [options]
  (remove (set (missing {:driver :lab})) (missing (assoc options :driver :lab))))

(defn of-disks
  "What this machine lacks for disks that can lose power, in words."
  []
  (more {:disks true}))

(defn of-clocks
  "What this machine lacks for clocks of single processes, in words."
  []
  (more {:faults #{:clock}}))

;; Nodes that are reached over SSH

(defn of-node
  "[commands, files] that a node of a run with these options needs. Jepsen mends its links at the begin of each run, as root."
  [{:keys [system jar hazelcast-jar] :as options}]
  [["start-stop-daemon" "iptables" "sudo"]
   [(or (:java options) "/usr/bin/java") (if (= :hazelcast system) hazelcast-jar jar)]])

(defn look-words
  "What a node's shell is told: it prints what it lacks, one word a line."
  [[commands files]]
  (str "PATH=$PATH:/sbin:/usr/sbin; "
       "for c in " (str/join " " (map c/escape commands)) "; do command -v \"$c\" >/dev/null || echo \"$c\"; done; "
       "for f in " (str/join " " (map c/escape files)) "; do [ -r \"$f\" ] || echo \"$f\"; done"))

(defn- root-words
  "Nothing if a node lets us be root, else what is missing for that."
  []
  (try (c/su (c/exec "true")) nil
       (catch Exception _ ["root (sudo)"])))

(defn on-node
  "What one node lacks."
  [{:keys [ssh] :as options} node]
  (try
    (c/with-ssh ssh
      (c/on node
        (let [lacks (remove str/blank? (str/split-lines (c/exec* (look-words (of-node options)))))]
          (into (vec lacks) (when-not (some #{"sudo"} lacks) (root-words))))))
    (catch Exception _ ["an SSH server that lets us in"])))

(defn on-nodes
  "What the nodes of a run over SSH lack, in words: each with the nodes that lack it."
  [{:keys [driver nodes] :as options}]
  (when (= :ssh driver)
    (let [lacks (into (sorted-map) (map (fn [[node words]] [node @words])) (mapv (fn [n] [n (future (on-node options n))]) nodes))]
      (for [word (distinct (mapcat val lacks))]
        (str word " on " (str/join ", " (keep (fn [[node words]] (when (some #{word} words) node)) lacks)))))))

(defn lacking
  "What this machine lacks; if it is nothing, what the nodes lack."
  [options]
  (let [here (missing options)]
    (if (seq here) here (on-nodes options))))
