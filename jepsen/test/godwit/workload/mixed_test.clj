(ns godwit.workload.mixed-test
  (:require [clojure.test :refer [deftest is testing]]
            [godwit.client :as c]
            [godwit.evidence :as evidence]
            [godwit.memory :as memory :refer [history]]
            [godwit.workload.bank :as bank]
            [godwit.workload.mixed :as mixed]
            [godwit.workload.set :as set-workload]
            [jepsen.checker :as checker]
            [jepsen.generator :as gen]
            [jepsen.generator.test :as gentest]
            [jepsen.history :as h]))

(def parts {:set (set-workload/workload {}), :bank (bank/workload {})})
(def mixture (mixed/mixture parts 2))

(deftest operations-go-to-their-workload
  (let [store (memory/memory)
        does  (fn [f value] (select-keys ((:apply! mixture) store {:type :invoke, :f f, :value value}) [:type :f :value]))]
    ((:setup! mixture) store {})
    (is (= {:type :ok, :f :set-add, :value 7} (does :set-add 7)))
    (is (= {:type :ok, :f :set-read, :value #{7}} (does :set-read nil)))
    (is (= bank/opening (second (:value (does :bank-read [0 nil])))) "the bank was set up")))

(deftest errors-mean-what-they-mean-in-the-workload
  (let [does (fn [kind f value] (:type ((:apply! mixture) (memory/broken kind) {:type :invoke, :f f, :value value})))]
    (is (= :info (does :info :set-add 7)))
    (is (= :fail (does :fail :set-add 7)))
    (is (= :fail (does :info :set-read nil)) "a read changes nothing")
    (is (thrown? Exception (does nil :set-add 7)) "a bug is no outcome")))

(deftest clients-of-their-own
  (let [ops (gentest/quick (gentest/n+nemesis-context 4) (gen/limit 200 (gen/clients (:generator mixture))))
        of  (fn [w] (set (map :process (filter #(= w (first (evidence/untag (:f %)))) ops))))]
    (is (= #{0 1} (of :bank)))
    (is (= #{2 3} (of :set)))))

(deftest each-checker-gets-its-own
  (let [ops (h/history (map-indexed #(assoc %2 :index %1)
                                    (history [2 :invoke :set-add 1] [0 :invoke :bank-read [0 nil]] [:nemesis :info :start-kill nil]
                                             [2 :ok :set-add 1] [0 :ok :bank-read [0 bank/opening]])))]
    (is (= [[:invoke :add 1] [:ok :add 1]] (map (juxt :type :f :value) (mixed/part :set ops))))
    (is (= [:read :read] (map :f (mixed/part :bank ops))))))

(deftest a-mixture-is-invalid-if-a-part-is
  (let [run   (fn [found] (map #(cond-> % (= :set-read (:f %)) (assoc :final? true))
                                (history [2 :invoke :set-add 1] [2 :ok :set-add 1] [2 :invoke :set-read nil] [2 :ok :set-read found])))
        only  (mixed/mixture (select-keys parts [:set]) 2)
        check (fn [found] (checker/check (:checker only) {} (h/history (map-indexed #(assoc %2 :index %1) (run found))) {}))]
    (is (:valid? (check #{1})))
    (testing "a lost element"
      (is (false? (:valid? (check #{}))))
      (is (= #{1} (get-in (check #{}) [:set :final :lost]))))))
