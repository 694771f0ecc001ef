(ns godwit.hot-test
  (:require [clojure.test :refer [deftest is]]
            [godwit.hot :as hot]
            [jepsen.generator :as gen]
            [jepsen.generator.context :as context]
            [jepsen.generator.test :as gentest]
            [jepsen.history :as h]))

(defn- asked [n life]
  (->> (hot/operations life (fn [k n thread] {:f :x, :value [k n thread]}) (comp first :value))
       gen/clients
       (gen/limit n)
       (gentest/perfect (gentest/n+nemesis-context 4))))

(deftest half-of-the-operations-are-on-two-keys
  (let [counts (frequencies (map (comp first :value) (asked 2000 100000)))]
    (is (= (set (range (+ hot/hot hot/cold))) (set (keys counts))))
    (is (< 900 (+ (counts 0) (counts 1)) 1100))
    (is (every? #(< 5 % 60) (vals (dissoc counts 0 1))))))

(deftest keys-are-given-up-when-they-had-their-operations
  (let [ops    (asked 3000 20)
        counts (frequencies (map (comp first :value) ops))
        by-key (group-by (comp first :value) ops)]
    (is (= (* hot/hot-lives 20) (counts 0) (counts 1)))
    (is (every? #(<= % (* hot/hot-lives 20)) (vals counts)))
    (is (= (range 80) (map (comp second :value) (by-key 0))) "each operation of a key has a number of its own")
    (is (every? (fn [{:keys [process value]}] (= process (nth value 2))) ops) "and the client for which it is")))

(deftest keys-are-given-up-when-too-much-is-unknown
  (let [ctx    (context/context {:concurrency 2})
        event  (fn [k type] (h/op {:index 0, :time 0, :process 0, :type type, :f :x, :value [k 1]}))
        g      (hot/operations 100 (fn [k n _] {:f :x, :value [k n]}) (comp first :value))
        after  (fn [events] (map :k (:places (reduce #(gen/update %1 {} ctx %2) g events))))]
    (is (= (range 42) (after (repeat 7 (event 0 :info)))))
    (is (= (cons 42 (range 1 42)) (after (repeat 8 (event 0 :info)))))
    (is (= (concat [42 43] (range 2 42)) (after (concat (repeat 8 (event 0 :info)) (repeat 8 (event 1 :info))))) "another one each time")
    (is (= (range 42) (after (repeat 20 (event 0 :ok)))))
    (is (= (range 42) (after (repeat 20 (event 99 :info)))) "a key that is not in use any more")))

(deftest nobody-is-free
  (let [ctx (reduce (fn [c t] (context/busy-thread c 0 t)) (context/context {:concurrency 1}) [0 :nemesis])]
    (is (= :pending (first (gen/op (hot/operations 9 (fn [k _ _] {:f k}) :f) {} ctx))))))

(deftest picks
  (let [n (frequencies (repeatedly 1000 #(hot/pick 8)))]
    (is (= (set (range 8)) (set (keys n))))
    (is (< 400 (+ (n 0) (n 1)) 600))))
