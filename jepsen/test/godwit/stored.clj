(ns godwit.stored
  "The stored histories (jepsen/histories), and what judges them: the judges of the workloads, and our own checker of linearizability.
  Needs nothing but Clojure."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [godwit.changes :as changes]
            [godwit.judges :as judges]
            [godwit.lifetimes :as lifetimes]
            [godwit.linear :as linear]))

(def directory (io/file (or (System/getProperty "godwit.root") ".") "jepsen" "histories"))

(defn history
  "A history from rows of [process type f value], with :final? at the end of those of last questions: one each millisecond. A number among
  them is a pause, in milliseconds."
  [rows]
  (loop [rows rows, ms 0, ops []]
    (if-let [row (first rows)]
      (if (number? row)
        (recur (rest rows) (+ ms row) ops)
        (let [[process type f value final?] row]
          (recur (rest rows) (inc ms)
                 (conj ops (cond-> {:index (long (count ops)), :time (* 1000000 ms), :process process, :type type, :f f, :value value}
                             final? (assoc :final? true))))))
      ops)))

(def judge
  "By name; vars, so that a judge that is defined again is the one that judges."
  {:register #(linear/check :absent %)
   :large    (fn [history]
               (let [results [(judges/torn history) (linear/check :absent history)]]
                 {:valid? (every? (comp true? :valid?) results)}))
   :set      #'judges/elements
   :counter  #'judges/counter
   :append   #'judges/lists
   :scan     #(judges/scan 500 %)
   :bank     #'judges/bank
   :expiry   #(lifetimes/judge 0 %)
   :changes  #'changes/judge})

(defn known
  "A read of nothing has a value of its own."
  [history]
  (map (fn [{:keys [type f value] :as op}]
         (if (and (= :ok type) (= :read f) (nil? value)) (assoc op :value :absent) op))
       history))

(defn load-all
  "All stored histories: {:name, :workload, :lie, :valid?, :rows}."
  []
  (for [file (sort (.listFiles ^java.io.File directory))
        :when (re-find #"\.edn$" (str file))
        {:keys [name] :as stored} (edn/read-string (slurp file))]
    (assoc stored :name (str (.getName ^java.io.File file) " " name))))

(defn verdict
  "What is said of a stored history."
  [{:keys [workload rows]}]
  (:valid? ((judge workload) (cond-> (history rows) (#{:register :large} workload) known))))
