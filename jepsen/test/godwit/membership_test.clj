(ns godwit.membership-test
  (:require [clojure.java.shell :refer [sh]]
            [clojure.string :as str]
            [clojure.test :refer [deftest is testing]]
            [godwit.core :as core]
            [godwit.facts-test :refer [calm]]
            [godwit.lab :as lab]
            [godwit.membership :as m]
            [godwit.process :as process]
            [jepsen.control :as c]
            [jepsen.db :as db]
            [jepsen.nemesis :as nemesis])
  (:import (java.nio.file Files)
           (java.nio.file.attribute FileAttribute)))

(def nodes ["10.77.0.1" "10.77.0.2" "10.77.0.3"])

(defn- run
  "What is done in a round that is mended twice, and what the nemesis says of it. looks: how often the process is there, once it was asked to
  leave."
  [system looks]
  (let [did    (atom [])
        left   (atom looks)
        record (reify db/Process
                 (start! [_ _ node] (swap! did conj [:start node]))
                 (kill! [_ _ node] (swap! did conj [:kill node])))
        test   {:system system, :nodes nodes, :db record, :dir "/d"}
        nem    (m/->Membership (atom nil))]
    (with-redefs [m/leave-ms           1000
                  m/join-ms            50
                  c/on-nodes           (fn [t nodes f] (into {} (map (fn [n] [n (f t n)])) nodes))
                  c/exec               (fn [& words] (swap! did conj (vec words)))
                  process/signal!      (fn [_ node signal] (swap! did conj [signal node]))
                  lab/order!           (fn [& words] (swap! did conj (vec words)) true)
                  process/runs?        (fn [_ _] (<= 0 (swap! left dec)))
                  process/ready?       (constantly true)
                  process/log-of       (fn [_ _] "Members {size:3, ver:2} [\n\tMember [10.77.0.1]:5701\n\tMember [10.77.0.2]:5701\n\tMember [10.77.0.3]:5701\n]")]
      (let [op #(:value (nemesis/invoke! nem test {:type :info, :f %, :value {:fault :membership, :seed 4}}))]
        [(op :start-membership) (op :stop-membership) (op :stop-membership) @did]))))

(deftest a-member-leaves-and-joins
  (doseq [[system asked] {:godwit    (fn [node] [(str node ":8701") "/leave" process/token])
                          :hazelcast (fn [node] ["TERM" node])
                          :classic   (fn [node] ["TERM" node])}]
    (let [[{:keys [leaver left?]} joined again did] (run system 2)]
      (is (some #{leaver} nodes))
      (is (true? left?))
      (is (= {:joiner leaver, :started? true, :found? true} (select-keys joined [:joiner :started? :found?])))
      (is (= [(asked leaver) [:rm :-rf (str "/d/" leaver "/data")] [:start leaver]] did) "it knows nothing any more")
      (is (= {:fault :membership, :seed 4} again) "a node that is a member stays one"))))

(deftest a-member-that-does-not-leave-stays
  (let [[{:keys [left?]} {:keys [started?]} _ did] (run :godwit 1000000)]
    (is (false? left?))
    (is (false? started?))
    (is (= 1 (count did)) "it was asked, and no more")))

(deftest who-has-found-a-new-member
  (let [found? (fn [system logs]
                 (with-redefs [process/log-of (fn [_ node] (logs node))
                               process/view   (constantly calm)]
                   (m/found? {:system system, :nodes nodes} "10.77.0.2")))
        of     (fn [& members] (str "Members {size:" (count members) ", ver:2} [" (str/join (map #(str "\n\tMember [" % "]:5701") members)) "\n]"))
        all    (apply of nodes)]
    (is (found? :hazelcast (zipmap nodes (repeat all))))
    (is (found? :hazelcast (assoc (zipmap nodes (repeat all)) "10.77.0.2" "")) "the others decide")
    (is (not (found? :hazelcast (assoc (zipmap nodes (repeat all)) "10.77.0.3" (of "10.77.0.1" "10.77.0.3")))))
    (is (found? :godwit {}))
    (is (not (found? :classic (assoc (zipmap nodes (repeat "members {1, 2, 3}")) "10.77.0.2" "members {}"))))))

(deftest processes-that-have-ended
  (let [dir   (str (Files/createTempDirectory "membership" (make-array FileAttribute 0)))
        runs? (fn [pid]
                (.mkdirs (java.io.File. (str dir "/n")))
                (spit (str dir "/n/pid") pid)
                (with-redefs [c/exec* (fn [& words] (:out (sh "/bin/sh" "-c" (str/join " " words))))]
                  (process/runs? {:dir dir} "n")))]
    (is (true? (runs? (.pid (java.lang.ProcessHandle/current)))))
    (is (false? (runs? 999999999)))
    (is (false? (runs? "")))
    (testing "one that nobody has waited for"
      (let [parent (.start (ProcessBuilder. ["/bin/sh" "-c" "sleep 0 & echo $!; exec sleep 5"]))
            pid    (str/trim (.readLine (clojure.java.io/reader (.getInputStream parent))))]
        (Thread/sleep 300)
        (is (false? (runs? pid)))
        (.destroy parent)))))

(deftest a-package
  (let [{:keys [nemesis generator final-generator]} (m/package {:seed 5, :interval 8})
        starts (filter #(= :start-membership (:f %)) generator)]
    (is (= #{:start-membership :stop-membership} (nemesis/fs nemesis)))
    (is (= :stop-membership (:f final-generator)))
    (is (= [:start-membership :stop-membership :start-membership] (take 3 (keep :f generator))))
    (is (= [5 6 7] (map (comp :seed :value) (take 3 starts)))))
  (let [t (core/godwit-test {:driver :netns, :nodes nodes, :concurrency 3, :rate 10, :time-limit 5, :interval 2, :seed 1, :system :hazelcast
                             :faults #{:membership}, :backups 1, :partitions 31, :timeout 1000, :ops-per-key 20
                             :clients 3, :dir "/tmp/none", :workload :bank})]
    (is (every? (nemesis/fs (:nemesis t)) [:start-membership :stop-membership :converge]))))
