(ns godwit.final
  "Last questions: when all faults have ended, every node is asked for every key that the run has used."
  (:require [jepsen.generator :as gen]))

(defn- turned
  "A list that begins at the i-th of n parts."
  [i n coll]
  (let [[a b] (split-at (quot (* i (count coll)) n) coll)]
    (concat b a)))

(defn reads
  "Reads of all keys by the first clients, one for each node. Each begins with another key: many reads of one key at once, one of
  which is wrong, take Knossos too long."
  [clients ks question]
  (apply gen/any
         (for [i (range clients)]
           (gen/on-threads #{i}
                           (map (fn [k] (gen/until-ok (assoc (question k) :type :invoke, :final? true)))
                                (turned i clients ks))))))

(defn asking
  "A workload with last questions. key-of: the key that an operation is about; question: the operation that reads a key."
  [{:keys [apply!] :as workload} {:keys [nodes concurrency]} key-of question]
  (let [used (atom (sorted-set))]
    (assoc workload
           :apply! (fn [store op]
                     (swap! used conj (key-of op))
                     (apply! store op))
           :final-generator (delay (reads (min (max 1 (count nodes)) (or concurrency 1)) @used question)))))
