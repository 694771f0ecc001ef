(ns godwit.linear
  "A small checker of linearizability for one register, after Lowe's just-in-time linearization. It needs nothing but Clojure, so it
  judges the stored histories where Knossos cannot be had, and is a second opinion where it can."
  (:require [godwit.judges :as judges]))

(def most-configurations
  "Beyond so many possibilities at once the checker gives up."
  200000)

(defn- applied
  "The value of a register after an operation with the value that it was answered with; ::impossible if it cannot have been."
  [current {:keys [f value]}]
  (case f
    :read  (if (= current value) current ::impossible)
    :write value
    :cas   (if (= current (first value)) (second value) ::impossible)))

(defn- closed
  "All configurations that follow from some by letting pending operations take effect. A configuration is [value, those of the
  pending operations that have taken effect]."
  [configurations pending]
  (loop [todo (seq configurations), seen (set configurations)]
    (if (or (nil? todo) (< most-configurations (count seen)))
      seen
      (let [[value done] (first todo)
            next-ones (for [[i op] pending
                            :when (not (done i))
                            :let [after (applied value op)]
                            :when (not= ::impossible after)
                            :let [c [after (conj done i)]]
                            :when (not (seen c))]
                        c)]
        (recur (seq (concat next-ones (rest todo))) (into seen next-ones))))))

(defn- paired
  "The operations of clients; each invocation has the value that it was answered with, and :end."
  [history]
  (let [ops (vec (filter judges/client? history))]
    (loop [i 0, open {}, done ops]
      (if (= i (count ops))
        done
        (let [{:keys [type process value]} (ops i)]
          (if (= :invoke type)
            (recur (inc i) (assoc open process i) done)
            (let [from (open process)]
              (recur (inc i) (dissoc open process)
                     (cond-> (assoc-in done [i :from] from)
                       true         (assoc-in [from :end] type)
                       (= :ok type) (assoc-in [from :value] value))))))))))

(defn check
  "Is the history of a register that starts with a value linearizable? What failed has not happened; what has no answer may have,
  at any time from its begin on. Reads without an answer say nothing."
  [start history]
  (let [ops (paired history)]
    (loop [i 0, pending {}, configurations #{[start #{}]}]
      (if (= i (count ops))
        {:valid? true, :looked-at (judges/looked-at history)}
        (let [{:keys [type f from end] :as op} (ops i)]
          (cond
            (= :invoke type)
            (recur (inc i)
                   (if (or (= :fail end) (and (= :read f) (not= :ok end))) pending (assoc pending i op))
                   configurations)

            (= :ok type)
            (let [possible (closed configurations pending)
                  left     (into #{} (comp (filter (fn [[_ done]] (done from)))
                                           (map (fn [[value done]] [value (disj done from)])))
                                 possible)]
              (cond (< most-configurations (count possible)) {:valid? :unknown, :looked-at (judges/looked-at history)}
                    (empty? left) {:valid? false, :op (ops i), :looked-at (judges/looked-at history)}
                    :else         (recur (inc i) (dissoc pending from) left)))

            :else (recur (inc i) pending configurations)))))))
