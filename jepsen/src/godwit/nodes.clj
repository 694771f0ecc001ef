(ns godwit.nodes
  "Nodes that are processes of their own, as a cluster for aimed faults: network namespaces, or machines that are reached over SSH. Links
  are cut by the nodes' own iptables."
  (:require [clojure.string :as str]
            [godwit.lab :as lab]
            [godwit.process :as process]
            [jepsen.control :as c]
            [jepsen.control.net :as control.net]
            [jepsen.db :as db]
            [jepsen.nemesis :as nemesis]
            [jepsen.net.proto :as net]))

(def modes
  "The modes that need neither members that join nor links that are slow."
  #{:behind :two-masters :stale})

(defn- on!
  "What f gives on a node."
  [test node f]
  (get (c/on-nodes test [node] f) node))

(def ^:private targets
  {"silent" "-j DROP", "reset" "-p tcp -j REJECT --reject-with tcp-reset"})

(defn link-words
  "What a node's shell is told about packets from an address. A link that is not cut has no rule."
  [address {:keys [cut]}]
  (if cut
    (str "iptables -w -I INPUT -s " address " " (targets cut))
    (str/join "; " (for [target (vals targets)]
                     (str "while iptables -w -D INPUT -s " address " " target " 2>/dev/null; do :; done")))))

(defrecord Nodes [test states]
  lab/Cluster
  (view-of [_]
    (let [away    @states
          running (process/view (remove away (:nodes test)))]
      (into running (map (fn [[node state]] [node {:state state, :status nil}])) away)))
  (table-of [_ node]
    (:partitions (lab/ask (str node ":" process/http-port) "/partitions" process/token)))
  (tell! [_ node action]
    (on! test node (fn [test node]
                     (case action
                       :kill    (db/kill! (:db test) test node)
                       :pause   (db/pause! (:db test) test node)
                       :resume  (db/resume! (:db test) test node)
                       :restart (db/start! (:db test) test node))))
    (swap! states (fn [away] (if-let [state ({:kill :gone, :pause :paused} action)] (assoc away node state) (dissoc away node)))))
  (set-link! [_ from to condition]
    (on! test to (fn [_ _] (c/su (c/exec :bash :-c (link-words (control.net/ip from) condition))))))
  (mend-links! [_]
    (net/heal! (:net test) test)))

(defn nodes
  "The nodes of a test that runs."
  [test]
  (->Nodes test (atom {})))

;; Event logs

(defn trace-dir [test node] (str (process/dir test node) "/traces"))

(defn read-words
  "What a node's shell is told: it prints, for each log, a line with its name, and what is behind so many bytes."
  [dir from]
  (str "cd " (c/escape dir) " 2>/dev/null || exit 0; for f in member-*.ndjson; do [ -e \"$f\" ] || continue; printf '\\n== %s\\n' \"$f\"; n=0; "
       (str/join (for [[name n] from] (str "[ \"$f\" = " name " ] && n=" n "; ")))
       "tail -c +$((n+1)) \"$f\" | tr -d '\\000'; done"))

(defn texts
  "{name text} of what it prints."
  [printed]
  (into (sorted-map)
        (map #(str/split % #"\n" 2))
        (rest (str/split printed #"\n== "))))

(defn event-logs
  "Reads the logs of all nodes, as godwit.events/local does for a directory."
  [test]
  (fn [from]
    (into (sorted-map)
          (mapcat (fn [[_ printed]] (texts printed)))
          (c/on-nodes test (fn [test node] (:out (c/ssh* {:cmd (read-words (trace-dir test node) from)})))))))

;; The nemesis

(defrecord Aimed [handle inner]
  nemesis/Reflection
  (fs [_] (nemesis/fs inner))
  nemesis/Nemesis
  (setup! [this test]
    (reset! handle (nodes test))
    (assoc this :inner (nemesis/setup! inner test)))
  (invoke! [_ test op] (nemesis/invoke! inner test op))
  (teardown! [_ test] (nemesis/teardown! inner test)))

(defn aimed
  "A nemesis of godwit.nemesis that works on nodes. handle: the atom that it looks for them in."
  [handle inner]
  (->Aimed handle inner))
