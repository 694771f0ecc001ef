(ns godwit.states
  "Faults that change the state of the cluster (docs/operate/cluster.md), and what members must not do in it:

    no-migration  a member joins: no copy moves to it
    frozen        a member is killed: none of its copies is made elsewhere
    passive       the master is killed when PASSIVE is acknowledged
    passive-kill  a primary is killed when PASSIVE was asked for
    passive-cut   the master and a primary hear nothing of each other when PASSIVE is asked for
    stop          all members are killed one after the other when STOPPING is acknowledged, and start again: no replica has another place or
                  is out of sync

  After the acknowledgement of PASSIVE or STOPPING no write is taken until another state is asked for. At the end of a round the cluster is ACTIVE
  again."
  (:require [clojure.set :as set]
            [godwit.evidence :as evidence]
            [godwit.facts :as facts]
            [godwit.judges :as judges]
            [godwit.lab :as lab]
            [godwit.wait :as wait]
            [jepsen.util :as util]))

(def wanted
  "The state of each mode."
  {:no-migration "NO_MIGRATION", :frozen "FROZEN", :passive "PASSIVE", :passive-kill "PASSIVE", :passive-cut "PASSIVE",
   :stop "STOPPING"})

(def quiet
  "States in which no write is taken."
  #{"PASSIVE" "STOPPING"})

(def numbers
  "Of states, in schedules of the simulation."
  {"ACTIVE" 0, "NO_MIGRATION" 1, "FROZEN" 2, "PASSIVE" 3, "STOPPING" 4})

(def change-ms
  "How long it may take until a state is acknowledged."
  20000)

(def start-ms
  "How long it may take until all members have started again, and the state is acknowledged as before."
  60000)

(def apart-ms
  "How long after one member the next one is killed: the others notice that."
  500)

(defn- ask-once! [lab view state]
  (when-let [node (or (facts/master view) (first (facts/alive view)))]
    (lab/change-state! lab node state)))

(defn ask!
  "Asks for a state until the cluster has it and it is acknowledged: was it?"
  ([lab state] (ask! lab state change-ms))
  ([lab state millis]
   (boolean (wait/until millis 100
                        #(let [view (lab/view lab), {now :state, :keys [acknowledged]} (facts/state view)]
                           (if (= state now)
                             acknowledged
                             (do (ask-once! lab view state) false)))))))

(defn activate!
  "Asks for ACTIVE if the cluster is in another state."
  [lab]
  (when-let [{:keys [state]} (facts/state (lab/view lab))]
    (when (not= "ACTIVE" state)
      (ask! lab "ACTIVE"))))

(defn- by-partition
  "What a function gives of each row of the master's table, {partition that}; nil if nobody is master."
  [lab f]
  (when-let [master (facts/master (lab/view lab))]
    (not-empty (into (sorted-map) (map (juxt :partition f)) (lab/table lab master)))))

(defn places
  "The numbers of the members that have, or get, a copy of each partition."
  [lab]
  (by-partition lab (fn [{:keys [replicas destination]}] (into #{} (filter pos?) (cons destination replicas)))))

(defn- configurations
  "The replicas of each partition, the primary first, and those that are in sync."
  [lab]
  (by-partition lab (juxt :replicas (comp set :inSync))))

(defn- stop-and-start!
  "Kills all members one after the other, and starts them again: whether the state was acknowledged again after that, and which partitions have
  another configuration than before."
  [lab order state]
  (let [before (configurations lab)]
    (doseq [node order]
      (lab/act! lab node :kill)
      (Thread/sleep (long apart-ms)))
    (doseq [node order]
      (lab/act! lab node :restart))
    (let [whole? (ask! lab state start-ms)
          after  (when whole? (configurations lab))]
      {:targets (vec order), :whole? whole?
       :changed (when (and before after) (vec (for [[p c] before :when (not= c (after p))] p)))})))

(defn- begin!
  "Asks for a state, and does something more when it is acknowledged: the state, when that was, in nanoseconds of the run, and what was done, as a
  map."
  [lab state more!]
  (if (ask! lab state)
    (let [acknowledged (util/relative-time-nanos)]
      (merge {:state state, :acknowledged acknowledged} (more!)))
    {:state state}))

(defn- kill! [lab target]
  (lab/act! lab target :kill)
  {:targets [target]})

(defn strike!
  "Changes the state; what was done, as a map. order: the nodes in the order of the round. may-die?: may a node be killed? join!: lets a member join;
  its node. leaders: the nodes that lead partitions, who leads most first. cut!: lets two nodes hear nothing of each other; what it did, as a map. raise!:
  lets the cluster go by the newest version."
  [lab order {:keys [mode]} {:keys [may-die? join! leaders cut! raise!]}]
  (let [state  (wanted mode)
        view   (lab/view lab)
        master (facts/master view)
        leader (first (if (= :passive-cut mode) (remove #{master} leaders) leaders))
        victim (case mode :frozen (first order), :passive master, :passive-kill leader, nil)
        last?  (and victim (not (may-die? victim)))]
    (cond
      (not (and master leader)) {:skipped :no-target}
      last?                     {:skipped :last-copies}
      :else
      (case mode
        :no-migration (begin! lab state #(let [before (places lab)] {:places before, :spare (join!)}))
        :frozen       (begin! lab state #(merge {:places (places lab)} (kill! lab victim)))
        :passive      (begin! lab state #(kill! lab victim))
        :passive-kill (do (ask-once! lab view state)
                          (merge (kill! lab victim) (begin! lab state (constantly {}))))
        :passive-cut  (merge (cut! master leader) (begin! lab state (constantly {})))
        :stop         (do (raise!)
                          (begin! lab state #(stop-and-start! lab order state)))))))

(defn before-mending
  "What there is to see before another state is asked for: when that was, in nanoseconds of the run, which partitions have copies at other
  members than when the state was acknowledged (:moved), and which members have lost theirs (:replaced)."
  [lab {:keys [acknowledged] before :places}]
  (when acknowledged
    (let [now   (when before (places lab))
          moved (vec (for [[p members] now, :when (not (set/subset? members (get before p)))] p))]
      (cond-> {:until (util/relative-time-nanos)}
        now (assoc :moved moved, :replaced (into (sorted-set) (mapcat #(set/difference (get before %) (now %))) moved))))))

(def reads
  "Operations that write nothing."
  #{:read :size :check})

(defn writes-in
  "The writes of clients that began after a time and were acknowledged before another one."
  [history from until]
  (loop [ops (filter judges/client? history), open #{}, found []]
    (if-let [{:keys [type process f time] :as op} (first ops)]
      (cond
        (= :invoke type)
        (recur (rest ops) (cond-> open (and (< from time) (not (reads (last (evidence/untag f))))) (conj process)) found)
        (and (= :ok type) (open process) (< time until))
        (recur (rest ops) (disj open process) (conj found (select-keys op [:f :value :process :time])))
        :else
        (recur (rest ops) (disj open process) found))
      found)))

(def most-dead
  "How many members may have been taken to be dead in a round of NO_MIGRATION: a newcomer would get copies of more than these."
  2)

(defn- made-again?
  "Are copies at other places because they were missing?"
  [{:keys [mode repairs?] {:keys [replaced]} :value}]
  (and (= :no-migration mode) repairs? (<= (count replaced) most-dead)))

(defn judge
  "Has any round shown what its state forbids? rounds: {:mode, :repairs?, :value} of each; copies that are missing are made in
  NO_MIGRATION, too."
  [history rounds]
  (let [rounds (filter #(get-in % [:value :until]) rounds)
        wrong  (for [{:keys [mode] {:keys [acknowledged until moved changed]} :value :as round} rounds
                     :let [writes (when (quiet (wanted mode)) (writes-in history acknowledged until))
                           copies (when-not (made-again? round) moved)]
                     :when (or (seq writes) (seq copies) (seq changed))]
                 (cond-> {:mode mode}
                   (seq changed) (assoc :changed (vec changed))
                   (seq writes) (assoc :writes (count writes), :first-write (first writes))
                   (seq copies) (assoc :moved (vec copies))))]
    {:valid?    (empty? wrong)
     :wrong     (vec (take 10 wrong))
     :looked-at {:rounds (count rounds)}}))
