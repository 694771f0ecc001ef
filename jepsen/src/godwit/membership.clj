(ns godwit.membership
  "Members that leave and join, where nodes are processes of their own: one of them leaves in the way that its system has for that, and its
  process ends; later it starts again with empty hands, as a new member, and gets its share. Nothing that was acknowledged may be lost."
  (:require [godwit.lab :as lab]
            [godwit.process :as process]
            [godwit.rejoin :as rejoin]
            [godwit.schedule :as schedule]
            [godwit.wait :as wait]
            [jepsen.control :as c]
            [jepsen.db :as db]
            [jepsen.generator :as gen]
            [jepsen.nemesis :as nemesis]))

(def leave-ms
  "How long it may take until a member has left: longer than the time after which the baselines give up, and end."
  30000)

(def join-ms
  "How long it may take until all members have found a new one."
  60000)

(defn- on! [test node f] (get (c/on-nodes test [node] f) node))

(defn leave!
  "Asks the member at a node to leave: Godwit's at its HTTP port, a baseline's by SIGTERM."
  [{:keys [system] :as test} node]
  (if (= :godwit system)
    (lab/order! (str node ":" process/http-port) "/leave" process/token)
    (on! test node #(process/signal! %1 %2 "TERM"))))

(defn- gone? [test node] (not (on! test node process/runs?)))

(defn found?
  "Has every node found the one that has started again?"
  [{:keys [system nodes] :as test} joiner]
  (if (= :hazelcast system)
    ; Its own log ends with what it said before it left, until it is a member again.
    (every? #(= (count nodes) (count (rejoin/last-members (process/log-of test %)))) (remove #{joiner} nodes))
    (process/ready? test)))

(defn strike!
  "Lets a node's member leave, which the seed draws, and waits until its process has ended."
  [{:keys [nodes] :as test} {:keys [seed]}]
  (let [leaver (first (schedule/shuffle-nodes seed nodes))]
    (leave! test leaver)
    {:leaver leaver, :left? (boolean (wait/until leave-ms 100 #(gone? test leaver)))}))

(defn mend!
  "Starts a node that has left again, with nothing of what it knew."
  [{:keys [db] :as test} {:keys [leaver]}]
  (let [left? (boolean (wait/until leave-ms 100 #(gone? test leaver)))]
    (when left?
      (on! test leaver (fn [test node]
                         (c/exec :rm :-rf (process/data-dir test node))
                         (db/start! db test node))))
    {:joiner leaver, :started? left?, :found? (boolean (wait/until join-ms 200 #(found? test leaver)))}))

(defrecord Membership [last-strike]
  nemesis/Reflection
  (fs [_] #{:start-membership :stop-membership})
  nemesis/Nemesis
  (setup! [this _] this)
  (invoke! [_ test {:keys [f value] :as op}]
    (assoc op :value
           (case f
             :start-membership (reset! last-strike (merge value (strike! test value)))
             :stop-membership  (let [[strike _] (reset-vals! last-strike nil)]
                                 (cond-> value strike (merge (mend! test strike)))))))
  (teardown! [_ _]))

(defn package
  "The nemesis and its generator: one node after the other leaves and joins."
  [{:keys [seed interval]}]
  {:nemesis         (->Membership (atom nil))
   :generator       (mapcat (fn [i]
                              (let [value {:fault :membership, :mode :leave}]
                                [(gen/sleep (/ interval 2))
                                 {:type :info, :f :start-membership, :value (assoc value :seed (+ seed i))}
                                 (gen/sleep (/ interval 2))
                                 {:type :info, :f :stop-membership, :value value}]))
                            (range))
   :final-generator {:type :info, :f :stop-membership, :value {:fault :membership}}
   :perf            #{{:name "membership", :start #{:start-membership}, :stop #{:stop-membership}, :color "#C5A0E9"}}})
