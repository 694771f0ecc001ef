(ns godwit.nemesis
  "Carries the rounds of a schedule out against the lab. A round is :start-FAULT, a pause, :stop-FAULT; the end of a round
  mends everything and waits until the members have come together again, so that rounds do not pile up."
  (:require [clojure.set :as set]
            [clojure.string :as str]
            [godwit.aimed :as aimed]
            [godwit.checker :as checks]
            [godwit.clocks :as clocks]
            [godwit.disks :as disks]
            [godwit.events :as events]
            [godwit.facts :as facts]
            [godwit.lab :as lab]
            [godwit.net :as net]
            [godwit.proof :as proof]
            [godwit.rounds :as rounds]
            [godwit.schedule :as schedule]
            [godwit.states :as states]
            [godwit.wait :as wait]
            [godwit.watch :as watch]
            [jepsen.nemesis :as nemesis]
            [jepsen.net :as jnet]
            [jepsen.net.proto :as proto]
            [jepsen.util :as util]))

(defn settle-ms
  "How long the members may take to converge when everything is mended: by then they must have."
  [{:keys [settle]}]
  (* 1000 (or settle 60)))

(defn settle!
  "Waits until the members have converged, and these nodes run: {:converged?, :ms, :why}."
  [lab nodes millis]
  (let [start (System/nanoTime)
        why   (atom nil)
        ; Waiting brings back nobody who is not there.
        _     (wait/until millis 100 #(contains? #{[] [:not-running]} (reset! why (facts/unsettled (lab/view lab) nodes))))
        ok?   (empty? @why)]
    (cond-> {:converged? ok?
             :ms         (quot (- (System/nanoTime) start) 1000000)}
      (not ok?) (assoc :why @why))))

(defn row-facts
  "The nodes of one partition."
  [{:keys [replicas source destination]} number->node]
  (let [[primary & backups] (map number->node replicas)]
    {:primary     primary
     :backups     (remove nil? backups)
     :source      (number->node source)
     :destination (number->node destination)}))

(defn find-facts
  "What a fault may aim at: the master, some partition's primary and backups, and a migration that is under way, if any."
  [view table nodes]
  (let [names (facts/number->node view)
        rows  (map #(row-facts % names) table)
        known (set nodes)
        row   (first (filter #(and (known (:primary %)) (seq (:backups %))) rows))
        move  (first (filter #(and (:source %) (:destination %)) rows))]
    (merge {:master (facts/master view)}
           (select-keys row [:primary :backups])
           (select-keys move [:source :destination]))))

(defn look
  "Facts of the lab now."
  [lab nodes]
  (let [view   (lab/view lab)
        master (facts/master view)]
    (find-facts view (when master (lab/table lab master)) nodes)))

(def promotion-ms
  "How long to wait until somebody is promoted: a member has to count as dead first, and a master to be elected if it was that."
  20000)

(defn leaders
  "The nodes that are primaries, that of most partitions first."
  [lab]
  (let [view   (lab/view lab)
        names  (facts/number->node view)
        master (facts/master view)
        led    (frequencies (keep (comp names first :replicas) (when master (lab/table lab master))))]
    (sort-by (juxt (comp - led) identity) (keys led))))

(defn spare!
  "Starts a spare member, on slow links if asked so that migrations take a while; its node."
  [lab nodes slow?]
  (let [old  (first (remove (set nodes) (facts/gone (lab/view lab))))
        node (if old (do (lab/revive! lab old) old) (lab/add! lab))]
    (when slow?
      (doseq [other nodes]
        (lab/link! lab node other {:delay 100})
        (lab/link! lab other node {:delay 100})))
    node))

(def provoke-ms
  "How long to wait for a migration: a process has to start and to join first, on links that are slow on purpose."
  30000)

(defn provoke!
  "Lets a spare member join, and waits for a migration; the facts with it, or without it if none was seen."
  [lab nodes]
  (let [spare (spare! lab nodes true)]
    (-> (or (wait/until provoke-ms 10 #(let [f (look lab nodes)] (when (:destination f) f)))
            (look lab nodes))
        (assoc :spare spare))))

(defn needed-facts [lab fault mode nodes]
  (if (or (#{:source :destination :master-migrating :switch} mode) (= [:partition :migration] [fault mode]))
    (provoke! lab nodes)
    (look lab nodes)))

(defn- promoted
  "The node that leads one of the partitions that another number led; nil if none is known to run."
  [lab led number]
  (let [view   (lab/view lab)
        master (facts/master view)
        names  (facts/number->node view)]
    (when master
      (first (for [{:keys [partition replicas]} (lab/table lab master)
                   :let [node (names (first replicas))]
                   :when (and (led partition) (not= number (first replicas)) node)]
               node)))))

(def copies-ms
  "How long to wait until enough copies are in sync."
  5000)

(defn- copies-left?
  "Has each partition an in-sync member beside these nodes, as the master knows it? known: {number node} of members that may not answer."
  [lab known doomed]
  (let [view   (lab/view lab)
        names  (merge known (facts/number->node view))
        gone   (into (set doomed) (facts/gone view))
        master (facts/master view)
        table  (when master (lab/table lab master))]
    (and (seq table)
         (every? (fn [{:keys [inSync]}] (some #(not (contains? gone (names %))) (filter names inSync))) table))))

(defn- may-die?
  "May these nodes be killed? Members without disks forget what they have: a copy of everything must be left, which a fault that began
  before may have prevented, because a member that others suspect is in sync no more."
  [{:keys [durable known]} lab doomed]
  (or durable
      (boolean (wait/until copies-ms 100 #(copies-left? lab known doomed)))))

(defn kill-promoted!
  "Kills a primary, and then, as soon as the master's table names it, who is promoted in its place."
  [test lab {:keys [master primary]}]
  (let [before   (lab/view lab)
        number   (aimed/number before primary)
        led      (if master (aimed/led-by (lab/table lab master) number) #{})
        _        (lab/act! lab primary :kill)
        found    (wait/until promotion-ms 20 #(promoted lab led number))
        promoted (when (and found (may-die? test lab [found])) found)]
    (when promoted (lab/act! lab promoted :kill))
    (events/mark! :killed)
    {:targets (remove nil? [primary promoted]), :term (facts/term before)
     :numbers {:member number, :promoted (aimed/number before promoted)}}))

(def down-ms
  "How long members stay down before anything is done to them: long enough for the watch to see it."
  1500)

(defn- in-parallel [f coll] (run! deref (mapv #(future (f %)) coll)))

(defn roll!
  "Restarts the nodes one after the other, each when the members have converged; the first one after which they do not is the last one.
  between: what is done with a node that is down."
  [test lab nodes between]
  (reduce (fn [done node]
            (lab/act! lab node :kill)
            (between node)
            (Thread/sleep (long down-ms))
            (lab/act! lab node :restart)
            (let [{:keys [converged?] :as found} (settle! lab nodes (settle-ms test))]
              (cond-> (conj done (merge {:node node} found)) (not converged?) reduced)))
          []
          nodes))

(def raise-ms
  "How long the cluster version may take to rise when all members can go by it."
  30000)

(defn- versions
  "The cluster version of each running member."
  [lab]
  (into {}
        (for [[node {:keys [state status]}] (lab/view lab) :when (= :running state)]
          [node (get-in status [:version :version])])))

(defn raise!
  "Asks for the newest cluster version until all running members go by it; the version of each in the end."
  [lab]
  (wait/until raise-ms 250
              (fn []
                (when-let [address (some :http (vals (lab/members lab)))]
                  (lab/raise! lab address))
                (every? #{facts/newest} (vals (versions lab)))))
  (versions lab))

(defn move!
  "Kills nodes, and starts them again at another port each, once the cluster goes by a version in which a member may come back elsewhere."
  [lab all nodes]
  (let [versions (raise! lab)]
    (if-not (every? #(= facts/newest (versions %)) all)
      {:skipped :old-version, :versions versions}
      (let [were (set/map-invert (facts/number->node (lab/view lab)))]
        (in-parallel #(lab/act! lab % :kill) nodes)
        (Thread/sleep (long down-ms))
        (run! #(lab/act! lab % :move) nodes)
        (in-parallel #(lab/act! lab % :restart) nodes)
        {:targets (vec nodes), :were (select-keys were nodes)}))))

(def clock-ms
  "How long a member may take to look at its clock again: it does so at every tick."
  3000)

(defn- tell-clocks! [dir plan]
  (doseq [[node clock] plan]
    (clocks/set-clock! dir (lab/index node) clock)))

(defn- made-of
  "The clocks of a plan as the members' own processes have made them."
  [dir plan]
  (into {} (map (fn [[node _]] [node (clocks/clock dir (lab/index node))])) plan))

(defn set-clocks!
  "Lets clocks go wrong as planned; the clocks as the members' own processes have made them."
  [dir plan]
  (tell-clocks! dir plan)
  (wait/until clock-ms 20 #(= plan (made-of dir plan)))
  (made-of dir plan))

(defn strobe!
  "Lets the clocks of a plan go fast and slow in turns: {node how often its process was seen to have made another one of it}."
  [dir plan]
  (loop [before (made-of dir plan), seen (update-vals plan (constantly 0)), turns (clocks/strobe plan)]
    (if-let [turn (first turns)]
      (do (tell-clocks! dir turn)
          (Thread/sleep (long clocks/strobe-ms))
          (let [now (made-of dir plan)]
            (recur now (into {} (map (fn [[node n]] [node (cond-> n (not= (before node) (now node)) inc)])) seen) (rest turns))))
      seen)))

(def slow-disk-ms
  "How much longer a sync takes on a slow disk."
  200)

(def disk-ms
  "How long it may take until a member has met what is wrong with its disk."
  5000)

(def start-ms
  "How long it may take until a process that was started has read its store."
  60000)

(def cut-after-ms
  "How long the disks are slow before their power is cut, so that much waits for them."
  1000)

(defn cut-power!
  "Slows down the disks of members, kills these, and takes from their disks what they have not synced; of a torn disk a part stays that the
  seed draws. What was written long ago is there without a sync, too, unless the disks are not flushed."
  [{:keys [disks]} lab targets {:keys [mode seed]}]
  (let [indexes (map lab/index targets)
        millis  (disks/slowness seed)]
    (when (not= :unflushed mode)
      (disks/each! disks indexes "flush"))
    (disks/each! disks indexes "slow" millis)
    (Thread/sleep (long cut-after-ms))
    (disks/each! disks indexes "off")
    (in-parallel #(lab/act! lab % :kill) targets)
    (let [lost (into {} (map (fn [index] [index (disks/tell! disks index "cut" (disks/part mode seed index))])) indexes)]
      (disks/each! disks indexes "slow" 0)
      {:targets (vec targets), :slow-ms millis, :lost (update-keys lost lab/node)})))

(defn- damage!
  "Damages a file of a member that is down; where and how, nil if it has none."
  [disks node mode seed]
  (let [index (lab/index node)
        words (disks/aim mode (unchecked-add seed index) (:files (disks/tell! disks index "files")))]
    (when words (apply disks/tell! disks index words))))

(defn- start-again!
  "Starts a member, and waits until it listens or refuses; what it says of damage then."
  [lab node]
  (let [begun (count (lab/log lab node))
        since #(subs (lab/log lab node) begun)]
    (lab/act! lab node :restart)
    (wait/until start-ms 100 #(or (disks/refusal (since)) (str/includes? (since) "listening at")))
    (disks/refusal (since))))

(defn- on-each
  "What a function gives of each node, at once."
  [f nodes]
  (into {} (map (fn [[node found]] [node @found])) (mapv (fn [node] [node (future (f node))]) nodes)))

(defn damage-disks!
  "Kills members, damages a file of each, and starts them again: what was done, and what each says that does not start with that."
  [{:keys [disks]} lab targets {:keys [mode seed]}]
  (let [done (on-each (fn [node]
                        (lab/act! lab node :kill)
                        (let [done (damage! disks node mode seed)]
                          {:damage done, :said (start-again! lab node)}))
                      targets)]
    {:targets (vec targets), :damage (update-vals done :damage), :said (into {} (filter val) (update-vals done :said))}))

(defn damage-while-down!
  "Kills all members, damages a file of some while nobody runs, one flipped and the next one cut short, and starts all at once."
  [{:keys [disks]} lab nodes damaged {:keys [seed]}]
  (let [were (facts/number->node (lab/view lab))
        _    (on-each #(lab/act! lab % :kill) nodes)
        _    (Thread/sleep (long down-ms))
        done (into {} (map (fn [node mode] [node (damage! disks node mode seed)]) damaged (cycle [:flip :truncate])))
        said (on-each #(start-again! lab %) nodes)]
    {:targets (vec nodes), :damaged (vec damaged), :damage done, :said (into {} (filter val) said), :were (set/map-invert were)}))

(defn spoil-disks!
  "Lets disks be slow or full; what they do not tell members of, until they have done it to one."
  [{:keys [disks]} targets mode]
  (let [indexes (map lab/index targets)
        met     (fn [what & words]
                  (let [now    #(reduce + (map what (vals (disks/each! disks indexes "status"))))
                        before (now)]
                    (apply disks/each! disks indexes words)
                    (wait/until disk-ms 50 #(< before (now)))
                    {:targets (vec targets), what (- (now) before)}))]
    (case mode
      :slow   (met :slowed "slow" slow-disk-ms)
      :untold (met :refused "full" "untold")
      (do (disks/each! disks indexes "full" "told")
          {:targets (vec targets)}))))

(def cut-off-ms
  "How long it may take until the others suspect a node that was cut off."
  20000)

(def replaced-ms
  "How long it may take until a member has its share, and until another one has left."
  30000)

(defn replace-beside-a-cut!
  "Cuts a node off from all others; while it is, lets a spare member join, and another member leave. Which of that came about before the end
  of the cut, the members' own words tell."
  [{:keys [nodes] :as test} lab [leaver cut-off :as order]]
  (let [grudge    (fn [others] (net/grudge :one (cons cut-off (remove #{cut-off} others)) {}))
        cut-off?  #(some #{%} (facts/suspects (lab/view lab)))
        before    (lab/view lab)
        number    (get-in before [cut-off :status :number])
        _         (jnet/drop-all! test (grudge order))
        _         (wait/until cut-off-ms 50 #(cut-off? number))
        spare     (spare! lab nodes false)
        all       (conj (vec order) spare)
        _         (jnet/drop-all! test (select-keys (grudge all) [cut-off spare]))
        _         (wait/until replaced-ms 100 #(pos? (get-in (lab/view lab) [spare :status :replicas] 0)))
        _         (lab/act! lab leaver :leave)
        _         (wait/until replaced-ms 100 #(= :gone (get-in (lab/view lab) [leaver :state])))]
    {:targets [leaver], :spare spare, :cut-off cut-off, :grudge (grudge all), :numbers {:cut-off number, :leaver (get-in before [leaver :status :number])}}))

(defn- mark!
  "Marks the moment of a mode that has a window."
  [mode]
  (some-> (proof/windows mode) events/mark!))

(defn strike!
  "Starts a fault. What was done, as a map; {:skipped why} if there was nothing to aim at."
  [{:keys [nodes backups net] :as test} lab {:keys [fault mode seed] :as round}]
  (let [order (schedule/shuffle-nodes seed nodes)
        found (needed-facts lab fault mode order)]
    (case fault
      :partition
      (if-let [grudge (net/grudge mode order found)]
        (let [view (lab/view lab)]
          (jnet/drop-all! test grudge)
          (mark! mode)
          {:grudge grudge, :facts found
           :numbers {:member (aimed/number view (:source found)), :destination (aimed/number view (:destination found))}})
        {:skipped :no-target, :facts found})

      (:kill :pause)
      (cond
        (aimed/windows mode) (aimed/strike! test lab order round found #(spare! lab nodes false))
        (= :promoted mode)   (merge {:facts found} (kill-promoted! test lab found))
        :else
        (let [targets (seq (schedule/targets mode order backups found))]
          (cond
            (nil? targets)
            {:skipped :no-target, :facts found}

            (not (or (= :pause fault) (may-die? test lab targets)))
            {:skipped :last-copies, :facts found}

            :else
            (let [view (lab/view lab)]
              (in-parallel #(lab/act! lab % fault) targets)
              (mark! mode)
              {:targets (vec targets), :facts found, :numbers {:member (aimed/number view (first targets))}}))))

      :link
      (let [hit (if (#{:slow :one-sided} mode) [(first order)] order)]
        (if (= :one-sided mode)
          (net/shape-one-side! lab (first order) (rest order) (:kind net))
          (proto/shape! net test hit (net/behaviors mode)))
        (cond-> {:targets (vec hit)
                 :links   (count (filter #(some pos? (vals (select-keys % [:delay :bandwidth :slowStart :drop :loss])))
                                         (lab/call! lab "GET" "/links")))}
          (= :one-sided mode) (assoc :others (vec (rest order)))))

      :power-cut
      (cut-power! test lab (schedule/targets (if (= :minority mode) mode :all) order backups found) round)

      :disk
      (let [targets (schedule/targets (if (#{:slow :untold} mode) :minority mode) order backups found)]
        (cond
          (not (schedule/damaging mode))                           (spoil-disks! test targets mode)
          (:converged? (settle! lab nodes (settle-ms test)))       (damage-disks! test lab targets round)
          :else                                                    {:skipped :not-converged}))

      :clock
      (let [aimed   (if (= :isolated mode) (take 1 (leaders lab)) order)
            plan    (if (seq aimed) (clocks/plan mode aimed) {})
            changes (when (= :strobe mode) (strobe! (:clocks test) plan))
            done    {:targets (vec (sort (keys plan))), :wanted plan, :clocks (set-clocks! (:clocks test) plan)}
            grudge  (when (= :isolated mode) (net/grudge :one (concat aimed (remove (set aimed) order)) found))]
        (cond
          (empty? plan) {:skipped :no-target, :facts found}
          grudge        (do (jnet/drop-all! test grudge)
                            (assoc done :grudge grudge :facts found))
          changes       (assoc done :changes changes)
          :else         done))

      :membership
      (case mode
        :join    {:spare (spare! lab nodes false)}
        :leave   (do (lab/act! lab (first order) :leave)
                     {:targets [(first order)]})
        :replace (let [spare (spare! lab nodes false)]
                   (settle! lab nodes 20000)
                   (lab/act! lab (first order) :leave)
                   {:targets [(first order)], :spare spare})
        :replace-cut (replace-beside-a-cut! test lab order))

      :restart
      (case mode
        :rolling {:targets order, :rounds (roll! test lab order (constantly nil))}
        :full    (do (in-parallel #(lab/act! lab % :kill) order)
                     {:targets order})
        :move    (move! lab order (take (max 1 (quot (dec (count order)) 2)) order))
        :damaged (if (:converged? (settle! lab nodes (settle-ms test)))
                   (damage-while-down! test lab order (schedule/targets mode order backups found) round)
                   {:skipped :not-converged}))

      :state
      (states/strike! lab order round
                      {:may-die? #(may-die? test lab [%])
                       :join!    #(spare! lab nodes false)
                       :leaders  (leaders lab)
                       :raise!   #(raise! lab)
                       :cut!     (fn [a b]
                                   (let [grudge {a #{b}, b #{a}}]
                                     (jnet/drop-all! test grudge)
                                     {:grudge grudge}))})

      :upgrade
      (let [rounds (roll! test lab order #(lab/upgrade! lab %))]
        ; Spare members that are down would be refused with the older program.
        (run! #(lab/upgrade! lab %) (remove (set order) (keys (lab/view lab))))
        {:targets order, :rounds rounds, :versions (raise! lab)}))))

(defn strike-all!
  "Starts the faults of a round. The second one comes first: what the other one waits for it has to find under it."
  [test lab {:keys [beside] :as round}]
  (let [test       (assoc test :known (facts/number->node (lab/view lab)))
        second-one (when beside (assoc beside :value (strike! test lab beside)))
        done       (strike! test lab round)]
    (cond-> done second-one (assoc :beside second-one))))

(defn retire!
  "Lets the spare members leave that run, one after the other."
  [lab nodes]
  (doseq [[node {:keys [state]}] (lab/view lab)
          :when (and (not ((set nodes) node)) (not= :gone state))]
    (lab/act! lab node :leave)
    (wait/until 30000 100 #(= :gone (get-in (lab/view lab) [node :state])))))

(defn mend!
  "Undoes all faults and waits until the members have converged."
  [{:keys [nodes clocks disks] :as test} lab]
  (lab/heal! lab)
  (when clocks
    (clocks/all-true! clocks))
  (when disks
    (disks/mend! disks (map lab/index nodes)))
  (doseq [node (facts/paused (lab/view lab))]
    (lab/act! lab node :resume))
  (states/activate! lab)
  (let [revive!    (fn []
                     (doseq [[node {:keys [state]}] (lab/view lab)
                             :when (and ((set nodes) node) (= :gone state))]
                       (lab/revive! lab node)))
        _          (revive!)
        again      (settle! lab nodes (settle-ms test))
        ; Who was told to leave may have been on its way still.
        first-time (if (some #{:not-running} (:why again))
                     (do (revive!)
                         (settle! lab nodes (settle-ms test)))
                     again)
        spares     (set/difference (set (keys (lab/view lab))) (set nodes) (set (facts/gone (lab/view lab))))]
    (if (seq spares)
      (do (retire! lab nodes)
          (settle! lab nodes (settle-ms test)))
      first-time)))

(defn- end!
  "Ends a round: mends everything, and tells whether the round has shown its effect. With event logs, its number says where what
  they say is kept."
  [test lab {:keys [samples]} {:keys [mode] :as window} value]
  (let [seen     (states/before-mending lab (:value window))
        done     (mend! test lab)
        window   (-> window (assoc :to (util/relative-time-nanos)) (update :value merge seen))
        round    (events/end! (contains? proof/windows mode))
        segments (when round @(:segments events/*recorder*))]
    (cond-> (merge value seen done {:shown? (checks/effective? window (some-> samples deref) segments)})
      round (assoc :round round))))

(defrecord Nemesis [handle faults read-logs watch window recorder]
  nemesis/Reflection
  (fs [_] (into #{:converge} (mapcat (juxt rounds/start-f rounds/stop-f)) faults))

  nemesis/Nemesis
  (setup! [this test]
    (assoc this
           :watch    (watch/start! handle)
           :window   (atom nil)
           :recorder (when (:event-logs test) (events/recorder (read-logs test)))))
  (invoke! [_ test {:keys [f value] :as op}]
    (binding [events/*recorder* recorder]
      (assoc op :value
             (cond
               (= :converge f)
               (mend! test @handle)

               (= "start" (subs (name f) 0 5))
               (let [from (util/relative-time-nanos)
                     _    (events/begin!)
                     done (merge value (strike-all! test @handle value))]
                 (reset! window {:fault (:fault value), :mode (:mode value), :from from, :value done})
                 done)

               :else
               (end! test @handle watch @window value)))))
  (teardown! [_ test]
    (watch/stop! watch test)
    (some-> recorder (events/write! test))))

(def colors
  {:partition "#E9DCA0", :kill "#E9A4A0", :pause "#A0B1E9", :link "#A0E9DB", :membership "#C5A0E9", :restart "#E9A0CF", :upgrade "#E9C0A0", :state "#B9E9A0"
   :power-cut "#B0A0A0", :disk "#C8C8C8", :clock "#D9B48F"})

(defn package
  "The nemesis of a run, its generator, what mends everything in the end, the modes that the run must show (:required),
  in how many rounds two faults are due (:together), and how plots draw it. read-logs: of a test, what reads its members' event logs (godwit.events)."
  [{:keys [handle faults read-logs seed interval time-limit] :as opts}]
  (let [schedule (schedule/rounds seed (schedule/modes faults opts) interval)
        required (schedule/required time-limit schedule)]
    {:nemesis         (->Nemesis handle faults read-logs nil nil nil)
     :generator       (rounds/rounds schedule required)
     :final-generator {:type :info, :f :converge, :value nil}
     :required        required
     :together        (schedule/together time-limit schedule)
     :perf            (into #{}
                            (map (fn [fault]
                                   {:name  (name fault)
                                    :start #{(rounds/start-f fault)}
                                    :stop  #{(rounds/stop-f fault)}
                                    :color (colors fault)}))
                            faults)}))
