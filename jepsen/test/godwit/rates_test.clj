(ns godwit.rates-test
  (:refer-clojure :exclude [run!])
  (:require [clojure.java.io :as io]
            [clojure.string :as str]
            [clojure.test :refer [deftest is testing]]
            [godwit.campaign :as campaign]
            [godwit.cli :as cli]
            [godwit.core :as core]
            [godwit.needs :as needs]
            [godwit.rates :as rates]
            [godwit.schedule :as schedule]
            [godwit.simulated :as simulated]))

(def opts simulated/campaign-options)

(def workloads (keys core/workloads))

(defn- names-in [file pattern]
  (into #{} (map second) (re-seq pattern (slurp (io/file (cli/root) file)))))

(deftest each-mutant-stands-in-the-list-once
  (let [names (map first @rates/aims)]
    (is (apply distinct? names))
    (is (= (names-in "models/matrix.json" #"\"name\": *\"(quorum/\w+)\"")
           (set (filter #(str/starts-with? % "quorum/") names))))
    (let [others (remove #(str/starts-with? % "quorum/") names)
          known  (names-in "docs/results/runtime-matrix.json" #"\"name\" *: *\"([^\"]+)\"")]
      (is (<= 10 (count others)))
      (is (empty? (remove known others)))
      (is (not-any? #(str/starts-with? % "client/") others) "Jepsen's clients are no members"))))

(deftest what-is-aimed-exists
  (doseq [[mutant {:keys [faults only durable disks]}] @rates/aims
          :let [modes (into #{} (map second) (schedule/modes faults {:durable durable, :disks disks, :net :relays}))]]
    (is (seq faults) mutant)
    (is (every? modes only) mutant)
    (is (some? (core/godwit-test (assoc opts :workload :register, :faults faults, :only only, :durable (boolean durable), :disks disks, :mutant mutant))) mutant)))

(def two [["quorum/A" {:faults #{:kill}, :workload :bank}]
          ["quorum/B" {:faults #{:pause :kill}, :only #{:stale}, :durable true, :why "it cannot"}]])

(defn- run-of
  "A run with the verdict that verdicts gives for its mutant and seed: true, false, :unfit if the run has not the checkers that it must have, or :crashed."
  [ran verdicts]
  (fn [{:keys [mutant seed durable faults]}]
    (swap! ran conj [mutant seed])
    (let [verdict (verdicts mutant seed)]
      (if (= :crashed verdict)
        {:verdict :crashed}
        {:verdict   (true? verdict)
         :directory (simulated/store-run!
                      {:mutant mutant, :durable durable, :faults (vec faults), :seed seed, :seconds (+ 50 seed)
                       :operations {:ok 1234, :fail 0, :info 0}, :valid? (true? verdict)
                       :checkers {:stats true, :bank (not (false? verdict)), :expected (not= :unfit verdict)}})}))))

(defn- run! [more verdicts]
  (let [ran (atom []), found (atom nil)]
    (with-out-str (reset! found (campaign/run! "m" (merge opts more) (rates/campaign workloads) (run-of ran verdicts))))
    [@ran (rates/exit-status @found)]))

(deftest what-was-missed-is-run-three-times-more
  (simulated/without-drawing
    (with-redefs [rates/aims (delay (conj two ["quorum/C" {:faults #{:link}}]))]
      (is (= [[[nil 3] [nil 2] [nil 1] ["quorum/A" 4] ["quorum/B" 8] ["quorum/C" 12] ["quorum/B" 9] ["quorum/B" 10] ["quorum/B" 11]
               ["quorum/C" 13] ["quorum/C" 14] ["quorum/C" 15]] 1]
             (run! {} (fn [mutant seed] (case mutant "quorum/A" false, "quorum/B" true, (if (= 12 seed) :unfit (< seed 14)))))))
      (let [table (slurp (campaign/table-file "m"))]
        (is (str/includes? table "3 mutants in 9 runs: 2 noticed, 1 not. 3 controls: 0 noticed."))
        (is (str/includes? table "| control | kill, pause (stale), durable | 0 of 1 |  |  | nobody |"))
        (is (str/includes? table "| `quorum/A` | kill | 1 of 1 | 54 | 1,234 | bank |"))
        (is (str/includes? table "| `quorum/B` | kill, pause (stale), durable | 0 of 4 |  |  | nobody: it cannot |"))
        (is (str/includes? table "| `quorum/C` | link | 2 of 4 | 64 | 1,234 | bank ×2 |")))
      (is (= [[] 1] (run! {} (constantly :crashed))) "all is done"))))

(deftest runs-that-broke-are-run-again-and-tell-nothing
  (simulated/without-drawing
    (with-redefs [rates/aims (delay two)]
      (is (= [[[nil 3] [nil 2] ["quorum/A" 4] ["quorum/B" 8]] 2] (run! {} (fn [mutant _] (case mutant "quorum/A" :crashed, "quorum/B" false, true)))))
      (is (str/includes? (slurp (campaign/table-file "m")) "Runs that broke, and are run again next time: quorum/A: bank with kill."))
      (is (= [[["quorum/A" 4]] 0] (run! {} (constantly false)))))))

(deftest what-is-said-of-members-without-a-fault-is-not-said-of-the-fault
  (testing "a control that is noticed"
    (simulated/without-drawing
      (with-redefs [rates/aims (delay (conj two ["quorum/C" {:faults #{:kill}, :workload :bank, :why "no reason"}]))]
        (is (= [[[nil 3] [nil 2] ["quorum/A" 4] ["quorum/B" 8] ["quorum/C" 12] ["quorum/A" 5] ["quorum/A" 6] ["quorum/A" 7]
                 ["quorum/C" 13] ["quorum/C" 14] ["quorum/C" 15]] 2]
               (run! {} (fn [mutant seed] (not (or (#{"quorum/A" "quorum/B" "quorum/C"} mutant) (= 3 seed)))))))
        (let [table (slurp (campaign/table-file "m"))]
          (is (str/includes? table "3 mutants in 9 runs: 1 noticed, 2 not. 2 controls: 1 noticed."))
          (is (str/includes? table "| control | kill | 1 of 1 | 53 | 1,234 | bank |"))
          (is (str/includes? table "| `quorum/A` | kill | 0 of 4 |  |  | nobody |"))))))
  (testing "a control that broke tells nothing"
    (simulated/without-drawing
      (with-redefs [rates/aims (delay two)]
        (is (= 2 (second (run! {} (fn [mutant _] (if mutant false :crashed))))))
        (is (= [[[nil 3] [nil 2]] 0] (run! {} (constantly true))))))))

(deftest one-mutant-alone
  (simulated/without-drawing
    (with-redefs [rates/aims (delay two)]
      (is (= [[[nil 2] ["quorum/B" 8]] 0] (run! {:mutant "quorum/B"} (fn [mutant _] (nil? mutant)))))))
  (testing "with all workloads, unless others are aimed, or asked for"
    (with-redefs [rates/aims (delay two)]
      (is (= [:bank (into (sorted-set) workloads) :bank (into (sorted-set) workloads)] (map (comp :workload second) (rates/plan opts workloads {}))))
      (is (= [12 72 12 72] (map (comp :concurrency second) (rates/plan opts workloads {}))))
      (is (= [:bank :set :bank :set] (map (comp :workload second) (rates/plan (assoc opts :workload :set) workloads {}))))
      (is (= [nil true nil true] (map (comp :durable second) (rates/plan opts workloads {})))))))

(deftest without-disks-those-that-need-one-are-left-out
  (simulated/without-drawing
    (with-redefs [rates/aims (delay (conj two ["durability/D" {:faults #{:power-cut}, :durable true, :disks true}]))]
      (with-redefs [needs/of-disks (constantly ["cc"])]
        (is (= [[[nil 3] [nil 2] ["quorum/A" 4] ["quorum/B" 8]] 0] (run! {} (fn [mutant _] (nil? mutant)))))
        (is (str/includes? (slurp (campaign/table-file "m")) "Not possible here: `durability/D` (missing: cc).")))
      (with-redefs [needs/of-disks (constantly [])]
        (is (= [[[nil 1] ["durability/D" 12]] 0] (run! {} (fn [mutant _] (nil? mutant)))))
        (is (not (str/includes? (slurp (campaign/table-file "m")) "Not possible")))))))

(deftest without-clocks-those-that-need-them-are-left-out
  (with-redefs [rates/aims (delay (conj two ["quorum/C" {:faults #{:clock}}]))]
    (with-redefs [needs/of-clocks (constantly ["cc"])]
      (is (= [nil nil "quorum/A" "quorum/B"] (map (comp :mutant second) (rates/plan opts workloads {})))))
    (with-redefs [needs/of-clocks (constantly [])]
      (is (= [nil nil nil "quorum/A" "quorum/B" "quorum/C"] (map (comp :mutant second) (rates/plan opts workloads {})))))))

(deftest options-that-do-not-fit
  (let [errors (fn [more] (:errors (cli/aimed-at-mutants {:options (merge opts more)})))]
    (is (empty? (errors {})))
    (is (empty? (errors {:mutant "quorum/ReadConfirms"})))
    (is (= ["mutants has the faults that are aimed at each: no --nemesis"] (errors {:faults #{:kill}})))
    (is (= ["mutants needs --driver lab"] (errors {:driver :netns})))
    (is (= ["mutants needs --driver lab"] (errors {:system :hazelcast})))
    (is (= ["--mutant must be of godwit/mutants.edn: quorum/Nothing is not"] (errors {:mutant "quorum/Nothing"})))))
