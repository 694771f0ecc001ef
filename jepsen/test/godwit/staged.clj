(ns godwit.staged
  "A cluster that plays the part of one aimed fault: its members say at /status, and write into their event logs, what members would
  if the fault struck in its window, or if it missed."
  (:require [clojure.data.json :as json]
            [clojure.java.io :as io]
            [godwit.lab :as lab]
            [godwit.wait :as wait]))

(def nodes ["n1" "n2" "n3" "n4" "n5"])

(defn- calm [term]
  (into (sorted-map)
        (for [n [1 2 3 4 5]]
          [(str "n" n) {:state  :running
                        :status {:number n, :role (if (= 1 n) "master" "follower"), :term term, :master 1, :suspects [], :leaving [], :voters [1 2 3 4 5]
                                 :migrations 0, :incomplete 0, :replicas 9, :stamp (str "a" term), :accepted "c"}}])))

(defn stage
  "A cluster in an atom. logs?: does one look at its event logs? changed!: is called with each new view."
  [mode hits? logs? dir changed!]
  (atom {:mode mode, :hits? hits?, :logs? logs?, :dir dir, :changed! changed!, :term 3, :view (calm 3), :numbers {}, :lives {}}))

(defn view! [stage f & args]
  (let [{:keys [changed! view]} (apply swap! stage update :view f args)]
    (changed! view)))

(defn- line! [stage member life line]
  (let [f (io/file (:dir @stage) (str "member-" member "-" life ".ndjson"))]
    (io/make-parents f)
    (spit f (str (json/write-str line) "\n") :append true)))

(defn log!
  "A member takes an action."
  [stage member action changes]
  (let [n (get-in (swap! stage update-in [:numbers member] (fnil inc 0)) [:numbers member])]
    (line! stage member (get-in @stage [:lives member] 0) (cond-> {:s n, :a action} changes (assoc :d changes)))))

(defn- begin! [stage member began committed]
  (let [life (get-in @stage [:lives member] 0)]
    (swap! stage assoc-in [:numbers member] (bit-shift-left life 32))
    (line! stage member life {:format "godwit-events", :member member, :life life, :began began
                              :control {:term (:term @stage), :committed committed}, :data {}})))

(defn decision [version replicas & [source destination]]
  {"0" (into (conj version 0 0) [replicas replicas (or source 0) (or destination 0)])})

(defn- elected! [stage n term]
  (log! stage n "StartElection" {:term term, :role "candidate"})
  (log! stage n "BecomeMaster" {:role "master"}))

(defn- leads
  "A view in which a node is master of a term."
  [view node term]
  (reduce (fn [view n]
            (cond-> view
              (get-in view [n :status])
              (update-in [n :status] assoc :term term, :master (lab/index node), :role (if (= n node) "master" "follower"))))
          view
          (keys view)))

(defn- without
  "The others lead on without a node, and have come to rest."
  [view node heir term]
  (let [there (remove #{node} (filter #(get-in view [% :status]) (keys view)))]
    (reduce (fn [view n] (update-in view [n :status] assoc :suspects [(lab/index node)] :stamp (str "b" term)))
            (merge view (leads (select-keys view there) heir term))
            there)))

(def moving
  "Modes that strike while partition 0 moves from n1 to n2."
  #{:switch :source :destination :master-migrating :migration})

(defn calm!
  "All is as at the beginning, in a later term. Each member has written what it knows."
  [stage]
  (let [term (:term (swap! stage update :term + 5))]
    (view! stage (constantly (calm term)))
    (elected! stage 1 term)
    (doseq [n [1 2 3 4 5]]
      (log! stage n "HandleCommit" {:term term, :committed (decision [term 1] (if (moving (:mode @stage)) [1 3] [2 3]))}))))

(defn act! [stage node action]
  (let [{:keys [mode hits? logs? term]} @stage, n (lab/index node)]
    ; Without logs a miss is that nothing migrates.
    (when (and (not hits?) logs? (= :kill action) (#{:source :destination :master-migrating} mode))
      (log! stage 1 "CommitProposal" {:committed (decision [term 3] [2 3])}))
    (case action
      (:kill :leave) (view! stage assoc node {:state :gone, :status nil})
      :pause         (view! stage assoc-in [node] {:state :paused, :status nil})
      (:resume :restart) nil)
    (case [mode action]
      [:unpublished :kill] (do (elected! stage 2 (inc term)) (view! stage without node "n2" (inc term)))
      [:behind :kill]      nil
      ([:source :kill] [:destination :kill] [:master-migrating :kill])
      (view! stage without node (if (= "n1" node) "n3" "n1") (cond-> term (= "n1" node) inc))
      [:promoted :kill]
      (do (when (and hits? (= "n2" node)) (log! stage 1 "CommitProposal" {:committed (decision [term 2] [3 1])}))
          (view! stage without node "n1" term))
      [:switch :kill]      (view! stage without node "n1" term)
      [:two-masters :pause] (do (elected! stage 2 (inc term)) (view! stage without node "n2" (inc term)))
      [:two-masters :resume]
      (do (when hits? (log! stage 1 "Write" nil))
          (log! stage 1 "HandleVoteRequest" {:term (inc term), :role "follower"})
          (view! stage assoc "n1" (cond-> ((calm term) "n1") (not hits?) (assoc-in [:status :role] "follower"))))
      ([:stale :kill] [:stale :pause])
      (let [without-it {:committed (decision [term 2] [3 1])}]
        (when (and (not hits?) (= :pause action))
          (log! stage n "HandleCommit" without-it))
        (doseq [m (remove #{n} [1 2 3 4 5])] (log! stage m "HandleCommit" without-it))
        ; Without logs a miss is that the others do not come to rest without it.
        (when (or hits? logs?)
          (view! stage without node "n1" term)))
      ([:stale :resume] [:stale :restart])
      (do
        (when (= :restart action)
          (swap! stage update-in [:lives n] (fnil inc 0))
          (begin! stage n (if hits? "restart" "join") (if hits? (decision [term 1] [2 3]) {})))
        (log! stage n "HandleProbe" nil)
        (calm! stage))
      ; A member that is restarted to mend a round.
      (when (#{:resume :restart} action)
        (calm! stage)))
    nil))

(defn link! [stage from _ condition]
  (locking stage
    (let [{:keys [mode hits? term view]} @stage
          status #(get-in view [% :status])]
      (case mode
        :behind
        (cond
          ; A member is cut off: the others decide without it.
          (and (= {:cut "silent"} condition) (= "n2" from) (empty? (:suspects (status "n1"))))
          (do (doseq [m [1 3 4 5]] (log! stage m "HandleCommit" {:committed (decision [term 2] [3 1])}))
              (view! stage without "n2" "n1" term))

          (and (= {} condition) (nil? (status "n1")) (= term (:term (status "n2"))))
          (let [next-one (if hits? 2 3)]
            (elected! stage next-one (+ 2 term))
            (view! stage leads (str "n" next-one) (+ 2 term))))

        ; The migration is over before the cut.
        :migration
        (when (and (= {:cut "silent"} condition) (empty? (:suspects (status "n3"))))
          (when-not hits?
            (log! stage 1 "CommitProposal" {:committed (decision [term 3] [2 3])}))
          (view! stage assoc-in ["n3" :status :suspects] [2]))

        ; A decision gets through in the last moment.
        :unpublished
        (when (and (not hits?) (= {:cut "reset"} condition) (not= (:stamp (status "n1")) (:stamp (status "n2"))))
          (log! stage 2 "HandleCommit" {:committed (decision [term 2] [2 3])})
          (view! stage assoc-in ["n2" :status :stamp] (:stamp (status "n1"))))
        nil)
      nil)))

(defn heal! [stage]
  (when (#{:two-masters :migration} (:mode @stage))
    (calm! stage)))

(defn add! [stage]
  (let [{:keys [mode hits? logs? term]} @stage]
    (view! stage assoc "n6" (-> (calm term) (get "n5") (assoc-in [:status :number] 6)))
    (when (= :unpublished mode)
      (log! stage 1 "CommitProposal" {:committed (decision [term 2] [2 3])})
      (view! stage assoc-in ["n1" :status :stamp] (str "x" term)))
    (when (and (moving mode) (not= :switch mode) (or hits? logs?))
      (log! stage 1 "CommitProposal" {:committed (decision [term 2] [1 3] 1 2)})
      (view! stage assoc-in ["n1" :status :migrations] 1))
    (swap! stage assoc :asked 0)
    "n6"))

(defn table
  "Partition 0 moves from n1 to n2, after some looks at it."
  [stage]
  (let [{:keys [mode hits? logs? term asked]} (swap! stage update :asked (fnil inc 0))
        ; Without logs a miss is that it does not move.
        moved? (and (= :switch mode) (< 6 asked) (or hits? logs?))]
    (when (and moved? (= 7 asked))
      (log! stage 1 "CommitProposal" {:committed (decision [term 2] [2 3])})
      (when-not hits?
        (log! stage 2 "Activate" {:replicas {"0" {:view [term 2 [2 3] [2 3] 0 0]}}})))
    (cond
      (and (moving mode) (not moved?) (or (= :switch mode) hits? logs?))
      [{:partition 0, :replicas [1 3], :inSync [1 3], :source 1, :destination 2}]
      (and (= :promoted mode) (= :gone (get-in @stage [:view "n2" :state])) (or hits? logs?))
      [{:partition 0, :replicas [3 1], :inSync [3 1], :source 0, :destination 0}]
      :else
      [{:partition 0, :replicas [2 3], :inSync [3], :source 0, :destination 0}])))

(defmacro on-stage
  "Runs the body with a cluster as the lab's. Waiting takes no time."
  [stage & body]
  `(let [stage# ~stage]
     (with-redefs [lab/view        (fn [_#] (:view @stage#))
                   lab/table       (fn [_# _#] (table stage#))
                   lab/act!        (fn [_# node# action#] (act! stage# node# action#))
                   lab/revive!     (fn [_# node#] (act! stage# node# :restart))
                   lab/add!        (fn [_#] (add! stage#))
                   lab/link!       (fn [_# a# b# c#] (link! stage# a# b# c#))
                   lab/reset-link! (fn [& _#])
                   lab/heal!       (fn [_#] (heal! stage#))
                   wait/until      (fn [_# _# f#] (some identity (repeatedly 20 f#)))]
       ~@body)))
