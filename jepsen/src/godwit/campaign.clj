(ns godwit.campaign
  "Many runs, one after the other: each workload with each fault, and all together, or what godwit.rates plans. What has been done is
  written down after each run, so that a campaign that was interrupted goes on where it was; runs that ended are kept."
  (:refer-clojure :exclude [run!])
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.string :as str]
            [godwit.archive :as archive]
            [godwit.core :as core]
            [godwit.schedule :as schedule]
            [godwit.table :as table]
            [jepsen.store :as store])
  (:import (java.nio.file Files StandardCopyOption)))

(def format-version 1)

;; What is to be run. Pure functions.

(defn faults
  "The faults that each come alone, on the cluster that options describe."
  [{:keys [driver] :as opts}]
  (if (= :lab driver)
    (sort (schedule/whole #{:all} opts))
    [:kill :membership :partition :pause]))

(defn plan
  "The options of all runs, in order, each with a seed of its own: the workloads that are asked for, or each of all; with the faults that
  are asked for, or with each alone and then all; without either, at last everything together."
  [{:keys [workload faults seed test-count] :as opts} workloads]
  (let [each (godwit.campaign/faults opts)]
    (map-indexed
      (fn [i [w fs]] (core/with-clients (assoc opts :workload w, :faults (into (sorted-set) fs), :seed (+ seed i))))
      (for [[w fs] (concat (for [w  (if workload [workload] (sort workloads))
                                 fs (if (seq faults) [faults] (conj (mapv hash-set each) (set each)))]
                             [w fs])
                           (when-not (or workload (seq faults))
                             [[(into (sorted-set) workloads) (set each)]]))
            _ (range (or test-count 1))]
        [w fs]))))

(defn words
  "A run in few words."
  [{:keys [workload faults mutant]}]
  (str (when mutant (str mutant ": "))
       (if (coll? workload) (str/join "+" (map name workload)) (name workload)) " with "
       (if (seq faults) (str/join ", " (map name faults)) "no faults")))

;; What has been done

(defn file [campaign] (io/file store/base-dir "campaigns" (str campaign ".edn")))
(defn table-file [campaign] (io/file store/base-dir "campaigns" (str campaign ".md")))

(defn- asked
  "What of its options makes a campaign what it is."
  [opts]
  (-> (select-keys opts (conj archive/options :test-count))
      (dissoc :seed)
      (update :workload #(if (coll? %) (set %) %))
      (update :faults set)))

(defn- save! [campaign state]
  (let [f (file campaign), new (io/file (str f ".new"))]
    (io/make-parents f)
    (spit new (pr-str state))
    (Files/move (.toPath new) (.toPath f) (into-array StandardCopyOption [StandardCopyOption/ATOMIC_MOVE StandardCopyOption/REPLACE_EXISTING]))))

(defn refused? [e] (= ::refused (:type (ex-data e))))

(defn- refuse [& words] (throw (ex-info (str/join words) {:type ::refused})))

(defn state
  "What has been done of a campaign: {:seed, :runs {index {:verdict, :directory}}}. A new one if there is none of that name. Throws if
  there is one with other options."
  [campaign opts]
  (let [f (file campaign)]
    (if-not (.exists f)
      {:format format-version, :asked (asked opts), :seed (:seed opts), :runs (sorted-map)}
      (let [{:keys [format] :as found} (try (edn/read-string (slurp f))
                                            (catch RuntimeException e (refuse f ": cannot be read: " (.getMessage e))))]
        (when-not (= format-version format)
          (refuse f ": is of format " (pr-str format) "; this suite reads format " format-version))
        (when-not (= (asked opts) (:asked found))
          (refuse f ": the campaign was begun with other options: "
                  (str/join ", " (for [[k v] (sort-by key (:asked found)) :when (not= v (get (asked opts) k))]
                                   (str (name k) " was " (pr-str v) ", is " (pr-str (get (asked opts) k)))))
                  ". Choose another --campaign, or delete the file"))
        found))))

(defn kept?
  "Has a run come to its end, and is it still there?"
  [{:keys [directory]}]
  (and directory (.isFile (io/file directory archive/file))))

(defn text
  "The table of the runs that have ended, in Markdown, and their plots."
  [campaign runs]
  (let [kept (filter (comp kept? val) runs)
        link (fn [directory name] (str "[" name "](../" (str/replace (str (.relativize (.toPath (io/file store/base-dir)) (.toPath (io/file directory))))
                                                                      " " "%20") "/" name ")"))]
    (str "# " campaign "\n\n"
         (table/table (mapcat #(table/rows [(:directory (val %))]) kept))
         "\n\n## Plots\n| run | plots |\n|---|---|\n"
         (str/join (for [[_ {:keys [words directory]}] kept]
                     (str "| " words " | " (str/join " " (for [p ["latency-raw.png" "latency-quantiles.png" "rate.png"]
                                                               :when (.exists (io/file directory p))]
                                                           (link directory p))) " |\n"))))))

(defn every-fault
  "The campaign of test-all, for run!."
  [workloads]
  {:plan (fn [opts _] (map-indexed vector (plan opts workloads)))
   :text text})

(defn run!
  "Runs what is left of a campaign; {index run} of all its runs. plan: (plan options runs) gives the runs that are wanted as [[index
  options]], given what has been run; indices stay what they are. text: (text campaign runs) is the table. run-one: (run-one options)
  gives {:verdict, :directory}; a run without a directory has not ended, and is run again next time."
  [campaign opts {:keys [plan text]} run-one]
  (let [{:keys [seed] :as begun} (state campaign opts)
        table! (fn [runs] (spit (doto (table-file campaign) io/make-parents) (text campaign runs)))]
    (loop [done begun, ended (sorted-map)]
      (let [all (plan (assoc opts :seed seed) (:runs done))
            say (fn [o & more] (println (str campaign " " (inc (count ended)) "/" (count all) ": " (words o) (str/join more))))]
        (if-let [[i o] (first (remove #(contains? ended (first %)) all))]
          (let [{:keys [verdict] :as found} (get-in done [:runs i])]
            (if (kept? found)
              (do (say o " has been run: " (pr-str verdict))
                  (recur done (assoc ended i found)))
              (let [_    (say o)
                    run  (assoc (run-one o) :words (words o))
                    done (assoc-in done [:runs i] run)]
                (save! campaign done)
                (table! (:runs done))
                (recur done (assoc ended i run)))))
          (do (table! (:runs done))
              (println "the table:" (str (table-file campaign)))
              ended))))))
