(ns godwit.core
  "Puts a test together."
  (:require [clojure.string :as str]
            [godwit.checker :as checks]
            [godwit.client :as client]
            [godwit.db :as db]
            [godwit.lab :as lab]
            [godwit.nemesis :as nemesis]
            [godwit.net :as net]
            [godwit.remote :as remote]
            [godwit.workload.append :as append]
            [godwit.workload.bank :as bank]
            [godwit.workload.counter :as counter]
            [godwit.workload.large :as large]
            [godwit.workload.register :as register]
            [godwit.workload.scan :as scan]
            [godwit.workload.set :as set-workload]
            [jepsen.checker :as checker]
            [jepsen.checker.timeline :as timeline]
            [jepsen.generator :as gen]
            [jepsen.random :as rand]
            [jepsen.tests :as tests]))

(def workloads
  {:register register/workload
   :set      set-workload/workload
   :append   append/workload
   :counter  counter/workload
   :scan     scan/workload
   :large    large/workload
   :bank     bank/workload})

(defn connect
  "Opens a store for a node of the lab that runs."
  [handle timeout-ms]
  (fn [_ node]
    (let [running @handle
          spec    (lab/client-spec running)
          address (get-in (lab/members running) [node :address])]
      (client/godwit spec address timeout-ms))))

(defn generator
  "The run, then the end of all faults, then the workload's last questions."
  [{:keys [rate time-limit]} workload package]
  (let [last-questions (:final-generator workload)]
    (gen/phases
      (->> (:generator workload)
           (gen/stagger (/ rate))
           (gen/nemesis (:generator package))
           (gen/time-limit time-limit))
      (gen/nemesis (:final-generator package))
      (when last-questions
        ; Each question is asked again until it is answered: but not without end.
        (gen/time-limit 60 (gen/clients last-questions))))))

(defn test-name [{:keys [system workload faults durable]}]
  (str/join " " [(name system) (name workload)
                 (if (seq faults) (str/join "," (map name faults)) "none")
                 (if durable "durable" "memory")]))

(defn godwit-test
  "A Jepsen test from the options of the command line."
  [{:keys [nodes workload faults seed durable partitions backups spare jar dir interval time-limit timeout
           trace-check] :as opts}]
  (let [handle   (atom nil)
        dir      (or dir (str (db/scratch) "/cluster"))
        workload* ((workloads workload) opts)
        package  (nemesis/package {:handle handle, :faults faults, :seed seed, :durable durable
                                   :interval interval, :time-limit time-limit})]
    (merge tests/noop-test
           (dissoc opts :dir)
           {:name      (test-name opts)
            :remote    (remote/local)
            :ssh       {:dummy? false}
            :net       (net/lab-net handle)
            :db        (db/lab-db handle {:jar jar, :dir dir, :nodes nodes, :spare spare, :partitions partitions
                                          :backups backups, :durable durable})
            :client    (client/client (connect handle timeout) (:setup! workload*) (:apply! workload*))
            :nemesis   (:nemesis package)
            :generator (rand/with-seed seed (generator opts workload* package))
            :required  (:required package)
            :plot      {:nemeses (:perf package)}
            :checker   (checker/compose
                         (cond-> {:workload   (:checker workload*)
                                  :stats      (checker/stats)
                                  :exceptions (checker/unhandled-exceptions)
                                  :perf       (checker/perf {:nemeses (:perf package)})
                                  :timeline   (timeline/html)
                                  :stamps     (checks/stamps)
                                  :modes      (checks/modes (:required package))
                                  :logs       (checks/logs dir)}
                           trace-check (assoc :conformance (checks/conformance trace-check dir))))})))
