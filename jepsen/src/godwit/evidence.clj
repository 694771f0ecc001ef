(ns godwit.evidence
  "How much a run has to show for itself: counted from its history and its checkers' results, and compared with the floors of
  expected.edn. Below a floor a run is unknown, whatever its checkers say. Pure; needs nothing but Clojure."
  (:require [clojure.string :as str]
            [godwit.bound :as bound]
            [godwit.judges :as judges]))

(defn untag
  "[workload f] of a name in a mixture of workloads."
  [f]
  (mapv keyword (str/split (name f) #"-" 2)))

(defn of-workload
  "The operations of clients of one workload under their usual names. workload: what the test runs, one name or several."
  [workload name history]
  (let [ops (filter judges/client? history)]
    (if (coll? workload)
      (for [op ops, :let [[w f] (untag (:f op))], :when (= name w)] (assoc op :f f))
      (when (= workload name) ops))))

(defn workloads
  "The names of what a test runs."
  [workload]
  (if (coll? workload) (sort workload) [workload]))

(defn- strikes? [{:keys [process f]}]
  (and (= :nemesis process) (re-matches #"start-.+|kill|pause" (name f))))

(defn- mends? [{:keys [process f]}]
  (and (= :nemesis process) (re-matches #"stop-.+|start|resume|converge" (name f))))

(defn windows
  "[from to] of the times in which a fault lasted, in nanoseconds; several at once are one."
  [history]
  (loop [ops history, from nil, found []]
    (if-let [{:keys [time] :as op} (first ops)]
      (cond
        (and (nil? from) (strikes? op)) (recur (rest ops) time found)
        (and from (mends? op))          (recur (rest ops) nil (conj found [from time]))
        :else                           (recur (rest ops) from found))
      (cond-> found from (conj [from (:time (last history))])))))

(defn strikes
  "How often a fault has struck; a member that was told to leave, and has not, is none. Each operation of the nemesis comes twice: when it begins and when
  it is done."
  [history]
  (let [ops (filter strikes? history)]
    (- (quot (count ops) 2)
       (count (filter #(false? (:left? (:value %))) ops)))))

(defn- key-of
  "What an operation of a workload is about; nil if that is not one key."
  [workload {:keys [value]}]
  (case workload
    (:register :large :counter :bank :append :expiry) (first value)
    :changes (when (vector? value) (first value))
    nil))

(defn overlapping
  "How many operations of a workload began while another one on the same key was not yet over."
  [workload ops]
  (loop [ops ops, open {}, found 0]
    (if-let [{:keys [type process] :as op} (first ops)]
      (if (= :invoke type)
        (let [k (key-of workload op)]
          (recur (rest ops) (assoc open process k)
                 (if (and (some? k) (some #{k} (vals open))) (inc found) found)))
        (recur (rest ops) (dissoc open process) found))
      found)))

(defn counted
  "The evidence of one workload. ops: its operations; faulty: the windows of faults."
  [workload ops faulty]
  (let [begun  (filter #(= :invoke (:type %)) ops)
        within (filter (fn [{:keys [time]}] (some (fn [[from to]] (<= from time to)) faulty)) (remove :final? begun))
        finals (filter #(and (:final? %) (= :ok (:type %))) ops)]
    {:operations   (count begun)
     :acknowledged (count (filter #(= :ok (:type %)) ops))
     :final-reads  (count finals)
     :final-keys   (count (into #{} (keep #(key-of workload %)) finals))
     :overlap      (overlapping workload ops)
     :in-windows   (count within)
     :outside      (- (count (remove :final? begun)) (count within))}))

(defn share [{:keys [in-windows outside]}]
  (if (zero? (+ in-windows outside)) 0 (/ in-windows (+ in-windows outside))))

(defn gather
  "All the evidence of a run. results: those of its checkers."
  [{:keys [workload driver]} history results]
  (let [faulty (windows history)]
    {:workloads (into (sorted-map)
                      (map (fn [w] [w (counted w (of-workload workload w history) faulty)]))
                      (workloads workload))
     :operations (count (filter #(and (judges/client? %) (= :invoke (:type %))) history))
     :clients    (bound/counted history)
     :rounds    (if (= :lab driver)
                  (reduce + 0 (vals (get-in results [:modes :shown])))
                  (strikes history))
     :due       (get-in results [:modes :missing-modes])
     :together  (reduce + 0 (vals (get-in results [:modes :together])))
     :events    (get-in results [:conformance :looked-at :events] 0)}))

(defn- lacks [what have need]
  (when (< have need)
    (str what " " (if (ratio? have) (format "%.2f" (double have)) have) ", at least " need " needed")))

(defn- lacks-of-workload
  "What one workload lacks."
  [{:keys [faults]} {:keys [in-windows]} floors workload found]
  (concat
    (for [[what need] (sort floors)] (lacks (str (name workload) ": " (name what)) (get found what 0) need))
    (when (seq faults)
      [(lacks (str (name workload) ": share inside fault windows") (share found) in-windows)])))

(defn missing
  "What a run lacks, in words; empty if it has enough. floors: those of expected.edn."
  [{:keys [workload faults trace] :as test} floors found]
  (vec
    (keep identity
          (concat
            (mapcat #(lacks-of-workload test floors (get-in floors [:workloads %]) % (get-in found [:workloads %] {}))
                    (workloads workload))
            (for [kind (sort (keys (bound/kinds test)))]
              (lacks (str "acknowledged by " (name kind) " clients") (get-in found [:clients kind :acknowledged] 0) (:clients floors 0)))
            (when (seq faults)
              [(lacks "rounds with effect" (:rounds found) (:rounds floors))])
            ; A second fault may miss its effect now and then.
            (when-let [due (:together test)]
              [(lacks "rounds with two faults that had effect" (:together found 0) (quot due 2))])
            (for [mode (:due found)]
              (str "not shown: " (str/join " " (map name mode))))
            (when trace
              [(lacks "events checked" (:events found) (:events floors))])))))

(defn judge
  "{:valid? true or :unknown, :found, :missing}."
  [test floors history results]
  (let [found (gather test history results)
        words (missing test floors found)]
    {:valid?  (if (seq words) :unknown true)
     :found   found
     :missing words}))
