(ns godwit.table
  "What a run was and what came out, as one map (summary.edn in the store), and many of them as a table in Markdown."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.java.shell :refer [sh]]
            [clojure.string :as str]
            [godwit.evidence :as evidence]))

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

(defn losses
  "What clients have missed, of several workloads at once: additions to sets and puts of new keys that were acknowledged and are
  not there in the end; reads of counters, sizes and banks that lack what was acknowledged before they began; keys, of
  registers and of large values, whose history is not linearizable. A workload whose checker cannot say does not count."
  [results]
  (let [{:keys [register large counter scan bank] :as results} (into {} (filter #(boolean? (:valid? (val %)))) (dissoc results :valid?))
        of-sets (map (get-in results [:set :final] {}) [:acknowledged :lost])
        scan    (:sizes scan)
        keyed   (fn [result] (vals (:results result)))
        errors  (fn [checker result] (reduce + (map #(get-in % [checker :error-count] 0) (keyed result))))
        bad     (fn [result] (count (filter #(false? (:valid? %)) (keyed result))))]
    {:acknowledged (+ (or (first of-sets) 0) (:acknowledged scan 0))
     :lost         (+ (count (second of-sets)) (count (:lost scan)))
     :low-reads    (+ (errors :bounds counter)
                      (:wrong-size-count scan 0)
                      (errors :transfers bank))
     :keys         (+ (count (keyed register)) (count (keyed large)))
     :bad-keys     (+ (bad register) (bad large))}))

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
     :strikes    (evidence/strikes history)
     :seconds    (quot (reduce max 0 (keep :time (filter #(not= :converge (:f %)) history))) 1000000000)
     :operations (merge {:ok 0, :fail 0, :info 0} (dissoc (frequencies (map :type clients)) :invoke))
     :shown      (get-in results [:modes :shown])
     :missing    (get-in results [:modes :missing-modes])
     :lacking    (get-in results [:evidence :missing])
     :seen       (get-in results [:modes :seen])
     :valid?     (:valid? results)
     :losses     (when (coll? (:workload test)) (losses (:workload results)))
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
  [{:keys [checkers missing lacking]}]
  (if (every? true? (vals checkers))
    (str "all " (count checkers) " valid")
    (str (str/join "; " (for [[v ks] (group-by val checkers) :when (not (true? v))]
                          (str (str/join ", " (map (comp name key) ks)) ": " (word v))))
         (when (seq missing)
           (str " (missing: " (str/join ", " (map #(str/join " " (map name %)) missing)) ")"))
         (when (seq lacking) (str " (too little: " (str/join "; " lacking) ")"))
         (when (some true? (vals checkers)) "; all else valid"))))

(defn line
  "A row of the table."
  [{:keys [date revision system driver mutant durable workload faults seed seconds operations shown valid?] :as row}]
  (str "| "
       (str/join " | "
                 [(str/replace date "T" " ")
                  (str (str/capitalize (name system)) " `" revision "`" (when mutant (str ", mutant `" mutant "`")))
                  (str (name driver) (when durable ", durable"))
                  (if (and (coll? workload) (<= 8 (count workload))) (str "all " ({8 "eight", 9 "nine"} (count workload))) (names workload))
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

(def losses-head
  (str "| begun | system | faults | strikes | seed | s | operations (ok / fail / info) | acknowledged additions lost | reads that lack what was acknowledged | keys not linearizable | verdict |\n"
       "|---|---|---|---|---|---|---|---|---|---|---|"))

(defn losses-line
  "A row of the table of losses."
  [{:keys [date revision system faults strikes seed seconds operations valid? losses]}]
  (let [{:keys [acknowledged lost low-reads bad-keys] all-keys :keys} losses]
    (str "| "
         (str/join " | "
                   [(str/replace date "T" " ")
                    (str (str/capitalize (name system)) " `" revision "`")
                    (names faults)
                    (or strikes "")
                    seed
                    seconds
                    (str/join " / " (map (comp thousands operations) [:ok :fail :info]))
                    (str lost " of " acknowledged)
                    low-reads
                    (str bad-keys " of " all-keys)
                    (word valid?)])
         " |")))

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

(defn losses-table
  "What clients have missed in the runs with several workloads at once."
  [rows]
  (str/join "\n" (cons losses-head (map losses-line (filter :losses rows)))))
