(ns godwit.stored-test
  "The stored histories, judged without a cluster and without Jepsen."
  (:require [clojure.test :refer [deftest is]]
            [godwit.judges :as judges]
            [godwit.linear :as linear]
            [godwit.stored :as stored]))

(deftest stored-histories
  (let [all (stored/load-all)]
    (is (<= 40 (count all)))
    (is (apply distinct? (map :name all)))
    (doseq [{:keys [name valid?] :as s} all]
      (is (= valid? (stored/verdict s)) name))
    (doseq [w (keys stored/judge)]
      (is (= #{true false} (into #{} (comp (filter #(= w (:workload %))) (map :valid?) (filter boolean?)) all)) (str w)))))

(defn- linear [& rows] (:valid? (linear/check :absent (stored/known (stored/history rows)))))

(deftest one-register
  (is (true? (linear)))
  (is (true? (linear [0 :invoke :write 1] [1 :invoke :write 2] [0 :ok :write 1] [1 :ok :write 2]
                     [0 :invoke :read nil] [1 :invoke :read nil] [0 :ok :read 1] [1 :ok :read 1])) "in either order")
  (is (false? (linear [0 :invoke :write 1] [1 :invoke :write 2] [0 :ok :write 1] [1 :ok :write 2]
                      [0 :invoke :read nil] [1 :invoke :read nil] [0 :ok :read 1] [1 :ok :read 2])) "but in one")
  (is (true? (linear [0 :invoke :write 1] [0 :info :write 1] [1 :invoke :read nil] [1 :ok :read nil]
                     [1 :invoke :read nil] [1 :ok :read 1])) "an open write takes effect late")
  (is (false? (linear [0 :invoke :write 1] [0 :info :write 1] [1 :invoke :read nil] [1 :ok :read 1]
                      [1 :invoke :read nil] [1 :ok :read nil])) "and not twice")
  (is (false? (linear [0 :invoke :cas [1 2]] [0 :ok :cas [1 2]])) "what was to be replaced was not there")
  (is (true? (linear [0 :invoke :cas [1 2]] [0 :fail :cas [1 2]] [1 :invoke :read nil] [1 :fail :read nil]
                     [2 :invoke :read nil] [2 :info :read nil])) "failures and reads without an answer say nothing")
  (is (true? (linear [0 :invoke :write 1] [:nemesis :info :start-kill nil] [0 :ok :write 1])))
  (is (= [:read 2] ((juxt :f :value) (:op (linear/check :absent (stored/history [[0 :invoke :read nil] [0 :ok :read 2]]))))))
  (is (= {:operations 1, :reads 1} (:looked-at (linear/check 1 (stored/history [[0 :invoke :read nil] [0 :ok :read 1]]))))))

(deftest what-a-judge-has-looked-at
  (is (= {:operations 3, :reads 1}
         (judges/looked-at (stored/history [[0 :invoke :size nil] [0 :ok :size 2] [0 :invoke :append 2]
                                            [0 :ok :append 2] [1 :invoke :read nil] [1 :fail :read nil]
                                            [:nemesis :invoke :read nil]]))))
  (is (= {:operations 1, :reads 2}
         (judges/looked-at (stored/history [[0 :invoke :set-read nil] [0 :ok :set-read 1] [0 :ok :scan-check {}]
                                            [0 :ok :append-append 2] [0 :ok :reader 1] [0 :fail :set-read nil]]))))
  (doseq [[w judge] (dissoc stored/judge :register :large)]
    (is (= :unknown (:valid? (judge []))) (str w))
    (is (= {:operations 0, :reads 0} (:looked-at (judge []))))))

(deftest only-what-may-have-taken-effect-counts
  (let [reads (fn [add-end seen] (:valid? (judges/counter (stored/history [[0 :invoke :add 3] [1 :invoke :read nil] [1 :ok :read seen]
                                                                           [0 add-end :add 3]]))))]
    (is (true? (reads :ok 3)))
    (is (true? (reads :info 3)))
    (is (false? (reads :fail 3)))
    (is (true? (reads :fail 0)))
    (is (false? (reads :ok 4)))))

(deftest what-was-not-looked-for-is-not-lost
  (let [check (fn [k] (:valid? (judges/scan 500 (stored/history [[0 :invoke :put k] [0 :ok :put k]
                                                                 [1 :invoke :check nil true]
                                                                 [1 :ok :check {:first 0, :count 3, :keys #{}} true]]))))]
    (is (= [false false :unknown] (map check [0 2 3])) "three keys, from 0 on")))

(deftest what-lists-have-lost
  (let [lost (fn [& last-read]
               (:lost (judges/lists (stored/history (concat [[0 :invoke :append 1] [0 :ok :append 1] [0 :invoke :append 2] [0 :ok :append 2]
                                                             [1 :invoke :read nil] [1 :ok :read [1]]]
                                                            last-read)))))]
    (is (= #{2} (lost [1 :invoke :read nil true] [1 :ok :read [1] true])))
    (is (= #{} (lost [1 :invoke :read nil true] [1 :ok :read [1 2] true])))
    (is (= #{} (lost)) "nobody has looked for them in the end")))

(deftest too-much-to-decide
  (is (= 200000 linear/most-configurations) "as many as fit into the memory that the tests have")
  (with-redefs [linear/most-configurations 1]
    (is (= :unknown (linear [0 :invoke :write 1] [1 :invoke :write 2] [2 :invoke :write 3] [0 :ok :write 1])))))

(deftest a-read-whose-beginning-is-not-there
  (is (true? (:valid? (judges/counter (stored/history [[0 :ok :read 0]])))))
  (is (true? (:valid? (judges/bank (stored/history [[0 :ok :read {:transfers 0, :accounts [20 20 20 20 20]}]]))))))

(deftest ten-lies-are-enough-to-read
  (let [lies (fn [n f value] (stored/history (mapcat (fn [_] [[0 :invoke f nil] [0 :ok f value]]) (range n))))]
    (is (= [12 10] ((juxt :error-count (comp count :errors)) (judges/counter (lies 12 :read 7)))))
    (is (= [12 10] ((juxt :error-count (comp count :errors)) (judges/bank (lies 12 :read nil)))))
    (is (= [12 10] ((juxt :error-count (comp count :errors)) (judges/lists (lies 12 :read [7])))))
    (is (= [12 10] ((juxt :wrong-size-count (comp count :wrong-sizes)) (judges/scan 500 (lies 12 :size 7)))))
    (is (= [12 1] ((juxt :count (comp :index :first)) (judges/torn (lies 12 :read :torn)))))))

(deftest what-is-said-of-a-lie
  (let [scan (judges/scan 500 (stored/history [[0 :invoke :put 1] [0 :ok :put 1] [0 :invoke :put 2] [0 :fail :put 2] [0 :invoke :size nil] [0 :ok :size 5]
                                               [0 :invoke :check nil] [0 :ok :check {:first 0, :keys #{2}}]]))]
    (is (= {:valid? false, :acknowledged 1, :lost #{1}, :failed-but-there #{2}, :wrong-size-count 1}
           (select-keys scan [:valid? :acknowledged :lost :failed-but-there :wrong-size-count]))))
  (let [set (judges/elements (stored/history [[0 :invoke :add 1] [0 :ok :add 1] [0 :invoke :add 2] [0 :info :add 2] [0 :invoke :add 3] [0 :fail :add 3]
                                              [1 :invoke :read nil] [1 :ok :read #{}]
                                              [1 :invoke :read nil true] [1 :ok :read #{1 2} true]
                                              [2 :invoke :read nil true] [2 :ok :read #{2 3 9} true]]))]
    (is (= {:valid? false, :attempts 3, :acknowledged 1, :recovered 2, :final-reads 2, :reads-agree? false, :lost #{1}, :stale #{1}
            :invented #{9}, :failed-but-there #{3}, :looked-at {:operations 6, :reads 3}} set)))
  (is (= [:torn 1] ((juxt (comp :value :first) :count)
                    (judges/torn (stored/history [[0 :invoke :read nil] [0 :ok :read :torn]])))))
  (let [bank (judges/bank (stored/history [[0 :invoke :transfer {}] [0 :ok :transfer {}] [0 :invoke :read nil] [0 :ok :read nil]]))]
    (is (= [1 1 [:gone]] [(:acknowledged bank) (:error-count bank) (:wrong (first (:errors bank)))])))
  (let [rows  [[0 :invoke :append 1] [0 :ok :append 1] [0 :invoke :append 2] [0 :info :append 2]]
        lists #(judges/lists (stored/history (concat rows %)))]
    (is (= {:valid? false, :acknowledged 1, :lost #{1}, :error-count 1, :looked-at {:operations 3, :reads 1}}
           (dissoc (lists [[1 :invoke :read nil true] [1 :ok :read [] true]]) :errors)))
    (is (= #{} (:lost (lists [[1 :invoke :read nil] [1 :ok :read []]]))) "before the last questions nothing is lost for good")
    (is (= [[:invented :other-order] [:stale]] (map :wrong (:errors (lists [[1 :invoke :read nil] [1 :ok :read [1 2]] [1 :invoke :read nil] [1 :ok :read [9]]])))))
    (is (= [10 12] ((juxt (comp count :errors) :error-count) (lists (take 24 (cycle [[1 :invoke :read nil] [1 :ok :read []]])))))))
  (let [counter (judges/counter (stored/history [[0 :invoke :add 3] [0 :ok :add 3] [0 :invoke :read nil] [0 :ok :read 0]]))]
    (is (= [3 1 {:least 3, :most 3}] [(:acknowledged counter) (:error-count counter) (dissoc (first (:errors counter)) :op)]))))
