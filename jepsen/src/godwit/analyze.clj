(ns godwit.analyze
  "Judges a stored run again, from its directory alone."
  (:require [clojure.java.io :as io]
            [godwit.archive :as archive]
            [godwit.checker :as checks]
            [godwit.core :as core]
            [godwit.db :as db]
            [godwit.expected :as expected]
            [jepsen.checker :as checker]
            [jepsen.store :as store])
  (:import (java.io File)
           (java.util Arrays)))

(defn restored
  "The test of a stored run, with the checkers that its options give. dir: where its event logs are unpacked to."
  [{:keys [name start-time options expected]} more dir]
  (let [sorted  #(if (coll? %) (into (sorted-set) %) %)
        options (-> (merge options more {:dir dir})
                    (update :workload sorted)
                    (update :faults sorted))]
    (assoc (core/godwit-test options) :name name, :start-time start-time, :manifest expected)))

(defn- copy-inputs!
  "Puts what checkers read beside the history into the store of the analysis."
  [run test files]
  (doseq [file (keys files)
          :when (re-matches #"observations\.edn|windows\.edn|[^/]+/output\.log" file)]
    (io/copy (io/file run file) (apply store/path! test (.split ^String file "/")))))

(def verdict-files
  "What a run writes of its verdict."
  ["summary.txt" "summary.edn" "results.edn"])

(defn differing
  "Which files of the verdict are not, byte for byte, what the run wrote."
  [run test]
  (remove (fn [name]
            (let [bytes #(java.nio.file.Files/readAllBytes (.toPath ^File %))]
              (Arrays/equals ^bytes (bytes (io/file run name)) ^bytes (bytes (store/path test name)))))
          verdict-files))

(defn analyze!
  "Judges the run in a directory: {:verdict, :summary, :differs}. more: what this checkout adds to the run's options. Throws if the
  directory cannot be used."
  [run more]
  (let [{:keys [files revision] :as about} (archive/read! run)
        scratch (db/scratch)]
    (with-redefs [store/base-dir (str scratch "/store")]
      (let [test    (restored about more (str scratch "/cluster"))
            _       (archive/unpack-events! run (str scratch "/cluster/traces"))
            _       (copy-inputs! run test files)
            history (:history (store/load-jepsen-file (str (io/file run "test.jepsen"))))
            results (checker/check-safe (:checker test) (assoc test :history history) history)
            done    (assoc test :history history, :results results)]
        (store/write-results! done)
        (checks/write-summary! done results revision)
        {:verdict (expected/verdict results)
         :summary (checks/summary done results)
         :differs (vec (differing run test))}))))
