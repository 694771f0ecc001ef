(ns godwit.lifetimes-test
  "Needs nothing but Clojure."
  (:require [clojure.test :refer [deftest is testing]]
            [godwit.lifetimes :as lifetimes]
            [godwit.stored :as stored]))

(defn- rows
  "Rows of a history, from rows, lists of rows, and pauses."
  [parts]
  (mapcat #(if (or (number? %) (keyword? (second %))) [%] %) parts))

(defn- judged [deviation & parts] (lifetimes/judge deviation (stored/history (rows parts))))

(defn- words
  "What is wrong, by the judge of clocks that may differ by so much."
  [deviation & parts]
  (let [{:keys [valid? errors]} (apply judged deviation parts)]
    (is (= (some? (seq errors)) (false? valid?)))
    (map :wrong errors)))

(defn- wrong [& parts] (apply words 0 parts))

(defn- put [v ms] [[0 :invoke :put [v ms]] [0 :ok :put [v ms]]])
(defn- lock [v ms] [[0 :invoke :put-new [v ms]] [0 :ok :put-new [v ms]]])
(defn- found [v] [[1 :invoke :read nil] [1 :ok :read v]])
(defn- found-last [v] [[1 :invoke :read nil true] [1 :ok :read v true]])

(def ns-pause "A nanosecond." 1/1000000)

(deftest values-that-stay
  (is (= [] (wrong (found nil) (put 1 nil) (found 1) 100000 (found 1))))
  (is (= [:vanished] (wrong (put 1 nil) 100000 (found nil))))
  (is (= [:vanished] (wrong (put 1 500) (put 2 nil) 1000 (found nil))) "it took the place of one with a lifetime")
  (is (= [] (wrong [0 :invoke :put [1 nil]] (found nil) [0 :ok :put [1 nil]])) "not yet")
  (is (= [] (wrong [0 :invoke :put [1 nil]] (found nil) (found 1) [0 :ok :put [1 nil]])))
  (is (= [:found-again :vanished] (wrong [0 :invoke :put [1 nil]] (found 1) (found nil) (found 1) [0 :ok :put [1 nil]])))
  (is (= [] (wrong (put 1 nil) [2 :invoke :put [2 500]] 500 (found nil) (found nil) [2 :ok :put [2 500]])) "one that is not answered yet")
  (is (= [] (wrong (put 1 nil) [2 :invoke :put [2 500]] [2 :info :put [2 500]] 500 (found nil))))
  (is (= [:vanished] (wrong (put 1 nil) [2 :invoke :put [2 500]] [2 :fail :put [2 500]] 500 (found nil))))
  (is (= [:vanished] (wrong (put 1 nil) (found nil) 500 (put 2 500))) "one that comes later is no reason"))

(deftest values-that-go
  (testing "not before half of the lifetime is over, since the put began"
    (is (= [] (wrong (put 1 500) 247 (found nil))))
    (is (= [:vanished] (wrong (put 1 500) (- 247 ns-pause) (found nil)))))
  (testing "less what clocks may differ by, while there are faults"
    (is (= [] (words 100000000 (put 1 500) 147 (found nil))))
    (is (= [:vanished] (words 100000000 (put 1 500) (- 147 ns-pause) (found nil))))
    (is (= [] (words 7200000000000 (put 1 500) (found nil))))
    (let [at-last [[0 :invoke :put [1 500] true] [0 :ok :put [1 500] true]]]
      (is (= [] (words 100000000 at-last 247 (found nil))))
      (is (= [:vanished] (words 100000000 at-last (- 247 ns-pause) (found nil))))))
  (testing "at last, five seconds after twice the lifetime"
    (is (= 5000000000 lifetimes/patience))
    (is (= [] (wrong (put 1 500) 5999 (found-last 1))))
    (is (= [:not-gone] (wrong (put 1 500) (+ 5999 ns-pause) (found-last 1))))
    (is (= [] (wrong (put 1 500) 60000 (found 1))) "before that nobody says when")
    (is (= [] (wrong (put 1 nil) 60000 (found-last 1))))
    (is (= [] (wrong (put 1 nil) 60000 (found-last 1) (put 2 500) (found-last 2))) "each value has its own time")
    (is (= [] (words 100000000 (put 1 500) 6099 (found-last 1))))
    (is (= [:not-gone] (words 100000000 (put 1 500) (+ 6099 ns-pause) (found-last 1))))
    (let [at-last [[0 :invoke :put [1 500] true] [0 :ok :put [1 500] true]]]
      (is (= [] (words 100000000 at-last 5999 (found-last 1))))
      (is (= [:not-gone] (words 100000000 at-last (+ 5999 ns-pause) (found-last 1))))))
  (testing "counted from when it was there for sure"
    (is (= [] (wrong [0 :invoke :put [1 500]] [0 :info :put [1 500]] 60000 (found-last 1) (found-last 1))) "it may have come late")
    (is (= [:not-gone] (wrong [0 :invoke :put [1 500]] [0 :info :put [1 500]] (found 1) (+ 6000 ns-pause) (found-last 1))))
    (is (= [:not-gone] (wrong [0 :invoke :put [1 500]] (found 1) (+ 6000 ns-pause) [0 :ok :put [1 500]] (found-last 1)))))
  (testing "once"
    (is (= [:found-again] (wrong (put 1 500) 500 (found nil) (found 1))))
    (is (= [] (wrong (put 1 500) 500 (found nil) (put 2 500) (found 2) 500 (found nil))))
    (is (= [] (wrong (put 1 500) 500 [2 :invoke :read nil] (found 1) (found nil) [2 :ok :read 1])) "that read was before")
    (is (= [] (wrong (put 1 500) 500 [2 :invoke :read nil] (found 1) [2 :ok :read nil])))
    (is (= [:stale :found-again] (wrong (put 1 500) 500 (found nil) (put 2 500) (found 1) (found 2))) "and its successor is there")))

(defn- idle [v ms & final?] [(into [0 :invoke :put [v ms :idle]] final?) (into [0 :ok :put [v ms :idle]] final?)])

(deftest values-that-are-used
  (testing "are kept for three quarters of the idle time after each use, since it began"
    (is (= [] (wrong (idle 1 1000) 747 (found nil))))
    (is (= [:vanished] (wrong (idle 1 1000) (- 747 ns-pause) (found nil))))
    (is (= [] (wrong (idle 1 1000) 500 (found 1) 747 (found nil))))
    (is (= [:vanished] (wrong (idle 1 1000) 500 (found 1) (- 747 ns-pause) (found nil))))
    (is (= [:vanished] (wrong (idle 1 1000) 500 (found 1) 500 (found 1) 500 (found 1) 500 (found nil))))
    (is (= [:vanished] (wrong (idle 1 1000) 500 [2 :invoke :read nil] (found 1) [2 :ok :read 1] 500 (found nil))) "the last one counts")
    (is (= [] (wrong (idle 1 1000) 500 [2 :invoke :read nil] 500 (found nil) [2 :ok :read 1])) "one that may have come later does not")
    (is (= [] (wrong (idle 1 1000) 500 [2 :invoke :read nil] [2 :fail :read nil] 500 (found nil))) "nor one without an answer")
    (is (= [] (wrong (put 1 1000) 400 (found 1) 400 (found nil))) "a value with a lifetime has no such time")
    (is (= [] (wrong (put 1 nil) (idle 2 1000) 800 (found nil)))))
  (testing "half of it less what clocks may differ by, while they may"
    (is (= [] (words 100000000 (idle 1 1000) 397 (found nil))))
    (is (= [:vanished] (words 100000000 (idle 1 1000) (- 397 ns-pause) (found nil))))
    (is (= [] (words 100000000 (idle 1 1000) 300 (found 1) 397 (found nil))))
    (is (= [:vanished] (words 100000000 (idle 1 1000) 300 (found 1) (- 397 ns-pause) (found nil))))
    (is (= [:vanished] (words 100000000 (idle 1 1000 true) (- 747 ns-pause) (found nil))) "not at last"))
  (testing "go at last, five seconds after twice the idle time"
    (is (= [:not-gone] (wrong (idle 1 1000) (+ 6999 ns-pause) (found-last 1))))
    (is (= [] (wrong (idle 1 1000) 6999 (found-last 1))))
    (is (= [] (wrong (idle 1 1000) 4000 (found 1) 6999 (found-last 1))))
    (is (= [:not-gone] (wrong (idle 1 1000) 4000 (found 1) (+ 6999 ns-pause) (found-last 1))))
    (is (= [:not-gone] (wrong (idle 1 1000) (+ 6999 ns-pause) (found-last 1) (found-last 1))) "the first question is a use")
    (is (= [] (wrong (idle 1 1000) 4000 [2 :invoke :put-new [2 1000 :idle]] [2 :fail :put-new [2 1000 :idle]] 11998 (found-last 1))) "it may be used late")
    (is (= [:not-gone] (wrong (idle 1 1000) 4000 [2 :invoke :put-new [2 1000 :idle]] [2 :fail :put-new [2 1000 :idle]] (+ 11998 ns-pause) (found-last 1))))
    (is (= [] (wrong (put 1 1000) 4000 (found 1) 2995 (found-last 1))))
    (is (= [:not-gone] (wrong (put 1 1000) 4000 (found 1) 3000 (found-last 1))) "uses do not prolong a lifetime"))
  (testing "and never come back"
    (is (= [:found-again] (wrong (idle 1 1000) 1250 (found nil) (found 1))))
    (is (= [] (wrong (idle 1 1000) 1250 (found nil) (idle 2 1000) (found 2))))))

(deftest locks
  (is (= [] (wrong (lock 1 500) 500 (lock 2 500))))
  (is (= [:vanished] (wrong (lock 1 500) (lock 2 500))) "its own lifetime is no reason")
  (is (= [:vanished] (wrong (lock 1 500) 400 [0 :invoke :put-new [2 500]] 400 (found 2) [0 :ok :put-new [2 500]] 1000 (found nil) (lock 3 500)
                            100 (lock 4 500))))
  (is (= [:vanished] (wrong (put 1 nil) [0 :invoke :put-new [2 500]] 400 [0 :ok :put-new [2 500]])))
  (is (= [] (wrong (put 1 nil) [0 :invoke :put-new [2 500]] [0 :fail :put-new [2 500]] (found 1))))
  (is (= [] (wrong (put 1 nil) [0 :invoke :put-new [2 500]] [0 :info :put-new [2 500]] (found 1))))
  (is (= [:stale :found-again] (wrong (put 1 500) 500 (lock 2 500) (found 1)))))

(deftest what-replaces-another
  (is (= [:stale] (wrong (put 1 nil) (put 2 nil) (found 1))))
  (is (= [:stale] (wrong (put 1 nil) (found 1) (put 2 500) (found 1) 500)))
  (is (= [] (wrong (put 1 nil) (put 2 nil) (found 2) (put 3 nil) (found 3) (found 3))))
  (is (= [] (wrong (put 1 nil) [0 :invoke :put [2 nil]] (found 1) (found 2) (found 2) [0 :ok :put [2 nil]])))
  (is (= [:stale] (wrong [0 :invoke :put [1 nil]] [2 :invoke :put [2 nil]] (found 1) (found 2) (found 1) (found 2)
                                [0 :ok :put [1 nil]] [2 :ok :put [2 nil]])))
  (is (= [] (wrong (put 1 nil) [2 :invoke :put [2 nil]] [2 :info :put [2 nil]] (found 1) 5000 (found 2) (put 3 nil) (found 3))))
  (is (= [] (wrong (put 1 500) (put 2 nil) (put 3 500) 500 (found nil) (found nil)))))

(deftest what-nobody-has-put
  (is (= [:invented] (wrong (found 9))))
  (is (= [:invented] (wrong (found 9) (put 9 nil))))
  (is (= [] (wrong [1 :invoke :read nil] (put 9 nil) [1 :ok :read 9])))
  (is (= [:invented] (wrong [0 :invoke :put [9 500]] [0 :fail :put [9 500]] (found 9)))))

(deftest what-says-nothing
  (is (= :unknown (:valid? (judged 0 (put 1 500)))) "nobody has looked")
  (is (= :unknown (:valid? (judged 0 (put 1 nil) [1 :invoke :read nil] [1 :fail :read nil]))))
  (is (= :unknown (:valid? (judged 0 [1 :ok :read nil]))) "a read that nobody has begun")
  (is (= [] (wrong (put 1 nil) [1 :invoke :read nil] [1 :fail :read nil] (found 1) [1 :invoke :read nil])))
  (is (= [] (wrong (put 1 nil) [:nemesis :info :start-kill nil] [:nemesis :info :read nil] (found 1)))))

(deftest what-is-told
  (let [{:keys [errors error-count acknowledged expired looked-at]}
        (judged 0 (found nil) (put 1 500) 500 (mapcat (fn [_] (found nil)) (range 2)) (put 2 nil)
                [0 :invoke :put [3 500]] [0 :info :put [3 500]] (found 1) (mapcat (fn [_] (found 9)) (range 12)))]
    (is (= [2 2 {:operations 19, :reads 16}] [acknowledged expired looked-at]))
    (is (= [15 10] [error-count (count errors)])))
  (is (= {:wrong :vanished, :op {:f :put-new, :process 0, :asked [2 500], :found [2 500], :type :ok, :from 2, :to 3, :begun 2000000, :ended 3000000}}
         (first (:errors (judged 0 (lock 1 500) (lock 2 500))))))
  (is (= 1 (:value (first (:errors (judged 0 (put 1 500) 500 (found nil) (found 1))))))))
