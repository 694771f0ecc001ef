(ns godwit.rejoin
  "An aimed fault for processes on network namespaces, and for the baseline above all: a node is killed, and starts again when
  the others have repaired what it held. It gets its share by migrations, and in the middle of them something else breaks, once:

    destination     it is killed again
    master          the oldest member, which decides about migrations, is killed
    unheard-commit  what it says no longer reaches the oldest member; three seconds later it is killed

  One replica of everything is left at all times: with one backup nothing that was acknowledged may be lost."
  (:require [clojure.string :as str]
            [godwit.facts :as facts]
            [godwit.process :as process]
            [godwit.schedule :as schedule]
            [godwit.wait :as wait]
            [jepsen.control :as c]
            [jepsen.db :as db]
            [jepsen.generator :as gen]
            [jepsen.nemesis :as nemesis]
            [jepsen.net.proto :as net])
  (:import (java.util Random)))

(def modes [:destination :master :unheard-commit])

(defn last-members
  "The members that the log of a Hazelcast member has listed last, oldest first."
  [log]
  (when-let [[_ body] (last (re-seq #"(?s)Members \{size:\d+, ver:\d+\} \[(.*?)\n\]" log))]
    (mapv second (re-seq #"Member \[([\d.]+)\]:\d+" body))))

(defn migrations-begun
  "How often a log tells that migrations begin."
  [log]
  (count (re-seq #"Repartitioning cluster data" log)))

(defn master
  "The node that decides about migrations, as the given node knows it."
  [{:keys [system nodes] :as test} node]
  (case system
    :godwit    (facts/master (process/view nodes))
    :hazelcast (first (last-members (process/log-of test node)))))

(defn- all-found? [{:keys [system nodes] :as test}]
  (case system
    :godwit    (process/ready? test)
    :hazelcast (= (count nodes) (count (last-members (process/log-of test (first nodes)))))))

(defn- migrating? [{:keys [system nodes] :as test} master before]
  (case system
    :godwit    (facts/migrating? (process/view nodes))
    :hazelcast (< before (migrations-begun (process/log-of test master)))))

(defn- await-it [millis f] (boolean (wait/until millis 20 f)))

(defn- on! [test node f] (c/on-nodes test [node] f))
(defn- kill! [test node] (on! test node (partial db/kill! (:db test))))
(defn- start! [test node] (on! test node (partial db/start! (:db test))))

(def repair-ms
  "How long the others get to notice a death and to make new copies."
  15000)

(defn strike! [{:keys [nodes] :as test} {:keys [mode seed]}]
  (let [joiner (first (schedule/shuffle-nodes seed nodes))
        other  (first (remove #{joiner} nodes))
        later  (.nextInt (Random. seed) 400)]
    (kill! test joiner)
    (Thread/sleep (long repair-ms))
    (let [oldest (master test other)
          before (if (= :hazelcast (:system test)) (migrations-begun (process/log-of test oldest)) 0)]
      (start! test joiner)
      (let [begun? (await-it 30000 #(migrating? test oldest before))]
        (Thread/sleep (long later))
        (case mode
          :destination    (kill! test joiner)
          :master         (kill! test oldest)
          :unheard-commit (do (net/drop! (:net test) test joiner oldest)
                              (Thread/sleep 3000)
                              (kill! test joiner)))
        {:joiner joiner, :master oldest, :migrating? begun?, :later-ms later}))))

(defn mend! [{:keys [nodes] :as test} {:keys [mode joiner master]}]
  (net/heal! (:net test) test)
  (Thread/sleep (long repair-ms))
  (when joiner
    (start! test (if (= :master mode) master joiner)))
  {:found? (await-it 60000 #(all-found? test))})

(defrecord Rejoin [last-strike]
  nemesis/Reflection
  (fs [_] #{:start-rejoin :stop-rejoin})
  nemesis/Nemesis
  (setup! [this _] this)
  (invoke! [_ test {:keys [f value] :as op}]
    (assoc op :value
           (case f
             :start-rejoin (reset! last-strike (merge value (strike! test value)))
             :stop-rejoin  (merge value (mend! test @last-strike)))))
  (teardown! [_ _]))

(defn package
  "The nemesis and its generator: each mode in turn."
  [{:keys [seed interval]}]
  {:nemesis         (->Rejoin (atom nil))
   :generator       (mapcat (fn [i]
                              (let [value {:fault :rejoin, :mode (modes (mod i (count modes))), :seed (+ seed i)}]
                                [(gen/sleep 5)
                                 {:type :info, :f :start-rejoin, :value value}
                                 (gen/sleep (/ interval 2))
                                 {:type :info, :f :stop-rejoin, :value (dissoc value :seed)}]))
                            (range))
   :final-generator {:type :info, :f :stop-rejoin, :value {:fault :rejoin}}
   :perf            #{{:name "rejoin", :start #{:start-rejoin}, :stop #{:stop-rejoin}, :color "#E9A4A0"}}})
