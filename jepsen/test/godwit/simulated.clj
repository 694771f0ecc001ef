(ns godwit.simulated
  "Runs a test as the command line makes it, with its generator, its operations and its checkers, on a store in memory instead of a
  cluster. Only drawing is left out."
  (:require [clojure.java.io :as io]
            [clojure.java.shell :as shell]
            [clojure.tools.logging :as logging]
            [clojure.tools.logging.impl :as logging-impl]
            [godwit.core :as core]
            [godwit.memory :as memory]
            [godwit.netns :as netns]
            [jepsen.checker :as checker]
            [jepsen.checker.perf :as perf]
            [jepsen.client :as client]
            [jepsen.generator.test :as gentest]
            [jepsen.history :as h]
            [jepsen.random :as rand]
            [jepsen.store :as store]
            [knossos.linear.report :as report])
  (:import (java.nio.file Files)
           (java.nio.file.attribute FileAttribute)))

(defn directory [] (str (Files/createTempDirectory "simulated" (make-array FileAttribute 0))))

(def options
  {:system :godwit, :rate 100, :interval 1, :seed 4, :faults (sorted-set), :backups 2, :partitions 31, :spare 2, :timeout 1000
   :ops-per-key 40, :bound 0.5, :time-limit 5, :settle 20, :root "/r", :jar "g.jar"})

(def ^:dynamic *planted*
  "What is wrong with the cluster: :unsettled, its members do not converge; :trouble, a log has a stack trace; :no-behaviour, the event
  logs are none of the specification; :no-effect, no fault shows."
  #{})

(def ^:dynamic *nemesis*
  "What carries out the faults, as a function of a test and an operation; nil for one whose every round has its effect."
  nil)

(defn options-for
  "The options of a test of a workload, one name or several, on a driver; with a directory in which two members have left logs. threads:
  how many clients each workload has."
  [workload driver threads]
  (let [dir     (directory)
        options (assoc options :clients threads)]
    (doseq [n [1 2], :let [f (io/file dir (str "member-" n) "output.log")]]
      (io/make-parents f)
      (spit f (str "listening\n" (when (*planted* :trouble) "java.lang.AssertionError\n") "all is well\n")))
    (merge options
           {:workload workload, :driver driver, :dir dir
            :nodes (if (= :netns driver) (netns/nodes 5) ["n1" "n2" "n3" "n4" "n5"])}
           (if (coll? workload)
             {:concurrency (* threads (count workload)), :time-limit 25, :rate 150}
             {:concurrency threads}))))

(def latency
  "How long an operation takes, in nanoseconds: two on one key overlap now and then."
  12000000)

(defn- completed
  "The completion of an operation. What the nemesis does is taken to have its effect."
  [client test {:keys [process type f value] :as op}]
  (cond
    (= :sleep type)       (update op :time + (long (* 1e9 value)))
    (= :log type)         (update op :time inc)
    (= :nemesis process)  (-> op
                              (update :time + latency)
                              (assoc :value (cond *nemesis*          (*nemesis* test op)
                                                  (= :converge f)    {:converged? (not (*planted* :unsettled)), :ms 4}
                                                  (map? value)       (assoc value :shown? true, :targets ["n1"])
                                                  :else              value)))
    :else                 (do (reset! memory/now (:time op))
                              (-> (client/invoke! client test op) (update :time + latency)))))

(defn history-of
  "The history of a test on a store."
  [{:keys [client generator concurrency] :as test} store]
  (let [client (client/open! (assoc client :connect (constantly store)) test "n1")]
    (client/setup! client test)
    (h/history
      (remove #(#{:sleep :log} (:type %))
              (rand/with-seed 4
                (gentest/simulate (gentest/n+nemesis-context concurrency) generator
                                  (fn [_ op] (completed client test op))))))))

(def campaign-options
  "What a campaign on three nodes is asked for."
  (assoc options :driver :lab, :nodes ["n1" "n2" "n3"], :concurrency 5, :clients 5, :ops-per-key 20))

(defn store-run!
  "Stores a run that has ended, as a campaign looks at it; its directory. summary: what is not as in each."
  [{:keys [seed] :as summary}]
  (let [dir (io/file store/base-dir (str "run " seed))]
    (.mkdirs dir)
    (spit (io/file dir "run.edn") "{}")
    (spit (io/file dir "summary.edn")
          (pr-str (merge {:date "2026-11-25T12:00", :revision "abc", :system :godwit, :driver :lab, :faults [], :seconds 5
                          :operations {:ok 1, :fail 0, :info 0}, :valid? true, :checkers {:stats true}}
                         summary)))
    (str dir)))

(defmacro without-drawing
  "Runs the body with a store of its own, and without pictures."
  [& body]
  `(with-redefs [logging/*logger-factory* logging-impl/disabled-logger-factory
                 store/base-dir       (directory)
                 perf/point-graph!    (constantly nil)
                 perf/quantiles-graph! (constantly nil)
                 perf/rate-graph!     (constantly nil)
                 report/render-analysis! (constantly nil)
                 shell/sh             (constantly {:exit (if (*planted* :no-behaviour) 1 0)
                                                   :out "1200 events of 5 members: 9000 steps", :err ""})]
     ~@body))

(defn judge
  "The results of all checkers of a test."
  [test history]
  (without-drawing
    (let [test (assoc test :start-time "20261125T120000.000Z", :history history)]
      (checker/check (:checker test) test history {}))))

(defn results
  "What the checkers of a real run say of a store."
  ([workload driver store] (results workload driver store 2 {}))
  ([workload driver store threads more]
   (let [test (core/godwit-test (merge (options-for workload driver threads) more))]
     (judge test (history-of test store)))))
