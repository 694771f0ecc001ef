(ns godwit.expected
  "The checkers that a run must have, and whether its results have them. The list is expected.edn, beside this file. Pure; needs
  nothing but Clojure."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.set :as set]
            [godwit.evidence :as evidence]))

(def manifest (delay (edn/read-string (slurp (io/resource "godwit/expected.edn")))))

(defn- known
  "What a part of the list says; a word that it does not know is a fault of the suite."
  [part word]
  (or (get part word) (throw (IllegalArgumentException. (str "expected.edn does not know " word)))))

(defn of-run
  "The names of the checkers of a run, without those within its workloads."
  [{:keys [always system driver option]} faults-of test]
  (reduce into always
          [(known system (:system test))
           (known driver (:driver test))
           (into #{} (mapcat #(known (known faults-of (:driver test)) %)) (:faults test))
           (into #{} (mapcat (fn [[o names]] (when (o test) names))) option)]))

(defn- names-of
  "The names in a result that was composed of others."
  [result]
  (into #{} (keep (fn [[k v]] (when (map? v) k))) (dissoc result :looked-at)))

(defn- sum [maps] (apply merge-with + {} maps))

(defn leaves
  "{name [results]} of a workload's result: one for each key if it is keyed. Under :wrong, the keys whose names are not as expected."
  [{:keys [keyed checkers]} result]
  (let [parts (if keyed (:results result) {:all (dissoc result :valid?)})]
    {:leaves (into {} (map (fn [c] [c (keep #(get % c) (vals parts))])) checkers)
     :wrong  (into [] (keep (fn [[k r]] (when (not= checkers (names-of r)) [k (names-of r)]))) parts)}))

(defn- seen
  "What one checker has looked at, and whether that is enough: each thing that it must look at was there, and all operations."
  [looks-at checker results operations]
  (let [looked (sum (keep :looked-at results))
        needs  (known looks-at checker)]
    {:looked-at looked
     :blind     (cond-> (into (sorted-set) (remove #(pos? (get looked % 0))) (disj needs :reads :rounds :samples))
                  (not-every? #(contains? looked %) needs)    (conj :nothing-said)
                  (and (:operations needs)
                       (not= operations (:operations looked))) (conj :operations))}))

(defn audit
  "Compares the results of a run with the list: {:valid?, :checkers {name what it has looked at}, :missing, :unexpected, :blind}. A
  run without the checkers that it must have, or with one that has not looked at what it must, is invalid."
  ([test history results] (audit @manifest test history results))
  ([{:keys [checkers faults looks-at] :as manifest} {:keys [workload] :as test} history results]
   (let [wanted   (of-run checkers faults test)
         found    (names-of results)
         counts   (evidence/gather test history results)
         single   (disj wanted :workload)
         outer    (for [c single, :when (found c)]
                    [c (seen looks-at c [(results c)] (:operations counts))])
         inner    (for [w     (evidence/workloads workload)
                        :let  [result (if (coll? workload) (get-in results [:workload w]) (:workload results))
                               {:keys [leaves wrong]} (leaves (known (:workloads manifest) w) result)]
                        entry (concat (for [[c results] leaves]
                                        [[w c] (if (seq results)
                                                 (seen looks-at c results (get-in counts [:workloads w :operations]))
                                                 {:blind #{:never-called}})])
                                      (when (seq wrong) [[[w :names] {:blind #{:names}, :looked-at wrong}]]))]
                    entry)
         mixed    (when (coll? workload) (names-of (:workload results)))
         looked   (into {} (concat outer inner))
         missing  (set/union (set/difference wanted found) (if mixed (set/difference (set workload) mixed) #{}))
         extra    (set/union (set/difference found wanted) (if mixed (set/difference mixed (set workload)) #{}))
         blind    (into {} (keep (fn [[c {:keys [blind]}]] (when (seq blind) [c blind]))) looked)]
     {:valid?     (and (empty? missing) (empty? extra) (empty? blind))
      :checkers   (into {} (map (fn [[c l]] [c (:looked-at l)])) looked)
      :missing    missing
      :unexpected extra
      :blind      blind})))

(defn verdict
  "What a run's results say in the end: true, false, :unknown, or :too-little, if nothing but evidence is missing. Results that were
  not compared with the list are worth nothing."
  [{:keys [expected evidence modes] :as results}]
  (let [others (dissoc results :valid? :evidence :modes)]
    (cond
      (not (true? (:valid? expected)))  false
      (not (contains? results :evidence)) false
      (false? (:valid? results))        false
      (true? (:valid? results))         (if (every? (comp true? :valid?) (filter map? (vals results))) true :unknown)
      (and (every? (comp true? :valid?) (filter map? (vals others)))
           (seq (:missing evidence)))   :too-little
      :else                             :unknown)))
