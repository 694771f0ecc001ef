(ns godwit.lifetimes
  "The judge of one key whose values may have a lifetime, or an idle time, which each use begins anew. Each value is put once. The members
  promise a register that is linearizable, and that loses its value when that time is over; never before, as a clock says that may be
  wrong, and, if it was put when all was well, soon after. Once a read has found a value gone, no later one finds it.
  Pure; needs nothing but Clojure."
  (:require [godwit.judges :as judges]))

(def patience
  "Nanoseconds within which the members remove what is due, when all is well."
  5000000000)

(defn calls
  "The operations of clients: the :process, what each has :asked and was answered (:found), the :type that it ended with, its first and last place in
  the history (:from, :to), and the times of them (:begun, :ended), which are infinite for a write without an answer."
  [history]
  (loop [ops (map-indexed vector (filter judges/client? history)), open {}, found []]
    (if-let [[i {:keys [type process value time] :as op}] (first ops)]
      (cond
        (= :invoke type)
        (recur (rest ops)
               (assoc open process (assoc (select-keys op [:f :process :final?]) :asked value, :from i, :begun time, :to ##Inf, :ended ##Inf))
               found)

        (open process)
        (recur (rest ops) (dissoc open process)
               (conj found (cond-> (assoc (open process) :type type, :found value)
                             (= :ok type) (assoc :to i, :ended time))))

        :else (recur (rest ops) open found))
      (into found (vals open)))))

(defn- put
  "What is known of a value from its put alone. :sure, the place at which it was there already, and :sure-at, the time; :last, that at
  which it was there for the last time. deviation: how much clocks may differ, in nanoseconds; they agree when all faults have ended."
  [deviation {:keys [asked from to begun ended final?]}]
  (let [[v ms idle?] asked
        deviation    (if final? 0 deviation)
        nanos        (when ms (* ms 1000000))]
    {:v v, :from from, :last from, :sure to, :sure-at ended, :finite? (some? ms), :idle? (some? idle?), :begun begun
     ; Clocks may be wrong by less than half. Idle times are counted to a quarter.
     :kept    (when nanos (if (and idle? (zero? deviation)) (quot (* 3 nanos) 4) (- (quot nanos 2) deviation)))
     :gone-in (when nanos (+ nanos nanos deviation patience))}))

(defn- kept-to
  "Until when a value is kept for sure, as far as is known when a call begins: each read that has found it may have begun its time anew."
  [{:keys [begun kept idle? uses]} {:keys [from]}]
  (+ kept (transduce (comp (filter #(< (:to %) from)) (map :begun)) max begun (when idle? uses))))

(defn- used-at
  "When somebody else may have used the key last before a call. One without an answer has had its effect after a while."
  [calls {:keys [from]}]
  (transduce (comp (filter #(< (:from %) from)) (map #(min (:ended %) (+ (:begun %) patience)))) max 0 calls))

(defn- seen
  "The same when reads have found the value."
  [put reads]
  (reduce (fn [known {:keys [from to ended] :as read}]
            (-> known (update :uses conj read) (update :sure min to) (update :sure-at min ended) (update :last max from)))
          put reads))

(defn- across
  "The value that was there before another one, or nothing, was, and after that; nil if there is none. zones: the values that were there for a
  while for sure, by the places from which on they were."
  [zones {:keys [v sure last]}]
  (let [zone (some-> (first (rsubseq zones < last)) val)]
    (when (and zone (not= v (:v zone)) (< sure (:last zone)))
      (:v zone))))

(defn- explained?
  "May the key have been empty in a call that found it so? Nothing need have been put before it; or the last value before it has a
  lifetime, which may be over. values: the latest put first."
  [values {:keys [from to ended own] :as call}]
  (let [before (filter #(< (:sure %) from) values)]
    (or (empty? before)
        (some (fn [{:keys [v finite? sure] :as value}]
                (and finite?
                     (not= own v)
                     (< (:from value) to)
                     (<= (kept-to value call) ended)
                     (not-any? #(and (not= v (:v %)) (< sure (:last %))) before)))
              values))))

(defn judge
  "Of one key. deviation: how much the times of day of the members may have differed, in nanoseconds. A put, or a put where there is
  nothing, has the value [v ms], ms nil for a value that stays, or [v ms :idle]; a read has v, or nil."
  [deviation history]
  (let [calls  (calls history)
        puts   (filter #(and (#{:put :put-new} (:f %)) (not= :fail (:type %))) calls)
        reads  (filter #(and (= :read (:f %)) (= :ok (:type %))) calls)
        found  (group-by :found reads)
        values (sort-by (comp - :from) (map #(seen (put deviation %) (found (first (:asked %)))) puts))
        by-v   (into {} (map (juxt :v identity)) values)
        zones  (into (sorted-map) (comp (filter #(< (:sure %) (:last %))) (map (juxt :sure identity))) values)
        ; A put that has found nothing is a read of nothing, too.
        empties (concat (found nil)
                        (for [c puts :when (and (= :put-new (:f c)) (= :ok (:type c)))] (assoc c :own (first (:asked c)))))
        wrong  (fn [word call & more] (into {:wrong word, :op (dissoc call :own)} more))
        errors (concat
                 (for [r reads, :let [v (:found r), {:keys [from]} (by-v v)]
                       :when (and (some? v) (or (nil? from) (< (:to r) from)))]
                   (wrong :invented r))
                 (for [value values, :let [other (across zones value)], :when other]
                   (wrong :stale value [:value other]))
                 (for [e empties, :let [value (across zones {:sure (:to e), :last (:from e)})], :when value]
                   (wrong :found-again e [:value value]))
                 (for [e empties, :when (not (explained? values e))]
                   (wrong :vanished e))
                 (for [r reads, :let [{:keys [finite? idle? sure-at gone-in]} (by-v (:found r))]
                       :when (and (:final? r) finite? (< (+ (max sure-at (if idle? (used-at calls r) 0)) gone-in) (:begun r)))]
                   (wrong :not-gone r)))]
    {:valid?       (cond (seq errors) false, (empty? reads) :unknown, :else true)
     :acknowledged (count (filter #(= :ok (:type %)) puts))
     :expired      (count (filter (fn [e] (some #(< (:sure %) (:from e)) values)) empties))
     :errors       (vec (take 10 errors))
     :error-count  (count errors)
     :looked-at    (judges/looked-at history)}))
