(ns godwit.workload.absent
  "Reads of keys that are not there. For Knossos a read of nil is one whose answer is not known, and fits everything; so a key
  that has gone after its write was acknowledged would be no error. What is not there has a value of its own here."
  (:require [jepsen.checker :as checker]
            [jepsen.history :as h]))

(def absent
  "The value of a key that is not there."
  :absent)

(defn known
  "The history with that value in reads that were answered with nothing."
  [history]
  (h/map (fn [{:keys [type f value] :as op}]
           (if (and (= :ok type) (= :read f) (nil? value))
             (assoc op :value absent)
             op))
         history))

(defn linearizable
  "Checks with Knossos that a history is linearizable. model: a constructor of one, which is given the value at the start."
  [model]
  (let [inner (checker/linearizable {:model (model absent), :algorithm :wgl})]
    (reify checker/Checker
      (check [_ test history opts]
        (checker/check inner test (known history) opts)))))
