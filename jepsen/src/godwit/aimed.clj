(ns godwit.aimed
  "Faults that wait for a window, which the members themselves must tell of, and strike in it:

    unpublished  the master is killed when it knows a decision that nobody else knows
    two-masters  the master is stopped until another one is elected, and goes on, hearing nobody: it still takes itself for
                 the master
    behind       a member is cut off until the others have decided without it; then the master is killed, and the member, which
                 has missed what was decided, hears the others again, before they hear each other: it alone can be elected
    switch       a destination is killed when the master has just made it the primary of what it was moving in for
    stale        a member is stopped, or killed with what it has on disk, until the others have put other replicas in the
                 place of its own, and have come to rest without it; at the end of the round it comes back with what it knew

  What proves that a window was hit is in godwit.proof; where members write event logs, the moments are marked for it."
  (:require [godwit.events :as events]
            [godwit.facts :as facts]
            [godwit.lab :as lab]
            [godwit.wait :as wait]))

(def windows
  "Modes that are aimed at windows."
  #{:unpublished :behind :switch :two-masters :stale})

(def late
  "How many heartbeats everything that the master says takes longer, so that a decision is known to it alone for a while. After
  five without a word of the master others stand for election."
  2)

(defn ahead?
  "Does a master know decisions that nobody else knows?"
  [view node]
  (let [stamp  #(get-in view [% :status :stamp])
        others (map stamp (remove #{node} (facts/alive view)))]
    (boolean (and (= node (facts/master view)) (seq others) (not-any? #{(stamp node)} others)))))

(defn at-rest-without?
  "Do all others suspect a number, and have they come to rest without that node?"
  [view node number]
  (let [others (dissoc view node)]
    (boolean (and (seq (facts/alive others))
                  (every? (fn [other] (some #{number} (get-in others [other :status :suspects]))) (facts/alive others))
                  (empty? (facts/unsettled others))))))

(defn two-masters
  "Nodes that take themselves for the master at once, with their terms; nil if there are not two."
  [view]
  (let [found (sort-by second (map (fn [n] [n (get-in view [n :status :term])]) (facts/masters view)))]
    (when (< 1 (count found)) (vec found))))

(defn number
  "The number of the member at a node, or nil."
  [view node]
  (get-in view [node :status :number]))

(defn- to-all! [lab node others condition]
  (run! deref (mapv #(future (lab/link! lab node % condition)) others)))

(defn kill-unpublished!
  "Kills the master in that window. join!: lets a member join, so that there are decisions; its node."
  [lab nodes {:keys [master] :as found} heartbeat join!]
  (if-not master
    {:skipped :no-target, :facts found}
    (do
      (to-all! lab master (remove #{master} nodes) {:delay (* late heartbeat)})
      (let [spare  (join!)
            others (remove #{master} (cons spare nodes))
            found  (assoc found :spare spare)]
        (lab/link! lab master spare {:delay (* late heartbeat)})
        (if-not (wait/until 20000 5 #(ahead? (lab/view lab) master))
          {:skipped :no-window, :facts found}
          (do
            ; What is on its way is lost with the connections: a killed process's last words would still arrive.
            (to-all! lab master others {:cut "reset"})
            (let [last-word (lab/view lab)]
              (lab/act! lab master :kill)
              (events/mark! :killed)
              {:targets [master], :facts found, :unpublished? (ahead? last-word master), :numbers {:member (number last-word master)}})))))))

(defn- between! [lab node others condition]
  (to-all! lab node others condition)
  (run! deref (mapv #(future (lab/link! lab % node condition)) others)))

(defn- alone!
  "Lets others hear a node, and it them, but not each other."
  [lab node others]
  (doseq [a others, b others, :when (not= a b)]
    (lab/link! lab a b {:cut "silent"}))
  (between! lab node others {}))

(defn left-out?
  "Do all others suspect a number, have they decided that it is nowhere in sync, and is it still among those who vote?"
  [view table node number]
  (let [others (dissoc view node)
        status #(get-in others [% :status])
        master (facts/master others)]
    (boolean (and master
                  (seq table)
                  (some #{number} (:voters (status master)))
                  (every? #(some #{number} (:suspects (status %))) (facts/alive others))
                  (not-any? #(some #{number} (:inSync %)) table)))))

(defn follower-of
  "A node that holds copies and is not the master."
  [{:keys [master primary backups]}]
  (first (remove #{master} (cons primary backups))))

(defn let-back!
  "Cuts a member off until the others have decided without it; kills the master, and lets that member be elected. What was said
  meanwhile is lost with the connections: a link that is only silent would still bring it. Not the master is cut off: who has missed
  that another one was elected has an old set of voters, and gets no vote with it; nor is waited until it votes no more."
  [lab nodes {:keys [master] :as found}]
  (let [node   (follower-of found)
        before (lab/view lab)
        number (when (and master node) (number before node))]
    (if-not number
      {:skipped :no-target, :facts found}
      (let [others (remove #{node} nodes)]
        (between! lab node others {:cut "silent"})
        (let [view (wait/until 30000 20 #(let [v (lab/view lab)] (when (left-out? v (lab/table lab master) node number) v)))]
          (if-not (and view (= master (facts/master (dissoc view node))))
            {:skipped :no-window, :facts found}
            (let [stamp #(get-in view [% :status :stamp])
                  known (facts/term view)]
              (between! lab node others {:cut "reset"})
              (lab/act! lab master :kill)
              (events/mark! :killed)
              (alone! lab node (remove #{master} others))
              (wait/until 20000 50 #(let [{:keys [role term]} (get-in (lab/view lab) [node :status])]
                                      (and (= "master" role) (< known term))))
              (lab/heal! lab)
              {:targets [master], :facts found, :behind node, :term known, :missed (not= (stamp node) (stamp master))
               :numbers {:member number}})))))))

(defn led-by
  "The partitions whose primary is a number."
  [table number]
  (into #{} (comp (filter #(= number (first (:replicas %)))) (map :partition)) table))

(defn kill-at-switch!
  "Kills the destination of a migration as soon as the master's table says that it is the primary of one partition more."
  [lab {:keys [master destination] :as found}]
  (let [view   (lab/view lab)
        number (when destination (number view destination))]
    (if-not (and master number)
      {:skipped :no-target, :facts found}
      (let [led    #(led-by (lab/table lab master) number)
            before (led)
            after  (wait/until 20000 2 #(let [now (led)] (when (not-every? before now) now)))]
        (if-not after
          {:skipped :no-window, :facts found}
          (do
            (lab/act! lab destination :kill)
            (events/mark! :killed)
            {:targets [destination], :facts found, :switched (vec (sort (remove before after)))
             :numbers {:member number, :master (get-in view [master :status :number])}}))))))

(defn depose!
  "Makes a master that does not know yet that there is another one."
  [lab nodes {:keys [master] :as found}]
  (let [number (when master (number (lab/view lab) master))]
    (if-not number
      {:skipped :no-target, :facts found}
      (do
        ; First the cut: what others say must not wait for it when it goes on.
        (run! deref (mapv #(future (lab/link! lab % master {:cut "silent"})) (remove #{master} nodes)))
        (lab/act! lab master :pause)
        (if-not (wait/until 20000 20 #(facts/master (lab/view lab)))
          {:skipped :no-window, :facts found}
          (do
            (events/mark! :resumed)
            (lab/act! lab master :resume)
            {:targets [master], :facts found, :masters (wait/until 3000 1 #(two-masters (lab/view lab)))
             :numbers {:member number}}))))))

(defn leave-behind!
  "Stops or kills a primary (action), and waits until the others have come to rest without it."
  [lab {:keys [primary] :as found} action]
  (let [number (when primary (number (lab/view lab) primary))]
    (if-not number
      {:skipped :no-target, :facts found}
      (do
        (lab/act! lab primary action)
        (let [rest? (boolean (wait/until 30000 100 #(at-rest-without? (lab/view lab) primary number)))]
          (events/mark! :left-behind)
          {:targets [primary], :facts found, :left-behind rest?, :numbers {:member number}})))))

(defn strike!
  "Strikes in a window; what was done, as a map."
  [{:keys [heartbeat]} lab nodes {:keys [fault mode]} found join!]
  (case mode
    :unpublished (kill-unpublished! lab nodes found (or heartbeat 100) join!)
    :behind      (let-back! lab nodes found)
    :switch      (kill-at-switch! lab found)
    :two-masters (depose! lab nodes found)
    :stale       (leave-behind! lab found fault)))
