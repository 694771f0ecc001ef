(ns godwit.evidence-test
  "Needs nothing but Clojure."
  (:require [clojure.string :as str]
            [clojure.test :refer [deftest is testing]]
            [godwit.evidence :as evidence]
            [godwit.expected :as expected]))

(defn- op [time process type f value & {:as more}]
  (merge {:time time, :process process, :type type, :f f, :value value} more))

(def history
  "Two registers, a round of kills in the middle, last questions."
  [(op 1 0 :invoke :write [1 4]) (op 2 1 :invoke :read [1 nil]) (op 3 0 :ok :write [1 4]) (op 4 1 :ok :read [1 4])
   (op 5 :nemesis :info :start-kill nil) (op 6 :nemesis :info :start-kill {})
   (op 7 0 :invoke :write [2 4]) (op 8 0 :info :write [2 4])
   (op 9 :nemesis :info :stop-kill nil) (op 10 :nemesis :info :stop-kill {})
   (op 11 2 :invoke :read [2 nil]) (op 12 2 :ok :read [2 4] :at "n3")
   (op 13 2 :invoke :read [1 nil] :final? true) (op 14 2 :ok :read [1 4] :final? true)
   (op 15 2 :invoke :read [2 nil] :final? true) (op 16 2 :fail :read [2 nil] :final? true :at "n3")])

(def test-map {:workload :register, :driver :lab, :system :godwit, :faults #{:kill}, :nodes ["n1" "n2" "n3"], :concurrency 3, :bound 1/3})
(def results {:modes {:shown {[:kill :one] 1}, :missing-modes [[:kill :master]]}, :conformance {:looked-at {:events 30}}})

(deftest what-a-run-has-to-show
  (let [found (evidence/gather test-map history results)]
    (is (= {:operations 6, :acknowledged 4, :final-reads 1, :final-keys 1, :overlap 1, :in-windows 1, :outside 3}
           (get-in found [:workloads :register])))
    (is (= {:operations 6, :rounds 1, :due [[:kill :master]], :together 0, :events 30
            :clients {:unbound {:operations 4, :acknowledged 3}, :bound {:operations 2, :acknowledged 1}}}
           (dissoc found :workloads))))
  (is (= 0 (:events (evidence/gather test-map history {}))) "nobody has checked any")
  (is (= [[5 9]] (evidence/windows history)))
  (is (= [[5 16]] (evidence/windows (remove #(= :stop-kill (:f %)) history))) "a fault that the end of the run cuts off")
  (is (= 1 (evidence/strikes history)))
  (is (= 1 (:rounds (evidence/gather (assoc test-map :driver :netns) history {}))) "elsewhere strikes are counted")
  (let [leaves (fn [& lefts] (for [left? lefts, value [{:mode :leave} {:mode :leave, :left? left?}]]
                               {:process :nemesis, :type :info, :f :start-membership, :time 1, :value value}))]
    (is (= 2 (evidence/strikes (leaves true true))))
    (is (= 1 (evidence/strikes (leaves false true false))) "a member that does not leave")
    (is (= 2 (evidence/strikes (concat (leaves false true) history))))))

(deftest what-has-no-answer-counts-once
  (is (= {:operations 2, :acknowledged 1, :final-reads 0, :final-keys 0, :overlap 1, :in-windows 1, :outside 1}
         (evidence/counted :register [(op 1 0 :invoke :write [1 4]) (op 2 1 :invoke :read [1 nil]) (op 3 1 :ok :read [1 4])] [[2 3]]))
      "the first one is open to the end")
  (is (= 2 (:operations (evidence/gather test-map [(op 1 0 :invoke :write [1 4]) (op 2 1 :invoke :read [1 nil]) (op 3 1 :ok :read [1 4])
                                                   (op 4 :nemesis :invoke :start-kill nil)]
                                         {})))))

(deftest shares
  (is (= 0 (evidence/share {:in-windows 0, :outside 0})))
  (is (= 1/4 (evidence/share {:in-windows 1, :outside 3})))
  (is (= 1/2 (evidence/share {:in-windows 1, :outside 1})))
  (is (= 1 (evidence/share {:in-windows 1, :outside 0})))
  (is (= 0 (evidence/share {:in-windows 0, :outside 1}))))

(deftest what-was-not-counted-is-nothing
  (is (= ["register: acknowledged 0, at least 1 needed"]
         (evidence/missing {:workload :register} {:workloads {:register {:acknowledged 1}}} {:workloads {:register {}}})))
  (is (= ["rounds with two faults that had effect 0, at least 1 needed"]
         (evidence/missing {:workload :register, :together 2} {} {:workloads {:register {}}}))))

(deftest clients-that-were-not-counted
  (is (= ["acknowledged by unbound clients 0, at least 1 needed"]
         (evidence/missing {:workload :register, :nodes ["a"], :concurrency 1, :bound 0} {:clients 1} {})))
  (is (= [] (evidence/missing {:workload :register, :nodes ["a"], :concurrency 1, :bound 0} {} {})) "a list that asks for none"))

(deftest keys-of-workloads
  (is (= [:set :read-all-of-it] (evidence/untag :set-read-all-of-it)))
  (is (= 1 (evidence/overlapping :append [(op 1 0 :invoke :append [3 1]) (op 2 1 :invoke :read [3 nil])])))
  (is (= 1 (evidence/overlapping :expiry [(op 1 0 :invoke :put [3 [1 500]]) (op 2 1 :invoke :read [3 nil])])))
  (is (= 1 (evidence/overlapping :changes [(op 1 0 :invoke :put [3 1]) (op 2 1 :invoke :remove [3 9])])))
  (is (= 0 (evidence/overlapping :changes [(op 1 0 :invoke :poll {:how :on}) (op 2 1 :invoke :poll {:how :on})])) "a poll is not about a key")
  (is (= 0 (evidence/overlapping :append [(op 1 0 :invoke :append [3 1]) (op 2 1 :invoke :read [4 nil])])))
  (is (= 0 (evidence/overlapping :set [(op 1 0 :invoke :add 1) (op 2 1 :invoke :add 1)])) "a set is not one key")
  (is (= [:read :add] (map :f (evidence/of-workload #{:set :bank} :set [(op 1 0 :invoke :set-read nil) (op 2 1 :invoke :bank-read [0 nil])
                                                                     (op 3 0 :invoke :set-add 1) (op 4 :nemesis :info :set-x 1)])))))

(def floors {:clients 1, :workloads {:register {:acknowledged 4, :final-reads 1, :final-keys 1, :overlap 1}}, :in-windows 0.25, :rounds 1, :events 30})
(def enough (assoc-in results [:modes :missing-modes] []))

(defn- lacks [test floors results]
  (:missing (evidence/judge test floors history results)))

(deftest below-a-floor-a-run-is-unknown
  (is (= {:valid? true, :missing []} (dissoc (evidence/judge test-map floors history enough) :found)))
  (testing "half of the rounds with two faults that were due"
    (let [shown #(:missing (evidence/judge (assoc test-map :together 5) floors history (assoc-in enough [:modes :together] {:a %})))]
      (is (= [] (shown 2)))
      (is (= ["rounds with two faults that had effect 1, at least 2 needed"] (shown 1)))))
  (doseq [[what test floors results] [["register: acknowledged 4, at least 5" test-map (assoc-in floors [:workloads :register :acknowledged] 5) enough]
                                      ["register: final-reads 1" test-map (assoc-in floors [:workloads :register :final-reads] 2) enough]
                                      ["register: final-keys 1" test-map (assoc-in floors [:workloads :register :final-keys] 2) enough]
                                      ["register: overlap 1" test-map (assoc-in floors [:workloads :register :overlap] 2) enough]
                                      ["register: share inside fault windows 0.25" test-map (assoc floors :in-windows 0.26) enough]
                                      ["acknowledged by unbound clients 3, at least 4" (assoc test-map :bound 0) (assoc floors :clients 4) enough]
                                      ["acknowledged by bound clients 1" (assoc test-map :bound 1) (assoc floors :clients 2) enough]
                                      ["rounds with effect 1" test-map (assoc floors :rounds 2) enough]
                                      ["not shown: kill master" test-map floors results]
                                      ["events checked 30" (assoc test-map :trace true) (assoc floors :events 31) enough]]]
    (is (= 1 (count (lacks test floors results))) what)
    (is (str/starts-with? (str (first (lacks test floors results))) what))
    (is (= :unknown (:valid? (evidence/judge test floors history results)))))
  (testing "without faults nothing is asked of windows and rounds"
    (is (= [] (lacks (assoc test-map :faults #{}) (assoc floors :rounds 9, :in-windows 0.9) enough))))
  (testing "each kind of client that a run has must have had answers"
    (is (= 2 (count (lacks test-map (assoc floors :clients 4) enough)))))
  (testing "a mutant that passes with less is unknown, too"
    (is (= 1 (count (lacks (assoc test-map :mutant "quorum/X") (assoc floors :rounds 2) enough))))))

;; The list

(def good
  {:valid? true
   :workload   {:valid? true, :results {1 {:valid? true, :linear {:valid? true, :looked-at {:operations 3, :reads 2}}
                                           :timeline {:valid? true, :looked-at {:operations 3, :reads 2}}}
                                        2 {:valid? true, :linear {:valid? true, :looked-at {:operations 3, :reads 1}}
                                           :timeline {:valid? true, :looked-at {:operations 3, :reads 1}}}}}
   :stats      {:valid? true, :looked-at {:operations 6, :reads 3}}
   :exceptions {:valid? true, :looked-at {:operations 6, :reads 3}}
   :perf       {:valid? true, :looked-at {:operations 6, :reads 3}}
   :timeline   {:valid? true, :looked-at {:operations 6, :reads 3}}
   :stamps     {:valid? true, :looked-at {:questions 1}}
   :modes      {:valid? true, :looked-at {:rounds 1, :samples 0}}
   :logs       {:valid? true, :looked-at {:logs 2, :lines 30}}})

(deftest the-expected-checkers
  (let [audit #(expected/audit test-map history %)]
    (is (= {:valid? true, :missing #{}, :unexpected #{}, :blind {}} (dissoc (audit good) :checkers)))
    (is (= {:operations 6, :reads 3} (get-in (audit good) [:checkers [:register :linear]])))
    (doseq [c (remove #{:workload} (keys (filter (comp map? val) good)))]
      (is (= [false #{c}] ((juxt :valid? :missing) (audit (dissoc good c)))) (str c))
      (is (= [false [c]] ((juxt :valid? (comp keys :blind)) (audit (update good c dissoc :looked-at)))) (str c)))
    (is (= #{:workload} (:missing (audit (dissoc good :workload)))))
    (is (= #{:more} (:unexpected (audit (assoc good :more {:valid? true})))))
    (testing "within the workload"
      (doseq [[what bad] {"of a key" (update-in good [:workload :results 2] dissoc :linear)
                          "more"     (assoc-in good [:workload :results 2 :more] {:valid? true})
                          "a key"    (update-in good [:workload :results] dissoc 2)
                          "no key"   (assoc-in good [:workload :results] {})}]
        (is (false? (:valid? (audit bad))) what)))
    (testing "a checker that was given less than there was"
      (is (= {:stats #{:operations}} (:blind (audit (assoc-in good [:stats :looked-at :operations] 5)))))
      (is (= {:logs #{:logs}} (:blind (audit (assoc-in good [:logs :looked-at :logs] 0)))) "an empty directory")
      (is (= {:logs #{:lines}} (:blind (audit (assoc-in good [:logs :looked-at :lines] 0)))))
      (is (= {:logs #{:logs :lines :nothing-said}} (:blind (audit (update good :logs dissoc :looked-at))))))
    (testing "with event logs"
      (let [audit #(expected/audit (assoc test-map :trace true) history %)]
        (is (= #{:conformance} (:missing (audit good))))
        (is (= {:conformance #{:events}} (:blind (audit (assoc good :conformance {:valid? true, :looked-at {:events 0}})))))))))

(deftest what-the-list-does-not-know
  (is (thrown? IllegalArgumentException (expected/audit (assoc test-map :system :other) history good)))
  (is (thrown? IllegalArgumentException (expected/audit (assoc test-map :faults #{:fire}) history good)))
  (is (thrown? IllegalArgumentException (expected/audit (assoc test-map :workload :other) history good))))
