(ns godwit.workload.scan
  "New keys are put into one map, whose size is asked meanwhile. Keys never go, so each size must be at least the number of
  keys acknowledged before the question, and at most the number of those begun before the answer. In the end, every
  acknowledged key must be there with its value, and the size must fit."
  (:require [godwit.client :as c]
            [godwit.compose :as compose]
            [godwit.final :as final]
            [godwit.judges :as judges]
            [jepsen.generator :as gen]))

(defn value-of [k] (str "value-" k))

(defn apply!
  [store {:keys [f value] :as op}]
  (case f
    :put  (do (c/put! store "scan" (str "k" value) (value-of value))
              (assoc op :type :ok))
    :size (assoc op :type :ok, :value (c/size store "scan"))
    :check (assoc op :type :ok
                  :value {:first  (:first value)
                          :keys   (into (sorted-set)
                                        (filter #(= (value-of %) (c/fetch store "scan" (str "k" %))))
                                        (range (:first value) (+ (:first value) (:count value))))})))

(def slice
  "How many keys one question in the end is about."
  500)

(defn checker []
  (compose/parts :scan {:sizes (compose/judged #(judges/scan slice %))}))

(defn puts
  "Every third key from the given one. A sequence: a generator may be asked in vain, and must not lose a key by that."
  [from]
  (map (fn [k] {:type :invoke, :f :put, :value k}) (iterate #(+ 3 %) from)))

(defn workload [opts]
  (let [top (atom -1)]
    {:apply!    (fn [store {:keys [f value] :as op}]
                  (when (= :put f) (swap! top max value))
                  (apply! store op))
     :checker   (checker)
     :generator (gen/mix [(puts 0) (puts 1) (puts 2) (gen/repeat {:type :invoke, :f :size, :value nil})])
     :final-generator
     (gen/phases
       (final/from-each-node opts 1 [nil] (constantly {:f :size, :value nil}))
       (delay
         (final/from-each-node opts 1 (range 0 (inc @top) slice) (fn [from] {:f :check, :value {:first from, :count slice}}))))}))
