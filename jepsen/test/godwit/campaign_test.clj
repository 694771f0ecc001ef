(ns godwit.campaign-test
  (:refer-clojure :exclude [run!])
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.string :as str]
            [clojure.test :refer [deftest is testing]]
            [godwit.campaign :as campaign]
            [godwit.cli :as cli]
            [godwit.core :as core]
            [godwit.schedule :as schedule]
            [godwit.simulated :as simulated]
            [jepsen.store :as store]))

(def opts simulated/campaign-options)

(def workloads (keys core/workloads))

(deftest what-is-to-be-run
  (let [plan (campaign/plan opts workloads)
        all  (set (keys schedule/memory-modes))]
    (is (= (inc (* 9 8)) (count plan)))
    (doseq [w workloads]
      (is (= (conj (set (map hash-set all)) all) (set (map (comp set :faults) (filter #(= w (:workload %)) plan)))) (str w)))
    (is (= [(set workloads) all] ((juxt :workload (comp set :faults)) (last plan))) "at last everything together")
    (is (= [8 (* 8 9)] ((juxt :clients :concurrency) (last plan))) "each workload with clients of its own")
    (is (= [12 12] ((juxt :clients :concurrency) (first plan))))
    (is (= (range 4 77) (map :seed plan)))
    (is (apply distinct? (map :name (map core/godwit-test plan)))))
  (is (= [[:bank #{:kill}]] (map (juxt :workload :faults) (campaign/plan (assoc opts :workload :bank, :faults #{:kill}) workloads))))
  (is (= 10 (count (campaign/plan (assoc opts :durable true, :disks true, :workload :bank) workloads))) "disks, too, and no run of all workloads")
  (is (= [#{:kill} #{:membership} #{:partition} #{:pause} #{:kill :membership :partition :pause}]
         (map :faults (campaign/plan (assoc opts :driver :netns, :workload :bank) workloads))) "what the nodes know")
  (is (= [4 5 6] (map :seed (campaign/plan (assoc opts :workload :bank, :faults #{:kill}, :test-count 3) workloads))))
  (is (= 9 (count (campaign/plan (assoc opts :faults #{:kill}) workloads)))))

(defn- run-of
  "A run that writes what the table needs. Ends with an exception when told so."
  [ran fails?]
  (fn [{:keys [workload seed] :as o}]
    (swap! ran conj seed)
    (when (fails? seed) (throw (ex-info "interrupted" {})))
    (let [dir (simulated/store-run! {:workload workload, :seed seed})]
      (spit (io/file dir "rate.png") "")
      {:verdict (if (= 6 seed) :unknown true), :directory dir})))

(defn- run! [opts ran fails?]
  (with-out-str (campaign/run! "c" opts (campaign/every-fault workloads) (run-of ran fails?))))

(deftest a-campaign-that-was-interrupted-goes-on
  (simulated/without-drawing
    (let [ran (atom []), opts (assoc opts :workload :bank)]
      (is (thrown? Exception (run! opts ran #{7})))
      (is (= [4 5 6 7] @ran))
      (is (= {0 true, 1 true, 2 :unknown} (update-vals (:runs (edn/read-string (slurp (campaign/file "c")))) :verdict)))
      (reset! ran [])
      (testing "with the seed that it was begun with; what has ended is not run again"
        (let [verdicts (atom nil)
              out      (with-out-str (reset! verdicts (campaign/run! "c" (assoc opts :seed 99) (campaign/every-fault workloads) (run-of ran #{}))))]
          (is (= [7 8 9 10 11] @ran))
          (is (= [true true :unknown true true true true true] (map :verdict (vals @verdicts))))
          (is (str/includes? out "c 3/8: bank with membership has been run: :unknown"))))
      (let [table (slurp (campaign/table-file "c"))]
        (is (= 8 (count (re-seq #"(?m)^\| 2026-11-25 12:00 " table))))
        (is (str/includes? table "| bank with kill | [rate.png](../run%204/rate.png) |")))
      (reset! ran [])
      (run! opts ran #{})
      (is (= [] @ran) "all is done")
      (io/delete-file (io/file store/base-dir "run 5" "run.edn"))
      (run! opts ran #{})
      (is (= [5] @ran) "what is gone is run again"))))

(deftest a-run-that-broke-is-run-again
  (simulated/without-drawing
    (let [ran (atom []), opts (assoc opts :workload :bank, :faults #{:kill})
          one (fn [o] (swap! ran conj (:seed o)) {:verdict :crashed})]
      (dotimes [_ 2] (with-out-str (is (= {0 :crashed} (update-vals (campaign/run! "c" opts (campaign/every-fault workloads) one) :verdict)))))
      (is (= [4 4] @ran)))))

(deftest campaigns-that-do-not-fit
  (simulated/without-drawing
    (let [ran (atom []), bank (assoc opts :workload :bank, :faults #{:kill})
          why (fn [o] (try (run! o ran #{}) "nothing" (catch clojure.lang.ExceptionInfo e (when (campaign/refused? e) (ex-message e)))))]
      (run! bank ran #{})
      (is (= [4] @ran))
      (is (str/includes? (why (assoc bank :rate 50)) "c.edn: the campaign was begun with other options: rate was 100, is 50. Choose another --campaign"))
      (is (str/includes? (why (assoc bank :faults #{:pause})) "faults was #{:kill}, is #{:pause}"))
      (is (= "nothing" (why (assoc bank :jar "other.jar"))) "what does not matter")
      (spit (campaign/file "c") "{:format 2}")
      (is (str/includes? (why bank) "c.edn: is of format 2; this suite reads format 1"))
      (spit (campaign/file "c") "{:format")
      (is (str/includes? (why bank) "c.edn: cannot be read: "))
      (testing "the command line"
        (let [out (java.io.StringWriter.)]
          (is (= 2 (binding [*out* out] (cli/run-every-fault! (assoc bank :campaign "c")))))
          (is (str/includes? (str out) "cannot be read")))))))

(deftest a-campaign-of-the-command-line
  (simulated/without-drawing
    (let [status (fn [verdict]
                   (let [found (atom nil)]
                     (with-redefs [cli/run-one! (fn [_] (if (= :breaks verdict) (throw (ex-info "no cluster" {})) verdict))]
                       (with-out-str (reset! found (cli/run-every-fault! (assoc opts :workload :bank, :faults #{:kill}, :campaign (str "x" verdict))))))
                     @found))]
      (is (= [0 1 4 2 2] (map status [true false :too-little :unknown :breaks]))))))
