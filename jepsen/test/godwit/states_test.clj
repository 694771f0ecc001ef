(ns godwit.states-test
  (:require [clojure.test :refer [deftest is testing]]
            [godwit.checker :as checks]
            [godwit.expected :as expected]
            [godwit.export :as export]
            [godwit.facts-test :refer [calm in-state member]]
            [godwit.lab :as lab]
            [godwit.memory :as memory]
            [godwit.nemesis :as n]
            [godwit.net :as net]
            [godwit.schedule :as schedule]
            [godwit.simulated :as simulated]
            [godwit.states :as states]
            [godwit.wait :as wait]
            [jepsen.nemesis :as nemesis]
            [jepsen.net :as jnet]
            [jepsen.util :as util]))

(def nodes ["n1" "n2" "n3"])

(def table
  [{:partition 0, :replicas [2 3], :inSync [2 3], :source 0, :destination 0}
   {:partition 1, :replicas [1 2], :inSync [1 2], :source 0, :destination 0}
   {:partition 2, :replicas [2 1], :inSync [2 1], :source 0, :destination 0}])

(defn- cluster
  "A cluster in an atom. looks: how often one looks at a new state until it is acknowledged; nil for never."
  [looks]
  (atom {:view (in-state calm "ACTIVE" true 1), :number 1, :looks looks, :left 0, :wanted "ACTIVE", :table table, :said []}))

(defn- look [{:keys [looks left wanted number] :as c}]
  (let [done? (and looks (<= left 0))]
    (-> c (update :left dec) (update :view in-state wanted (boolean done?) number))))

(defn- asked [{:keys [looks] :as c} node state]
  (-> c (update :said conj [:ask node state]) (assoc :wanted state, :left (or looks 0)) (update :number inc)))

(defn- act [c node action]
  (-> c
      (update :said conj [action node])
      (assoc-in [:view node] (if (= :kill action) {:state :gone, :status nil} (calm node)))))

(defmacro with-cluster [c & body]
  `(with-redefs [lab/view    (fn [_#] (:view (swap! ~c look)))
                 lab/table   (fn [_# _#] (:table @~c))
                 lab/act!    (fn [_# node# action#] (swap! ~c act node# action#))
                 lab/revive! (fn [_# node#] (swap! ~c act node# :restart))
                 lab/add!    (fn [_#] (swap! ~c assoc-in [:view "n4"] (member 9)) "n4")
                 lab/heal!   (fn [_#] (swap! ~c update :said conj [:heal]))
                 lab/change-state! (fn [_# node# state#] (swap! ~c asked node# state#) true)
                 jnet/drop-all! (fn [_# grudge#] (swap! ~c update :said conj [:cut grudge#]))
                 util/relative-time-nanos (fn [] (count (:said @~c)))
                 n/copies-ms 50
                 n/raise! (fn [_#] (swap! ~c update :said conj [:raise]))
                 states/apart-ms 0
                 n/promotion-ms 50
                 wait/until  (fn [_# _# f#] (some identity (repeatedly 20 f#)))]
     ~@body))

(defn- strike [c mode & {:as more}]
  (with-cluster c
    (n/strike! (merge {:nodes nodes, :backups 1, :durable true, :net (net/lab-net (atom {}) :relays)} more) {} {:fault :state, :mode mode, :seed 5})))

(deftest members-are-killed-apart
  (is (= 500 states/apart-ms) "others notice it"))

(defn- order [c] (:said @c))

(deftest asking
  (let [c (cluster 3)]
    (with-cluster c
      (is (states/ask! {} "PASSIVE"))
      (is (= [[:ask "n1" "PASSIVE"]] (order c)) "the master, once")
      (is (states/ask! {} "PASSIVE"))
      (is (= 1 (count (order c))) "it is there already")))
  (let [c (cluster nil), waits (atom nil)]
    (with-cluster c
      (is (false? (states/ask! {} "PASSIVE")) "never acknowledged")
      (with-redefs [wait/until (fn [millis every _] (reset! waits [millis every]) nil)]
        (states/ask! {} "FROZEN")
        (is (= [20000 100] @waits))
        (states/ask! {} "STOPPING" states/start-ms)
        (is (= [60000 100] @waits)))))
  (testing "nobody is master"
    (let [c (cluster 0)]
      (swap! c assoc-in [:view "n1" :status :role] "follower")
      (with-cluster c
        (is (states/ask! {} "FROZEN"))
        (is (= [[:ask "n1" "FROZEN"]] (order c)) "somebody who answers"))))
  (testing "back to ACTIVE"
    (let [c (cluster 0)]
      (with-cluster c
        (states/activate! {})
        (is (empty? (order c)) "it is")
        (states/ask! {} "FROZEN")
        (states/activate! {})
        (is (= [:ask "n1" "ACTIVE"] (last (order c)))))))
  (testing "members that say nothing of a state"
    (let [c (cluster 0)]
      (with-cluster c
        (with-redefs [lab/view (constantly calm)]
          (states/activate! {})
          (is (empty? (order c))))))))

(deftest states-and-what-is-done-in-them
  (testing "a member joins"
    (let [c    (cluster 2)
          done (strike c :no-migration)]
      (is (= {:state "NO_MIGRATION", :acknowledged 1, :spare "n4", :places {0 #{2 3}, 1 #{1 2}, 2 #{1 2}}} done))))
  (testing "a member is killed"
    (let [c    (cluster 2)
          done (strike c :frozen)]
      (is (= (take 1 (schedule/shuffle-nodes 5 nodes)) (:targets done)))
      (is (= [[:ask "n1" "FROZEN"] [:kill (first (:targets done))]] (order c)))
      (is (= {0 #{2 3}, 1 #{1 2}, 2 #{1 2}} (:places done)))))
  (testing "the master is killed"
    (let [c (cluster 2)]
      (is (= {:state "PASSIVE", :acknowledged 1, :targets ["n1"]} (strike c :passive)))
      (is (= [[:ask "n1" "PASSIVE"] [:kill "n1"]] (order c)))))
  (testing "the primary of most partitions is killed before the acknowledgement"
    (let [c (cluster 2)]
      (is (= {:state "PASSIVE", :acknowledged 2, :targets ["n2"]} (strike c :passive-kill)))
      (is (= [[:ask "n1" "PASSIVE"] [:kill "n2"]] (order c)))))
  (testing "the master and a primary do not hear each other"
    (let [c (cluster 2)]
      (is (= {:state "PASSIVE", :acknowledged 2, :grudge {"n1" #{"n2"}, "n2" #{"n1"}}} (strike c :passive-cut)))
      (is (= [[:cut {"n1" #{"n2"}, "n2" #{"n1"}}] [:ask "n1" "PASSIVE"]] (order c))))
    (let [c (cluster 2)]
      (swap! c assoc :table [{:partition 0, :replicas [1 2], :inSync [1 2], :source 0, :destination 0}])
      (is (= :no-target (:skipped (strike c :passive-cut))) "it leads all")))
  (testing "all members are killed and start again"
    (let [c     (cluster 2)
          order (schedule/shuffle-nodes 5 nodes)]
      (is (= {:state "STOPPING", :acknowledged 2, :targets order, :whole? true, :changed []} (strike c :stop)))
      (is (= (concat [[:raise] [:ask "n1" "STOPPING"]] (map #(vector :kill %) order) (map #(vector :restart %) order)) (:said @c))))
    (let [c     (cluster 2)
          turns (atom 0)]
      (with-cluster c
        (with-redefs [lab/table (fn [_ _] (cond-> table (< 2 (swap! turns inc)) (assoc-in [1 :inSync] [1]) (< 2 @turns) (assoc-in [2 :replicas] [1 2])))
                      n/leaders (constantly ["n1"])]
          (is (= [1 2] (:changed (n/strike! {:nodes nodes, :backups 1, :durable true, :net (net/lab-net (atom {}) :relays)} {}
                                            {:fault :state, :mode :stop, :seed 5}))))
          (is (= 3 @turns) "for the facts, before, and after"))))
    (testing "not all come back"
      (let [c (cluster 2)]
        (with-cluster c
          (with-redefs [lab/act! (fn [_ node action] (swap! c act node action) (swap! c assoc :looks nil, :left 1000))]
            (is (= {:whole? false, :changed nil}
                   (select-keys (n/strike! {:nodes nodes, :backups 1, :durable true, :net (net/lab-net (atom {}) :relays)} {}
                                           {:fault :state, :mode :stop, :seed 5})
                                [:whole? :changed]))))))))
  (testing "a state that is not acknowledged"
    (doseq [mode [:no-migration :frozen :passive :stop]]
      (let [c (cluster nil)]
        (is (= {:state (states/wanted mode)} (strike c mode)) (str mode ": nothing more is done"))))
    (is (= {:state "PASSIVE", :targets ["n2"]} (strike (cluster nil) :passive-kill))))
  (testing "nobody is master"
    (let [c (cluster 2)]
      (swap! c assoc-in [:view "n1" :status :role] "follower")
      (is (= :no-target (:skipped (strike c :passive))))))
  (testing "last copies without disks"
    (doseq [mode [:frozen :passive :passive-kill]]
      (let [c (cluster 2)]
        (swap! c assoc :table (mapv #(assoc % :inSync (vec (take 1 (:replicas %)))) (conj table {:partition 3, :replicas [3 1], :source 0, :destination 0})))
        (is (= :last-copies (:skipped (strike c mode :durable false))) (str mode))
        (is (empty? (order c)) (str mode))))))

(deftest where-copies-are
  (let [c (cluster 0)]
    (with-cluster c
      (swap! c assoc-in [:table 0 :destination] 7)
      (is (= {0 #{2 3 7}, 1 #{1 2}, 2 #{1 2}} (states/places {})))
      (swap! c assoc :table nil)
      (is (nil? (states/places {})) "nobody knows")
      (swap! c assoc :table table)
      (swap! c assoc-in [:view "n1" :status :role] "follower")
      (is (nil? (states/places {})) "nobody is master"))))

(deftest what-there-is-before-mending
  (let [c (cluster 0)]
    (with-cluster c
      (is (nil? (states/before-mending {} {:state "FROZEN"})) "it was not acknowledged")
      (is (= {:until 0} (states/before-mending {} {:acknowledged 0})) "nothing to compare")
      (is (= {:until 0, :moved [], :replaced #{}} (states/before-mending {} {:acknowledged 0, :places {0 #{2 3}, 1 #{1 2 3}, 2 #{1 2}}})) "a copy less is none that moved")
      (is (= {:until 0, :moved [1], :replaced #{3}} (states/before-mending {} {:acknowledged 0, :places {0 #{2 3 4}, 1 #{1 3}, 2 #{1 2}}})))
      (swap! c assoc :table nil)
      (is (= {:until 0} (states/before-mending {} {:acknowledged 0, :places {0 #{2 3}}})) "nobody knows"))))

(deftest a-round-ends-active
  (let [c   (cluster 0)
        nem (n/->Nemesis (atom {}) #{:state} nil nil (atom nil) nil)
        op  (fn [f] (:value (nemesis/invoke! nem {:nodes nodes, :backups 1, :durable true, :settle 1} {:f f, :value {:fault :state, :mode :passive, :seed 5}})))]
    (with-cluster c
      (let [begun (op :start-state)
            ended (op :stop-state)]
        (is (= 1 (:acknowledged begun)))
        (is (= 2 (:until ended)) "before anything is mended")
        (is (:converged? ended))
        (is (false? (:shown? ended)) "nobody has looked")
        (is (= [[:ask "n1" "PASSIVE"] [:kill "n1"] [:heal] [:ask "n2" "ACTIVE"] [:restart "n1"]]
               (mapv #(if (= [:ask "n3" "ACTIVE"] %) [:ask "n2" "ACTIVE"] %) (order c)))
            "members without disks join only then")))))

;; The judge

(defn- op [process type f time] {:process process, :type type, :f f, :time time, :value 1})

(deftest writes-after-the-acknowledgement
  (let [written #(map :process (states/writes-in % 100 200))]
    (is (= [1] (written [(op 1 :invoke :write 110) (op 1 :ok :write 120)])))
    (is (empty? (written [(op 1 :invoke :write 90) (op 1 :ok :write 120)])) "it began before")
    (is (empty? (written [(op 1 :invoke :write 100) (op 1 :ok :write 120)])))
    (is (empty? (written [(op 1 :invoke :write 110) (op 1 :ok :write 210)])) "it ended after")
    (is (empty? (written [(op 1 :invoke :write 110) (op 1 :ok :write 200)])))
    (is (empty? (written [(op 1 :invoke :write 110) (op 1 :fail :write 120)])))
    (is (empty? (written [(op 1 :invoke :write 110) (op 1 :info :write 120) (op 1 :ok :write 130)])))
    (is (empty? (written [(op 1 :invoke :read 110) (op 1 :ok :read 120)])))
    (is (empty? (written [(op 1 :invoke :scan-size 110) (op 1 :ok :scan-size 120)])))
    (is (empty? (written [(op :nemesis :invoke :write 110) (op :nemesis :ok :write 120)])))
    (is (= [2 1] (written [(op 1 :invoke :set-add 110) (op 2 :invoke :bank-transfer 111) (op 2 :ok :bank-transfer 112) (op 1 :ok :set-add 120)])))))

(defn- round [mode value & {:as more}]
  (merge {:fault :state, :mode mode, :value (merge {:acknowledged 100, :until 200} value)} more))

(deftest what-states-forbid
  (let [write [(op 1 :invoke :write 110) (op 1 :ok :write 120)]
        says  (fn [history & rounds] (:valid? (states/judge history rounds)))]
    (is (= {:valid? true, :wrong [], :looked-at {:rounds 0}} (states/judge write [])))
    (is (true? (says [] (round :passive {}))))
    (is (false? (says write (round :passive {}))))
    (is (false? (says write (round :passive-kill {}))))
    (is (false? (says write (round :passive-cut {}))))
    (is (false? (says write (round :stop {}))))
    (is (true? (says [] (round :stop {:changed []}))))
    (is (= [{:mode :stop, :changed [4]}] (:wrong (states/judge [] [(round :stop {:changed [4]})]))))
    (is (= [{:mode :passive, :writes 1, :first-write {:f :write, :value 1, :process 1, :time 120}}] (:wrong (states/judge write [(round :passive {})]))))
    (is (= 120 (get-in (states/judge (concat write [(op 1 :invoke :write 130) (op 1 :ok :write 140)]) [(round :passive {})]) [:wrong 0 :first-write :time])))
    (is (true? (says write (round :frozen {:moved []}))) "writes go on")
    (is (false? (says [] (round :frozen {:moved [3]}))))
    (is (false? (says [] (round :frozen {:moved [3]} :repairs? true))))
    (is (false? (says [] (round :no-migration {:moved [3]}))))
    (is (= [{:mode :no-migration, :moved [3]}] (:wrong (states/judge [] [(round :no-migration {:moved [3]})]))))
    (is (true? (says [] (round :no-migration {:moved [3], :replaced #{1 2}} :repairs? true))) "missing copies are made")
    (is (false? (says [] (round :no-migration {:moved [3], :replaced #{1 2}}))))
    (is (false? (says [] (round :no-migration {:moved [3], :replaced #{1 2 4}} :repairs? true))) "of too many members")
    (is (= {:rounds 2} (:looked-at (states/judge [] [(round :frozen {}) (round :passive {}) (assoc (round :passive {}) :value {:state "PASSIVE"})]))))
    (is (= 10 (count (:wrong (states/judge write (repeat 12 (round :passive {})))))))))

(deftest rounds-of-a-run
  (let [op      (fn [f time value] {:type :info, :process :nemesis, :f f, :time time, :value value})
        history (fn [mode moved]
                  [(op :start-state 50 {:fault :state, :mode mode}) (op :start-state 90 {:fault :state, :mode mode, :acknowledged 80, :targets ["n2"]})
                   (op :stop-state 100 nil) (op :stop-state 190 {:fault :state, :mode mode, :until 105, :moved moved})])
        says    (fn [history & views] (checks/judge-states history (cons {:time 10, :view calm} (map-indexed (fn [i v] {:time (+ 91 i), :view v}) views))))]
    (is (= {:rounds 1} (:looked-at (says (history :frozen [])))))
    (is (true? (:valid? (says (history :frozen [])))))
    (is (false? (:valid? (says (history :frozen [4])))))
    (is (false? (:valid? (says (history :no-migration [4]) calm))))
    (is (true? (:valid? (says (history :no-migration [4]) (assoc-in calm ["n1" :status :suspects] [2])))))
    (is (true? (:valid? (says (history :no-migration [4]) (assoc-in calm ["n1" :status :incomplete] 3)))) "the master took a member to be dead")
    (is (= {:rounds 0} (:looked-at (says (map #(assoc % :f ({:start-state :start-kill, :stop-state :stop-kill} (:f %)) :value (assoc (:value %) :fault :kill)) (history :frozen [4]))))))
    (testing "what shows that a round had its effect"
      (let [shown? (fn [mode value & views]
                     (checks/shown? {:fault :state, :mode mode, :from 20, :to 200, :value value}
                                    (cons {:time 10, :view calm} (map-indexed (fn [i v] {:time (+ 91 i), :view v}) views))))
            gone   (assoc calm "n2" {:state :gone, :status nil})]
        (is (not (shown? :passive {:skipped :no-target, :acknowledged 80, :until 190, :targets ["n2"]} gone)))
        (doseq [mode [:frozen :passive :passive-kill]]
          (is (shown? mode {:acknowledged 80, :until 190, :targets ["n2"]} gone) (str mode))
          (is (not (shown? mode {:until 190, :targets ["n2"]} gone)) (str mode " was not acknowledged"))
          (is (not (shown? mode {:acknowledged 80, :until 190, :targets ["n2"]} calm)) (str mode))
          (is (not (shown? mode {:acknowledged 80, :until 190} gone)) (str mode))
          (is (not (shown? mode {:acknowledged 80, :targets ["n2"]} gone)) (str mode ": the run was over before its end")))
        (is (shown? :no-migration {:acknowledged 80, :until 190, :spare "n4"} (assoc calm "n4" (member 9))))
        (is (not (shown? :no-migration {:acknowledged 80, :until 190, :spare "n4"} calm)))
        (let [stop {:acknowledged 80, :until 190, :targets ["n2"], :whole? true, :changed []}]
          (is (shown? :stop stop gone))
          (is (not (shown? :stop stop calm)))
          (is (not (shown? :stop (assoc stop :whole? false) gone)))
          (is (not (shown? :stop (dissoc stop :changed) gone))))
        (is (shown? :passive-cut {:acknowledged 80, :until 190} (assoc-in calm ["n1" :status :suspects] [2])))
        (is (not (shown? :passive-cut {:acknowledged 80, :until 190} calm)))))))

(defn- run-in
  "[verdict, results] of a run on a store, in which PASSIVE is said to be acknowledged for the time of each round."
  [from-store]
  (let [since (atom nil)]
    (binding [simulated/*nemesis* (fn [_ {:keys [f time value]}]
                                    (case f
                                      :start-state (assoc value :state "PASSIVE", :acknowledged (reset! since time), :targets ["n1"])
                                      :stop-state  (assoc value :until time, :shown? true)
                                      {:converged? true, :ms 4}))]
      (with-redefs [schedule/required (constantly [])
                    checks/logs       (let [logs checks/logs] (fn [_] (logs (:dir (simulated/options-for :set :lab 1)))))]
        (let [results (simulated/results :counter :lab from-store 2 {:faults (sorted-set :state), :only #{:passive}})]
          [(expected/verdict results) results])))))

(deftest a-store-that-takes-writes-while-passive
  (let [[verdict {:keys [states expected]}] (run-in (memory/memory))]
    (is (false? verdict))
    (is (false? (:valid? states)))
    (is (pos? (:rounds (:looked-at states))))
    (is (:valid? expected) (pr-str (dissoc expected :checkers))))
  (testing "a store that takes none at all"
    (let [[_ {:keys [states]}] (run-in (memory/broken :fail))]
      (is (true? (:valid? states))))))

(deftest in-the-simulation
  (is (= ["reboot-all" "state"] (map :kind (export/faults-of {:fault :state, :mode :stop, :from 20000, :struck 50000, :to 1000000, :value {:targets ["n1" "n2"]}} true))))
  (is (= {"ACTIVE" 0, "NO_MIGRATION" 1, "FROZEN" 2, "PASSIVE" 3, "STOPPING" 4} states/numbers) "as in io.godwit.protocol.ClusterState")
  (is (= [{:kind "one-way", :at 50, :site 1, :other 2, :amount 0, :duration 950}
          {:kind "reboot", :at 50, :site 2, :other 0, :amount 0, :duration 950}
          {:kind "state", :at 50, :site 1, :other 0, :amount 3, :duration 950}]
         (export/faults-of {:fault :state, :mode :passive-kill, :from 20000, :struck 50000, :to 1000000
                            :value {:targets ["n2"], :grudge {"n2" #{"n1"}}}}
                           true))))
