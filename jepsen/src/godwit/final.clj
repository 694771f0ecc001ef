(ns godwit.final
  "Last questions: when all faults have ended, every node is asked for every key that the run has used."
  (:require [jepsen.generator :as gen]))

(defn- turned
  "A list that begins at the i-th of n parts."
  [i n coll]
  (let [[a b] (split-at (quot (* i (count coll)) n) coll)]
    (concat b a)))

(defn until-answered
  "Asks a question until somebody answers it."
  [question]
  (gen/until-ok (gen/repeat (assoc question :type :invoke, :final? true))))

(defn reads
  "Reads of all keys by the first clients. Each begins with another key: many reads of one key at once, one of which is wrong, take
  Knossos too long."
  [clients ks question]
  (apply gen/any
         (for [i (range clients)]
           (gen/on-threads #{i} (map (comp until-answered question) (turned i clients ks))))))

(defn from-each-node
  "Reads of all keys at each node, by so many clients of it: by both kinds if there are two."
  [{:keys [nodes concurrency]} per-node ks question]
  (reads (min (* per-node (max 1 (count nodes))) (or concurrency per-node)) ks question))

(defn asking
  "A workload with last questions. key-of: the key that an operation is about; question: the operation that reads a key."
  [{:keys [apply!] :as workload} opts key-of question]
  (let [used (atom (sorted-set))]
    (assoc workload
           :apply! (fn [store op]
                     (swap! used conj (key-of op))
                     (apply! store op))
           :final-generator (delay (from-each-node opts 1 @used question)))))
