(ns godwit.workload.set
  "Elements are added to some sets, which are read now and then; in the end two clients of each node read all. A read must hold all that was
  acknowledged before it, and nothing that was not begun."
  (:require [godwit.client :as c]
            [godwit.compose :as compose]
            [godwit.final :as final]
            [godwit.hot :as hot]
            [godwit.judges :as judges]
            [jepsen.checker :as checker]))

(def shards
  "How many keys the elements are spread over: more than one partition takes part."
  16)

(defn shard
  "The set of an element: every other one goes into one of two hot ones."
  [element]
  (let [half (quot element 2)]
    (str "s" (if (even? element) (mod half hot/hot) (+ hot/hot (mod half (- shards hot/hot)))))))

(defn read-all [store]
  (into (sorted-set) (comp (mapcat #(c/items store "set" (str "s" %))) (map parse-long)) (range shards)))

(defn apply!
  [store {:keys [f value] :as op}]
  (case f
    :add  (do (c/include! store "set" (shard value) (str value))
              (assoc op :type :ok))
    :read (assoc op :type :ok, :value (read-all store))))

(defn checker []
  (compose/parts :set {:final (compose/judged judges/elements)
                       :full  (compose/looking (checker/set-full {:linearizable? true}))}))

(def adds-per-read
  "Between reads of everything, so many elements are added."
  8)

(defn workload [opts]
  {:apply!          apply!
   :checker         (checker)
   :generator       (mapcat (fn [x]
                              (cond-> [{:type :invoke, :f :add, :value x}]
                                (zero? (mod (inc x) adds-per-read)) (conj {:type :invoke, :f :read, :value nil})))
                            (range))
   :final-generator (final/from-each-node opts 2 [nil] (constantly {:f :read, :value nil}))})
