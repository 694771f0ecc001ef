(ns godwit.facts-test
  (:require [clojure.test :refer [deftest is testing]]
            [godwit.facts :as facts]))

(defn member
  "What a member says, with some words changed."
  [number & {:as changes}]
  {:state  :running
   :status (merge {:number number, :role "follower", :term 3, :master 1, :suspects [], :leaving [], :migrations 0
                   :incomplete 0, :replicas 9, :stamp "a", :accepted "c"}
                  changes)})

(def calm
  {"n1" (member 1 :role "master" :voters [1 2 3])
   "n2" (member 2)
   "n3" (member 3)})

(deftest the-version-of-an-upgrade
  (is (= 7 facts/newest)))

(deftest masters-and-terms
  (is (= "n1" (facts/master calm)))
  (is (= 3 (facts/term calm)))
  (is (= {1 "n1", 2 "n2", 3 "n3"} (facts/number->node calm)))
  (testing "of two masters, the one with the higher term counts"
    (let [split (assoc calm "n2" (member 2 :role "master" :term 4))]
      (is (= ["n1" "n2"] (sort (facts/masters split))))
      (is (= "n2" (facts/master split)))
      (is (= 4 (facts/term split)))))
  (testing "nobody is master"
    (is (nil? (facts/master {})))
    (is (= 0 (facts/term {})))))

(deftest who-is-there
  (let [view (assoc calm
                    "n2" {:state :gone, :status nil}
                    "n3" {:state :paused, :status nil}
                    "n4" (member 0))]
    (is (= ["n1"] (facts/alive view)))
    (is (= ["n2"] (facts/gone view)))
    (is (= ["n3"] (facts/paused view)))
    (is (= {1 "n1"} (facts/number->node view)))))

(deftest suspicion-and-migration
  (is (empty? (facts/suspects calm)))
  (is (= #{2 3} (facts/suspects (assoc calm "n1" (member 1 :suspects [3 2])))))
  (is (not (facts/migrating? calm)))
  (is (facts/migrating? (assoc calm "n3" (member 3 :migrations 2))))
  (is (not (facts/migrating? {"n1" {:status {:number 1}}})) "what is not said is none"))

(deftest convergence
  (is (= [] (facts/unsettled calm)))
  (is (= [] (facts/unsettled (assoc calm "n2" (member 2 :suspects [8])))) "nobody has that number any more")
  (is (= [] (facts/unsettled (assoc calm "n2" (member 2 :leaving [8])))) "who has left stays in the list")
  (is (= [] (facts/unsettled (assoc calm "n9" {:state :gone, :status nil}))) "who has gone does not count")
  (is (= [] (facts/unsettled calm (keys calm))))
  (is (= [] (facts/unsettled (update-in calm ["n2" :status] dissoc :migrations :incomplete))) "what is not said is none")
  (is (= [:not-running] (facts/unsettled (assoc calm "n9" {:state :gone, :status nil}) ["n1" "n9"])) "but for the nodes of a test")
  (is (= [:not-running] (facts/unsettled calm ["n1" "n9"])))
  (doseq [[word n2] {:stamps-differ          (member 2 :stamp "b")
                     :accepted-differs       (member 2 :accepted "d")
                     :terms-differ           (member 2 :term 4)
                     :masters-differ         (member 2 :master 2)
                     :no-master              (member 2 :master 0)
                     :suspects               (member 2 :suspects [3])
                     :leaving                (member 2 :leaving [3])
                     :migrations-open        (member 2 :migrations 1)
                     :replication-incomplete (member 2 :incomplete 1)
                     :not-in-the-cluster     (member 0)
                     :no-answer              {:state :paused, :status nil}}]
    (is (some #{word} (facts/unsettled (assoc calm "n2" n2))) (str word)))
  (is (some #{:not-in-the-cluster} (facts/unsettled (update-in calm ["n2" :status] dissoc :number))) "it does not say who it is")
  (is (some #{:no-master} (facts/unsettled (update-in calm ["n2" :status] dissoc :master))) "nor whom it hears")
  (is (some #{:nobody-runs} (facts/unsettled {"n1" {:state :gone, :status nil}}))))

(defn- with-voters
  "Why n members have not converged whose master has these voters."
  [n voters]
  (facts/unsettled (assoc-in (into calm (for [i (range 4 (inc n))] [(str "n" i) (member i)])) ["n1" :status :voters] voters)))

(deftest voters-are-members-that-run
  (is (= [] (with-voters 3 [3 1 2])))
  (is (= [] (facts/unsettled (update-in calm ["n1" :status] dissoc :voters))) "what is not said is none")
  (is (= [] (facts/unsettled (assoc-in calm ["n2" :status :voters] [1 9]))) "the master decides who votes")
  (is (= [:voters-missing] (with-voters 3 [1 2])) "one does not vote yet")
  (is (= [:voters-missing] (with-voters 3 [1 2 9])) "one is gone that another one can replace")
  (is (= [:voters-missing] (with-voters 3 [1 2 3 9])) "one of an even number is gone")
  (is (= [] (with-voters 4 [1 2 3 4 9])) "one of an odd number is gone, and nobody can replace it")
  (is (= [:voters-missing] (with-voters 3 [1 2 3 8 9])) "two are gone")
  (is (= [] (with-voters 6 [1 2 3 4 6])) "there are at most five")
  (is (= [:voters-missing] (with-voters 6 [1 2 3 6])))
  (is (= [:voters-missing] (with-voters 6 [1 2 3 4 7]))))

(deftest replicas-are-of-members-that-run
  (let [said (fn [& {:as changes}] (facts/unsettled (update-in calm ["n1" :status] merge changes)))]
    (is (= [] (said :partitions 9 :copies [3])) "27 replicas of 9 partitions with three copies each")
    (is (= [:replicas-missing] (said :partitions 9 :copies [3] :replicas 8)) "one is of a member that does not run")
    (is (= [:replicas-missing] (said :partitions 10 :copies [3])))
    (is (= [:replicas-missing] (facts/unsettled (update calm "n2" (fn [n2] (-> n2 (update :status dissoc :replicas) (assoc-in [:status :partitions] 19)
                                                                                (assoc-in [:status :copies] [1]))))))
        "a member that does not say it has none")
    (is (= [] (said :partitions 9 :copies [4])) "three members have at most three copies")
    (is (= [] (said :partitions 18 :copies [1 2])) "half of the partitions have one copy, the others two")
    (is (= [:replicas-missing] (said :partitions 20 :copies [1 2])))))

(defn in-state
  "A view in which all members go by a state."
  [view state acknowledged number]
  (update-vals view #(cond-> % (:status %) (assoc-in [:status :state] {:state state, :term 3, :number number, :acknowledged acknowledged, :waiting 0}))))

(deftest the-newest-state-counts
  (is (nil? (facts/state calm)))
  (let [view (assoc-in (in-state calm "ACTIVE" true 4) ["n2" :status :state] {:state "PASSIVE", :term 3, :number 5, :acknowledged false, :waiting 2})]
    (is (= "PASSIVE" (:state (facts/state view))))
    (is (= [:not-active] (facts/unsettled view)))
    (is (= "FROZEN" (:state (facts/state (assoc-in view ["n3" :status :state] {:state "FROZEN", :term 4, :number 1, :acknowledged true, :waiting 0})))))
    (is (= "PASSIVE" (:state (facts/state (assoc-in view ["n3" :status :state] {:state "PASSIVE", :term 3, :number 5, :acknowledged true, :waiting 0})))))
    (is (:acknowledged (facts/state (assoc-in view ["n3" :status :state] {:state "PASSIVE", :term 3, :number 5, :acknowledged true, :waiting 0})))))
  (is (empty? (facts/unsettled (in-state calm "ACTIVE" true 4)))))

(deftest missing-copies
  (is (false? (facts/incomplete? calm)))
  (is (true? (facts/incomplete? (assoc-in calm ["n2" :status :incomplete] 1))))
  (is (false? (facts/incomplete? {"n1" {:state :gone, :status nil}, "n2" {:state :running, :status {:number 2}}}))))
