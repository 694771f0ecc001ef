(ns godwit.changes
  "The judge of readers that follow the changes of a map. The members promise that the writes of a partition that took effect are one
  sequence. Each reader sees a part of it without gaps, each change once, from where it began; only what a member says is forgotten may be
  missing. Each put has a value of its own, and each key is removed once: so a change says which write it is.
  Pure; needs nothing but Clojure."
  (:require [godwit.judges :as judges]
            [godwit.lifetimes :as lifetimes]))

(defn- id-of
  "The write that a change is."
  [[_ kind k n :as change]]
  (case kind
    :put    [k n]
    :remove [k :removed]
    change))

(defn- writes
  "The writes of a history, by what they are as changes."
  [calls]
  (into {}
        (for [{:keys [f asked] :as call} calls :when (#{:put :put-new :remove} f)]
          [(if (= :remove f) [(first asked) :removed] asked) call])))

(defn- part-of
  "What a reader has seen of a partition without a gap: from which place in the history on, the changes, the last one, and the last one of
  each key; :copy, what the keys were when it began anew."
  [{:keys [from parts]} p]
  (get parts p {:from from, :seen #{}, :keys {}}))

(defn- wrong [world word reader change]
  (update world :errors conj {:wrong word, :reader reader, :change change}))

(defn- begun-and-done
  "Is a change one of a write that had begun, and has not failed?"
  [{:keys [writes] :as world} {:keys [to]} reader change]
  (let [{:keys [from type]} (writes (id-of change))]
    (cond-> world
      (or (nil? from) (< to from)) (wrong :invented reader change)
      (= :fail type)               (wrong :failed reader change))))

(defn- linked
  "One change comes right after another one, in this reader's sequence as in all others."
  [{:keys [after before] :as world} a b reader change]
  (cond
    (nil? a)                                             world
    (and (= b (get after a b)) (= a (get before b a)))   (-> world (assoc-in [:after a] b) (assoc-in [:before b] a))
    :else                                                (wrong world :other-order reader change)))

(defn- shown
  "A reader is shown a change."
  [world call reader [p _ k :as change]]
  (let [{:keys [opened] :as state}       (:state world)
        {:keys [seen newest copy] :as part} (part-of state p)
        id                               (id-of change)
        ended                            (get-in world [:writes id :to] ##Inf)]
    (cond-> (-> world
                (begun-and-done call reader change)
                (linked newest id reader change)
                (update :all conj id)
                (update :places #(merge {k p} %))
                (assoc-in [:state :parts p] (-> part (assoc :newest id) (update :seen conj id) (assoc-in [:keys k] (second id)))))
      (seen id)                        (wrong :again reader change)
      (not= p (get-in world [:places k] p)) (wrong :elsewhere reader change)
      (and opened (< ended opened))    (wrong :old reader change)
      (and copy (nil? newest))         (update :copies conj {:copy copy, :next id, :reader reader, :change change}))))

(defn- unfinished
  "The partitions of which a reader was not given all that they have. They are read one after the other: if the reading failed, then in the
  last one that was begun."
  [told restarted complete?]
  (when-not complete?
    (let [begun (map first (filter #(= :clear (second %)) restarted))]
      (conj (reduce disj (set told) begun) (or (last begun) (first told))))))

(defn- began-anew
  "A reader was told that changes are forgotten, and was given what the keys are. Where that was not given to the end, it stays where it was,
  and is told again."
  [world {:keys [to] :as call} reader {:keys [told restarted complete?]}]
  (let [again (unfinished told restarted complete?)]
    (reduce (fn [world p]
              (let [own   (filter #(= p (first %)) restarted)
                    copy  (reduce (fn [copy [_ kind k n]]
                                    (case kind :clear {}, :remove (dissoc copy k), (assoc copy k n)))
                                  nil own)
                    world (-> (reduce #(begun-and-done %1 call reader %2) world (remove #(= :clear (second %)) own))
                              (update :gaps inc))]
                (cond
                  (contains? again p)              world
                  (not= :clear (second (first own))) (wrong world :no-copy reader p)
                  :else                            (-> world
                                                       (update-in [:state :gaps] inc)
                                                       (assoc-in [:state :parts p] {:from to, :seen #{}, :keys {}, :copy copy})))))
            (assoc-in world [:state :again] again)
            told)))

(defn- stepped
  "A reader was given changes, or told that some are forgotten; of what it had to be told again, too."
  [world call reader {:keys [changes told] :as step}]
  (let [world (reduce #(wrong %1 :not-told-again reader %2) world (reduce disj (set (:again (:state world))) told))]
    (if told
      (began-anew world call reader step)
      (reduce #(shown %1 call reader %2) (update world :state dissoc :again) changes))))

(defn- polled
  "A poll was answered. A reader goes on where another one was after so many polls, or begins with what comes from now on."
  [world {:keys [found from to] :as call}]
  (let [{:keys [reader n after steps caught-up?]} found
        state (cond
                (< 1 n)        (get-in world [:states [reader (dec n)]])
                (= :now after) {:from to, :opened from, :gaps 0, :parts {}}
                ; Another member may know what that one's has forgotten.
                :else          (dissoc (get-in world [:states after]) :again))
        world (reduce #(stepped %1 call reader %2) (assoc world :state state) steps)]
    (cond-> (assoc-in world [:states [reader n]] (:state world))
      caught-up? (update :ended conj (assoc (:state world) :reader reader)))))

(defn- in-order
  "The sequences that the readers have seen parts of."
  [{:keys [all after before]}]
  (for [id all :when (not (before id))]
    (take-while some? (iterate after id))))

(defn- out-of-order
  "Changes whose writes had ended before the write of one that comes earlier began."
  [writes sequence]
  (loop [ids sequence, begun -1, found []]
    (if-let [id (first ids)]
      (let [{:keys [from to]} (writes id)]
        (recur (rest ids) (max begun (or from -1)) (cond-> found (and to (< to begun)) (conj id))))
      found)))

(defn- wrong-keys
  "The keys that a copy has otherwise than the changes before the next one say."
  [{:keys [before]} {:keys [copy next]}]
  (loop [id (before next), known #{}, found []]
    (if-let [[k n] id]
      (recur (before id) (conj known k)
             (cond-> found
               (and (not (known k)) (not= (when (not= :removed n) n) (copy k))) (conj k)))
      found)))

(defn- missing
  "Writes that took effect, and that a reader which has caught up was not shown, although it was there before them."
  [{:keys [places]} sure {:keys [gaps] :as state}]
  (for [[id {:keys [from]}] sure
        :let [p (places (first id)), part (part-of state p)]
        :when (and (< (:from part) from)
                   (or p (zero? gaps))
                   (not (contains? (:seen part) id)))]
    id))

(defn- lost
  "What is wrong with last questions, whatever readers were shown: they have found something that nobody has put, or nothing, or something
  old, although a write that came later was acknowledged before the question."
  [writes reads]
  (let [by-key (group-by (comp first key) writes)]
    (for [{[k v :as id] :found :as r} reads
          :let  [begun? #(and (< (:from %) (:to r)) (not= :fail (:type %)))
                 source (writes (if (nil? v) [k :removed] id))
                 source (cond (and source (begun? source)) source
                              (nil? v)                     {:to -1})
                 later  (when source
                          (first (for [[id write] (by-key k)
                                       :when (and (= :ok (:type write)) (< (:to source) (:from write)) (< (:to write) (:from r)))]
                                   id)))]
          :when (or (nil? source) later)]
      (cond-> {:wrong (if source :lost :invented), :op r}
        later (assoc :change later)))))

(defn- other-values
  "Last questions that have found another value than a reader which has caught up would have. A write without an answer may come later."
  [{:keys [places writes]} reads state]
  (for [{[k v] :found :as r} reads
        :let  [{:keys [keys copy]} (part-of state (places k))
               n (get keys k (get copy k))]
        :when (and (or copy (contains? keys k))
                   (not= v (when (not= :removed n) n))
                   (or (nil? n) (= :ok (:type (writes [k n])))))]
    r))

(defn- behind
  "Processes that were to poll in the end until there is no more, and have not."
  [polls]
  (let [asked (into (sorted-set) (comp (filter :final?) (map :process)) polls)]
    (reduce disj asked (map :process (filter (comp :caught-up? :found) polls)))))

(defn judge
  "Of one map. A put, or a put where there is nothing, has the value [k n], a removal too; a read has [k n], n nil if there is nothing. A poll
  is answered with {:reader, :n, :after, :steps, :caught-up?}: the reader's name, how many polls of it were answered, the reader and poll
  after which it goes on (:now if it begins by itself, [:start 0] before all writes), and what it was given, a list of {:changes} and {:told,
  :restarted, :complete?}: the next changes, or the partitions whose changes are forgotten, and what they have; :complete?, whether that was
  given to the end. A change is [partition kind k n]. :caught-up?, whether there was no more. The last questions are reads, and then polls."
  [history]
  (let [calls  (lifetimes/calls history)
        writes (writes calls)
        ok     (fn [f] (filter #(and (= f (:f %)) (= :ok (:type %))) calls))
        world  (reduce polled
                       {:writes writes, :states {[:start 0] {:from -1, :gaps 0, :parts {}}}, :after {}, :before {}, :places {}
                        :all #{}, :copies #{}, :ended [], :gaps 0, :errors []}
                       (sort-by :to (ok :poll)))
        {:keys [all ended]} world
        found  (into #{} (map :found) (ok :read))
        sure   (filter (fn [[id {:keys [type]}]] (or (= :ok type) (and (not= :fail type) (found id)))) writes)
        orders (in-order world)
        reads  (filter :final? (ok :read))
        lost   (lost writes reads)
        behind (behind (filter #(= :poll (:f %)) calls))
        errors (concat
                 (:errors world)
                 (for [id (reduce disj all (apply concat orders))]
                   {:wrong :other-order, :change id})
                 (for [order orders, id (out-of-order writes order)]
                   {:wrong :out-of-order, :change id})
                 (for [{:keys [reader] :as copy} (:copies world), k (wrong-keys world copy)]
                   {:wrong :other-copy, :reader reader, :key k})
                 (for [{:keys [reader] :as state} ended, id (missing world sure state)]
                   {:wrong :missing, :reader reader, :change id})
                 lost
                 (for [{:keys [reader] :as state} ended, r (other-values world (remove (into #{} (map :op) lost) reads) state)]
                   {:wrong :other-value, :reader reader, :op r}))
        unseen (remove all (map first sure))]
    {:valid?       (cond (seq errors) false, (or (empty? ended) (seq behind) (seq unseen)) :unknown, :else true)
     :acknowledged (count (filter #(= :ok (:type %)) (vals writes)))
     :shown        (count all)
     :readers      (count (into #{} (map (comp :reader :found)) (ok :poll)))
     :caught-up    (count ended)
     :gaps         (:gaps world)
     :unseen       (vec (take 10 (sort-by pr-str unseen)))
     :behind       (vec behind)
     :errors       (vec (take 10 errors))
     :error-count  (count errors)
     :looked-at    (judges/looked-at history)}))
