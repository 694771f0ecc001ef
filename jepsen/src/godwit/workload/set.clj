(ns godwit.workload.set
  "Elements are added to some sets; in the end each client reads all. None that was acknowledged may be lost, none invented."
  (:require [clojure.set :as set]
            [godwit.client :as c]
            [jepsen.checker :as checker]
            [jepsen.generator :as gen]))

(def shards
  "How many keys the elements are spread over: more than one partition takes part."
  16)

(defn shard [element] (str "s" (mod element shards)))

(defn read-all [store]
  (into (sorted-set) (comp (mapcat #(c/items store "set" (str "s" %))) (map parse-long)) (range shards)))

(defn apply!
  [store {:keys [f value] :as op}]
  (case f
    :add  (do (c/include! store "set" (shard value) (str value))
              (assoc op :type :ok))
    :read (assoc op :type :ok, :value (read-all store))))

(defn judge
  "Compares what was added with the final reads, which must all be equal."
  [history]
  (let [adds     (filter #(= :add (:f %)) history)
        attempts (into #{} (comp (filter #(= :invoke (:type %))) (map :value)) adds)
        acked    (into #{} (comp (filter #(= :ok (:type %))) (map :value)) adds)
        refused  (into #{} (comp (filter #(= :fail (:type %))) (map :value)) adds)
        finals   (into [] (comp (filter #(and (= :read (:f %)) (= :ok (:type %)))) (map :value) (map set)) history)
        found    (or (last finals) #{})
        lost     (set/difference acked found)
        invented (set/difference found attempts)
        undead   (set/intersection found refused)]
    {:valid?    (cond
                  (empty? finals) :unknown
                  (or (seq lost) (seq invented) (seq undead) (apply not= found finals)) false
                  :else true)
     :attempts  (count attempts)
     :acknowledged (count acked)
     :recovered (count (set/difference (set/intersection found attempts) acked))
     :final-reads  (count finals)
     :reads-agree? (or (empty? finals) (apply = finals))
     :lost      (into (sorted-set) lost)
     :invented  (into (sorted-set) invented)
     :failed-but-there (into (sorted-set) undead)}))

(defn checker []
  (reify checker/Checker
    (check [_ _ history _] (judge history))))

(defn workload [_]
  {:apply!          apply!
   :checker         (checker)
   :generator       (map (fn [x] {:type :invoke, :f :add, :value x}) (range))
   :final-generator (gen/each-thread (gen/until-ok {:type :invoke, :f :read, :value nil}))})
