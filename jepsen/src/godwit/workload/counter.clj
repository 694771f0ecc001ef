(ns godwit.workload.counter
  "Some numbers that only grow, two of them hot. A read must lie between all additions acknowledged before it and all begun before its end."
  (:require [godwit.client :as c]
            [godwit.compose :as compose]
            [godwit.final :as final]
            [godwit.hot :as hot]
            [godwit.judges :as judges]
            [jepsen.generator :as gen]
            [jepsen.independent :as independent]
            [jepsen.random :as rand]))

(def counters 8)

(defn add [_ _] {:type :invoke, :f :add, :value (independent/tuple (hot/pick counters) (inc (rand/long 5)))})
(defn r [_ _] {:type :invoke, :f :read, :value (independent/tuple (hot/pick counters) nil)})

(defn apply!
  [store {:keys [f value] :as op}]
  (let [[k v] value
        k'    (str "c" k)]
    (case f
      :add  (do (c/increment! store "counter" k' v)
                (assoc op :type :ok))
      :read (assoc op :type :ok, :value (independent/tuple k (c/number store "counter" k'))))))

(defn checker []
  (compose/keyed :counter {:bounds (compose/judged judges/counter)}))

(defn workload [opts]
  {:apply!          apply!
   :checker         (checker)
   :generator       (gen/mix [add add r])
   :final-generator (final/from-each-node opts 1 (range counters) (fn [k] {:f :read, :value (independent/tuple k nil)}))})
