(ns godwit.lifetimes-test
  "Needs nothing but Clojure."
  (:require [clojure.test :refer [deftest is testing]]
            [godwit.lifetimes :as lifetimes]
            [godwit.stored :as stored]))

(defn- judged [deviation & rows]
  (lifetimes/judge deviation (stored/history rows)))

(defn- words
  "What is wrong, in the order in which it was found; nil if it is called valid all the same."
  [& rows]
  (let [{:keys [valid? errors]} (apply judged 0 rows)]
    (when (= valid? (empty? errors)) (map :wrong errors))))

(def ^:private put [[0 :invoke :put [1 nil]] [0 :ok :put [1 nil]]])

(defn- short-put [v ms] [[0 :invoke :put [v ms]] [0 :ok :put [v ms]]])
(defn- r ([v] (r 1 v)) ([p v] [[p :invoke :read nil] [p :ok :read v]]))
(defn- all [& parts] (mapcat #(if (or (number? %) (keyword? (second %))) [%] %) parts))

(defn- of [& parts] (apply words (apply all parts)))

(deftest values-that-stay
  (is (= [] (of (r nil) put (r 1) 100000 (r 1))))
  (is (= [:vanished] (of put 100000 (r nil))) "and has nothing to go by")
  (is (= [] (of [0 :invoke :put [1 nil]] (r nil) [0 :ok :put [1 nil]])) "not yet")
  (is (= [:found-again] (of [0 :invoke :put [1 nil]] (r nil) [1 :invoke :read nil] [1 :ok :read 1] (r nil) (r 1) [0 :ok :put [1 nil]])
         (of [0 :invoke :put [1 nil]] (r 1) [1 :invoke :read nil] [1 :ok :read nil] (r 1) [0 :ok :put [1 nil]]))))
