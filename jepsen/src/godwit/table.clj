(ns godwit.table
  "What a run was and what came out, as one map (summary.edn in the store), and many of them as a table in Markdown."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.java.shell :refer [sh]]
            [clojure.string :as str]))

(def file "summary.edn")

(defn revision
  "The revision of a checkout, with a + if something in it differs; nil if it is none."
  [root]
  (let [git (fn [& words] (let [{:keys [exit out]} (try (apply sh "git" "-C" root words)
                                                        (catch java.io.IOException _ {:exit 1}))]
                            (when (zero? exit) (str/trim out))))]
    (when-let [commit (git "rev-parse" "--short=7" "HEAD")]
      (str commit (when (seq (git "status" "--porcelain" "--untracked-files=no")) "+")))))

(defn verdicts
  "The verdict of each checker; those of a mixture's workloads, if it is one, under their own names."
  [mixture results]
  (into (sorted-map)
        (mapcat (fn [[k v]]
                  (cond
                    (not (map? v)) nil
                    (= :workload k) (if mixture
                                      (for [w mixture] [w (get-in v [w :valid?])])
                                      [[:workload (:valid? v)]])
                    :else [[k (:valid? v)]])))
        results))

(defn row
  "What is worth keeping of a run that is over. history: its operations."
  [{:keys [history start-time] :as test} results revision]
  (let [clients (filter #(number? (:process %)) history)]
    {:date       (subs (str start-time) 0 16)
     :revision   revision
     :system     (:system test)
     :driver     (:driver test)
     :mutant     (:mutant test)
     :durable    (boolean (:durable test))
     :workload   (let [w (:workload test)] (if (coll? w) (vec w) w))
     :faults     (vec (:faults test))
     :seed       (:seed test)
     :rate       (:rate test)
     :seconds    (quot (reduce max 0 (keep :time (filter #(not= :converge (:f %)) history))) 1000000000)
     :operations (merge {:ok 0, :fail 0, :info 0} (dissoc (frequencies (map :type clients)) :invoke))
     :shown      (get-in results [:modes :shown])
     :missing    (get-in results [:modes :missing-modes])
     :seen       (get-in results [:modes :seen])
     :valid?     (:valid? results)
     :checkers   (verdicts (when (coll? (:workload test)) (:workload test)) results)}))

(defn- names [x] (if (coll? x) (str/join ", " (map name x)) (name x)))
(defn- thousands [n] (format "%,d" n))
(defn- word [v] (case v true "valid", false "**invalid**", "unknown"))

(defn struck
  "The rounds that had their effect, in words; on drivers that do not say, how many is not known."
  [shown]
  (str/join "; " (for [[fault modes] (group-by ffirst (sort shown))]
                   (str (name fault) " "
                        (str/join ", " (for [[[_ mode] n] modes]
                                         (str (name mode) (when (< 1 n) (str " ×" n)))))))))

(defn checkers-in-words
  "Which checkers say something else than valid; all valid if none does."
  [{:keys [checkers missing]}]
  (if (every? true? (vals checkers))
    (str "all " (count checkers) " valid")
    (str (str/join "; " (for [[v ks] (group-by val checkers) :when (not (true? v))]
                          (str (str/join ", " (map (comp name key) ks)) ": " (word v))))
         (when (seq missing)
           (str " (missing: " (str/join ", " (map #(str/join " " (map name %)) missing)) ")"))
         (when (some true? (vals checkers)) "; all else valid"))))

(defn line
  "A row of the table."
  [{:keys [date revision system driver mutant durable workload faults seed seconds operations shown valid?] :as row}]
  (str "| "
       (str/join " | "
                 [(str/replace date "T" " ")
                  (str (str/capitalize (name system)) " `" revision "`" (when mutant (str ", mutant `" mutant "`")))
                  (str (name driver) (when durable ", durable"))
                  (if (and (coll? workload) (= 7 (count workload))) "all seven" (names workload))
                  (cond (empty? faults) "none", (< 5 (count faults)) (str "all " (count faults)), :else (names faults))
                  seed
                  seconds
                  (str/join " / " (map (comp thousands operations) [:ok :fail :info]))
                  (struck shown)
                  (word valid?)
                  (checkers-in-words row)])
       " |"))

(def head
  (str "| begun | system | driver | workload | faults | seed | s | operations (ok / fail / info) | rounds that had their effect | verdict | by checker |\n"
       "|---|---|---|---|---|---|---|---|---|---|---|"))

(defn rows
  "The rows of all runs below some directories, in the order of their dates."
  [directories]
  (->> directories
       (mapcat #(file-seq (io/file %)))
       (filter #(= file (.getName ^java.io.File %)))
       (map #(.getCanonicalFile ^java.io.File %))
       distinct
       (map (comp edn/read-string slurp))
       (sort-by :date)))

(defn table [rows]
  (str/join "\n" (cons head (map line rows))))
