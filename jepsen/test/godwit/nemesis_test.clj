(ns godwit.nemesis-test
  (:require [clojure.test :refer [deftest is testing]]
            [godwit.clocks :as clocks]
            [godwit.disks :as disks]
            [godwit.facts :as facts]
            [godwit.facts-test :refer [calm member]]
            [godwit.lab :as lab]
            [godwit.nemesis :as n]
            [godwit.net :as net]
            [godwit.schedule :as schedule]
            [jepsen.nemesis :as nemesis]
            [jepsen.net :as jnet]
            [jepsen.util :as util]))

(def nodes ["n1" "n2" "n3"])

(defn fake
  "A lab in an atom: {:view, :said}. Kill, pause, resume and restart change the view."
  [view]
  (atom {:view view, :said []}))

(defn- act [state node action]
  (-> state
      (update :said conj [action node])
      (assoc-in [:view node]
                (case action
                  (:kill :leave)    {:state :gone, :status nil}
                  :pause            {:state :paused, :status nil}
                  (:move :upgrade)  (get-in state [:view node])
                  (:resume :restart) (or (calm node) (member 9))))))

(defmacro with-fake
  "Runs the body against a lab in an atom."
  [state table & body]
  `(with-redefs [lab/view    (fn [_#] (:view @~state))
                 lab/table   (fn [_# _#] ~table)
                 lab/act!    (fn [_# node# action#] (swap! ~state act node# action#))
                 lab/revive! (fn [_# node#] (swap! ~state act node# :restart))
                 lab/add!    (fn [_#] (swap! ~state assoc-in [:view "n4"] (member 9)) "n4")
                 lab/link!   (fn [_# a# b# c#] (swap! ~state update :said conj [:link a# b# c#]))
                 lab/reset-link! (fn [& _#])
                 lab/heal!   (fn [_#] (swap! ~state update :said conj [:heal]))
                 lab/call!   (fn [& _#] [{:delay 80} {:delay 0}])]
     ~@body))

(def table
  [{:partition 0, :replicas [2 3], :inSync [2 3], :source 0, :destination 0}
   {:partition 1, :replicas [1 2], :inSync [1 2], :source 1, :destination 3}])

(deftest facts-of-a-view
  (is (= {:master "n1", :primary "n2", :backups ["n3"], :source "n1", :destination "n3"}
         (n/find-facts calm table nodes)))
  (is (= {:master "n1", :primary "n2", :backups ["n3"]} (n/find-facts calm (take 1 table) nodes)))
  (is (= {:master nil} (n/find-facts {} nil nodes)))
  (is (nil? (:source (n/find-facts (dissoc calm "n3") table nodes))) "a migration to an unknown node is none to aim at"))

(defn- strike [state fault mode]
  (with-fake state table
    (n/strike! {:nodes nodes, :backups 1, :net (net/lab-net (atom {}) :relays)} {} {:fault fault, :mode mode, :seed 5})))

(defn- said [state kind] (filter #(= kind (first %)) (:said @state)))

(deftest kills-and-pauses
  (let [state (fake calm)]
    (is (= ["n1"] (:targets (strike state :kill :master))))
    (is (= [[:kill "n1"]] (:said @state))))
  (let [state (fake calm)]
    (is (= 2 (count (:targets (strike state :pause :majority)))))
    (is (= 2 (count (said state :pause)))))
  (testing "nobody is master"
    (is (= :no-target (:skipped (strike (fake (assoc calm "n1" (member 1))) :kill :master))))))

(deftest who-leads-most
  (let [led (fn [view & numbers] (with-fake (fake view) (map-indexed (fn [p n] {:partition p, :replicas [n 3]}) numbers) (n/leaders {})))]
    (is (= ["n2" "n1"] (led calm 1 2 2 1 2)))
    (is (= ["n1" "n2"] (led calm 2 1 2 1)) "of several, always the same order")
    (is (= ["n1"] (led calm 9 1 9)) "nobody has that number")
    (is (empty? (led {} 1)) "there is no master")))

(deftest clocks-of-members
  (let [set-to (atom {})
        strike (fn []
                 (with-fake (fake calm) table
                   (n/strike! {:nodes nodes, :clocks "d"} {} {:fault :clock, :mode :fast, :seed 5})))]
    (with-redefs [clocks/set-clock! (fn [_ index clock] (swap! set-to assoc index clock))
                  clocks/clock      (fn [_ index] (@set-to index))]
      (let [{:keys [targets wanted] :as done} (strike)]
        (is (= 1 (count targets)))
        (is (= {:rate 1.4, :offset 0} (wanted (first targets))))
        (is (= wanted (:clocks done)))
        (testing "all clocks are true in the end"
          (with-fake (fake calm) table
            (n/mend! {:nodes nodes, :settle 1, :clocks "d"} {}))
          (is (= #{{}} (set (vals @set-to)))))))
    (testing "a primary with a slow clock that is cut off"
      (let [cuts (atom [])
            aimed (fn [view]
                    (with-redefs [clocks/set-clock! (fn [_ index clock] (swap! set-to assoc index clock))
                                  clocks/clock      (fn [_ index] (@set-to index))
                                  jnet/drop-all!    (fn [_ grudge] (reset! cuts grudge))]
                      (with-fake (fake view) (conj table {:partition 2, :replicas [2 1], :source 0, :destination 0})
                        (n/strike! {:nodes nodes, :clocks "d"} {} {:fault :clock, :mode :isolated, :seed 5}))))]
        (is (= {:targets ["n2"], :wanted {"n2" {:rate 0.6, :offset 0}}, :clocks {"n2" {:rate 0.6, :offset 0}}
                :grudge {"n2" #{"n1" "n3"}, "n1" #{"n2"}, "n3" #{"n2"}}}
               (dissoc (aimed calm) :facts)))
        (is (= {"n2" #{"n1" "n3"}, "n1" #{"n2"}, "n3" #{"n2"}} @cuts))
        (is (= :no-target (:skipped (aimed {}))) "there is none")))
    (testing "clocks that strobe"
      (let [turns (atom []), looks (atom 0)
            round {:fault :clock, :mode :strobe, :seed 5}]
        (with-redefs [clocks/strobe-ms  0
                      clocks/set-clock! (fn [_ index clock] (swap! turns conj clock) (swap! set-to assoc index clock))
                      clocks/clock      (fn [_ index] (swap! looks inc) (@set-to index))]
          (let [{:keys [changes wanted clocks targets]} (with-fake (fake calm) table (n/strike! {:nodes nodes, :clocks "d"} {} round))]
            (is (= wanted clocks))
            (is (= (set targets) (set (keys changes))))
            (is (every? #(<= (dec clocks/strobes) %) (vals changes)) "as often as its process was seen to follow")
            (is (= [1.4 0.6] (take 2 (map :rate @turns))))
            (is (< @looks 1000))))
        (with-redefs [clocks/strobe-ms  0
                      n/clock-ms        10
                      clocks/set-clock! (fn [& _])
                      clocks/clock      (constantly {:rate 1.0, :offset 0})]
          (is (every? zero? (vals (:changes (with-fake (fake calm) table (n/strike! {:nodes nodes, :clocks "d"} {} round))))) "nobody follows"))))
    (testing "a member that does not look at its clock has shown nothing"
      (with-redefs [n/clock-ms        10
                    clocks/set-clock! (fn [& _])
                    clocks/clock      (constantly {:rate 1.0, :offset 0})]
        (let [{:keys [wanted clocks]} (strike)]
          (is (not= wanted clocks)))))))

(deftest last-copies-are-not-killed
  (with-redefs [n/copies-ms 50]
    (let [without (assoc-in table [0 :inSync] [2])
          strike  (fn [state table test fault mode]
                    (with-fake state table
                      (n/strike! (merge {:nodes nodes, :backups 1, :disks "/d"} test) {} {:fault fault, :mode mode, :seed 5})))
          primary {:backups 1}]
      (testing "without disks"
        (let [state (fake calm)
              rows  (assoc-in table [1 :inSync] [1])]
          (is (= :last-copies (:skipped (strike state rows primary :kill :master))))
          (is (empty? (said state :kill)))))
      (testing "a member that runs, and is none of them, has a copy"
        (is (= ["n1"] (:targets (strike (fake calm) table primary :kill :master))))
        (is (= :last-copies (:skipped (strike (fake (assoc calm "n2" {:state :gone, :status nil})) table primary :kill :master))) "n2 has gone")
        (is (= :last-copies (:skipped (strike (fake calm) (assoc-in table [1 :inSync] [1 8]) primary :kill :master))) "8 does not run"))
      (testing "or one that does not answer, but runs"
        (is (= ["n1"] (:targets (strike (fake (assoc calm "n2" {:state :paused, :status nil})) table {:known {2 "n2"}} :kill :master))))
        (is (= :last-copies (:skipped (strike (fake (assoc calm "n2" {:state :paused, :status nil})) table {} :kill :master)))))
      (testing "without a table nobody knows"
        (is (= :last-copies (:skipped (strike (fake (assoc calm "n1" (member 1))) table primary :kill :one))))
        (is (= :last-copies (:skipped (strike (fake calm) [] primary :kill :one)))))
      (testing "what is on disks comes back"
        (is (= ["n1"] (:targets (strike (fake calm) (assoc-in table [1 :inSync] [1]) {:durable true} :kill :master)))))
      (testing "who is paused forgets nothing"
        (is (= ["n1"] (:targets (strike (fake calm) (assoc-in table [1 :inSync] [1]) primary :pause :master)))))
      (testing "who was promoted lives if nobody else has its copies"
        (let [state (fake calm)
              rows  #(if (= :gone (get-in @state [:view "n2" :state])) (assoc without 0 {:partition 0, :replicas [3], :inSync [3]}) table)]
          (is (= ["n2"] (:targets (with-fake state (rows) (n/strike! {:nodes nodes} {} {:fault :kill, :mode :promoted, :seed 5})))))))))
  (testing "copies may come back in time"
    (let [state (fake calm), looks (atom 0)]
      (with-fake state (if (< (swap! looks inc) 4) (assoc-in table [1 :inSync] [1]) table)
        (is (= ["n1"] (:targets (n/strike! {:nodes nodes, :backups 1} {} {:fault :kill, :mode :master, :seed 5}))))))))

(deftest rolling-restarts-stop-where-members-do-not-converge
  (let [state (fake calm), left (atom 2)]
    (with-redefs [n/settle! (fn [& _] {:converged? (pos? (swap! left dec))})]
      (with-fake state table
        (is (= [true false] (map :converged? (:rounds (n/strike! {:nodes nodes} {} {:fault :restart, :mode :rolling, :seed 5})))))))
    (is (= 2 (count (said state :kill)) (count (said state :restart))))))

(deftest members-that-are-upgraded
  (with-redefs [n/down-ms 1, n/raise! (fn [lab] (keys (lab/view lab)))]
    (let [state (fake (assoc calm "n4" {:state :gone, :status nil}))
          done  (with-fake state table (n/strike! {:nodes nodes, :settle 1} {} {:fault :upgrade, :mode :rolling, :seed 5}))
          order (:targets done)]
      (is (= (set nodes) (set order)))
      (is (= ["n1" "n2" "n3" "n4"] (sort (:versions done))))
      (is (= (concat (mapcat (fn [node] [[:kill node] [:upgrade node] [:restart node]]) (map :node (:rounds done))) [[:upgrade "n4"]])
             (:said @state))
          "who is down is upgraded, too"))))

(deftest members-that-move
  (with-redefs [n/down-ms 1]
    (let [strike (fn [state versions]
                   (with-redefs [n/raise! (constantly versions)]
                     (with-fake state table
                       (n/strike! {:nodes nodes} {} {:fault :restart, :mode :move, :seed 5}))))
          newest (zipmap nodes (repeat facts/newest))]
      (let [state (fake calm)
            {:keys [targets were]} (strike state newest)
            [node] targets]
        (is (= 1 (count targets)) "a minority")
        (is (= {node (get-in calm [node :status :number])} were))
        (is (= [[:kill node] [:move node] [:restart node]] (:said @state))))
      (doseq [versions [(assoc newest "n2" 6) (dissoc newest "n2") {}]
              :let [state (fake calm)]]
        (is (= {:skipped :old-version, :versions versions} (strike state versions)) "a member that moved would be refused")
        (is (empty? (:said @state)))))))

(deftest who-is-promoted-is-killed
  (let [state (fake (assoc-in calm ["n1" :status :suspects] [8]))
        looks (atom 0)
        gone? #(= :gone (get-in @state [:view "n2" :state]))]
    (with-fake state (if (and (gone?) (< 2 (swap! looks inc))) (update table 0 assoc :replicas [3 1] :inSync [3 1]) table)
      (is (= {:targets ["n2" "n3"], :term 3, :numbers {:member 2, :promoted 3}}
             (select-keys (n/strike! {:nodes nodes} {} {:fault :kill, :mode :promoted, :seed 5}) [:targets :term :numbers]))
          "not before the table says so, and whomever they suspect that went long ago")
      (is (<= 3 @looks))))
  (with-redefs [n/promotion-ms 50]
    (is (= ["n2"] (:targets (strike (fake calm) :kill :promoted))) "nobody is promoted")
    (let [state (fake calm)
          gone? #(= :gone (get-in @state [:view "n2" :state]))]
      (is (= ["n2"] (:targets (with-fake state (if (gone?) (assoc-in table [0 :replicas] [8 1]) table)
                                (n/strike! {:nodes nodes} {} {:fault :kill, :mode :promoted, :seed 5}))))
          "a member that does not run is none to kill"))))

(defn- strike-disk
  "[what was done, what disks were told]. slowed: how many syncs each disk says it has slowed, one after the other."
  [state fault mode & slowed]
  (let [told (atom []), left (atom slowed)]
    (with-redefs [disks/tell! (fn [dir index & words]
                                (swap! told conj (into [dir index] words))
                                (case (first words)
                                  "cut"    {:files [["store/LOG" index]], :names 0, :kept 0}
                                  "status" (let [n (ffirst (swap-vals! left #(or (next %) %)))] {:slowed n, :refused (inc n)})
                                  {}))
                  n/disk-ms 300
                  n/cut-after-ms 1]
      (with-fake state table
        [(n/strike! {:nodes nodes, :backups 1, :disks "/d"} {} {:fault fault, :mode mode, :seed 5}) told]))))

(deftest spoiled-disks
  (let [[done told] (strike-disk (fake calm) :disk :one)]
    (is (= 1 (count (:targets done))))
    (is (= [["/d" (lab/index (first (:targets done))) "full" "told"]] @told)))
  (let [[done told] (strike-disk (fake calm) :disk :slow 3 3 7)]
    (is (= 1 (count (:targets done))) "a minority")
    (is (= 4 (:slowed done)) "it waits until a sync was slow")
    (is (some #{["/d" (lab/index (first (:targets done))) "slow" n/slow-disk-ms]} @told)))
  (is (zero? (:slowed (first (strike-disk (fake calm) :disk :slow 3)))))
  (let [[done told] (strike-disk (fake calm) :disk :untold 3 5)]
    (is (= 2 (:refused done)))
    (is (some #{["/d" (lab/index (first (:targets done))) "full" "untold"]} @told))))

(deftest damaged-disks
  (let [told (atom []), log (atom {})
        strike (fn [state says]
                 (reset! log {})
                 (with-redefs [disks/tell! (fn [_ index & words]
                                             (swap! told conj (into [index] words))
                                             (if (= "files" (first words)) {:files [["store/CURRENT" 16]]} {:file (second words), :byte (nth words 2)}))
                               lab/log     (fn [_ node] (get @log node "listening at x\n"))
                               n/start-ms  300]
                   (with-fake state table
                     (let [act! lab/act!]
                       (with-redefs [lab/act! (fn [lab node action]
                                                (act! lab node action)
                                                (when (= :restart action)
                                                  (swap! log update node #(str (or % "listening at x\n") says))))]
                         (n/strike! {:nodes nodes, :backups 1, :disks "/d"} {} {:fault :disk, :mode :flip, :seed Long/MAX_VALUE}))))))
        state   (fake calm)
        refused (strike state (str "the store is damaged\n" disks/refused "\n"))
        target  (first (:targets refused))]
    (is (= 1 (count (:targets refused))))
    (is (= [[:kill target]] (said state :kill)))
    (is (= [[:restart target]] (said state :restart)))
    (is (= ["files" "flip"] (map second @told)))
    (is (= "store/CURRENT" (get-in refused [:damage target :file])))
    (is (= {target "the store is damaged"} (:said refused)))
    (testing "a member that starts nevertheless says nothing"
      (is (= {} (:said (strike (fake calm) "listening at y\n")))))
    (testing "nor does one of which nothing is heard"
      (is (= {} (:said (strike (fake calm) "")))))))

(deftest nothing-is-damaged-before-all-have-converged
  (let [state (fake (assoc calm "n2" (member 2 :stamp "b")))]
    (doseq [[fault mode] [[:disk :flip] [:restart :damaged]]]
      (is (= {:skipped :not-converged}
             (with-fake state table
               (n/strike! {:nodes nodes, :backups 1, :disks "/d", :settle 0.01} {} {:fault fault, :mode mode, :seed 5})))))
    (is (= [] (:said @state)))))

(deftest all-restart-with-damaged-files
  (let [five   ["n1" "n2" "n3" "n4" "n5"]
        state  (fake (assoc calm "n1" (member 1 :role "master" :voters [1 2 3 4 5]), "n4" (member 4), "n5" (member 5)))
        told   (atom []), running (atom [])
        strike (fn [backups]
                 (with-redefs [disks/tell! (fn [_ index & words]
                                             (swap! running into (remove #(= :gone %) (map :state (vals (:view @state)))))
                                             (swap! told conj (into [index] words))
                                             (if (= "files" (first words)) {:files [["store/CURRENT" 16]]} {:file (second words), :words (first words)}))
                               n/down-ms   1
                               n/start-ms  100
                               lab/log     (fn [_ node]
                                             (str "listening at x\n"
                                                  (when (some #{[:restart node]} (said state :restart))
                                                    (if (some #{(lab/index node)} (map first @told)) (str "the store is damaged\n" disks/refused "\n") "listening at y\n"))))]
                   (with-fake state table
                     (n/strike! {:nodes five, :backups backups, :disks "/d"} {} {:fault :restart, :mode :damaged, :seed 5}))))
        {:keys [targets damaged damage were] :as done} (strike 2)]
    (is (= (set five) (set targets) (set (map second (said state :kill))) (set (map second (said state :restart)))))
    (is (= damaged (take 2 targets)))
    (is (= [] @running) "nobody runs while files are damaged")
    (is (= ["flip" "shorten"] (map (comp :words damage) damaged)))
    (is (= (zipmap damaged (repeat "the store is damaged")) (:said done)))
    (is (= {"n1" 1, "n2" 2, "n3" 3, "n4" 4, "n5" 5} were))
    (reset! told [])
    (swap! state assoc :view (assoc calm "n1" (member 1 :role "master" :voters [1 2 3 4 5]), "n4" (member 4), "n5" (member 5)), :said [])
    (is (= 1 (count (:damaged (strike 1)))) "one copy of everything stays")))

(deftest cuts-of-the-power
  (doseq [[mode hit] {:minority 1, :all 3, :torn 3, :unflushed 3}]
    (let [state       (fake calm)
          [done told] (strike-disk state :power-cut mode)
          indexes     (map lab/index (:targets done))]
      (is (= hit (count (:targets done)) (count (said state :kill))) (str mode))
      (is (= (set indexes) (set (map second @told))))
      (is (= (cond->> [["slow" (:slow-ms done)] ["off"] ["cut"] ["slow" 0]] (not= :unflushed mode) (cons ["flush"]))
             (map #(if (= "cut" (nth % 2)) ["cut"] (drop 2 %)) (filter #(= (first indexes) (second %)) @told))) "off before the kill, cut after it")
      (is (= (into {} (for [i indexes] [(lab/node i) {:files [["store/LOG" i]], :names 0, :kept 0}])) (:lost done)))
      (is (every? (if (= :torn mode) pos? zero?) (map last (filter #(= "cut" (nth % 2)) @told))) "a seed lets a part stay"))))

(deftest cuts
  (let [state (fake calm)
        done  (strike state :partition :master)]
    (is (= #{"n2" "n3"} (set (get (:grudge done) "n1"))))
    (is (= 4 (count (said state :link))) "two links each way")
    (is (every? #(= {:cut "silent"} (last %)) (said state :link)))))

(deftest a-member-is-replaced-while-another-one-is-cut-off
  (let [state (fake (assoc-in calm ["n1" :status :suspects] [1 2 3]))
        done  (strike state :membership :replace-cut)
        [leaver] (:targets done)
        cut   (:cut-off done)
        what  (map #(if (= :link (first %)) [:link (set (take 2 (rest %)))] %) (:said @state))]
    (is (= 1 (count (:targets done))))
    (is (not= leaver cut))
    (is (= "n4" (:spare done)))
    (is (= {:cut-off (lab/index cut), :leaver (lab/index leaver)} (:numbers done)))
    (is (= (set (remove #{cut} (conj nodes "n4"))) (get (:grudge done) cut)))
    (is (= #{cut} (get (:grudge done) "n4") (get (:grudge done) leaver)))
    (is (= (set (for [other (conj nodes "n4") :when (not= cut other)] #{cut other})) (set (map second (filter #(= :link (first %)) what)))))
    (is (every? #(= {:cut "silent"} (last %)) (said state :link)))
    (is (= [[:leave leaver]] (drop-while #(= :link (first %)) what)) "only then"))
  (testing "what does not come about in time is not waited for"
    (with-redefs [n/cut-off-ms 10, n/replaced-ms 10]
      (let [state (fake calm)]
        (strike state :membership :replace-cut)
        (is (= 1 (count (said state :leave))))))))

(deftest slow-links
  (let [done (strike (fake calm) :link :slow)]
    (is (= 1 (count (:targets done))))
    (is (= 1 (:links done)) "as the lab reads back")))

(deftest links-of-one-side
  (let [state (fake calm)
        done  (strike state :link :one-sided)
        [one] (:targets done)]
    (is (= (set (remove #{one} nodes)) (set (:others done))))
    (is (= (set (for [other (:others done)] [:link one other {:drop 60, :delay 150, :jitter 100}])) (set (said state :link))))
    (is (= 1 (:links done)) "as the lab reads back")))

(deftest links-that-start-slowly-count
  (let [state (fake calm)]
    (with-fake state table
      (with-redefs [lab/call! (fn [& _] [{:slowStart 2048} {:slowStart 0}])]
        (is (= 1 (:links (n/strike! {:nodes nodes, :backups 1, :net (net/lab-net (atom {}) :relays)} {}
                                    {:fault :link, :mode :slow-start, :seed 5}))))))))

(deftest two-faults-at-once
  (let [state (fake calm)
        test  {:nodes nodes, :backups 1, :net (net/lab-net (atom {}) :relays)}
        both  (with-fake state table
                (n/strike-all! test {} {:fault :kill, :mode :one, :seed 5, :beside {:fault :link, :mode :slow, :seed 6}}))]
    (is (= 1 (count (:targets both))))
    (is (= {:fault :link, :mode :slow, :seed 6} (dissoc (:beside both) :value)))
    (is (= 1 (count (:targets (:value (:beside both))))))
    (is (= [:link :kill] (distinct (map first (:said @state)))) "the second one is there before"))
  (with-fake (fake calm) table
    (is (nil? (:beside (n/strike-all! {:nodes nodes, :backups 1} {} {:fault :kill, :mode :one, :seed 5}))))))

(deftest migrations-are-provoked
  (let [state (fake calm)
        done  (strike state :kill :destination)]
    (is (= ["n3"] (:targets done)))
    (is (= "n4" (get-in done [:facts :spare])))
    (is (contains? (:view @state) "n4"))))

(deftest mending-undoes-everything
  (let [state (fake (assoc calm "n2" {:state :paused, :status nil}, "n3" {:state :gone, :status nil}, "n4" (member 9)))
        told  (atom #{})
        done  (with-redefs [disks/tell! (fn [dir index & words] (swap! told conj [dir index words]))]
                (with-fake state table (n/mend! {:nodes nodes, :disks "/d"} {})))]
    (is (:converged? done))
    (is (= [[:heal]] (said state :heal)))
    (is (= [[:resume "n2"]] (said state :resume)))
    (is (= (set (for [i [1 2 3], words [["free"] ["slow" 0]]] ["/d" i words])) @told))
    (is (= [[:restart "n3"]] (said state :restart)))
    (is (= [[:leave "n4"]] (said state :leave)) "spare members leave")))

(deftest members-that-do-not-converge-are-told-of
  (with-fake (fake (assoc calm "n2" (member 2 :stamp "b"))) table
    (let [done (n/settle! {} nodes 50)]
      (is (false? (:converged? done)))
      (is (= [:stamps-differ] (:why done))))))

(deftest a-package
  (let [p (n/package {:handle (atom nil), :faults #{:kill :link}, :seed 3, :durable false, :interval 8, :time-limit 60})]
    (is (= #{:converge :start-kill :stop-kill :start-link :stop-link} (nemesis/fs (:nemesis p))))
    (is (= #{"kill" "link"} (set (map :name (:perf p)))))
    (is (seq (:required p)))
    (is (= (take 8 (:queue (:generator p)))
           (take 8 (:queue (:generator (n/package {:handle (atom nil), :faults #{:kill :link}, :seed 3, :durable false
                                                   :interval 8, :time-limit 60}))))) "the seed decides"))
  (let [p (n/package {:handle (atom nil), :faults #{}, :seed 3, :durable false, :interval 8, :time-limit 60})]
    (is (nil? (:generator p)))
    (is (= [] (:required p)))))

(deftest the-nemesis-carries-out
  (let [state (fake calm)]
    (with-fake state table
      (let [seen (atom [{:time -1, :view calm}])
            nem  (n/->Nemesis (atom {}) #{:kill} nil {:samples seen} (atom nil) nil)
            test {:nodes nodes, :backups 1}
            op   (fn [f value] (:value (nemesis/invoke! nem test {:type :info, :f f, :value value})))]
        (util/with-relative-time
          (is (= ["n1"] (:targets (op :start-kill {:fault :kill, :mode :master, :seed 1}))))
          (is (= {:fault :kill, :mode :master, :converged? true, :shown? false}
                 (dissoc (op :stop-kill {:fault :kill, :mode :master}) :ms)) "nobody has seen a new master")
          (op :start-kill {:fault :kill, :mode :master, :seed 1})
          (swap! seen conj {:time (util/relative-time-nanos)
                            :view (assoc calm "n1" {:state :gone, :status nil}, "n2" (member 2 :role "master", :term 9))})
          (is (:shown? (op :stop-kill {:fault :kill, :mode :master}))))
        (is (:converged? (op :converge nil)))))))
