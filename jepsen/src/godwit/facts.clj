(ns godwit.facts
  "What follows from views, that is from what the members say of themselves. Pure functions.

  A view is {node {:state :running|:paused|:gone, :status {...} or nil}}, where :status is what a member answers at
  /status. A sample is {:time nanoseconds, :view view}.")

(defn alive
  "Nodes that answer and belong to the cluster."
  [view]
  (for [[node {:keys [status]}] view :when (some-> status :number pos?)] node))

(defn- statuses [view]
  (keep :status (vals view)))

(defn number->node
  "Members' numbers to nodes. A node that has started again without its memory has another number."
  [view]
  (into {} (for [[node {:keys [status]}] view :when (some-> status :number pos?)] [(:number status) node])))

(defn masters
  "Nodes that take themselves to be master."
  [view]
  (for [[node {:keys [status]}] view :when (= "master" (:role status))] node))

(defn master
  "The node of the master with the highest term, or nil."
  [view]
  (->> (masters view)
       (sort-by #(get-in view [% :status :term]))
       last))

(defn term
  "The highest term that anybody knows."
  [view]
  (transduce (map :term) max 0 (statuses view)))

(defn suspects
  "Numbers that somebody suspects."
  [view]
  (into (sorted-set) (mapcat :suspects) (statuses view)))

(defn migrating?
  [view]
  (boolean (some #(pos? (:migrations % 0)) (statuses view))))

(defn state
  "The newest state of the cluster that a member has heard of, as it says it: {:state, :acknowledged, ...}; nil if none says."
  [view]
  (last (sort-by (juxt :term :number :acknowledged) (keep :state (statuses view)))))

(defn incomplete?
  "Does a member know of partitions that have fewer copies than they are to have?"
  [view]
  (boolean (some #(pos? (:incomplete % 0)) (statuses view))))

(def newest
  "The cluster version to which an upgrade leads."
  7)

(defn gone
  "Nodes whose process has ended."
  [view]
  (for [[node {:keys [state]}] view :when (= :gone state)] node))

(defn paused
  [view]
  (for [[node {:keys [state]}] view :when (= :paused state)] node))

(def most-voters "How many members vote at most." 5)

(defn- voters-missing?
  "Has the master voters to replace or to add? Until it has, a majority may be lost with the next member. One voter that does not run
  stays, if the number of voters is odd and nobody can take its place."
  [known]
  (let [numbers (into #{} (keep :number) known)]
    (some (fn [{:keys [role voters]}]
            (when (and (= "master" role) voters)
              (let [gone (count (remove numbers voters))]
                (not (or (and (= 0 gone) (= (count voters) (min most-voters (count numbers))))
                         (and (= 1 gone) (odd? (count voters)) (every? (set voters) numbers)))))))
          known)))

(defn- replicas-missing?
  "Have the members that run fewer replicas than there have to be? A member that has just gone is in sync in the table, until the master
  notices that it has gone."
  [known]
  (let [{:keys [partitions copies]} (some #(when (:copies %) %) known)]
    (< (transduce (map #(:replicas % 0)) + known)
       (transduce (map #(* (quot partitions (count copies)) (min % (count known)))) + copies))))

(defn unsettled
  "Why the members have not converged: a list of words; empty if they have. All that run must know the same decisions (equal
  stamps) and have accepted the same proposals, know the same term and master, suspect nobody who runs, and have full replication, by members that run, with no migration open; as many
  voters that run as there can be; nobody who runs is leaving; the cluster is ACTIVE. Numbers of members that have gone for good stay suspected, and stay among those that leave.
  With nodes: these have to run, too."
  ([view nodes]
   (cond-> (unsettled view)
     (not-every? #(contains? #{:running :paused} (get-in view [% :state])) nodes) (conj :not-running)))
  ([view]
   (let [running (for [[_ {:keys [state status]}] view :when (not= :gone state)] status)
         known   (remove nil? running)
         numbers (into #{} (map :number) known)]
     (cond-> []
       (empty? running)                             (conj :nobody-runs)
       (some nil? running)                          (conj :no-answer)
       (some #(not (pos? (:number % 0))) known)     (conj :not-in-the-cluster)
       (< 1 (count (distinct (map :stamp known))))  (conj :stamps-differ)
       (< 1 (count (distinct (map :accepted known)))) (conj :accepted-differs)
       (< 1 (count (distinct (map :term known))))   (conj :terms-differ)
       (not= 1 (count (distinct (map :master known)))) (conj :masters-differ)
       (some #(not (pos? (:master % 0))) known)     (conj :no-master)
       (some #(some numbers (:suspects %)) known)   (conj :suspects)
       (some #(some numbers (:leaving %)) known)    (conj :leaving)
       (some #(not (contains? #{nil "ACTIVE"} (get-in % [:state :state]))) known) (conj :not-active)
       (voters-missing? known)                      (conj :voters-missing)
       (replicas-missing? known)                    (conj :replicas-missing)
       (some #(pos? (:migrations % 0)) known)       (conj :migrations-open)
       (some #(pos? (:incomplete % 0)) known)       (conj :replication-incomplete)))))
