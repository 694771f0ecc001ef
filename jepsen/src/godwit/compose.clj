(ns godwit.compose
  "How checkers are put together: each has a name, and its result says what it has looked at. Every composition of the suite is made
  here."
  (:require [godwit.expected :as expected]
            [godwit.evidence :as evidence]
            [godwit.judges :as judges]
            [jepsen.checker :as checker]
            [jepsen.independent :as independent]))

(defn judged
  "A checker that is a function of the history."
  [judge]
  (reify checker/Checker
    (check [_ _ history _] (judge history))))

(defn looking
  "A checker of Jepsen's, whose result also says how much it was given."
  [inner]
  (reify checker/Checker
    (check [_ test history opts]
      (assoc (checker/check inner test history opts) :looked-at (judges/looked-at history)))))

(defn parts
  "The checkers of a workload, by name. workload: what they are of."
  [_workload checkers]
  (checker/compose checkers))

(defn keyed
  "The same, of each key's own history."
  [workload checkers]
  (independent/checker (parts workload checkers)))

(defn run
  "The checkers of a run, by name; afterwards their results are compared with the list of expected.edn, and the evidence with its
  floors."
  [checkers]
  (let [composed (checker/compose checkers)]
    (reify checker/Checker
      (check [_ test history opts]
        (let [results  (checker/check composed test history opts)
              ; A stored run is compared with the list that it was made with.
              manifest (or (:manifest test) @expected/manifest)
              expected (expected/audit manifest test history results)
              evidence (evidence/judge test (:floors manifest) history results)]
          (assoc results
                 :valid?   (checker/merge-valid (map :valid? [results expected evidence]))
                 :expected expected
                 :evidence evidence))))))
