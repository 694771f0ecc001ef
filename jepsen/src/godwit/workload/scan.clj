(ns godwit.workload.scan
  "New keys are put into one map, whose size is asked meanwhile. Keys never go, so each size must be at least the number of
  keys acknowledged before the question, and at most the number of those begun before the answer. In the end, every
  acknowledged key must be there with its value, and the size must fit."
  (:require [godwit.client :as c]
            [jepsen.checker :as checker]
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

(defn sizes
  "The sizes that do not fit: a list of {:op, :least, :most}."
  [history]
  (loop [ops history, begun 0, acked 0, failed 0, least {}, wrong []]
    (if-let [{:keys [type f process value] :as op} (first ops)]
      (case [type f]
        [:invoke :put]  (recur (rest ops) (inc begun) acked failed least wrong)
        [:ok :put]      (recur (rest ops) begun (inc acked) failed least wrong)
        [:fail :put]    (recur (rest ops) begun acked (inc failed) least wrong)
        [:invoke :size] (recur (rest ops) begun acked failed (assoc least process acked) wrong)
        [:ok :size]     (let [from (least process)
                              ; A put that fails later was begun, too, but is not there.
                              to   begun]
                          (recur (rest ops) begun acked failed (dissoc least process)
                                 (cond-> wrong
                                   (not (<= from value to)) (conj {:op op, :least from, :most to}))))
        (recur (rest ops) begun acked failed least wrong))
      wrong)))

(def slice
  "How many keys one question in the end is about."
  500)

(defn judge [history]
  (let [of      (fn [type f] (into (sorted-set) (comp (filter #(and (= type (:type %)) (= f (:f %)))) (map :value)) history))
        acked   (of :ok :put)
        finals  (filter #(and (= :ok (:type %)) (= :check (:f %))) history)
        found   (into #{} (mapcat (comp :keys :value)) finals)
        ; What was not looked for is not lost.
        asked?  (fn [k] (some #(<= (:first %) k (+ (:first %) (:count %) -1)) (map #(merge {:count slice} (:value %)) finals)))
        lost    (into (sorted-set) (comp (remove found) (filter asked?)) acked)
        undead  (into (sorted-set) (filter found) (of :fail :put))
        wrong   (sizes history)]
    {:valid? (cond (or (seq lost) (seq undead) (seq wrong))       false
                   (or (empty? finals) (not-every? asked? acked)) :unknown
                   :else                                          true)
     :acknowledged (count acked)
     :sizes   (count (filter #(and (= :ok (:type %)) (= :size (:f %))) history))
     :lost    lost
     :failed-but-there undead
     :wrong-sizes (vec (take 10 wrong))
     :wrong-size-count (count wrong)}))

(defn checker []
  (reify checker/Checker
    (check [_ _ history _] (judge history))))

(defn puts
  "Every third key from the given one. A sequence: a generator may be asked in vain, and must not lose a key by that."
  [from]
  (map (fn [k] {:type :invoke, :f :put, :value k}) (iterate #(+ 3 %) from)))

(defn workload [_]
  (let [top (atom -1)]
    {:apply!    (fn [store {:keys [f value] :as op}]
                  (when (= :put f) (swap! top max value))
                  (apply! store op))
     :checker   (checker)
     :generator (gen/mix [(puts 0) (puts 1) (puts 2) (gen/repeat {:type :invoke, :f :size, :value nil})])
     :final-generator
     (gen/phases
       (gen/until-ok {:type :invoke, :f :size, :value nil})
       (delay
         (map (fn [from] (gen/until-ok {:type :invoke, :f :check, :value {:first from, :count slice}}))
              (range 0 (inc @top) slice))))}))
