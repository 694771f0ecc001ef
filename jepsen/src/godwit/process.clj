(ns godwit.process
  "One process for each node, run by Jepsen's own control: on network namespaces, or over SSH. For Godwit, and for the
  baselines: Hazelcast, and the classic protocol."
  (:require [clojure.string :as str]
            [clojure.tools.logging :refer [info]]
            [godwit.bound :as bound]
            [godwit.facts :as facts]
            [godwit.forward :as forward]
            [godwit.lab :as lab]
            [jepsen.control :as c]
            [jepsen.control.util :as cu]
            [jepsen.core :as jepsen]
            [jepsen.db :as db]
            [jepsen.nemesis :as nemesis]))

(def port 5701)
(def http-port 8701)

(def token "Of all members' HTTP ports." "members-of-one-jepsen-test")

(defn address [node] (str node ":" port))

(defn dir [test node] (str (:dir test) "/" node))
(defn data-dir [test node] (str (dir test node) "/data"))

(defmulti files
  "The files of a node's process: {name text}."
  (fn [test _] (:system test)))

(defmulti command
  "What is run for a node in its directory: words after java and its options."
  (fn [test _] (:system test)))

(defmethod files :godwit [{:keys [nodes partitions backups durable heartbeat event-logs] :as test} node]
  {"godwit.yaml"
   (str "cluster: jepsen\n"
        "name: n" node "\n"
        "host: " node "\n"
        "port: " port "\n"
        "http-port: " http-port "\n"
        "token-file: " (dir test node) "/token\n"
        "members: [" (str/join ", " (map #(str % ":" port) nodes)) "]\n"
        "partitions: " partitions "\n"
        "backups: " backups "\n"
        "maps: {idle: {max-idle: 1}}\n"
        (when heartbeat (str "heartbeat: " heartbeat "\nsuspect-after: " (max 1000 (* 10 heartbeat)) "\n"))
        (when event-logs (str "trace-dir: " (dir test node) "/traces\n"))
        (when durable (str "data-dir: " (data-dir test node) "\n")))
   "token" token})

(defmethod command :godwit [{:keys [jar] :as test} node]
  ["-cp" jar "io.godwit.cli.Main" "member" "--config" (str (dir test node) "/godwit.yaml")])

(defmethod files :hazelcast [{:keys [nodes backups partitions]} node]
  {"hazelcast.xml"
   (str "<hazelcast xmlns=\"http://www.hazelcast.com/schema/config\">\n"
        "<cluster-name>jepsen</cluster-name>\n"
        "<properties>\n"
        (str/join (for [[k v] {"hazelcast.partition.count"                partitions
                               "hazelcast.heartbeat.interval.seconds"     1
                               "hazelcast.max.no.heartbeat.seconds"       5
                               "hazelcast.merge.first.run.delay.seconds"  5
                               "hazelcast.merge.next.run.delay.seconds"   5
                               "hazelcast.phone.home.enabled"             false
                               ; A member that is asked to end hands over what it has first.
                               "hazelcast.shutdownhook.policy"            "GRACEFUL"
                               "hazelcast.graceful.shutdown.max.wait"     15}]
                    (str "<property name=\"" k "\">" v "</property>\n")))
        "</properties>\n"
        "<network><public-address>" node ":" port "</public-address><port auto-increment=\"false\">" port "</port>\n"
        "<join><multicast enabled=\"false\"/><auto-detection enabled=\"false\"/><tcp-ip enabled=\"true\">\n"
        (str/join (for [n nodes] (str "<member>" n ":" port "</member>\n")))
        "</tcp-ip></join><interfaces enabled=\"true\"><interface>" node "</interface></interfaces></network>\n"
        "<map name=\"default\"><backup-count>" backups "</backup-count></map>\n"
        "<map name=\"idle\"><backup-count>" backups "</backup-count><max-idle-seconds>1</max-idle-seconds></map>\n"
        "</hazelcast>\n")})

(defmethod command :hazelcast [{:keys [hazelcast-jar] :as test} node]
  [(str "-Dhazelcast.config=" (dir test node) "/hazelcast.xml")
   "-cp" hazelcast-jar "com.hazelcast.core.server.HazelcastMemberStarter"])

(defmethod files :classic [_ _] {})

(defmethod command :classic [{:keys [jar nodes partitions backups heartbeat]} node]
  ["-cp" jar "io.godwit.baseline.ClassicMember"
   (str (.indexOf ^java.util.List nodes node))
   (str/join "," (map #(str % ":" port) nodes))
   (str partitions) (str backups) (str (or heartbeat 500))])

(defn classic-members
  "The members that the log of a member of the classic protocol has listed last."
  [log]
  (last (re-seq #"(?m)^members \{.*\}$" log)))

(defn start! [test node]
  (let [d (dir test node)]
    (cu/start-daemon! {:logfile (str d "/output.log"), :pidfile (str d "/pid"), :chdir d}
                      (or (:java test) "/usr/bin/java")
                      "-XX:+UseSerialGC" "-Xmx200m" (command test node))))

(defn forwards?
  "Does a node need a forwarder for bound clients? Those of Hazelcast need none."
  [{:keys [system] :as test}]
  (boolean (and (not= :hazelcast system) (:bound (bound/kinds test)))))

(defn forward!
  "Starts a node's forwarder."
  [{:keys [nodes jar] :as test} node]
  (let [d (dir test node)]
    (cu/start-daemon! {:logfile (str d "/forward.log"), :pidfile (str d "/forward.pid"), :chdir d}
                      (or (:java test) "/usr/bin/java")
                      (forward/words jar node (map address nodes) (address node)))))

(defn- pid [test node] (str "$(cat " (c/escape (str (dir test node) "/pid")) ")"))

(defn signal! [test node signal]
  (c/exec* "kill" (str "-" signal) (pid test node) "|| true"))

(defn runs?
  "Has a node's process not ended yet? One that has ended may still be listed."
  [test node]
  (= "runs" (str/trim (c/exec* "grep -qs '^State:[[:space:]]*[^ZX[:space:]]'" (str "/proc/" (pid test node) "/status") "&& echo runs || echo gone"))))

(defn view
  "What Godwit's members say, as lab/view."
  [nodes]
  (into (sorted-map)
        (map (fn [[n status]] [n {:state :running, :status @status}]))
        (mapv (fn [n] [n (future (lab/ask (str n ":" http-port) "/status" token))]) nodes)))

(defn log-of
  "What a node's process has printed, read on the node."
  [test node]
  (-> (c/on-nodes test [node] (fn [test node] (c/exec :cat (str (dir test node) "/output.log"))))
      (get node)))

(defn ready?
  "Has every node found the others?"
  [{:keys [system nodes] :as test}]
  (case system
    :godwit    (empty? (facts/unsettled (view nodes)))
    :hazelcast (every? #(str/includes? (log-of test %) (str "Members {size:" (count nodes))) nodes)
    :classic   (let [members (map #(classic-members (log-of test %)) nodes)]
                 (and (apply = members)
                      (some? (first members))
                      (= (count nodes) (count (re-seq #"\d+" (first members))))))))

(defn await-ready! [test millis]
  (let [end (+ (System/nanoTime) (* 1000000 (long millis)))]
    (loop []
      (cond (ready? test)              true
            (< (System/nanoTime) end)  (do (Thread/sleep 200) (recur))
            :else                      false))))

(defrecord ProcessDB []
  db/DB
  (setup! [_ test node]
    (c/exec :rm :-rf (dir test node))
    (c/exec :mkdir :-p (dir test node))
    (doseq [[name text] (files test node)]
      (cu/write-file! text (str (dir test node) "/" name)))
    (start! test node)
    (when (forwards? test)
      (forward! test node))
    (jepsen/synchronize test 120)
    (when (= node (first (:nodes test)))
      (when (forwards? test)
        (forward/await-listening! (mapcat #(vals (forward/via % (map address (:nodes test)) (address %))) (:nodes test))))
      (when-not (await-ready! test 90000)
        (throw (ex-info "the nodes have not found each other" {})))
      (info "all nodes have found each other"))
    (jepsen/synchronize test 120))
  (teardown! [_ test node]
    (signal! test node "KILL")
    (c/exec* "kill" "-KILL" (str "$(cat " (c/escape (str (dir test node) "/forward.pid")) ")") "|| true"))

  db/Process
  (start! [_ test node] (start! test node))
  (kill! [_ test node] (signal! test node "KILL"))

  db/Pause
  (pause! [_ test node] (signal! test node "STOP"))
  (resume! [_ test node] (signal! test node "CONT"))

  db/LogFiles
  (log-files [_ test node]
    {(str (dir test node) "/output.log") "output.log"}))

(defrecord Converge [settle-ms]
  nemesis/Reflection
  (fs [_] #{:converge})
  nemesis/Nemesis
  (setup! [this _] this)
  (invoke! [_ {:keys [system nodes] :as test} op]
    (let [start (System/nanoTime)
          ok?   (await-ready! test settle-ms)]
      (when (not= :godwit system)
        ; Hazelcast's log says how large the cluster was at some time, not now: give a merge of the halves its time.
        (Thread/sleep 20000))
      (assoc op :value (cond-> {:converged? ok?, :ms (quot (- (System/nanoTime) start) 1000000)}
                         (and (not ok?) (= :godwit system)) (assoc :why (facts/unsettled (view nodes)))))))
  (teardown! [_ _]))
