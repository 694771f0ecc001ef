(ns godwit.workload.absent
  "Reads of keys that are not there. For Knossos a read of nil is one whose answer is not known, and fits everything; so a key
  that has gone after its write was acknowledged would be no error. What is not there has a value of its own here."
  (:require [clojure.tools.logging :refer [warn]]
            [jepsen.checker :as checker]
            [jepsen.history :as h]
            [jepsen.store :as store]
            [knossos.linear.report :as report]
            [knossos.search :as search]
            [knossos.wgl :as wgl]))

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

(def longest-analysis
  "Milliseconds after which Knossos gives up on a key. Nearly all keys take less than a second; a history with many calls that got no
  answer can take for ever."
  60000)

(defn- analysis
  "Knossos' verdict on a history; unknown, with :cause :timeout, if it takes too long. (The time limit of knossos.search/run returns in time,
  but goes on searching.)"
  [model history]
  (let [search (wgl/start-analysis model history)
        limit  (future (Thread/sleep (long longest-analysis))
                       (search/abort! search :timeout))]
    (try (search/run search)
         (finally (future-cancel limit)))))

(defn linearizable
  "Checks with Knossos that a history is linearizable, and draws where it is not. model: a constructor of one, which is given the value at
  the start."
  [model]
  (reify checker/Checker
    (check [_ test history {:keys [subdirectory]}]
      (let [history (known history)
            found   (analysis (model absent) history)]
        (when (false? (:valid? found))
          (try (report/render-analysis! history found (str (store/path! test subdirectory "linear.svg")))
               (catch Exception e
                 (warn e "The analysis cannot be drawn"))))
        ; There can be millions of them.
        (-> found
            (update :final-paths #(take 10 %))
            (update :configs #(take 10 %)))))))
