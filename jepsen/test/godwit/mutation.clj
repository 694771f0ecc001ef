(ns godwit.mutation
  "Sabotages of the suite, one at a time. They are generated: each checker of each workload on each kind of node, removed, made always
  true, or given nothing; each predicate of the code that judges, turned; each last question left out; empty directories, swallowed
  results, exit statuses. A sabotage is noticed if a unit test or the verdict of a stored history fails. jepsen/mutation/frozen.edn is the
  list as it was when it was drawn up first, and added.edn has those of code that came later."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.string :as str]
            [clojure.test :as test]
            [godwit.checker :as checks]
            [godwit.cli :as cli]
            [godwit.compose :as compose]
            [godwit.composition-test :as composition]
            [godwit.core :as core]
            [godwit.expected :as expected]
            [jepsen.checker :as checker])
  (:import (clojure.lang LineNumberingPushbackReader)))

(def root (or (System/getProperty "godwit.root") "."))
(def frozen-file (io/file root "jepsen" "mutation" "frozen.edn"))
(def added-file (io/file root "jepsen" "mutation" "added.edn"))

;; Checkers

(defn- sabotaged
  "A checker, made worse."
  [how inner]
  (reify checker/Checker
    (check [_ test history opts]
      (case how
        :always-true (assoc (checker/check inner test history opts) :valid? true)
        :says-true   {:valid? true}
        :sees-less   (checker/check inner test (take 2 history) opts)))))

(defn- worse [how name checkers]
  (cond-> checkers
    (contains? checkers name) (#(if (= :removed how) (dissoc % name) (update % name (partial sabotaged how))))))

(defn- checker-sabotages []
  (let [{:keys [workloads draw] :as manifest} @expected/manifest
        judges-nothing (conj draw :exceptions)]
    (for [driver composition/drivers
          w      (conj (vec composition/workloads) :all)
          [at c] (concat (when (= :all w) (for [part composition/workloads] [:all part]))
                         (when (not= :all w) (for [c (sort (:checkers (workloads w)))] [w c]))
                         (for [c (sort (expected/of-run (:checkers manifest) (:faults manifest)
                                                        {:driver driver, :system :godwit, :trace (= :lab driver)}))]
                           [:run c]))
          how    [:removed :always-true :says-true :sees-less]
          ; What never calls anything invalid cannot be made to call everything valid.
          :when  (not (and (= :always-true how) (judges-nothing c)))
          ; They look at directories and samples, not at the history.
          :when  (not (and (= :sees-less how) (#{:logs :conformance :modes :stamps} c)))]
      {:kind :checker, :id (str/join " " (map name [:checker driver w at c how])), :driver driver, :workload w, :at at, :checker c, :how how})))

;; Predicates

(def turned
  '{= not=, not= =, < >=, <= >, > <=, >= <, every? not-every?, not-every? every?, some not-any?, not-any? some, empty? seq, seq empty?
    and or, or and, filter remove, remove filter, zero? pos?, pos? zero?, nil? some?, some? nil?, if if-not, if-not if, when when-not
    when-not when, if-let if-not, inc identity, dec identity, first last, last first, conj disj, max min, + -, - +})

(def sources
  "The code that judges, and the tests that look at it."
  '{godwit.judges   [godwit.stored-test]
    godwit.linear   [godwit.stored-test]
    godwit.lifetimes [godwit.lifetimes-test]
    godwit.changes  [godwit.changes-test]
    godwit.evidence [godwit.evidence-test]
    godwit.expected [godwit.evidence-test godwit.core-test]
    godwit.facts    [godwit.facts-test]
    godwit.known    [godwit.proof-test]
    godwit.proof    [godwit.proof-test]
    godwit.events   [godwit.events-test]
    godwit.checker  [godwit.checker-test godwit.states-test]
    godwit.states   [godwit.states-test]
    godwit.rounds   [godwit.rounds-test]
    godwit.schedule [godwit.schedule-test]
    godwit.disks    [godwit.disks-test]
    godwit.db       [godwit.db-test]
    godwit.following [godwit.db-test]
    godwit.needs    [godwit.core-test]
    godwit.cli      [godwit.core-test]
    godwit.bound    [godwit.bound-test]
    godwit.hot      [godwit.hot-test]
    godwit.archive  [godwit.archive-test]
    godwit.campaign [godwit.campaign-test]
    godwit.rates    [godwit.rates-test]})

(def of-cli "What the command line judges." '#{run-one! exit-status run-all! run-if-possible!})

(defn- forms [ns]
  (with-open [in (LineNumberingPushbackReader. (io/reader (io/resource (str (str/replace (name ns) "." "/") ".clj"))))]
    (binding [*ns* (the-ns ns)]
      (doall (take-while #(not= ::end %) (repeatedly #(read in false ::end)))))))

(defn- turn-at
  "[the form with its n-th place turned, how it was turned], or nil if there are fewer."
  [form n]
  (let [left (atom n), how (atom nil)
        here! (fn [what] (when (and (nil? @how) (neg? (swap! left dec))) (reset! how what)))
        walk  (fn walk [x]
                (cond
                  (and (seq? x) (= 'quote (first x))) x
                  (and (seq? x) (symbol? (first x)) (turned (first x))
                       (here! (str (first x) " to " (turned (first x)))))
                  (with-meta (apply list (turned (first x)) (rest x)) (meta x))
                  (and (boolean? x) (here! (str x " to " (not x)))) (not x)
                  (and (= :unknown x) (here! ":unknown to true")) true
                  (and (integer? x) (here! (str x " to " (inc x)))) (inc x)
                  (seq? x)    (with-meta (apply list (map walk x)) (meta x))
                  (map? x)    (if (record? x) x (into (empty x) (map (fn [[k v]] [k (walk v)])) x))
                  (vector? x) (with-meta (mapv walk x) (meta x))
                  :else       x))
        form' (apply list (concat (take 2 form) (map walk (drop 2 form))))]
    (when @how [form' @how])))

(defn- turnable? [ns form]
  (and (seq? form) ('#{defn defn- def defrecord} (first form))
       (or (not= 'godwit.cli ns) (of-cli (second form)))))

(defn- predicate-sabotages []
  (for [ns (sort (keys sources)), form (forms ns), :when (turnable? ns form)
        [n how] (map-indexed vector (map second (take-while some? (map #(turn-at form %) (range)))))]
    {:kind :predicate, :id (str "predicate " ns "/" (second form) " " n " " how), :ns ns, :var (second form), :n n}))

;; All else

(def others
  "By name: what is redefined, and the tests that look at it. {id [redefinitions only tests]}"
  (merge
    (into {} (for [w composition/workloads, driver composition/drivers]
               [(str "last questions left out of " (name w) " " (name driver))
                [{#'core/workload-for (let [f core/workload-for] (fn [opts] (dissoc (f opts) :final-generator)))} [w driver]
                 '[godwit.composition-test]]]))
    (into {} (for [w composition/workloads]
               [(str "last questions of " (name w) " left out of all")
                [{#'core/workloads (update core/workloads w (fn [f] (fn [opts] (dissoc (f opts) :final-generator))))}
                 [composition/together :lab] '[godwit.composition-test]]]))
    (into {} (for [driver composition/drivers]
               [(str "logs of an empty directory " (name driver))
                [{#'checks/logs (let [f checks/logs] (fn [_] (f (str (java.nio.file.Files/createTempDirectory
                                                                         "empty" (make-array java.nio.file.attribute.FileAttribute 0))))))}
                 [:counter driver] '[godwit.composition-test]]]))
    {"conformance of an empty directory"
     [{#'checks/conformance (fn [& _] (compose/judged (constantly (checks/verdict {:exit 0, :out "", :err ""}))))} [:counter :lab]
      '[godwit.composition-test]]
     "run-one! returns true" [{#'cli/run-one! (constantly true)} nil '[godwit.core-test]]
     "run-one! returns :valid? alone" [{#'expected/verdict :valid?} nil '[godwit.core-test godwit.composition-test]]
     "verdict is always true" [{#'expected/verdict (constantly true)} nil '[godwit.core-test]]
     "exit status is always 0" [{#'cli/exit-status (constantly 0)} nil '[godwit.core-test]]
     "the list is not compared" [{#'expected/audit (constantly {:valid? true})} nil '[godwit.evidence-test]]
     "the run is not compared with the list" [{#'compose/run checker/compose} [:counter :lab] '[godwit.composition-test]]
     "evidence is always enough" [{(resolve 'godwit.evidence/missing) (constantly [])} nil '[godwit.evidence-test]]}))

(defn sabotages []
  (concat (checker-sabotages)
          (predicate-sabotages)
          (for [id (sort (keys others))] {:kind :other, :id id})))

;; Running

(defn- first-failure
  "Runs tests until the first that fails; its name, or nil."
  [namespaces]
  (let [failed (atom nil)]
    (binding [test/report (fn [{:keys [type]}]
                            (when (#{:fail :error} type)
                              (compare-and-set! failed nil (or (some-> (first test/*testing-vars*) symbol name) "?"))
                              (throw (ex-info "noticed" {}))))]
      (doseq [ns namespaces, v (sort-by (comp :line meta) (filter (comp :test meta) (vals (ns-interns ns)))) :while (nil? @failed)]
        (try (test/test-vars [v]) (catch Throwable _ (compare-and-set! failed nil (name (symbol v)))))))
    @failed))

(def most-seconds
  "After so many seconds of its own processor time, or ten times as many of the clock, a sabotage counts as noticed: it keeps the suite
  from ending. So does one that fills the memory."
  30)

(defn- full? []
  (let [runtime (Runtime/getRuntime)
        full?   #(< (* 0.85 (.maxMemory runtime)) (- (.totalMemory runtime) (.freeMemory runtime)))]
    (and (full?) (do (System/gc) (full?)))))

(defn- over? [^Thread thread since]
  (let [cpu (.getThreadCpuTime (java.lang.management.ManagementFactory/getThreadMXBean) (.getId thread))]
    (or (full?)
        (< (* most-seconds 1000000000) cpu)
        (< (* 10 most-seconds 1000000000) (- (System/nanoTime) since)))))

(defn- in-time [f]
  (let [result (promise)
        since  (System/nanoTime)
        thread (doto (Thread. ^Runnable (bound-fn [] (deliver result (try (f) (catch Throwable e (str "breaks: " (.getMessage e))))))) .start)]
    (loop []
      (let [found (deref result 200 ::none)]
        (cond
          (not= ::none found)  found
          (over? thread since) (do (.stop thread) (.join thread 10000) "does not end")
          :else                (recur))))))

(defmulti noticed "By which test a sabotage is noticed, or nil." :kind)

(defmethod noticed :checker [{:keys [driver workload at checker how]}]
  (let [parts compose/parts, run compose/run]
    (with-redefs [compose/parts (fn [w checkers] (parts w (cond->> checkers (= at w) (worse how checker))))
                  compose/run   (fn [checkers] (run (cond->> checkers (= :run at) (worse how checker))))]
      (binding [composition/*only* [(if (= :all workload) composition/together workload) driver]]
        (in-time #(first-failure '[godwit.composition-test]))))))

(defmethod noticed :predicate [{:keys [ns var n]}]
  (let [form (first (filter #(and (turnable? ns %) (= var (second %))) (forms ns)))
        put! (fn [form] (binding [*ns* (the-ns ns)] (eval form)))]
    (try
      (if (try (put! (first (turn-at form n))) true (catch Throwable _ false))
        (in-time #(first-failure (sources ns)))
        "does not compile")
      (finally (put! form)))))

(defmethod noticed :other [{:keys [id]}]
  (let [[redefined only tests] (others id)]
    (with-redefs-fn redefined
      #(binding [composition/*only* only]
         (in-time (fn [] (first-failure tests)))))))

(defn- drawn
  "All sabotages in an order that is drawn, always the same one."
  [all]
  (let [drawn (java.util.ArrayList. ^java.util.Collection all)]
    (java.util.Collections/shuffle drawn (java.util.Random. 1))
    (vec drawn)))

(defn- shard
  "The i-th of n parts of a list, from text such as 1/2; all of it without a text."
  [text coll]
  (if-let [[i n] (some->> text (re-find #"^(\d+)/(\d+)$") next (map parse-long))]
    (take-nth n (drop (dec i) coll))
    coll))

(defn- tests-of
  "The tests that look at a sabotage."
  [{:keys [kind ns id]}]
  (case kind
    :checker   '[godwit.composition-test]
    :predicate (sources ns)
    :other     (peek (others id))))

(defn- red
  "The first test that fails without any sabotage, or nil: then nothing can be said of those."
  [due]
  (binding [*out* (java.io.StringWriter.), test/*test-out* (java.io.StringWriter.)]
    (first-failure (distinct (mapcat tests-of due)))))

(defn due
  "The sabotages that options ask for, of all."
  [options all]
  (cond->> (drawn all)
    (options "--kind")   (filter #(= (options "--kind") (name (:kind %))))
    (options "--match")  (filter #(str/includes? (:id %) (options "--match")))
    (options "--shard")  (shard (options "--shard"))
    (options "--sample") (take (parse-long (options "--sample")))))

;; Results that are kept

(defn kept
  "The results in a directory, {id by}. Of a sabotage that was made again the last result counts."
  [dir]
  (into {} (for [^java.io.File f (sort-by #(.lastModified ^java.io.File %) (.listFiles (io/file dir)))
                 :when (str/ends-with? (.getName f) ".edn")
                 line (str/split-lines (slurp f)) :when (seq line)]
             (edn/read-string line))))

(defn- keep! [file {:keys [id by]}]
  (io/make-parents file)
  (spit file (str (pr-str [id by]) "\n") :append true))

(defn- rows [ids] (str "| sabotage |\n|---|\n" (str/join (for [id ids] (str "| `" id "` |\n")))))

(defn- table [results total {:keys [frozen added gone]}]
  (let [kinds  (sort (set (map :kind results)))
        missed (remove :by results)]
    (str "# The Jepsen suite, sabotaged\n\n"
         "`./godwit jepsen mutate --report` writes this page: sabotages of the suite, one at a time, and whether a unit test or the verdict of a\n"
         "stored history fails. They are generated ([`mutation.clj`](../../jepsen/test/godwit/mutation.clj)). The list was frozen before the\n"
         "first one was mended ([`frozen.edn`](../../jepsen/mutation/frozen.edn), " (count frozen) "); sabotages of code that came later are\n"
         "in [`added.edn`](../../jepsen/mutation/added.edn), " (count added) ". "
         (if (= total (count results)) (str "All " total " were made.") (str (count results) " of " total " were made.")) "\n\n"
         "| kind | made | noticed | not noticed |\n|---|---:|---:|---:|\n"
         (str/join (for [k kinds, :let [of (filter #(= k (:kind %)) results)]]
                     (str "| " (name k) " | " (count of) " | " (count (filter :by of)) " | " (count (remove :by of)) " |\n")))
         "| all | " (count results) " | " (count (filter :by results)) " | " (count missed) " |\n\n"
         "## Not noticed\n" (if (seq missed) (rows (map :id missed)) "None.\n")
         (when (seq gone)
           (str "\n## Of the frozen list, gone with the code that they were of\n" (rows gone)))
         "\n## Noticed\n| sabotage | by |\n|---|---|\n"
         (str/join (for [{:keys [id by]} results :when by] (str "| `" id "` | `" (str/replace by "|" "") "` |\n"))))))

(def flags #{"--freeze" "--add" "--report" "--again"})
(def valued #{"--sample" "--kind" "--match" "--shard" "--seconds" "--into"})

(defn options-of
  "Options as a map; a text that says what is wrong if they are not understood."
  [args]
  (loop [[word value & _ :as left] args, options {}]
    (cond
      (empty? left)  options
      (flags word)   (recur (rest left) (assoc options word true))
      (not (valued word)) (str "mutate does not know " word "; it knows " (str/join ", " (sort (into flags valued))))
      (nil? value)   (str word " needs a value")
      :else          (recur (drop 2 left) (assoc options word value)))))

(defn- lists
  "The frozen list and what was added to it, as they are in the tree, and what is gone of the frozen one."
  [all]
  (let [read-list #(if (.exists ^java.io.File %) (edn/read-string (slurp %)) [])
        frozen    (read-list frozen-file)]
    {:frozen frozen, :added (read-list added-file), :gone (remove (set (map :id all)) frozen)}))

(defn- write-list! [file ids]
  (io/make-parents file)
  (spit file (str "[" (str/join "\n " (map pr-str ids)) "]\n"))
  (println (count ids) "sabotages in" (.getName ^java.io.File file)))

(defn- mutate! [options]
  (let [all     (sabotages)
        {:keys [frozen gone] :as lists} (lists all)]
    (cond
      (options "--freeze") (write-list! frozen-file (map :id all))
      (options "--add")    (write-list! added-file (remove (set frozen) (map :id all)))
      :else
      (let [dir     (options "--into")
            before  (if dir (kept dir) {})
            made?   (if (options "--again") before (partial contains? before))
            file    (when dir (io/file dir (str "shard-" (str/replace (options "--shard" "1/1") "/" "-of-") ".edn")))
            chosen  (due options all)
            due     (remove (comp made? :id) chosen)
            _       (when-let [test (red due)]
                      (println "the suite is red without a sabotage:" test)
                      (System/exit 2))
            end     (some-> (options "--seconds") parse-long (* 1000) (+ (System/currentTimeMillis)))
            now     (doall (for [s due :while (or (nil? end) (< (System/currentTimeMillis) end))
                                 :let [by (binding [*out* (java.io.StringWriter.), test/*test-out* (java.io.StringWriter.)] (noticed s))]]
                             (do (println (if by "noticed    " "NOT NOTICED") (:id s) (if by (str "(" by ")") ""))
                                 (flush)
                                 (when file (keep! file (assoc s :by by)))
                                 (assoc s :by by))))
            found   (into before (map (juxt :id :by)) now)
            results (for [s (if (options "--report") (drawn all) chosen) :when (contains? found (:id s))] (assoc s :by (found (:id s))))
            missed  (remove :by results)]
        (println (count (remove (set (concat frozen (:added lists))) (map :id all))) "sabotages are in no list, and"
                 (count gone) "of the frozen list are gone")
        (when (options "--report")
          (spit (io/file root "docs" "results" "suite-mutation.md") (table results (count all) lists)))
        (println (- (count results) (count missed)) "passed," (count missed) "failed")
        (shutdown-agents)
        (System/exit (if (seq missed) 1 0))))
    (shutdown-agents)))

(defn -main
  "--freeze writes the list, --add those that are not in it; --sample N makes N of them; --kind KIND, --match TEXT only those;
  --shard I/N the I-th of N parts; --seconds N ends after so long; --into DIR keeps results there, and goes on where an earlier run has
  ended (--again: makes those again that were not noticed); --report writes docs/results/suite-mutation.md."
  [& args]
  (let [options (options-of args)]
    (when (string? options)
      (println "godwit jepsen:" options)
      (System/exit 2))
    (doseq [ns (distinct (mapcat val sources))] (require ns))
    (mutate! options)))
