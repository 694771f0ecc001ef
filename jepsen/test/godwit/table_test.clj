(ns godwit.table-test
  (:require [clojure.java.io :as io]
            [clojure.string :as str]
            [clojure.test :refer [deftest is]]
            [godwit.memory :refer [history]]
            [godwit.table :as table])
  (:import (java.nio.file Files)
           (java.nio.file.attribute FileAttribute)))

(def run
  {:system :godwit, :driver :lab, :workload :set, :faults (sorted-set :kill), :seed 3, :rate 40, :durable true
   :start-time "2026-11-21T22:43:13.797Z"
   :history (map-indexed #(assoc %2 :time (* 1000000000 %1))
                         (history [0 :invoke :add 1] [0 :ok :add 1] [1 :invoke :add 2] [1 :info :add 2]
                                  [:nemesis :info :start-kill {}] [:nemesis :info :converge nil]))})

(def results
  {:valid? :unknown, :workload {:valid? true}, :stamps {:valid? true}
   :modes  {:valid? :unknown, :shown {[:kill :one] 2, [:kill :all] 1}, :missing-modes [[:kill :master]], :seen #{:migration}}})

(deftest a-row
  (let [row (table/row run results "abc1234")]
    (is (= {:date "2026-11-21T22:43", :revision "abc1234", :system :godwit, :driver :lab, :workload :set, :faults [:kill], :seed 3
            :seconds 4, :operations {:ok 1, :fail 0, :info 1}, :durable true, :valid? :unknown
            :checkers {:modes :unknown, :stamps true, :workload true}}
           (select-keys row [:date :revision :system :driver :workload :faults :seed :seconds :operations :durable :valid?
                             :checkers])))
    (is (= (str "| 2026-11-21 22:43 | Godwit `abc1234` | lab, durable | set | kill | 3 | 4 | 1 / 0 / 1 | kill all, one ×2 | unknown "
                "| modes: unknown (missing: kill master); all else valid |")
           (table/line row)))))

(deftest what-clients-have-missed
  (let [workload {:valid?   false
                  :set      {:valid? false, :final {:acknowledged 10, :lost (sorted-set 3 4)}}
                  :scan     {:valid? false, :sizes {:acknowledged 5, :lost #{"a"}, :wrong-size-count 2}}
                  :counter  {:valid? false, :results {0 {:valid? false, :bounds {:error-count 2}}, 1 {:valid? true, :bounds {:error-count 0}}}}
                  :bank     {:valid? false, :results {0 {:valid? false, :transfers {:error-count 3}}}}
                  :register {:valid? false, :results {0 {:valid? false}, 1 {:valid? true}, 2 {:valid? :unknown}}}
                  :large    {:valid? true, :results {0 {:valid? true}}}}
        row      (table/row (assoc run :workload [:set :scan]) {:valid? false, :workload workload} "abc1234")]
    (is (= {:acknowledged 15, :lost 3, :low-reads 7, :keys 4, :bad-keys 1} (:losses row)))
    (is (= "| 2026-11-21 22:43 | Godwit `abc1234` | kill | 0 | 3 | 4 | 1 / 0 / 1 | 3 of 15 | 7 | 1 of 4 | **invalid** |"
           (table/losses-line row)))
    (is (= 3 (count (str/split-lines (table/losses-table [row (dissoc row :losses)])))) "others are left out"))
  (is (= 0 (:lost (table/losses {:valid? :unknown, :scan {:valid? :unknown, :sizes {:acknowledged 3, :lost #{1}}}}))) "nobody has looked")
  (is (nil? (:losses (table/row run results nil))) "one workload has words of its own")
  (is (= {:acknowledged 0, :lost 0, :low-reads 0, :keys 0, :bad-keys 0} (table/losses {}))))

(deftest verdicts-of-a-mixture
  (is (= {:append true, :set false, :stamps true}
         (table/verdicts [:append :set] {:valid? false, :stamps {:valid? true}
                                         :workload {:valid? false, :set {:valid? false}, :append {:valid? true}}}))))

(deftest what-is-not-valid-is-named
  (let [words #(table/checkers-in-words {:checkers %})]
    (is (= "all 2 valid" (words {:set true, :logs true})))
    (is (= "set: **invalid**; all else valid" (words {:set false, :logs true})))
    (is (= "set: **invalid**; logs: unknown" (words {:set false, :logs :unknown})))))

(deftest tables-from-a-store
  (let [dir (.toFile (Files/createTempDirectory "store" (make-array FileAttribute 0)))]
    (doseq [[name date] {"b" "2026-11-21T23:00", "a" "2026-11-21T23:10"}
            :let [f (io/file dir name table/file)]]
      (io/make-parents f)
      (spit f (pr-str (assoc (table/row run results nil) :date date))))
    (is (= ["2026-11-21T23:00" "2026-11-21T23:10"] (map :date (table/rows [dir dir]))) "by date, each once")
    (is (= 4 (count (str/split-lines (table/table (table/rows [dir]))))))))

(deftest revisions
  (is (nil? (table/revision (System/getProperty "java.io.tmpdir")))))
