(ns godwit.checker
  "Checkers that are about the cluster, not about the data: did it converge, did the faults have effect, what do the logs
  say, was the run a behaviour of the specification?"
  (:require [clojure.java.io :as io]
            [clojure.java.shell :refer [sh]]
            [clojure.string :as str]
            [godwit.archive :as archive]
            [godwit.clocks :as clocks]
            [godwit.compose :as compose]
            [godwit.events :as events]
            [godwit.export :as export]
            [godwit.facts :as facts]
            [godwit.following :as following]
            [godwit.proof :as proof]
            [godwit.states :as states]
            [godwit.table :as table]
            [godwit.watch :as watch]
            [jepsen.checker :as checker]
            [jepsen.store :as store]))

;; Kinds of operations

(defn stats
  "Jepsen's count of what succeeded by kind. A kind that never succeeded says nothing of the members: then it is unknown."
  []
  (let [inner (checker/stats)]
    (reify checker/Checker
      (check [_ test history opts]
        (update (checker/check inner test history opts) :valid? #(if (false? %) :unknown %))))))

;; Stamps

(defn judge-stamps
  "After everything is mended, all members must converge within the time limit: equal stamps, full replication, no
  migration open."
  [history]
  (let [last-word (->> history
                       (filter #(and (= :converge (:f %)) (= :nemesis (:process %)) (map? (:value %))))
                       last
                       :value)]
    (assoc (cond
             (nil? last-word)        {:valid? :unknown, :error :never-asked}
             (:converged? last-word) {:valid? true, :ms (:ms last-word)}
             :else                   {:valid? false, :ms (:ms last-word), :why (:why last-word)})
           :looked-at {:questions (if last-word 1 0)})))

(defn stamps [] (compose/judged judge-stamps))

;; Modes

(defn windows
  "The rounds of a history: {:fault, :mode, :from, :struck, :to, :value}, times in nanoseconds. :value is what the nemesis
  did; a round that the end of the run cut off ends with the history."
  [history]
  (let [ops  (filter #(= :nemesis (:process %)) history)
        end  (:time (last history))
        kind #(some->> (:f %) name (re-find #"^(start|stop)-"))]
    (loop [ops ops, open nil, done []]
      (if-let [{:keys [f value time] :as op} (first ops)]
        (case (second (kind op))
          "start" (cond
                    (nil? open)    (recur (rest ops) {:fault (:fault value), :mode (:mode value), :from time} done)
                    :else          (recur (rest ops) (assoc open :struck time, :value value) done))
          "stop"  (cond
                    (nil? open)    (recur (rest ops) nil done)
                    ; The first stop is the invocation: mending takes until the second.
                    (:mending open) (recur (rest ops) nil (conj done (-> open (dissoc :mending) (assoc :to time) (merge (select-keys value [:round])) (update :value merge (select-keys value [:until :moved :replaced])))))
                    :else          (recur (rest ops) (assoc open :mending true) done))
          (recur (rest ops) open done))
        (cond-> done (:struck open) (conj (-> open (dissoc :mending) (assoc :to end))))))))

(defn- during [{:keys [from to]} samples]
  (filter #(<= from (:time %) to) samples))

(defn- view-before [{:keys [from]} samples]
  (:view (last (take-while #(< (:time %) from) samples))))

(defn- replaced?
  "Has a spare member replicas, and has another one gone, while the others suspect a node that was cut off and runs?"
  [{:keys [targets spare cut-off numbers]} view]
  (and (seq targets)
       (every? #(= :gone (get-in view [% :state])) targets)
       (pos? (get-in view [spare :status :replicas] 0))
       (= :running (get-in view [cut-off :state]))
       (contains? (facts/suspects (dissoc view cut-off)) (:cut-off numbers))))

(defn- came-back?
  "Were all of some nodes down at once, and has each come back since as p says of its status and its number before?"
  [{:keys [targets were]} views p]
  (let [down? (fn [view] (every? #(= :gone (get-in view [% :state])) targets))
        since (drop-while (complement down?) views)]
    (every? (fn [node] (and (were node) (some #(p node (get-in % [node :status]) (were node)) since))) targets)))

(defn- others-and-themselves?
  "Have those whose files were damaged come back as others, and the rest as themselves?"
  [{:keys [damaged] :as value} views]
  (and (seq damaged)
       (came-back? value views (fn [node {:keys [number]} was]
                                 (if (some #{node} damaged)
                                   (and number (pos? number) (not= was number))
                                   (= was number))))))

(defn- moved?
  "Have they come back as themselves, at other addresses?"
  [value before views]
  (came-back? value views (fn [node {:keys [number address]} was]
                            (let [old (get-in before [node :status :address])]
                              (and (= was number) old address (not= old address))))))

(defn- suspicion?
  "Did somebody suspect a member in a round whom nobody had suspected before? Numbers of members that have gone for good stay suspected."
  [window samples]
  (let [before (facts/suspects (view-before window samples))]
    (boolean (some #(seq (remove before (facts/suspects (:view %)))) (during window samples)))))

(defn- incomplete?
  "Was a replica missing or out of sync in a round? A master that hears a member too seldom takes it to be dead without a word of suspicion."
  [window samples]
  (boolean (some #(facts/incomplete? (:view %)) (during window samples))))

(defn shown?
  "Do the members' own words show that a round has had its effect?"
  [{:keys [fault mode value] :as window} samples]
  (let [views     (map :view (during window samples))
        before    (view-before window samples)
        some-view (fn [p] (boolean (some p views)))
        in-state  (fn [state] (fn [node] (some-view #(= state (get-in % [node :state])))))
        suspicion #(suspicion? window samples)
        new-term  #(some-view (fn [v] (< (facts/term before) (facts/term v))))
        targets   (:targets value)]
    (boolean
      (and (not (:skipped value))
           (case fault
             :partition  (and (suspicion) (or (not= :master mode) (new-term)))
             :kill       (and (seq targets)
                              (every? (in-state :gone) targets)
                              (case mode
                                :master                (new-term)
                                :master-migrating      (and (get-in value [:facts :destination]) (new-term))
                                :all                   true
                                (:source :destination) (and (get-in value [:facts mode])
                                                            (some-view facts/migrating?))
                                :promoted              (and (= 2 (count targets)) (suspicion))
                                :unpublished           (and (:unpublished? value) (new-term))
                                :behind                (and (:behind value)
                                                            (some-view #(< (:term value) (facts/term %))))
                                :switch                (and (:switched value) (suspicion))
                                :stale                 (:left-behind value)
                                (suspicion)))
             :pause      (and (seq targets)
                              (every? (in-state :paused) targets)
                              (case mode
                                :master      (new-term)
                                :two-masters (:masters value)
                                :stale       (:left-behind value)
                                :all         true
                                (suspicion)))
             :power-cut  (and (seq targets) (every? (in-state :gone) targets))
             :disk       (and (seq targets)
                              (case mode
                                ; No member tells of it, but the disk does.
                                (:slow :untold)   true
                                (:flip :truncate) (every? (in-state :gone) targets)
                                (every? (fn [node] (some-view #(get-in % [node :status :full]))) targets)))
             ; What the members' own processes have made of their clocks.
             :clock      (and (seq targets)
                              (= (:wanted value) (:clocks value))
                              (case mode
                                :strobe   (every? #(some->> (get-in value [:changes %]) (<= (quot clocks/strobes 2))) targets)
                                :isolated (suspicion)
                                true))
             ; Members do not say how slow a link is; this is what the lab has read back.
             :link       (pos? (:links value 0))
             :membership (let [joined? (fn [node] (some-view #(pos? (get-in % [node :status :replicas] 0))))
                               ; Numbers that have left stay in the list: it must be this node's.
                               left?   (fn [node]
                                         (let [number (get-in before [node :status :number])]
                                           (some-view #(some #{number} (mapcat :leaving (keep :status (vals %)))))))]
                           (case mode
                             :join    (joined? (:spare value))
                             :leave   (every? left? targets)
                             :replace (and (joined? (:spare value)) (every? left? targets))
                             :replace-cut (and (every? left? targets) (some-view #(replaced? value %)))))
             :state      (and (:acknowledged value)
                              (:until value)
                              (case mode
                                :no-migration (some-view #(pos? (get-in % [(:spare value) :status :number] 0)))
                                :passive-cut  (suspicion)
                                :stop         (and (:whole? value) (some? (:changed value)) (every? (in-state :gone) targets))
                                (and (seq targets) (every? (in-state :gone) targets))))
             :upgrade    (and (seq targets)
                              (every? (in-state :gone) targets)
                              (= (set targets) (set (keys (:versions value))))
                              (every? #{facts/newest} (vals (:versions value))))
             :restart    (and (seq targets)
                              (every? (in-state :gone) targets)
                              (case mode
                                :damaged (others-and-themselves? value views)
                                :move    (moved? value before views)
                                (every? (fn [node] (some-view #(pos? (get-in % [node :status :number] 0)))) targets))))))))

(defn- proof-of
  "What proves that a round has struck in its window, as godwit.proof tells; nil for a mode that has none."
  [window samples segments]
  (proof/of-round window (map :view (during window samples)) segments))

(defn effective?
  "Has a round had its effect, and struck in its window? segments: what the event logs say of it; nil where members write none."
  [window samples segments]
  (let [[_ found :as proof] (proof-of window samples segments)]
    (and (shown? window samples) (or (nil? proof) (some? found)))))

(defn- both-shown?
  "Has a round with two faults had the effect of both?"
  [{{:keys [beside]} :value :as window} samples]
  (boolean (and beside (:shown? window) (shown? (merge window beside) samples))))

(defn seen
  "Situations that the members were seen in, whatever the fault was."
  [samples]
  (let [views (map :view samples)
        terms #(keep (comp :term :status) (vals %))]
    (cond-> #{}
      (some #(< 1 (count (facts/masters %))) views)                     (conj :two-masters)
      (some facts/migrating? views)                                     (conj :migration)
      (some #(and (seq (terms %)) (< 1 (- (apply max (terms %)) (apply min (terms %))))) views)
      (conj :stale-member)
      (some (fn [[a b]] (and (facts/migrating? a)
                             (facts/master a)
                             (= :gone (get-in b [(facts/master a) :state]))))
            (partition 2 1 views))
      (conj :master-killed-while-migrating))))

(defn- segments-of [recorded {:keys [round]}]
  (when recorded (get recorded round [])))

(defn judge-modes
  "A run that did not do what it was asked to is not valid: it is unknown. recorded: what event logs say of a round, by its number; nil
  where members write none."
  [required history samples recorded]
  (let [logs    #(segments-of recorded %)
        rounds  (map #(assoc % :shown? (effective? % samples (logs %))) (windows history))
        shown   (into #{} (comp (filter :shown?) (map (juxt :fault :mode))) rounds)
        missing (vec (remove shown required))]
    {:valid?        (if (seq missing) :unknown true)
     :missing-modes missing
     :shown         (frequencies (map (juxt :fault :mode) (filter :shown? rounds)))
     :without-effect (frequencies (map (juxt :fault :mode) (remove :shown? rounds)))
     :together       (frequencies (for [{:keys [fault mode value] :as w} rounds, :when (both-shown? w samples)]
                                    [[fault mode] ((juxt :fault :mode) (:beside value))]))
     :proofs        (vec (for [{:keys [fault mode] :as w} rounds, :let [[by found] (proof-of w samples (logs w))], :when by]
                           {:fault fault, :mode mode, :by by, :found found}))
     :unnoticed     (vec (mapcat proof/unnoticed rounds))
     :seen          (seen samples)
     :looked-at     {:rounds (count rounds), :samples (count samples)}}))

(defn modes [required]
  (reify checker/Checker
    (check [_ test history _] (judge-modes required history (watch/samples test) (when (:event-logs test) (events/of-run test))))))

;; States

(defn judge-states
  "Did the members keep to the states of the cluster?"
  [history samples]
  (states/judge history (for [{:keys [fault] :as window} (windows history), :when (= :state fault)]
                          (assoc window :repairs? (or (suspicion? window samples) (incomplete? window samples))))))

(defn states []
  (reify checker/Checker
    (check [_ test history _] (judge-states history (watch/samples test)))))

;; Logs

(def trouble
  "What no member's log may hold."
  #"(?i)internal error|\bbug\b|AssertionError|NullPointerException|IllegalStateException|IndexOutOfBounds|ClassCastException|OutOfMemoryError|^Exception in thread|\tat io\.godwit")

(defn troubles
  "The lines of a log that are trouble."
  [lines]
  (filter #(re-find trouble %) lines))

(defn logs
  "Searches the members' logs. dir: where they are; nil for the store of the test, to which Jepsen copies them."
  [dir]
  (reify checker/Checker
    (check [_ test _ _]
      (let [files (filter #(= "output.log" (.getName ^java.io.File %)) (file-seq (io/file (or dir (store/path test)))))
            lines (for [^java.io.File f files]
                    (with-open [r (io/reader f)]
                      (reduce (fn [[n found] line]
                                [(inc n) (into found (map #(hash-map :member (.getName (.getParentFile f)), :line %)) (troubles [line]))])
                              [0 []]
                              (line-seq r))))
            found (mapcat second lines)]
        {:valid?    (cond (seq found) false (empty? files) :unknown :else true)
         :count     (count found)
         :matches   (vec (take 10 found))
         :looked-at {:logs (count files), :lines (reduce + 0 (map first lines))}}))))

;; Conformance

(defn verdict
  "What the exit status of `godwit trace check` means."
  [{:keys [exit out err]}]
  (let [words  (str/trim (str out "\n" err))
        events (some-> (re-find #"([\d,]+) events" words) second (str/replace "," "") parse-long)]
    (assoc (case (long exit)
             0 {:valid? true, :said (last (str/split-lines (str/trim (str out))))}
             1 {:valid? false, :said words}
             {:valid? :unknown, :said words})
           :looked-at {:events (or events 0)})))

(defn conformance
  "Has the members' event logs of this very run checked against the specification. command: the words before the
  directory. following: holds the check that has begun with the run; nil if none has, as when a stored run is judged again."
  [command dir following]
  (reify checker/Checker
    (check [_ test _ _]
      ; The same words wherever the logs are and however long it takes; lines of progress are left out.
      (let [plain #(-> (str %)
                       (str/replace #"(?m)^checking: .*\n" "")
                       (str/replace (str dir "/") "")
                       (str/replace (str dir) "the event logs")
                       (str/replace #" in \d+\.\d s\b" ""))]
        (verdict (-> (if-let [begun @following]
                       (let [answer (following/answer begun)]
                         (archive/keep-order! test dir)
                         answer)
                       (apply sh (conj (vec command) (str dir))))
                     (update :out plain)
                     (update :err plain)))))))

;; Exceptions of clients, and lists that are too long to read

(defn- proof-lines
  "How often each mode that must prove its effect has done so, and by what."
  [{:keys [proofs]}]
  (for [[[fault mode by] rounds] (sort (group-by (juxt :fault :mode :by) proofs))]
    (str "  " (name fault) " " (name mode) ": " (count (keep :found rounds)) " of " (count rounds) " rounds "
         (case by :event-logs "in the window, by the event logs", :disks "with effect, by the disks", "in the window, by what the members said at /status"))))

(defn- loss-lines
  "What power cuts have taken."
  [{:keys [proofs]}]
  (for [[mode rounds] (sort (group-by :mode (filter #(= :power-cut (:fault %)) proofs)))
        :let [sum (fn [k] (reduce + (keep (comp k :found) rounds)))]]
    (str "  power-cut " (name mode) " took " (sum :bytes) " bytes in " (sum :files) " files, " (sum :log-bytes) " of them in logs of stores, and "
         (sum :names) " names")))

(defn- damage-lines
  "What members have not found that was damaged."
  [{:keys [unnoticed]}]
  (for [{:keys [fault mode node damage]} unnoticed]
    (str "  " (name fault) " " (name mode) ": " node " has started with a damaged file: " (pr-str damage))))

(defn- together-line
  "In how many rounds two faults had their effect."
  [{:keys [together]}]
  (when (seq together)
    [(str "  two faults at once: " (reduce + (vals together)) " rounds, " (count together) " pairs of modes")]))

(defn- left-out-line [{:keys [left-out]}]
  (when (seq left-out)
    [(str "  not possible here: " (str/join ", " (map name (:faults left-out))) " (missing: " (str/join ", " (:missing left-out)) ")")]))

(defn summary
  "For people: what was done, which checker says what and has looked at what, and what is missing."
  [test {:keys [expected evidence] :as results}]
  (let [word  #(case % true "valid" false "INVALID" "unknown")
        path  #(if (coll? %) (str/join " " (map name %)) (name %))
        lines (concat
                (for [[c looked] (sort-by (comp str key) (:checkers expected))]
                  (str "  " (path c) ": " (if (map? looked)
                                            (str/join ", " (for [[what n] (sort looked)] (str n " " (name what))))
                                            "nothing")))
                (for [[what names] (select-keys expected [:missing :unexpected]), c names] (str "  " (name what) " checker: " (name c)))
                (for [[c what] (:blind expected)] (str "  " (path c) " has not looked at what it must: " (str/join ", " (map name what))))
                (for [[kind {:keys [operations acknowledged]}] (sort (:clients (:found evidence)))]
                  (str "  " (name kind) " clients: " operations " operations, " (or acknowledged 0) " acknowledged"))
                (proof-lines (:modes results))
                (loss-lines (:modes results))
                (damage-lines (:modes results))
                (together-line (:modes results))
                (left-out-line test)
                (for [words (:missing evidence)] (str "  too little evidence: " words)))]
    (str (:name test) ": " (word (:valid? results)) " ("
         (str/join ", " (for [[k v] (sort-by (comp str key) results) :when (map? v)]
                          (str (name k) " " (word (:valid? v)))))
         ")" (str/join (map #(str "\n" %) lines)))))

(defn write-summary!
  "Writes the summary into the store, beside Jepsen's results: for people, and for tables; and the faults, for the simulation."
  [{:keys [driver history] :as test} results revision]
  (when (= :lab driver)
    (spit (store/path! test export/file) (export/text (export/plan test (windows history)))))
  (spit (store/path! test "summary.txt") (str (summary test results) "\n"))
  (spit (store/path! test table/file)
        (str (pr-str (table/row test results revision)) "\n")))
