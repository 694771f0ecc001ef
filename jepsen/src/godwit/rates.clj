(ns godwit.rates
  "How often runs notice members with one fault (mutants): one run of each, with the faults of network and processes that are aimed at
  it, and three more of those that were not noticed. godwit/mutants.edn says what is aimed at which."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.string :as str]
            [godwit.campaign :as campaign]
            [godwit.core :as core]
            [godwit.needs :as needs]
            [godwit.table :as table]))

(def aims
  "[[mutant aim]], in the order of the list. An aim has :faults, and may have :only, :durable, :disks, :time-limit, :workload, :readers,
  :per-workload, :bound, :leases, :lease-time and :clock-drift, which mean what they mean for a test, and :why, why no run is expected to notice the mutant."
  (delay (vec (for [{:keys [mutants] :as aim} (edn/read-string (slurp (io/resource "godwit/mutants.edn")))
                    mutant mutants]
                [mutant (dissoc aim :mutants)]))))

(defn known? [mutant] (boolean (some #(= mutant (first %)) @aims)))

(defn- lacks
  "What this machine lacks for an aim."
  [{:keys [disks faults]}]
  (concat (when disks (needs/of-disks)) (when (:clock faults) (needs/of-clocks))))

(def each
  "Runs of a mutant that the first one has not noticed, that one included."
  4)

(defn- checkers-that-say-false
  "Those that say it of the members; what says it of the run itself does not count."
  [{:keys [checkers]}]
  (keep (fn [[k v]] (when (and (false? v) (not= :expected k)) (name k))) checkers))

(defn- noticed? [row] (boolean (seq (checkers-that-say-false row))))

(defn- row [{:keys [directory]}]
  (let [[found] (table/rows [directory])] found))

(defn- noticed-in? [run] (and (campaign/kept? run) (noticed? (row run))))

(defn- wanted
  "The runs of the mutant in that place of the list, given what has been run."
  [runs place]
  (let [first-run (* place each), found (runs first-run)]
    (range first-run (+ first-run (if (and (campaign/kept? found) (not (noticed-in? found))) each 1)))))

(defn plan
  "The runs that are wanted, as [[index options]]: the first of all mutants, then what the missed ones need. Each run has its own seed."
  [{:keys [seed mutant workload] :as opts} workloads runs]
  (let [all (for [[place [name aim]] (map-indexed vector @aims)
                  :when (and (or (nil? mutant) (= mutant name)) (empty? (lacks aim)))
                  i     (wanted runs place)]
              [i (core/with-clients (merge opts {:workload (or workload (into (sorted-set) workloads))}
                                           (dissoc aim :why)
                                           {:mutant name, :seed (+ seed i)}))])]
    (sort-by (fn [[i _]] [(min 1 (mod i each)) i]) all)))

(defn exit-status
  "0 if each mutant was noticed in one of its runs, 2 if one was not and a run of it broke, 1 if one was not. runs: {index run}."
  [runs]
  (let [missed (remove #(some noticed-in? %) (vals (update-vals (group-by (comp #(quot % each) key) runs) #(map val %))))]
    (cond (or (empty? runs) (some #(not-every? campaign/kept? %) missed)) 2
          (seq missed)                                                   1
          :else                                                          0)))

;; The table

(defn- checkers-that-noticed [rows]
  (->> rows
       (mapcat checkers-that-say-false)
       frequencies
       (sort-by (juxt (comp - val) key))))

(defn- aim-in-words [{:keys [faults only durable]}]
  (str (str/join ", " (map name (sort faults)))
       (when only (str " (" (str/join ", " (map name (sort only))) ")"))
       (when durable ", durable")))

(defn- line [[mutant aim] rows]
  (let [noticed (filter noticed? rows)]
    (str "| " (str/join " | " [(str "`" mutant "`")
                               (aim-in-words aim)
                               (str (count noticed) " of " (count rows))
                               (if (seq noticed) (reduce min (map :seconds noticed)) "")
                               (if (seq noticed) (format "%,d" (reduce min (map (comp :ok :operations) noticed))) "")
                               (if (seq noticed)
                                 (str/join ", " (for [[c n] (checkers-that-noticed noticed)] (str c (when (< 1 n) (str " ×" n)))))
                                 (str "nobody" (when-let [why (:why aim)] (str ": " why))))])
         " |")))

(defn text
  "The table of the mutants that were run, in Markdown."
  [campaign runs]
  (let [kept  (filter campaign/kept? (vals runs))
        by    (group-by :mutant (map row kept))
        lines (for [[mutant _ :as aim] @aims :when (by mutant)] (line aim (by mutant)))
        seen  (count (filter #(some noticed? %) (vals by)))]
    (str "# " campaign "\n\n"
         (count by) " mutants in " (reduce + (map count (vals by))) " runs: " seen " noticed, " (- (count by) seen) " not."
         (when-let [broke (seq (remove campaign/kept? (vals runs)))]
           (str " Runs that broke, and are run again next time: " (str/join "; " (sort (map :words broke))) "."))
         (str/join (for [[mutant aim] @aims, :let [missing (lacks aim)], :when (seq missing)]
                     (str " Not possible here: `" mutant "` (missing: " (str/join ", " missing) ").")))
         "\n\n"
         "| mutant | faults | noticed in | after s, at most | acknowledged operations | by |\n|---|---|---:|---:|---:|---|\n"
         (str/join "\n" lines) "\n")))

(defn campaign
  "For campaign/run!."
  [workloads]
  {:plan (fn [opts runs] (plan opts workloads runs))
   :text text})
