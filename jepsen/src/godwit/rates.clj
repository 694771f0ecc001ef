(ns godwit.rates
  "How often runs notice members with one fault (mutants): one run of each, with the faults of network and processes that are aimed at
  it, and three more of those that were not noticed. Controls, runs of members without a fault with the same faults of network and processes, come
  first: what a checker says of them too, it does not say of the mutant. godwit/mutants.edn says what is aimed at which."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.set :as set]
            [clojure.string :as str]
            [godwit.campaign :as campaign]
            [godwit.core :as core]
            [godwit.needs :as needs]
            [godwit.table :as table])
  (:import (java.util List)))

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

(defn- row [{:keys [directory]}]
  (let [[found] (table/rows [directory])] found))

(defn- control
  "The index of the control of an aim: -1 and down, in the order of the aims."
  [aim]
  (- -1 (.indexOf ^List (distinct (map #(dissoc (second %) :why) @aims)) (dissoc aim :why))))

(defn- control-of
  "The index of the control of a run."
  [i]
  (control (second (@aims (quot i each)))))

(defn- checkers-that-say-false
  "Those that say it of the members of the run with that index; what says it of the run itself does not count, nor what says it of the
  control."
  [runs i]
  (let [run (runs i)]
    (when (campaign/kept? run)
      (let [said (into (sorted-set) (keep (fn [[k v]] (when (and (false? v) (not= :expected k)) (name k)))) (:checkers (row run)))]
        (if (neg? i)
          said
          (set/difference said (checkers-that-say-false runs (control-of i))))))))

(defn- noticed? [runs i] (boolean (seq (checkers-that-say-false runs i))))

(defn- wanted
  "The runs of the mutant in that place of the list, given what has been run."
  [runs place]
  (let [first-run (* place each)]
    (range first-run (+ first-run (if (and (campaign/kept? (runs first-run)) (not (noticed? runs first-run))) each 1)))))

(defn plan
  "The runs that are wanted, as [[index options]]: the controls, the first of all mutants, then what the missed ones need. Each run has its own seed."
  [{:keys [seed mutant workload] :as opts} workloads runs]
  (let [chosen (for [[place [name aim]] (map-indexed vector @aims)
                     :when (and (or (nil? mutant) (= mutant name)) (empty? (lacks aim)))]
                 [place name aim])
        all    (concat (distinct (for [[_ _ aim] chosen] [(control aim) nil (dissoc aim :why)]))
                       (for [[place name aim] chosen, i (wanted runs place)] [i name aim]))]
    (->> (for [[i name aim] all]
           [i (core/with-clients (merge opts {:workload (or workload (into (sorted-set) workloads))}
                                        (dissoc aim :why)
                                        {:mutant name, :seed (+ seed i)}))])
         (sort-by (fn [[i _]] (if (neg? i) [0 (- i)] [(inc (min 1 (mod i each))) i]))))))

(defn exit-status
  "0 if no control was noticed, and each mutant in one of its runs; 2 if a control was noticed or broke, or a mutant was not noticed and a run
  of it broke; 1 if a mutant was not noticed. runs: {index run}."
  [runs]
  (let [[controls mutants] ((juxt filter remove) neg? (keys runs))
        missed (remove (fn [is] (some #(noticed? runs %) is)) (vals (group-by #(quot % each) mutants)))]
    (cond (or (empty? mutants)
              (some #(or (noticed? runs %) (not (campaign/kept? (runs %)))) controls)
              (some (fn [is] (not-every? (comp campaign/kept? runs) is)) missed)) 2
          (seq missed)                                                           1
          :else                                                                  0)))

;; The table

(defn- checkers-that-noticed [runs indices]
  (->> indices
       (mapcat #(checkers-that-say-false runs %))
       frequencies
       (sort-by (juxt (comp - val) key))))

(defn- aim-in-words [{:keys [faults only durable]}]
  (str (str/join ", " (map name (sort faults)))
       (when only (str " (" (str/join ", " (map name (sort only))) ")"))
       (when durable ", durable")))

(defn- line
  "indices: of the kept runs of the mutant, or of the control (mutant nil)."
  [[mutant aim] runs indices]
  (let [noticed (filter #(noticed? runs %) indices)
        rows    (map (comp row runs) noticed)]
    (str "| " (str/join " | " [(if mutant (str "`" mutant "`") "control")
                               (aim-in-words aim)
                               (str (count noticed) " of " (count indices))
                               (if (seq rows) (reduce min (map :seconds rows)) "")
                               (if (seq rows) (format "%,d" (reduce min (map (comp :ok :operations) rows))) "")
                               (if (seq rows)
                                 (str/join ", " (for [[c n] (checkers-that-noticed runs noticed)] (str c (when (< 1 n) (str " ×" n)))))
                                 (str "nobody" (when-let [why (:why aim)] (str ": " why))))])
         " |")))

(defn text
  "The table of the mutants that were run, in Markdown."
  [campaign runs]
  (let [kept     (filter #(campaign/kept? (runs %)) (sort (keys runs)))
        by       (group-by #(quot % each) (remove neg? kept))
        controls (filter neg? (reverse kept))
        aim-of   (into {} (for [[_ aim] @aims] [(control aim) aim]))
        seen     (count (filter (fn [is] (some #(noticed? runs %) is)) (vals by)))]
    (str "# " campaign "\n\n"
         (count by) " mutants in " (reduce + (map count (vals by))) " runs: " seen " noticed, " (- (count by) seen) " not. "
         (count controls) " controls: " (count (filter #(noticed? runs %) controls)) " noticed."
         (when-let [broke (seq (remove campaign/kept? (vals runs)))]
           (str " Runs that broke, and are run again next time: " (str/join "; " (sort (map :words broke))) "."))
         (str/join (for [[mutant aim] @aims, :let [missing (lacks aim)], :when (seq missing)]
                     (str " Not possible here: `" mutant "` (missing: " (str/join ", " missing) ").")))
         "\n\n"
         "| mutant | faults | noticed in | after s, at most | acknowledged operations | by |\n|---|---|---:|---:|---:|---|\n"
         (str/join "\n" (concat (for [i controls] (line [nil (dissoc (aim-of i) :why)] runs [i]))
                                (for [[place aim] (map-indexed vector @aims), :when (by place)] (line aim runs (by place)))))
         "\n")))

(defn campaign
  "For campaign/run!."
  [workloads]
  {:plan (fn [opts runs] (plan opts workloads runs))
   :text text})
