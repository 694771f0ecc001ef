(ns godwit.process-test
  (:require [clojure.string :as str]
            [clojure.test :refer [deftest is testing]]
            [godwit.cli :as cli]
            [godwit.client :as c]
            [godwit.core :as core]
            [godwit.facts-test :refer [calm member]]
            [godwit.hazelcast :as hazelcast]
            [godwit.memory :as memory]
            [godwit.netns :as netns]
            [godwit.process :as process]
            [jepsen.control :as control]
            [jepsen.nemesis :as nemesis])
  (:import (com.hazelcast.core OperationTimeoutException)))

(def nodes (netns/nodes 3))

(deftest namespaces
  (is (= ["10.77.0.1" "10.77.0.2" "10.77.0.3"] nodes))
  (let [up (netns/up-commands nodes)]
    (is (= (+ 3 (* 7 (count nodes))) (count up)))
    (is (some #{["ip" "netns" "add" "10.77.0.2"]} up))
    (is (some #{["ip" "link" "add" "gw3" "type" "veth" "peer" "name" "eth0" "netns" "10.77.0.3"]} up))
    (is (some #{["ip" "-n" "10.77.0.1" "addr" "add" "10.77.0.1/24" "dev" "eth0"]} up)))
  (is (= ["ip" "link" "del" netns/bridge] (last (netns/down-commands nodes)))))

(defn- options [system]
  {:system system, :nodes nodes, :dir "/d", :partitions 31, :backups 1, :jar "g.jar", :hazelcast-jar "hz.jar"})

(deftest how-godwit-is-run
  (let [text ((process/files (options :godwit) "10.77.0.2") "godwit.yaml")]
    (is (str/includes? text "host: 10.77.0.2\n"))
    (is (str/includes? text "members: [10.77.0.1:5701, 10.77.0.2:5701, 10.77.0.3:5701]\n"))
    (is (str/includes? text "backups: 1\n"))
    (is (str/includes? text "maps: {idle: {max-idle: 1}}\n"))
    (is (str/includes? text "token-file: /d/10.77.0.2/token\n"))
    (is (not (str/includes? text "data-dir"))))
  (is (= process/token ((process/files (options :godwit) "10.77.0.2") "token")))
  (is (str/includes? ((process/files (assoc (options :godwit) :heartbeat 200) "10.77.0.2") "godwit.yaml")
                     "heartbeat: 200\nsuspect-after: 2000\n"))
  (is (str/includes? ((process/files (assoc (options :godwit) :durable true) "10.77.0.2") "godwit.yaml")
                     "data-dir: /d/10.77.0.2/data"))
  (is (= ["-cp" "g.jar" "io.godwit.cli.Main" "member" "--config" "/d/10.77.0.1/godwit.yaml"]
         (process/command (options :godwit) "10.77.0.1"))))

(deftest how-the-baseline-is-run
  (let [text ((process/files (options :hazelcast) "10.77.0.2") "hazelcast.xml")]
    (is (str/includes? text "<backup-count>1</backup-count>"))
    (is (str/includes? text "<map name=\"idle\"><backup-count>1</backup-count><max-idle-seconds>1</max-idle-seconds></map>"))
    (is (str/includes? text "<interface>10.77.0.2</interface>"))
    (is (= 3 (count (re-seq #"<member>" text))))
    (is (str/includes? text "<property name=\"hazelcast.max.no.heartbeat.seconds\">5</property>"))
    (is (str/includes? text "<property name=\"hazelcast.shutdownhook.policy\">GRACEFUL</property>") "a member that is asked to end leaves"))
  (is (= ["-cp" "hz.jar"] (subvec (process/command (options :hazelcast) "10.77.0.1") 1 3))))

(deftest how-the-classic-protocol-is-run
  (is (empty? (process/files (options :classic) "10.77.0.2")))
  (is (= ["-cp" "g.jar" "io.godwit.baseline.ClassicMember" "1" "10.77.0.1:5701,10.77.0.2:5701,10.77.0.3:5701" "31" "1" "500"]
         (process/command (options :classic) "10.77.0.2")))
  (is (= "300" (last (process/command (assoc (options :classic) :heartbeat 300) "10.77.0.2"))))
  (is (= "members {1, 2, 6}" (process/classic-members "members {1, 2, 3}\ngives up member 3\nmembers {1, 2, 6}\nx")))
  (is (nil? (process/classic-members "")))
  (let [ready? (fn [first-log other-logs]
                 (with-redefs [process/log-of (fn [_ node] (if (= node (first nodes)) first-log other-logs))]
                   (process/ready? (options :classic))))]
    (is (ready? "members {1, 2, 3}\n" "members {1, 2, 3}\n"))
    (is (not (ready? "members {1, 2, 3}\nmembers {1}\n" "members {1, 2, 3}\n")) "halves are not together")
    (is (not (ready? "" "")))))

(deftest logs-are-read-on-the-nodes
  (let [asked (atom [])]
    (with-redefs [control/on-nodes (fn [test nodes f] (into {} (map (fn [n] [n (f test n)])) nodes))
                  control/exec     (fn [& words] (swap! asked conj words) "members {1}")]
      (is (= "members {1}" (process/log-of {:dir "/d"} "10.77.0.2")))
      (is (= [[:cat "/d/10.77.0.2/output.log"]] @asked)))))

(deftest readiness
  (with-redefs [process/view (constantly calm)]
    (is (process/ready? (options :godwit)))
    (is (process/await-ready! (options :godwit) 10)))
  (with-redefs [process/view (constantly (assoc calm "n2" (member 2 :stamp "b")))]
    (is (not (process/await-ready! (options :godwit) 10)))
    (testing "a cluster that does not converge says why"
      (let [op (nemesis/invoke! (process/->Converge 10) (options :godwit) {:type :info, :f :converge})]
        (is (= [false [:stamps-differ]] ((juxt :converged? :why) (:value op))))))))

(deftest loops-of-compare-and-set
  (let [s (memory/memory)]
    (is (= 5 (hazelcast/update! s "m" "k" #(+ 5 (or % 0)))))
    (is (= 7 (hazelcast/update! s "m" "k" #(+ 2 (or % 0)))))
    (is (= "7" (c/fetch s "m" "k"))))
  (testing "somebody is always in between"
    (let [calls (atom 0)
          never (reify c/Store
                  (fetch [_ _ _] "1")
                  (replace! [_ _ _ _ _] (swap! calls inc) false))
          e     (try (hazelcast/update! never "m" "k" inc) (catch Exception e e))]
      (is (= (inc hazelcast/tries) @calls))
      (is (= :fail (c/outcome (hazelcast/->Hazelcast nil) e)) "nothing was changed"))))

(deftest what-the-baseline-s-exceptions-mean
  (let [store (hazelcast/->Hazelcast nil)]
    (is (= :info (c/outcome store (OperationTimeoutException. "x"))))
    (is (= :info (c/outcome store (IllegalStateException. "client is shut down"))))
    (is (nil? (c/outcome store (NullPointerException.))))))

(deftest a-test-of-processes
  (let [opts {:driver :netns, :nodes nodes, :concurrency 3, :rate 10, :time-limit 5, :interval 2, :seed 1
              :faults #{:partition :kill}, :backups 1, :partitions 31, :timeout 1000, :ops-per-key 20
              :clients 3, :dir "/tmp/none", :workload :bank}
        t    (core/godwit-test (assoc opts :system :hazelcast))]
    (is (= "hazelcast bank partition,kill memory netns"
           (str/replace (:name t) "kill,partition" "partition,kill")))
    (is (every? (nemesis/fs (:nemesis t)) [:start-partition :kill :start :converge]))
    (is (some? (:remote t)))
    (is (= "godwit bank none memory ssh"
           (:name (core/godwit-test (assoc opts :system :godwit, :driver :ssh, :faults #{})))))))

(defn- errors [& args]
  (let [{:keys [opt-spec opt-fn]} (cli/commands "test")]
    (:errors (opt-fn (clojure.tools.cli/parse-opts (concat ["--workload" "set"] args) opt-spec)))))

(deftest what-does-not-fit-together
  (is (empty? (errors "--driver" "netns" "--system" "hazelcast" "--nemesis" "kill,pause")))
  (is (seq (errors "--system" "hazelcast")) "the lab runs Godwit only")
  (is (empty? (errors "--driver" "ssh" "--nemesis" "membership")))
  (is (empty? (errors "--protocol" "classic" "--nemesis" "membership")))
  (is (seq (errors "--driver" "ssh" "--nemesis" "restart")))
  (is (seq (errors "--driver" "netns" "--trace")) "the lab alone collects event logs")
  (is (empty? (errors "--trace")))
  (is (seq (errors "--driver" "docker"))))
