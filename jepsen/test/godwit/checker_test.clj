(ns godwit.checker-test
  (:require [clojure.java.io :as io]
            [clojure.test :refer [deftest is testing]]
            [godwit.archive :as archive]
            [godwit.checker :as checks]
            [godwit.following :as following]
            [godwit.facts-test :refer [calm member]]
            [godwit.memory :refer [history]]
            [jepsen.checker :as checker]
            [jepsen.history :as h])
  (:import (java.nio.file Files)
           (java.nio.file.attribute FileAttribute)))

(deftest stamps
  (is (= {:valid? :unknown, :error :never-asked, :looked-at {:questions 0}} (checks/judge-stamps [])))
  (is (= :unknown (:valid? (checks/judge-stamps (history [:nemesis :info :converge nil])))) "asked, but not answered")
  (is (= {:valid? true, :ms 40, :looked-at {:questions 1}}
         (checks/judge-stamps (history [:nemesis :info :converge nil]
                                       [:nemesis :info :converge {:converged? true, :ms 40}]))))
  (testing "members that do not converge make a run invalid"
    (is (= {:valid? false, :ms 60000, :why [:stamps-differ], :looked-at {:questions 1}}
           (checks/judge-stamps (history [:nemesis :info :converge nil]
                                         [:nemesis :info :converge {:converged? false, :ms 60000
                                                                    :why [:stamps-differ]}]))))))

(deftest kinds-of-operations
  (let [judge (fn [& ops] (:valid? (checker/check (checks/stats) {} (h/history (apply history ops)) {})))]
    (is (true? (judge [0 :invoke :read nil] [0 :ok :read 1])))
    (is (= :unknown (judge [0 :invoke :read nil] [0 :ok :read 1] [1 :invoke :write 2] [1 :fail :write 2]))
        "writes have never succeeded, which says nothing of the members")))

(deftest the-last-answer-counts
  (is (true? (:valid? (checks/judge-stamps (history [:nemesis :info :converge {:converged? false, :ms 1, :why [:x]}]
                                                    [:nemesis :info :converge {:converged? true, :ms 40}])))))
  (is (= :unknown (:valid? (checks/judge-stamps (history [0 :info :converge {:converged? true}] [:nemesis :info :other {:converged? true}]))))
      "another operation, or another process"))

(defn- round
  "The four operations of a round, from a time."
  [from fault mode done]
  (let [start (keyword (str "start-" (name fault)))
        stop  (keyword (str "stop-" (name fault)))
        value {:fault fault, :mode mode}
        op    (fn [dt f value] {:type :info, :process :nemesis, :time (+ from dt), :f f, :value value})]
    [(op 0 start value) (op 10 start (merge value done)) (op 100 stop value) (op 150 stop value)]))

(deftest rounds-of-a-history
  (let [[a b & more] (checks/windows (concat (round 1000 :kill :one {:targets ["n1"]})
                                             [{:process 0, :type :ok, :f :read, :time 1200}]
                                             (take 2 (round 2000 :pause :all {:targets ["n2"]}))
                                             [{:process 0, :type :ok, :f :read, :time 2500}]))]
    (is (nil? more))
    (is (= {:fault :kill, :mode :one, :from 1000, :struck 1010, :to 1150} (dissoc a :value)))
    (is (= ["n1"] (:targets (:value a))))
    (is (= {:fault :pause, :mode :all, :from 2000, :struck 2010, :to 2500} (dissoc b :value))
        "the end of the run ends what is open")
    (is (empty? (checks/windows [])))))

(defn- sample [time view] {:time time, :view view})

(defn- shows? [fault mode done & views]
  (checks/shown? {:fault fault, :mode mode, :from 1000, :struck 1010, :to 2000, :value done}
                 (cons (sample 500 calm) (map-indexed #(sample (+ 1100 (* 100 %1)) %2) views))))

(def gone {:state :gone, :status nil})
(def paused {:state :paused, :status nil})
(def suspicious (assoc calm "n1" (member 1 :role "master" :suspects [2])))
(def later-term (assoc calm "n2" (member 2 :role "master" :term 4 :suspects [1])))

(deftest partitions-are-felt
  (is (shows? :partition :one {:grudge {}} suspicious))
  (is (not (shows? :partition :one {:grudge {}} calm)) "nobody has noticed")
  (is (not (shows? :partition :primary {:skipped :no-target} suspicious)))
  (is (not (shows? :partition :master {:grudge {}} suspicious)) "the master is still the same")
  (is (shows? :partition :master {:grudge {}} later-term)))

(deftest kills-are-felt
  (is (shows? :kill :one {:targets ["n2"]} (assoc suspicious "n2" gone)))
  (is (not (shows? :kill :one {:targets ["n2"]} suspicious)) "the process was there all the time")
  (is (not (shows? :kill :one {:targets ["n2" "n3"]} (assoc suspicious "n2" gone))) "one of two")
  (is (shows? :kill :all {:targets ["n1" "n2" "n3"]} (zipmap ["n1" "n2" "n3"] (repeat gone))))
  (is (shows? :kill :master {:targets ["n1"]} (assoc later-term "n1" gone)))
  (is (not (shows? :kill :master {:targets ["n1"]} (assoc suspicious "n1" gone))))
  (testing "the master, while something migrates"
    (let [shows? #(shows? :kill :master-migrating {:targets ["n1"], :facts {:destination %1}} (assoc %2 "n1" gone))]
      (is (shows? "n3" later-term))
      (is (not (shows? nil later-term)) "nothing did")
      (is (not (shows? "n3" suspicious)) "no other master")))
  (testing "the ends of a migration"
    (let [moving (assoc calm "n1" (member 1 :role "master" :migrations 1), "n3" gone)]
      (is (shows? :kill :destination {:targets ["n3"], :facts {:destination "n3"}} moving))
      (is (not (shows? :kill :destination {:targets ["n3"], :facts {:destination "n3"}} (assoc calm "n3" gone))))
      (is (not (shows? :kill :destination {:targets ["n3"], :facts {}} moving)))))
  (testing "a promoted one needs two"
    (is (shows? :kill :promoted {:targets ["n2" "n3"]} (assoc suspicious "n2" gone, "n3" gone)))
    (is (not (shows? :kill :promoted {:targets ["n2"]} (assoc suspicious "n2" gone)))))
  (testing "a decision that the killed master alone knew"
    (is (shows? :kill :unpublished {:targets ["n1"], :unpublished? true} (assoc later-term "n1" gone)))
    (is (not (shows? :kill :unpublished {:targets ["n1"], :unpublished? false} (assoc later-term "n1" gone))))
    (is (not (shows? :kill :unpublished {:targets ["n1"], :unpublished? true} (assoc suspicious "n1" gone))) "nobody follows it"))
  (is (shows? :kill :switch {:targets ["n2"], :switched [4]} (assoc suspicious "n2" gone)))
  (is (not (shows? :kill :switch {:targets ["n2"]} (assoc suspicious "n2" gone))))
  (is (shows? :kill :behind {:targets ["n1"], :behind "n2", :term 3} (assoc later-term "n1" gone)))
  (is (not (shows? :kill :behind {:targets ["n1"], :behind "n2", :term 4} (assoc later-term "n1" gone))) "nobody was elected since")
  (is (shows? :kill :stale {:targets ["n2"], :left-behind true} (assoc calm "n2" gone)))
  (is (not (shows? :kill :stale {:targets ["n2"], :left-behind false} (assoc calm "n2" gone)))))

(deftest the-view-before-is-the-last-one
  (let [view   (fn [time term] (sample time (assoc-in calm ["n1" :status :term] term)))
        shows? (fn [& samples] (checks/shown? {:fault :kill, :mode :master, :from 1000, :struck 1010, :to 2000, :value {:targets ["n2"]}} samples))
        after  (sample 1100 (-> calm (assoc "n2" gone) (assoc-in ["n1" :status :term] 5)))]
    (is (shows? (view 100 3) after))
    (is (not (shows? (view 100 3) (view 900 5) after)) "the term was there before the kill")
    (is (not (shows? (view 100 3) (sample 2500 (:view after)))) "after the round")))

(deftest pauses-are-felt
  (is (shows? :pause :one {:targets ["n2"]} (assoc suspicious "n2" paused)))
  (is (not (shows? :pause :one {:targets ["n2"]} (assoc calm "n2" paused))))
  (is (shows? :pause :all {:targets ["n1"]} {"n1" paused}))
  (is (shows? :pause :master {:targets ["n1"]} (assoc later-term "n1" paused)))
  (is (shows? :pause :two-masters {:targets ["n1"], :masters [["n1" 3] ["n2" 4]]} (assoc later-term "n1" paused)))
  (is (not (shows? :pause :two-masters {:targets ["n1"], :masters nil} (assoc later-term "n1" paused))))
  (is (shows? :pause :stale {:targets ["n2"], :left-behind true} (assoc suspicious "n2" paused)))
  (is (not (shows? :pause :stale {:targets ["n2"], :left-behind true} suspicious)) "it was never stopped"))

(deftest other-faults-are-felt
  (is (shows? :link :latency {:links 20}))
  (is (not (shows? :link :latency {:links 0})))
  (is (shows? :disk :one {:targets ["n2"]} (assoc calm "n2" (member 2 :full true))))
  (is (not (shows? :disk :one {:targets ["n2"]} calm)))
  (is (shows? :disk :slow {:targets ["n2"]} calm))
  (is (shows? :disk :untold {:targets ["n2"]} calm))
  (doseq [mode [:flip :truncate]]
    (is (shows? :disk mode {:targets ["n2"]} (assoc calm "n2" gone)))
    (is (not (shows? :disk mode {:targets ["n2" "n3"]} (assoc calm "n2" gone)))))
  (is (shows? :power-cut :all {:targets ["n2"]} (assoc calm "n2" gone)))
  (is (not (shows? :power-cut :all {:targets ["n1" "n2"]} (assoc calm "n2" gone))))
  (is (not (shows? :power-cut :all {:targets []} calm)))
  (is (not (shows? :disk :slow {:targets []} calm)))
  (is (not (shows? :restart :full {:targets []} calm)))
  (is (shows? :clock :fast {:targets ["n2"], :wanted {"n2" 2}, :clocks {"n2" 2}} calm))
  (is (not (shows? :clock :fast {:targets ["n2"], :wanted {"n2" 2}, :clocks {"n2" 1}} calm)))
  (is (not (shows? :clock :fast {:targets [], :wanted {}, :clocks {}} calm)))
  (let [isolated #(shows? :clock :isolated {:targets ["n2"], :wanted {"n2" 2}, :clocks {"n2" %1}} %2)]
    (is (isolated 2 suspicious))
    (is (not (isolated 1 suspicious)))
    (is (not (isolated 2 calm)) "nobody has missed it"))
  (let [strobed #(shows? :clock :strobe {:targets ["n2" "n3"], :wanted {"n2" 2}, :clocks {"n2" 2}, :changes %} calm)]
    (is (strobed {"n2" 20, "n3" 40}))
    (is (not (strobed {"n2" 19, "n3" 40})) "one did not follow")
    (is (not (strobed {"n2" 40})) "one was not looked at"))
  (is (shows? :link :slow {:links 1}))
  (is (not (shows? :link :slow {})) "nobody has counted")
  (is (shows? :membership :join {:spare "n6"} (assoc calm "n6" (member 6 :replicas 1))))
  (is (not (shows? :membership :join {:spare "n6"} (assoc-in calm ["n6" :status] {:number 6}))) "it does not say how many")
  (is (not (shows? :restart :full {:targets ["n2"]} (assoc calm "n2" gone) {"n2" {:state :running, :status {:number 0}}}))
      "it has not joined again")
  (is (not (shows? :restart :full {:targets ["n2"]} {"n2" gone})) "it has not come back")
  (is (shows? :membership :join {:spare "n6"} (assoc calm "n6" (member 6 :replicas 4))))
  (is (not (shows? :membership :join {:spare "n6"} (assoc calm "n6" (member 6 :replicas 0)))))
  (is (shows? :membership :leave {:targets ["n3"]} (assoc calm "n1" (member 1 :leaving [3]))))
  (is (shows? :membership :replace {:targets ["n3"], :spare "n6"}
              (assoc calm "n6" (member 6 :replicas 4)) (assoc calm "n3" gone, "n1" (member 1 :leaving [3]))))
  (is (not (shows? :membership :leave {:targets ["n3"]} (assoc calm "n1" (member 1 :leaving [2])))) "another one left, earlier")
  (is (not (shows? :membership :replace {:targets ["n3"], :spare "n6"} (assoc calm "n3" gone))))
  (is (not (shows? :membership :replace {:targets ["n3"], :spare "n6"} (assoc calm "n6" (member 6 :replicas 4)))) "nobody has left")
  (is (not (shows? :membership :replace {:targets ["n3"], :spare "n6"} (assoc calm "n1" (member 1 :leaving [3])))) "nobody has come")
  (let [value {:targets ["n3"], :spare "n6", :cut-off "n2", :numbers {:cut-off 2, :leaver 3}}
        view  (assoc calm "n1" (member 1 :suspects [2] :leaving [3]), "n3" gone, "n6" (member 6 :replicas 1))
        shows? (partial shows? :membership :replace-cut)]
    (is (shows? value view))
    (is (shows? value calm view calm))
    (is (not (shows? (assoc value :targets []) view)))
    (is (not (shows? value (assoc-in view ["n1" :status :leaving] []))) "it has crashed")
    (is (not (shows? value (assoc view "n3" (member 3)))) "it is there")
    (is (not (shows? value (assoc view "n6" (member 6 :replicas 0)))) "the other one has nothing yet")
    (is (not (shows? value (assoc-in view ["n6" :status] {:number 6}))) "it does not say how much")
    (is (not (shows? value (assoc-in view ["n1" :status :suspects] [3]))) "nobody was cut off")
    (is (not (shows? value (-> view (assoc-in ["n1" :status :suspects] []) (assoc-in ["n2" :status :suspects] [2])))) "by the word of another one")
    (is (not (shows? value (assoc view "n2" gone))) "it has died")
    (is (not (shows? value (assoc view "n3" (member 3)) (assoc-in view ["n1" :status :suspects] []))) "not at once"))
  (is (shows? :restart :full {:targets ["n2"]} (assoc calm "n2" gone) calm))
  (is (not (shows? :restart :full {:targets ["n2"]} calm)) "it has never stopped"))

(deftest upgrades-are-felt
  (let [shows?   (fn [targets versions & views] (apply shows? :upgrade :rolling {:targets targets, :versions versions} views))
        upgraded {"n2" 7, "n3" 7}
        second-gone (assoc calm "n2" gone), third-gone (assoc calm "n3" gone)]
    (is (shows? ["n2" "n3"] upgraded second-gone calm third-gone))
    (is (not (shows? [] {} second-gone)))
    (is (not (shows? ["n2" "n3"] upgraded second-gone)) "one has not restarted")
    (is (not (shows? ["n2" "n3"] {"n2" 7} second-gone third-gone)) "one is not known to run")
    (is (not (shows? ["n2"] upgraded second-gone)) "nor one more")
    (is (not (shows? ["n2" "n3"] {"n2" 7, "n3" 6} second-gone third-gone)) "one goes by the old version")))

(deftest all-restart-and-some-are-damaged
  (let [all-gone (zipmap ["n1" "n2" "n3"] (repeat gone))
        back     (assoc calm "n2" (member 7))
        value    {:targets ["n1" "n2" "n3"], :damaged ["n2"], :were {"n1" 1, "n2" 2, "n3" 3}}
        shows?   (partial shows? :restart :damaged)]
    (is (shows? value calm all-gone (dissoc back "n2") back))
    (is (shows? value all-gone (dissoc back "n1" "n2") (dissoc back "n3")) "one after the other")
    (is (not (shows? value (assoc all-gone "n1" (member 1)) (assoc all-gone "n2" (member 1), "n1" gone) back)) "never all at once")
    (is (not (shows? value back all-gone)) "they were there before, and not since")
    (is (not (shows? value all-gone calm)) "a member whose file was damaged is the same")
    (is (not (shows? value all-gone (assoc back "n2" (member 0)))) "it has not joined again")
    (is (not (shows? value all-gone (assoc back "n2" {:state :running, :status nil}))) "nobody knows")
    (is (not (shows? value all-gone (assoc back "n3" (member 8)))) "one has forgotten everything for no reason")
    (is (not (shows? (update value :were dissoc "n2") all-gone back)) "nobody knows who it was")
    (is (not (shows? (update value :were dissoc "n3") all-gone (assoc back "n3" {:state :running, :status {}}))) "nor who this one was")
    (is (not (shows? (assoc value :damaged []) all-gone back)) "nothing was damaged")))

(deftest members-come-back-elsewhere
  (let [at      (fn [view & pairs] (reduce (fn [v [node address]] (assoc-in v [node :status :address] address)) view (partition 2 pairs)))
        before  (at calm "n1" "h:1" "n2" "h:2" "n3" "h:3")
        down    (assoc before "n2" gone, "n3" gone)
        back    (at before "n2" "h:12" "n3" "h:13")
        value   {:targets ["n2" "n3"], :were {"n2" 2, "n3" 3}}
        shows?  (fn [value & views]
                  (boolean (checks/shown? {:fault :restart, :mode :move, :value value, :from 1000, :to 9000}
                                          (cons (sample 500 before) (map-indexed #(sample (+ 1000 %1) %2) views)))))]
    (is (shows? value before down back))
    (is (shows? value down (assoc back "n2" gone) (assoc back "n3" gone)) "one after the other")
    (is (not (shows? (assoc value :targets []) down back)) "nobody was told to")
    (is (not (shows? value back down)) "they were there before, and not since")
    (is (not (shows? value (assoc down "n2" (before "n2")) back)) "never both at once")
    (is (not (shows? value down (at back "n3" "h:3"))) "one is where it was")
    (is (not (shows? value down (assoc-in back ["n2" :status :number] 7))) "one has come as another member")
    (is (not (shows? value down (at back "n3" nil))) "one does not say where it is")
    (is (not (shows? (update value :were dissoc "n2") down back)) "nobody knows who it was")
    (is (not (shows? (update value :were dissoc "n2") down (assoc back "n2" {:state :running, :status {:address "h:12"}}))) "nor who it is")
    (is (not (boolean (checks/shown? {:fault :restart, :mode :move, :value value, :from 1000, :to 9000}
                                     [(sample 500 (at before "n2" nil)) (sample 1000 down) (sample 1001 back)])))
        "nobody knows where it was")))

(deftest a-run-without-its-faults-is-unknown
  (let [h       (concat (round 1000 :kill :one {:targets ["n2"]})
                        (round 3000 :partition :halves {:grudge {}})
                        (round 5000 :pause :one {:skipped :no-target}))
        samples [(sample 500 calm)
                 (sample 1050 (assoc suspicious "n2" gone))
                 (sample 2000 calm)]]
    (is (= {:valid? true, :missing-modes [], :shown {[:kill :one] 1}
            :without-effect {[:partition :halves] 1, [:pause :one] 1}, :together {}, :proofs [], :unnoticed [], :seen #{}
            :looked-at {:rounds 3, :samples 3}}
           (checks/judge-modes [[:kill :one]] h samples nil)))
    (let [judged (checks/judge-modes [[:kill :one] [:partition :halves] [:restart :rolling]] h samples nil)]
      (is (= :unknown (:valid? judged)))
      (is (= [[:partition :halves] [:restart :rolling]] (:missing-modes judged))))
    (testing "without samples nothing is shown"
      (is (= :unknown (:valid? (checks/judge-modes [[:kill :one]] h [] nil)))))
    (testing "nothing asked, nothing missing"
      (is (:valid? (checks/judge-modes [] [] [] nil))))))

(deftest two-faults-at-once
  (let [beside  (fn [links] {:fault :link, :mode :slow, :value {:links links}})
        h       (fn [links] (concat (round 1000 :kill :one {:targets ["n2"], :beside (beside links)})
                                    (round 3000 :kill :one {:targets ["n2"]})
                                    (round 5000 :kill :one {:targets ["n3"], :beside (beside 1)})))
        samples [(sample 500 calm) (sample 1050 (assoc suspicious "n2" gone)) (sample 2500 calm)
                 (sample 3050 (assoc suspicious "n2" gone)) (sample 4500 calm)]
        judged  #(checks/judge-modes [] (h %) samples nil)]
    (is (= {[[:kill :one] [:link :slow]] 1} (:together (judged 8))) "not of the round whose own fault was not shown")
    (is (= {} (:together (judged 0))) "the links did nothing")
    (is (= {[:kill :one] 2} (:shown (judged 0))))
    (is (re-find #"two faults at once: 1 rounds, 1 pairs of modes" (checks/summary {:name "x"} {:modes (judged 8)})))
    (is (not (re-find #"two faults" (checks/summary {:name "x"} {:modes (judged 0)}))))))

(deftest a-window-must-be-proved
  (let [value    {:targets ["n2"], :switched [4], :numbers {:member 2, :master 1}}
        window   {:fault :kill, :mode :switch, :from 1000, :struck 1010, :to 2000, :value value}
        samples  [(sample 500 calm) (sample 1100 (assoc suspicious "n2" gone))]
        moved    {[1 0] {:from 5, :to 5, :acts [{:s 5, :committed {4 [[3 2] [2 3] 0 0]}}]}}
        segments (fn [lives] [{:mark :begun, :lives {}} {:mark :killed, :lives lives} {:mark :ended, :lives {}}])]
    (is (true? (checks/effective? window samples nil)))
    (is (true? (checks/effective? window samples (segments moved))))
    (is (false? (checks/effective? window samples (segments {}))) "the logs do not say so")
    (is (false? (checks/effective? window [(sample 500 calm)] (segments moved))) "nobody was killed")
    (is (true? (checks/effective? (assoc window :mode :one) samples (segments {}))) "no window")
    (let [h      (concat (round 1000 :kill :switch value) (map #(assoc-in % [:value :round] 7) (round 3000 :kill :switch value)))
          h      (map #(cond-> % (not= :stop-kill (:f %)) (update :value dissoc :round)) h)
          again  (conj samples (sample 2900 calm) (sample 3100 (assoc suspicious "n2" gone)))
          judged (checks/judge-modes [[:kill :switch]] h again {7 (segments moved)})]
      (is (true? (:valid? judged)))
      (is (= [nil {:partition 4, :version [3 2], :primary 2}] (map :found (:proofs judged))) "the first round has no segments")
      (is (= [{:fault :kill, :mode :switch, :by :event-logs}] (distinct (map #(dissoc % :found) (:proofs judged)))))
      (is (= {[:kill :switch] 1} (:shown judged) (:without-effect judged)))
      (is (= :unknown (:valid? (checks/judge-modes [[:kill :switch]] h again {}))))
      (is (= [:status :status] (map :by (:proofs (checks/judge-modes [[:kill :switch]] h again nil))))))))

(deftest where-event-logs-are-looked-for
  (with-redefs [godwit.watch/samples   (constantly [])
                godwit.events/of-run   (fn [_] (throw (ex-info "nobody wrote any" {})))]
    (is (= 0 (get-in (checker/check (checks/modes []) {} [] {}) [:looked-at :rounds])))
    (is (thrown? Exception (checker/check (checks/modes []) {:event-logs true} [] {})))))

(deftest situations
  (is (= #{} (checks/seen [(sample 1 calm)])))
  (is (= #{:two-masters} (checks/seen [(sample 1 (assoc calm "n2" (member 2 :role "master" :term 4)))])))
  (is (= #{:stale-member} (checks/seen [(sample 1 (assoc calm "n2" (member 2 :term 1)))])))
  (is (= #{} (checks/seen [(sample 1 (assoc calm "n2" (member 2 :term 2)))])) "one term behind is usual")
  (let [moving (assoc calm "n3" (member 3 :migrations 1))]
    (is (= #{:migration} (checks/seen [(sample 1 moving)])))
    (is (= #{:migration :master-killed-while-migrating}
           (checks/seen [(sample 1 moving) (sample 2 (assoc moving "n1" gone))])
           (checks/seen [(sample 0 calm) (sample 1 moving) (sample 2 (assoc moving "n1" gone))])))))

(deftest troubles-in-logs
  (is (= ["2026 internal error in step" "\tat io.godwit.member.Desk.take(Desk.java:1)" "java.lang.OutOfMemoryError: heap"]
         (checks/troubles ["2026 listening" "2026 internal error in step" "member 3 suspected"
                           "\tat io.godwit.member.Desk.take(Desk.java:1)" "java.lang.OutOfMemoryError: heap"])))
  (let [dir   (str (Files/createTempDirectory "logs" (make-array FileAttribute 0)))
        check #(checker/check (checks/logs dir) {} [] {})
        log   (fn [n text] (let [f (io/file dir (str "member-" n) "output.log")] (io/make-parents f) (spit f text)))]
    (is (= :unknown (:valid? (check))) "no logs, nothing shown")
    (log 1 "listening\n")
    (is (= {:valid? true, :count 0, :matches [], :looked-at {:logs 1, :lines 1}} (check)))
    (log 2 "listening\nException in thread \"x\" java.lang.AssertionError\n")
    (is (= {:valid? false, :count 1, :looked-at {:logs 2, :lines 3}} (dissoc (check) :matches)))
    (is (= "member-2" (-> (check) :matches first :member)))
    (log 3 (apply str (repeat 12 "an internal error\n")))
    (is (= [13 10] ((juxt :count (comp count :matches)) (check))) "ten are enough to read")))

(deftest conformance
  (is (= {:valid? true, :said "900 events of 3 members: conforms", :looked-at {:events 900}}
         (checks/verdict {:exit 0, :out "reading\n900 events of 3 members: conforms\n", :err "a warning"})))
  (is (= {:valid? false, :said "event 7 fits no action", :looked-at {:events 0}} (checks/verdict {:exit 1, :out "event 7 fits no action", :err ""})))
  (doseq [exit [2 3 137]]
    (is (= :unknown (:valid? (checks/verdict {:exit exit, :out "", :err "no traces"})))))
  (is (false? (:valid? (checker/check (checks/conformance ["/bin/sh" "-c" "exit 1"] "x" (atom nil)) {} [] {}))))
  (is (true? (:valid? (checker/check (checks/conformance ["/bin/sh" "-c" "echo well"] "x" (atom nil)) {} [] {}))))
  (let [says "echo 'checking: logs, 4,096 events read'; echo '9 events of 3 members, 4 partitions: 9 steps in 7.3 s'; echo bad; exit 1"]
    (is (= {:valid? false, :said "9 events of 3 members, 4 partitions: 9 steps\nbad", :looked-at {:events 9}}
           (checker/check (checks/conformance ["/bin/sh" "-c" says] "x" (atom nil)) {} [] {}))
        "neither how far it was nor how long it took")))

(deftest conformance-that-has-begun-with-the-run
  (let [begun (fn [says] (following/start! ["/bin/sh" "-c" says "sh"] "DIR"))
        judge (fn [says] (checker/check (checks/conformance ["/bin/sh" "-c" "exit 3"] "DIR" (atom (begun says))) {} [] {}))]
    (is (= {:valid? true, :said "well", :looked-at {:events 9}} (judge "cat; echo checking: 3 events; echo 9 events; echo well")))
    (is (= {:valid? false, :said "bad in the event logs\n\nand more", :looked-at {:events 0}} (judge "cat; echo bad in $1; echo and more >&2; exit 1")))
    (is (= :unknown (:valid? (judge "cat; exit 2"))))
    (testing "the order of the events is kept with the logs"
      (let [scratch #(.toFile (Files/createTempDirectory "order" (make-array FileAttribute 0)))
            traces  (scratch), kept (scratch)]
        (with-redefs [jepsen.store/path! (fn [_ & names] (apply io/file kept names))]
          (is (true? (:valid? (checker/check (checks/conformance [] traces (atom (following/start! ["/bin/sh" "-c" "cat; echo 1 7 >$1/order.txt" "sh"] traces)))
                                             {} [] {})))))
        (archive/unpack-events! kept (io/file kept "again"))
        (is (= "1 7\n" (slurp (io/file kept "again" "order.txt"))))))
    (testing "it goes on until it is told that the run is over"
      (let [{:keys [^Process process] :as running} (begun "cat; exit 7")]
        (is (not (.waitFor process 300 java.util.concurrent.TimeUnit/MILLISECONDS)))
        (following/end! running)
        (following/end! running)
        (is (= 7 (:exit (following/answer running))))))))

(deftest what-a-summary-says
  (let [said (checks/summary {:name "x"} {:valid?   false
                                          :expected {:valid? false, :missing #{:stats}, :unexpected #{:more}, :blind {[:set :final] #{:operations}}
                                                     :checkers {:logs {:logs 2, :lines 30}, [:set :final] nil}}
                                          :evidence {:valid? :unknown, :missing ["rounds with effect 1, at least 2 needed"]
                                                     :found {:clients {:unbound {:operations 9, :acknowledged 7}, :bound {:operations 3}}}}})]
    (is (= ["x: INVALID (evidence unknown, expected INVALID)" "  logs: 30 lines, 2 logs" "  set final: nothing"
            "  missing checker: stats" "  unexpected checker: more" "  set final has not looked at what it must: operations"
            "  bound clients: 3 operations, 0 acknowledged" "  unbound clients: 9 operations, 7 acknowledged"
            "  too little evidence: rounds with effect 1, at least 2 needed"]
           (clojure.string/split-lines said)))))

(deftest what-a-summary-says-of-windows
  (is (= ["x: unknown (modes unknown)" "  kill behind: 1 of 2 rounds in the window, by the event logs"
          "  kill switch: 0 of 1 rounds in the window, by what the members said at /status"]
         (clojure.string/split-lines
           (checks/summary {:name "x"} {:valid? :unknown
                                        :modes  {:valid? :unknown
                                                 :proofs [{:fault :kill, :mode :switch, :by :status, :found nil}
                                                          {:fault :kill, :mode :behind, :by :event-logs, :found {:member 1}}
                                                          {:fault :kill, :mode :behind, :by :event-logs, :found nil}]}})))))

(deftest what-is-written
  (let [dir     (.toFile (Files/createTempDirectory "written" (make-array FileAttribute 0)))
        written (fn [driver]
                  (run! #(.delete ^java.io.File %) (.listFiles dir))
                  (with-redefs [jepsen.store/path! (fn [_ name] (io/file dir name))]
                    (checks/write-summary! {:name "x", :driver driver, :start-time "2026-11-21T22:43:13", :workload :set, :nodes ["n1"], :backups 2,
                                            :partitions 31, :seed 1, :history []}
                                           {:valid? true} "abc1234"))
                  (is (clojure.string/includes? (slurp (io/file dir "summary.edn")) ":revision \"abc1234\""))
                  (set (map #(.getName ^java.io.File %) (.listFiles dir))))]
    (is (= #{"summary.txt" "summary.edn" "schedule.json"} (written :lab)))
    (is (= #{"summary.txt" "summary.edn"} (written :netns)) "only the lab's faults are those of the simulation")))

(deftest what-power-cuts-took
  (let [round (fn [mode found] {:fault :power-cut, :mode mode, :by :disks, :found found})]
    (is (= ["x: valid (modes valid)"
            "  power-cut all: 2 of 3 rounds with effect, by the disks"
            "  power-cut torn: 0 of 1 rounds with effect, by the disks"
            "  power-cut all took 40 bytes in 4 files, 5 of them in logs of stores, and 3 names"
            "  power-cut torn took 0 bytes in 0 files, 0 of them in logs of stores, and 0 names"]
           (clojure.string/split-lines
             (checks/summary {:name "x"}
                             {:valid? true
                              :modes  {:valid? true
                                       :proofs [(round :all {:bytes 30, :files 3, :log-bytes 0, :names 1}) (round :all nil) (round :torn nil)
                                                (round :all {:bytes 10, :files 1, :log-bytes 5, :names 2})]}}))))))

(deftest damage-that-nobody-found
  (let [windows  [{:type :info, :process :nemesis, :f :start-disk, :time 1, :value {:fault :disk, :mode :flip}}
                  {:type :info, :process :nemesis, :f :start-disk, :time 2
                   :value {:fault :disk, :mode :flip, :targets ["n1"], :damage {"n1" {:file "a", :bit 1}}, :said {}}}]
        judgment (checks/judge-modes [] windows [] nil)]
    (is (= [{:fault :disk, :mode :flip, :node "n1", :damage {:file "a", :bit 1}}] (:unnoticed judgment)))
    (is (= ["x: valid (modes valid)" "  disk flip: 0 of 1 rounds with effect, by the disks"
            "  disk flip: n1 has started with a damaged file: {:file \"a\", :bit 1}"]
           (clojure.string/split-lines (checks/summary {:name "x"} {:valid? true, :modes judgment}))))))

(deftest clients-without-an-answer
  (is (= ["x: valid (evidence valid)" "  bound clients: 3 operations, 0 acknowledged" "  unbound clients: 4 operations, 2 acknowledged"]
         (clojure.string/split-lines
           (checks/summary {:name "x"} {:valid?   true
                                        :evidence {:valid? true, :found {:clients {:unbound {:operations 4, :acknowledged 2}
                                                                                   :bound   {:operations 3}}}}})))))

(deftest one-line
  (is (= "godwit set: INVALID (stamps valid, workload INVALID)"
         (checks/summary {:name "godwit set"} {:valid? false, :workload {:valid? false}, :stamps {:valid? true}})))
  (is (= "x: unknown (modes unknown)" (checks/summary {:name "x"} {:valid? :unknown, :modes {:valid? :unknown}}))))

(deftest suspicion-from-before-shows-nothing
  (let [suspected (fn [before & during]
                    (let [view #(assoc calm "n1" (member 1 :role "master" :suspects %))]
                      (checks/shown? {:fault :partition, :mode :one, :from 1000, :struck 1010, :to 2000, :value {}}
                                     (cons (sample 500 (view before)) (map #(sample 1100 (view %)) during)))))]
    (is (suspected [] [2]))
    (is (not (suspected [8] [8] [8])) "a member that went long ago")
    (is (suspected [8] [8] [2 8]))))
