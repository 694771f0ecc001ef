(ns godwit.schedule
  "Which faults strike when: drawn from a seed before the run, so that it can be written down and drawn again. Pure functions."
  (:require [clojure.string :as str]
            [godwit.facts :as facts]
            [godwit.proof :as proof])
  (:import (java.util ArrayList Collections Random)))

(def memory-modes
  "Modes that members without disks survive by design: at least one copy of everything stays."
  {:partition  [:one :halves :majorities-ring :bridge :one-way :master :primary :migration]
   :kill       [:one :backups :master :master-migrating :source :destination :promoted :unpublished :behind :switch]
   :pause      [:one :minority :majority :all :master :two-masters :stale]
   :link       [:latency :slow :flaky :one-sided :slow-start]
   :membership [:join :leave :replace :replace-cut]
   :restart    [:rolling]
   :state      [:no-migration :frozen :passive :passive-kill :passive-cut]})

(def durable-modes
  "Modes that need what was written to disk."
  {:kill    [:minority :majority :all :stale]
   :restart [:full]
   :state   [:stop]})

(def upgrade-modes
  "Modes that need members that begin with an older cluster version, and what was written to disk."
  {:upgrade [:rolling]})

(def kernel-links
  "Other modes where the kernel carries the links, with real packets: it need not know delays."
  {:link [:slow :loss :one-sided]
   :kill (vec (remove #{:unpublished} (:kill memory-modes)))})

(def disk-modes
  "More modes where each member has a disk of its own that can do so (godwit.disks)."
  {:power-cut [:minority :all :torn :unflushed]
   :disk      [:slow :one :backups :all :untold :flip :truncate]})

(def disk-restarts
  "Modes with such disks, of a fault that has others without."
  {:restart [:damaged]})

(def relay-modes
  "Modes that need links that lead to addresses, as relays do, and what was written to disk."
  {:restart [:move]})

(def clock-modes
  "Modes that need a library between members and the kernel (godwit.clocks)."
  {:clock [:fast :slow :apart :day :strobe :isolated]})

(def known
  "All faults that there are; rejoin is one of network namespaces (godwit.rejoin), upgrade one of the lab, and aimed, of nodes that are processes of their own,
  has those modes of kill and pause that wait for a window (godwit.nodes)."
  (into (sorted-set :rejoin :aimed :clock) (concat (keys memory-modes) (keys disk-modes) (keys upgrade-modes))))

(defn modes
  "All modes of the faults, as [fault mode], in a fixed order. What the cluster is like decides what there is: :durable; :net,
  :namespaces if the kernel carries the links, :relays if they lead to addresses; :disks, if each member has a disk of its own. only: a set of modes that alone are
  wanted; nil for all."
  [faults {:keys [durable net disks only]}]
  (let [possible (cond-> (merge memory-modes clock-modes)
                   (= :namespaces net) (merge kernel-links)
                   durable             (as-> m (merge-with into m durable-modes))
                   durable             (merge upgrade-modes)
                   (and durable (= :relays net)) (as-> m (merge-with into m relay-modes))
                   (and durable disks) (as-> m (merge-with into m disk-modes disk-restarts)))]
    (vec (for [fault (sort faults), mode (possible fault), :when (or (nil? only) (only mode))] [fault mode]))))

(defn parse
  "Faults from text such as partition,kill; none and all are understood. all stays a word of its own: what it stands for depends on the
  cluster (whole). Throws if it knows one not."
  [text]
  (let [words (remove #{"" "none"} (str/split text #"\s*,\s*"))]
    (into (sorted-set)
          (mapcat (fn [word]
                    (cond (= "all" word)         [:all]
                          (known (keyword word)) [(keyword word)]
                          :else (throw (IllegalArgumentException.
                                         (str "unknown nemesis " word "; known are none, all, "
                                              (str/join ", " (map name known))))))))
          words)))

(defn whole
  "Faults with all of those that all stands for: those that each cluster has, and with disks and with clocks what these can do. rejoin,
  upgrade and aimed are only for those who ask."
  [faults {:keys [disks clocks]}]
  (cond-> (disj faults :all)
    (:all faults)              (into (keys memory-modes))
    (and disks (:all faults))  (into (keys disk-modes))
    (and clocks (:all faults)) (into (keys clock-modes))))

(defn shuffled
  "A collection in an order that random numbers give."
  [^Random rng coll]
  (let [list (ArrayList. ^java.util.Collection coll)]
    (Collections/shuffle list rng)
    (vec list)))

(def companions
  "Modes that may strike together with one of another fault: {mode faults}. Nobody forgets anything by them. A member that does not answer
  would be waited for where members restart or join."
  (let [any (set (concat (keys memory-modes) (keys disk-modes) (keys clock-modes)))]
    {[:link :latency]      any
     [:link :slow]         any
     [:link :one-sided]    any
     [:clock :fast]        any
     [:clock :slow]        any
     [:clock :strobe]      any
     [:disk :slow]         any
     [:pause :one]         #{:partition :kill :power-cut :link :clock}
     [:partition :one-way] #{:kill :pause :power-cut :link :clock}}))

(def damaging
  "Modes in which members forget everything: as many as may while all copies are in sync, and a second fault may take one out of sync."
  #{:flip :truncate :damaged})

(defn companions-of
  "Those modes of a run that may strike together with one of them: none if it waits for a window, which they would close, or damages files."
  [modes [fault mode]]
  (if (or (proof/windows mode) (damaging mode))
    []
    (filterv #(and (not= fault (first %)) (contains? (companions %) fault)) modes)))

(def alone
  "The share of rounds that have one fault although there is a second one."
  0.25)

(defn- beside
  "A round with one of some modes beside it."
  [round ^Random rng modes]
  (if (seq modes)
    (let [[fault mode] (nth modes (.nextInt rng (count modes)))]
      (assoc round :beside {:fault fault, :mode mode, :seed (.nextLong rng)}))
    round))

(def upgraded
  "Modes that need the newest cluster version."
  #{[:restart :move] [:state :stop]})

(defn- upgrade-in-time
  "Modes in an order in which an upgrade comes before those that need the newest version."
  [modes]
  (let [upgrade [:upgrade :rolling]
        [before after] (split-with (complement upgraded) modes)]
    (if (some #{upgrade} after)
      (concat before [upgrade] (remove #{upgrade} after))
      modes)))

(defn rounds
  "Of some modes, without end: {:fault, :mode, :seed, :hold, :gap}. Every mode comes once before any comes again. :seed draws
  the round's targets; :hold and :gap are seconds. Most rounds have a second fault under :beside, {:fault, :mode, :seed}, if there is one
  that can be."
  [seed modes interval]
  (let [rng   (Random. seed)
        draw  (fn draw []
                (lazy-seq
                  (concat
                    (doall (for [[fault mode :as it] (upgrade-in-time (shuffled rng modes))]
                             (cond-> {:fault fault
                                      :mode  mode
                                      :seed  (.nextLong rng)
                                      :hold  (+ (* 0.75 interval) (* 0.5 interval (.nextDouble rng)))
                                      :gap   (* 0.5 interval (+ 0.5 (.nextDouble rng)))}
                               (<= alone (.nextDouble rng)) (beside rng (companions-of modes it)))))
                    (draw))))]
    (if (seq modes) (draw) [])))

(def healing
  "Seconds that a round of a fault may take beside its own times: the members come together again before the next one. On a
  machine with two busy cores, that is."
  {:partition 8, :pause 8, :link 4, :kill 25, :membership 25, :restart 60, :state 30, :upgrade 90, :power-cut 30, :disk 20, :clock 8})

(defn required
  "The modes that a run of that many seconds has time for, as [fault mode]: it must show them."
  [seconds rounds]
  (loop [left seconds, rounds rounds, modes []]
    (let [{:keys [fault mode hold gap]} (first rounds)
          after (when fault (- left hold gap (healing fault)))]
      (if (or (nil? fault) (neg? after) (some #{[fault mode]} modes))
        modes
        (recur after (rest rounds) (conj modes [fault mode]))))))

(defn together
  "How many of the rounds that a run has time for have two faults."
  [seconds rounds]
  (count (filter :beside (take (count (required seconds rounds)) rounds))))

(defn targets
  "The nodes that a process fault hits. nodes is shuffled; facts as for grudges, :promoted among them. Nil if a mode's node
  is unknown."
  [mode nodes backups facts]
  (let [n (count nodes)]
    (case mode
      :one      (take 1 nodes)
      :backups  (take backups nodes)
      :minority (take (quot (dec n) 2) nodes)
      ; They forget what they had: one copy of everything must stay, and a majority of the voters, whoever votes.
      (:flip :truncate :damaged) (take (min backups (quot (dec (min n facts/most-voters)) 2)) nodes)
      :majority (take (inc (quot n 2)) nodes)
      :all      nodes
      :master-migrating (some-> (:master facts) list)
      (some-> (facts mode) list))))

(defn shuffle-nodes
  "Nodes in the order that a seed gives."
  [seed nodes]
  (shuffled (Random. seed) (sort nodes)))
