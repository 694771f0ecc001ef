(ns godwit.proof
  "Did an aimed fault strike in its window? With event logs, their segments (godwit.events) decide; without them, what the members have
  said at /status. Pure; needs nothing but Clojure.

  A proof from logs names what it has found. In what follows, a decision is [version replicas source destination], and a version
  [term number]."
  (:require [godwit.facts :as facts]
            [godwit.known :as known]))

(def windows
  "Modes that must prove it: {mode the mark that is set when the window must be open}."
  {:unpublished :killed, :behind :killed, :switch :killed, :two-masters :resumed, :stale :left-behind
   :source :killed, :destination :killed, :master-migrating :killed, :promoted :killed, :migration :cut})

(defn- later? [a b] (neg? (compare b a)))

(defn- of-member
  "The last life of a member that there is."
  [member lives]
  (some->> (filter #(= member (ffirst %)) lives) seq (sort-by key) last val))

(defn- split
  "[the segments up to a mark, those after it]; nil if the mark was never set."
  [mark segments]
  (let [[before [at & after]] (split-with #(not= mark (:mark %)) segments)]
    (when at [(concat before [at]) after])))

(defn- since
  "The segments after the strike has begun."
  [segments]
  (second (split :begun segments)))

(defn- decisions-in
  "[partition decision] of what a member learned in some segments."
  [member segments]
  (for [{:keys [lives]} segments, [[m _] {:keys [acts]}] lives, :when (= member m)
        {:keys [committed began]} acts, :when (not began), entry committed]
    entry))

;; The windows

(defn- unpublished
  "A decision that the master knew when it was killed, and that no other member has ever learned under that version."
  [{:keys [member]} segments]
  (let [[before after] (split :killed segments)
        known          (set (for [{:keys [lives]} segments, [[m _] {:keys [acts]}] lives, :when (not= member m)
                                  {:keys [committed]} acts, [p [version]] committed]
                              [p version]))]
    (when (seq (mapcat :lives after))
      (first (for [[p [version]] (decisions-in member (since before)), :when (not (known [p version]))]
               {:partition p, :version version, :known-to member})))))

(defn- masters
  "Who became master in some segments: {:member, :event, :term, :known, what it knew until then}, in the order of their terms. known: what
  the lives knew before."
  [known segments]
  (sort-by :term
           (first
             (reduce (fn [[found known] [[member _ :as life] {:keys [acts]}]]
                       (reduce (fn [[found known] {:keys [role s] :as act}]
                                 (let [before (known life), after (known/applied before act)]
                                   [(cond-> found
                                      (= "master" role) (conj {:member member, :event s, :term (:term after 0), :known before}))
                                    (assoc known life after)]))
                               [found known]
                               acts))
                     [[] known]
                     (mapcat :lives segments)))))

(defn- newest
  "By partition, the latest of the decisions that members know."
  [lives]
  (apply merge-with (fn [a b] (if (later? (first b) (first a)) b a)) (map :committed lives)))

(defn- behind
  "The member that was left behind became master next after the kill of the other one, and had missed a decision when it did."
  [{:keys [member]} segments]
  (let [[before after] (split :killed segments)
        known          (known/of before)
        decided        (newest (for [[[m _] what] known, :when (not= m member)] what))
        next-one       (first (masters known after))
        missed         (for [[p [version]] decided, :when (later? version (first (get-in next-one [:known :committed p] [[0 0]])))] p)]
    (when (and (= member (:member next-one)) (seq missed))
      (assoc (select-keys next-one [:member :event :term]) :missed (vec (sort missed))))))

(defn- switch
  "A decision with which the master has made the destination a primary, and which that one had not activated when it was killed."
  [{:keys [member master]} segments]
  (let [[before _] (split :killed segments)
        views      (:views (of-member member (known/of before)))]
    (first (for [[p [version [primary] source]] (decisions-in master (since before))
                 :when (and (= member primary) (zero? source) (later? version (first (get views p [[0 0]]))))]
             {:partition p, :version version, :primary member}))))

(defn- two-masters
  "Another member was master of a later term before the first one went on, and that one has acted before it stepped down."
  [{:keys [member]} segments]
  (let [[before after] (split :resumed segments)
        known          (known/of before)
        term           (:term (of-member member known) 0)
        others         (for [[[m _] {:keys [role] :as other}] known
                             :when (and (not= m member) (= "master" role) (< term (:term other 0)))]
                         [m (:term other)])
        [from acts]    (first (for [{:keys [lives]} after, [[m _] {:keys [from acts]}] lives, :when (and (= m member) from)] [from acts]))
        stepped-down   (:s (first (filter #(or (:term %) (:role %)) acts)))]
    (when (and (= "master" (:role (of-member member known))) (seq others) from (or (nil? stepped-down) (< from stepped-down)))
      {:member member, :term term, :event from, :masters (vec others)})))

(defn- stale
  "While a member was away, the others have taken it out of a partition's replicas; it has come back, and did not know."
  [{:keys [member]} segments]
  (let [[before after] (split :left-behind segments)
        knew           (:committed (of-member member (known/of before)))
        moved          (for [[[m _] known] (known/of before), :when (not= m member)
                             [p [version replicas]] (:committed known)
                             :let [[old old-replicas] (get knew p)]
                             :when (and old (some #{member} old-replicas) (not-any? #{member} replicas) (later? version old))]
                         [p version])
        back           (first (for [{:keys [lives]} after, [[m life] {:keys [from acts]}] (sort-by key lives) :when (= m member)] [life from acts]))
        [life from [head]] back
        restarted      (when (:began head) head)
        ; A member that was stopped goes on with what it knew; one that was killed has read it from its disk.
        knows          (if restarted (:committed restarted) knew)]
    (when (and from (or (nil? restarted) (= "restart" (:began restarted))))
      (first (for [[p version] moved, :when (and (get knows p) (later? version (first (get knows p))))]
               {:member member, :life life, :partition p, :version version})))))

;; Migrations

(defn- newest-at
  "By partition, the latest decision that anybody knew at a mark."
  [mark segments]
  (newest (vals (known/of (first (split mark segments))))))

(defn- open?
  "Is a decision one to move a replica, from a source to a destination, if they are given?"
  [[_ _ from to] source destination]
  (and (pos? to) (or (nil? source) (= source from)) (or (nil? destination) (= destination to))))

(defn- moving
  "A partition that was moving when the fault struck, by the latest decision of all."
  [mark source destination segments]
  (first (for [[p [version :as decision]] (newest-at mark segments), :when (open? decision source destination)]
           {:partition p, :version version})))

(defn- source [{:keys [member]} segments] (moving :killed member nil segments))
(defn- destination [{:keys [member]} segments] (moving :killed nil member segments))
(defn- migration [{:keys [member destination]} segments] (moving :cut member destination segments))

(defn- master-migrating
  "The master itself knew of a migration when it was killed."
  [{:keys [member]} segments]
  (let [known (of-member member (known/of (first (split :killed segments))))]
    (when (= "master" (:role known))
      (first (for [[p [version :as decision]] (:committed known), :when (open? decision nil nil)]
               {:partition p, :version version})))))

(defn- promoted
  "A partition of the first one that was killed had been given to the second one."
  [{:keys [member promoted]} segments]
  (let [before (newest-at :begun segments)]
    (first (for [[p [version [primary]]] (newest-at :killed segments)
                 :let [[old [old-primary]] (get before p)]
                 :when (and (= member old-primary) (= promoted primary) (later? version old))]
             {:partition p, :version version, :primary promoted}))))

(def ^:private from-logs
  {:unpublished #'unpublished, :behind #'behind, :switch #'switch, :two-masters #'two-masters, :stale #'stale
   :source #'source, :destination #'destination, :master-migrating #'master-migrating, :promoted #'promoted, :migration #'migration})

(defn of-logs
  "What the segments of a round show of its window, or nil. numbers: {:member, the number of the member that the window is about,
  :master, that of the master then, :promoted and :destination, those of second ones}."
  [mode numbers segments]
  (when (and (:member numbers) (split (windows mode) segments))
    ((from-logs mode) numbers segments)))

(defn of-status
  "The same from what members have said at /status, and from what was read there while the fault struck."
  [mode {:keys [behind term missed unpublished? switched masters left-behind targets facts numbers]} views]
  (let [says (fn [node p] (some #(when (p (get-in % [node :status])) true) views))]
    (case mode
      :unpublished (when unpublished? {:unpublished? true})
      :behind      (let [later (first (keep #(let [m (facts/master %)] (when (and m (< term (get-in % [m :status :term]))) m)) views))]
                     (when (and missed (= behind later)) {:master behind}))
      (:source :destination :master-migrating :migration)
      (when (and (:destination facts) (some facts/migrating? views)) (select-keys facts [:source :destination]))
      :promoted    (when (= 2 (count targets)) {:primaries targets})
      :switch      (when switched {:partitions switched})
      :two-masters (when masters {:masters masters})
      :stale       (when (and left-behind (says (first targets) #(= (:member numbers) (:number %)))) {:back (first targets)}))))

;; Disks

(defn- lost
  "What a power cut has taken from the disks of all targets, if a store has lost anything: otherwise it was a kill. RocksDB's notes (LOG) are
  never synced, and nobody reads them."
  [{:keys [targets lost]}]
  (let [files (mapcat (comp :files val) lost)
        names (reduce + (map (comp :names val) lost))]
    (when (and (seq targets) (every? lost targets) (or (pos? names) (not-every? #(re-find #"/LOG$" (first %)) files)))
      {:files     (count files)
       :bytes     (reduce + (map second files))
       :log-bytes (reduce + (keep (fn [[file bytes]] (when (re-find #"\.log$" file) bytes)) files))
       :names     names
       :kept      (reduce + (map (comp :kept val) lost))})))

(defn unnoticed
  "Whose damaged files a round has left unnoticed: {:fault, :mode, :node, :damage} for each."
  [{:keys [fault mode value]}]
  (for [[node damage] (:damage value), :when (and damage (not (get-in value [:said node])))]
    {:fault fault, :mode mode, :node node, :damage damage}))

(defn- found
  "The damaged file of each of some nodes, and what the member said of it."
  [nodes {:keys [damage said]}]
  (when (and (seq nodes) (every? damage nodes) (every? said nodes))
    (into (sorted-map) (map (fn [node] [node (assoc (damage node) :said (said node))])) nodes)))

(defn of-disks
  "What the disks themselves say of a round; nil if it is nothing. [:none] for a mode of which they know nothing."
  [{:keys [fault mode value]}]
  (case [fault mode]
    ([:power-cut :minority] [:power-cut :all] [:power-cut :torn] [:power-cut :unflushed]) (lost value)
    ([:disk :flip] [:disk :truncate]) (found (:targets value) value)
    [:restart :damaged] (found (:damaged value) value)
    [:disk :slow]   (when (pos? (:slowed value 0)) (select-keys value [:slowed]))
    [:disk :untold] (when (pos? (:refused value 0)) (select-keys value [:refused]))
    [:none]))

(defn of-round
  "[:event-logs, :status or :disks, what was found, or nil] of a round; nil for a mode that need not prove anything. views: of its time, in
  order."
  [{:keys [mode value] :as window} views segments]
  (let [disks (of-disks window)]
    (cond
      (not= [:none] disks) [:disks disks]
      (not (windows mode)) nil
      segments             [:event-logs (of-logs mode (:numbers value) segments)]
      :else                [:status (of-status mode value views)])))
