(ns godwit.proof-test
  "Needs nothing but Clojure."
  (:require [clojure.test :refer [deftest is testing]]
            [godwit.facts-test :refer [calm member]]
            [godwit.known :as known]
            [godwit.proof :as proof]))

(defn- act [s & {:as more}] (merge {:s s, :action "x"} more))

(defn- life [& acts] {:from (:s (first acts)), :to (:s (last acts)), :acts (vec acts)})

(defn- knew [term role & {:as committed}] {:acts [{:s 0, :term term, :role role, :committed committed, :views {}}]})

(defn- decided [p version replicas & [source destination]] {p [version replicas (or source 0) (or destination 0)]})

(deftest what-members-know
  (let [known (known/of [{:lives {[1 0] (life (act 1 :term 2 :role "candidate") (act 2 :role "master" :committed (decided 0 [2 1] [1])))}}
                         {:lives {[1 0] (life (act 3 :committed (decided 1 [2 2] [2]) :views (decided 1 [2 2] [2])))
                                  [1 1] (life (act 9 :term 5))}}])]
    (is (= {[1 0] {:term 2, :role "master", :committed {0 [[2 1] [1] 0 0], 1 [[2 2] [2] 0 0]}, :views {1 [[2 2] [2] 0 0]}}
            [1 1] {:term 5}}
           known))
    (is (= {[1 1] {:term 5}} (known/last-lives known)) "a member that has started again")))

(deftest modes-with-windows
  (is (= {:unpublished :killed, :behind :killed, :switch :killed, :two-masters :resumed, :stale :left-behind
          :source :killed, :destination :killed, :master-migrating :killed, :promoted :killed, :migration :cut}
         proof/windows))
  (is (nil? (proof/of-round {:mode :one, :value {}} [] [])) "no window, no proof")
  (is (= [:event-logs nil] (proof/of-round {:mode :switch, :value {:switched [1], :numbers {:member 1}}} [] [])) "logs that say nothing")
  (is (= [:event-logs nil] (proof/of-round {:mode :switch, :value {:skipped :no-window}} [] [{:mark :killed, :lives {}}])))
  (is (= [:status {:partitions [1]}] (proof/of-round {:mode :switch, :value {:switched [1]}} [] nil)) "no logs"))

(deftest unpublished
  (let [new    (decided 0 [3 2] [1 2])
        proves (fn [others-before others-after & [m1]]
                 (proof/of-logs :unpublished {:member 1}
                                [{:mark :known, :lives {[1 0] (knew 3 "master" 0 [[3 1] [1] 0 0])}}
                                 {:mark :begun, :lives {}}
                                 {:mark :killed, :lives {[1 0] (or m1 (life (act 7 :committed new))), [2 0] others-before}}
                                 {:mark :ended, :lives (if others-after {[2 0] others-after} {})}]))
        later  (life (act 8 :term 4) (act 9 :committed (decided 0 [4 2] [1 2])))]
    (is (= {:partition 0, :version [3 2], :known-to 1} (proves (life (act 5 :term 3)) later)))
    (is (nil? (proves (life (act 5 :committed new)) later)) "another one knew it")
    (is (nil? (proves (life (act 5 :term 3)) (life (act 8 :committed new)))) "or heard of it later, under the same version")
    (is (= 4 (:partition (proves (life (act 5 :term 3)) later (life (act 6 :committed (decided 4 [3 7] [1])) (act 7 :committed new)))))
        "the first of several")
    (is (nil? (proves (life (act 5 :term 3)) nil)) "of what came later nothing is known")
    (is (nil? (proves (life (act 5 :term 3)) later (life (act 7 :term 3)))) "nothing was decided")
    (is (nil? (proves (life (act 5 :term 3)) later {:from 7, :to 7, :acts [{:s 0, :began "restart", :committed new}]})) "a start decides nothing")
    (testing "a decision of another round does not count"
      (is (nil? (proof/of-logs :unpublished {:member 1}
                               [{:mark :known, :lives {[1 0] (knew 3 "master" 0 [[3 1] [1] 0 0])}}
                                {:mark :begun, :lives {[1 0] (life (act 7 :committed new))}}
                                {:mark :killed, :lives {}}
                                {:mark :ended, :lives {[2 0] later}}]))))))

(deftest behind
  (let [proves (fn [after & [known]]
                 (proof/of-logs :behind {:member 1}
                                [{:mark :known, :lives (or known {[1 0] (knew 3 "master" 0 [[3 1] [1 2 3] 0 0], 1 [[3 1] [1 2 3] 0 0])
                                                                  [3 0] (knew 3 "follower" 1 [[3 1] [1 2 3] 0 0])})}
                                 {:mark :begun, :lives {}}
                                 {:mark :killed, :lives {[2 0] (life (act 5 :term 4 :role "master" :committed (decided 0 [4 2] [2 3])))
                                                         [3 0] (life (act 6 :committed (decided 0 [4 1] [1 2 3])))}}
                                 {:mark :ended, :lives after}]))
        elect  (fn [s term] [(act s :term term :role "candidate") (act (inc s) :role "master")])]
    (is (= {:member 1, :event 10, :term 5, :missed [0]} (proves {[1 0] (apply life (elect 9 5))})))
    (is (nil? (proves {[3 0] (apply life (elect 9 5))})) "another one was elected")
    (is (nil? (proves {[3 0] (apply life (elect 9 5)), [1 0] (apply life (elect 20 6))})) "it came second")
    (is (some? (proves {[1 0] (apply life (elect 9 5)), [3 0] (apply life (elect 20 6))})) "it came first")
    (is (= 9 (:member (proof/of-logs :behind {:member 9}
                                     [{:mark :killed, :lives {[2 0] (life (act 5 :committed (decided 0 [4 2] [2 3])))}}
                                      {:mark :ended, :lives (sorted-map [1 0] (apply life (elect 9 1)), [9 0] (life (act 7 :role "master")))}])))
        "who says nothing of a term is of none")
    (is (nil? (proves {[1 0] (life (act 9 :term 5 :role "candidate"))})) "nobody was")
    (is (nil? (proof/of-logs :behind {} [{:mark :killed, :lives {[2 0] (life (act 5 :committed (decided 0 [4 2] [2 3])))}}]))
        "nobody was left behind")
    (is (nil? (proves {[1 0] (apply life (act 8 :committed (decided 0 [4 2] [2 3])) (elect 9 5))})) "it had heard of all before")
    (is (nil? (proves {[1 0] (apply life (act 8 :committed (decided 0 [4 3] [2 3])) (elect 9 5))})))
    (is (= [0] (:missed (proves {[1 0] (apply life (act 8 :committed (decided 0 [4 1] [2 3])) (elect 9 5))}))) "but for the last one")
    (is (= [0 7] (:missed (proves {[1 0] (apply life (elect 9 5))}
                                  {[1 0] (knew 3 "master" 0 [[3 1] [1 2 3] 0 0]), [3 0] (knew 3 "follower" 7 [[0 1] [1 2 3] 0 0])})))
        "of a partition it has never heard")))

(deftest switch
  (let [proves (fn [m1 m2]
                 (proof/of-logs :switch {:member 2, :master 1}
                                [{:mark :known, :lives {}} {:mark :begun, :lives {}}
                                 {:mark :killed, :lives {[1 0] m1, [2 0] m2}} {:mark :ended, :lives {}}]))
        moved  (life (act 5 :committed (decided 4 [3 2] [2 3])))]
    (is (= {:partition 4, :version [3 2], :primary 2} (proves moved (life (act 5 :term 3)))))
    (is (some? (proves moved (life (act 5 :views (decided 4 [3 1] [1 3]))))) "an earlier one")
    (is (some? (proves (life (act 5 :committed (decided 4 [0 1] [2 3]))) (life (act 5 :term 3)))) "the first of all")
    (is (= 4 (:partition (proves (life (act 5 :committed (decided 4 [3 2] [2 3])) (act 6 :committed (decided 9 [3 3] [2 3]))) (life (act 5 :term 3)))))
        "the first of several")
    (is (nil? (proves moved (life (act 5 :views (decided 4 [3 2] [2 3]))))) "it had begun to serve")
    (is (nil? (proves (life (act 5 :committed (decided 4 [3 2] [3 2]))) (life (act 5 :term 3)))) "it became a backup")
    (is (nil? (proves (life (act 5 :committed (decided 4 [3 2] [2 3] 1 5))) (life (act 5 :term 3)))) "it was primary before")
    (is (nil? (proves (life (act 5 :term 3)) (life (act 5 :committed (decided 4 [3 2] [2 3]))))) "the master said nothing of it")))

(deftest two-masters
  (let [proves (fn [m2 after & [role]]
                 (proof/of-logs :two-masters {:member 1}
                                [{:mark :known, :lives {[1 0] (knew 3 (or role "master"))}} {:mark :begun, :lives {}}
                                 {:mark :resumed, :lives {[2 0] m2}} {:mark :ended, :lives after}]))
        other  (life (act 5 :term 4 :role "candidate") (act 6 :role "master"))
        acts   {:from 8, :to 9, :acts [(act 9 :term 4 :role "follower")]}]
    (is (= {:member 1, :term 3, :event 8, :masters [[2 4]]} (proves other {[1 0] acts})))
    (is (some? (proves other {[1 0] {:from 8, :to 9, :acts []}})) "it never stepped down")
    (is (some? (proves other {[1 0] {:from 8, :to 9, :acts [(act 8 :committed (decided 0 [3 2] [1])) (act 9 :term 4)]}})) "it has even decided")
    (is (nil? (proves other {[1 0] {:from 9, :to 9, :acts [(act 9 :term 4)]}})) "it stepped down at once")
    (is (nil? (proves other {[1 0] {:from 9, :to 9, :acts [(act 9 :role "follower")]}})))
    (is (nil? (proves other {[2 0] acts})) "it did nothing any more")
    (is (nil? (proves (life (act 5 :term 4 :role "candidate")) {[1 0] acts})) "nobody else was elected")
    (is (nil? (proves (life (act 5 :term 3 :role "master")) {[1 0] acts})) "in no later term")
    (is (= [[2 1]] (:masters (proof/of-logs :two-masters {:member 1}
                                            [{:mark :known, :lives {[1 0] {:acts [{:s 0, :role "master"}]}}}
                                             {:mark :resumed, :lives {[2 0] (life (act 5 :term 1 :role "master"))}}
                                             {:mark :ended, :lives {[1 0] acts}}])))
        "of the first term")
    (is (= 8 (:event (proof/of-logs :two-masters {:member 1}
                                    [{:mark :known, :lives {[1 0] (knew 3 "master")}} {:mark :resumed, :lives {[2 0] other}}
                                     {:mark :later, :lives {[1 0] acts}} {:mark :ended, :lives {[1 0] {:from 20, :to 20, :acts []}}}])))
        "its first one counts")
    (is (nil? (proves other {[1 0] {:from 8, :to 9, :acts [(act 8 :term 4) (act 9 :role "follower")]}})) "and the first step down")
    (is (nil? (proof/of-logs :two-masters {:member 1}
                             [{:mark :known, :lives {[1 0] {:acts [{:s 0, :role "master"}]}}}
                              {:mark :resumed, :lives {[2 0] (life (act 5 :role "master"))}}
                              {:mark :ended, :lives {[1 0] acts}}]))
        "nobody knows of a term")
    (is (nil? (proves other {[1 0] acts} "follower")) "it was no master")
    (is (nil? (proves other {[1 0] {:from nil, :to nil, :acts []}})))))

(deftest stale
  (let [old    [[3 1] [2 3] 0 0]
        proves (fn [moved after & [m2]]
                 (proof/of-logs :stale {:member 2}
                                [{:mark :known, :lives {[1 0] (knew 3 "master" 0 old), [2 0] (or m2 (knew 3 "follower" 0 old))}}
                                 {:mark :begun, :lives {}}
                                 {:mark :left-behind, :lives {[1 0] (life (act 5 :committed moved))}} {:mark :ended, :lives after}]))
        moved  (decided 0 [3 2] [3 1])
        goes-on {[2 0] {:from 9, :to 9, :acts []}}
        starts (fn [began committed] {[2 1] {:from 99, :to 99, :acts [{:s 90, :began began, :committed committed}]}})]
    (is (= {:member 2, :life 0, :partition 0, :version [3 2]} (proves moved goes-on)))
    (is (= {:member 2, :life 1, :partition 0, :version [3 2]} (proves moved (starts "restart" {0 old}))))
    (is (nil? (proves (decided 0 [3 2] [3 2]) goes-on)) "it is still a replica")
    (is (nil? (proves (decided 0 [3 1] [3 1]) goes-on)) "nothing new")
    (is (nil? (proves (decided 1 [3 2] [3 1]) goes-on)) "it was none before")
    (is (nil? (proves moved goes-on (knew 3 "follower" 0 [[3 1] [1 3] 0 0]))))
    (is (nil? (proves moved goes-on (knew 3 "follower" 0 [[3 2] [2 3] 0 0]))) "it knew")
    (is (= 0 (:partition (proves (merge moved (decided 5 [3 2] [3 1])) goes-on
                                 (assoc-in (knew 3 "follower" 0 old) [:acts 0 :committed 5] old)))) "the first of several")
    (is (= 0 (:life (proof/of-logs :stale {:member 2}
                                   [{:mark :known, :lives {[1 0] (knew 3 "master" 0 old), [2 0] (knew 3 "follower" 0 old)}}
                                    {:mark :left-behind, :lives {[1 0] (life (act 5 :committed moved))}}
                                    {:mark :later, :lives goes-on} {:mark :ended, :lives (starts "join" {})}])))
        "when it came back first counts")
    (is (nil? (proves moved {})) "it has not come back")
    (is (nil? (proves moved {[1 0] {:from 9, :to 9, :acts []}})) "another one has")
    (is (nil? (proves moved (starts "join" {0 old}))) "it came back as another one")
    (is (nil? (proves moved (starts "restart" moved))) "its disk knew")
    (is (nil? (proves moved (starts "restart" {}))) "its disk knew nothing of it")))

(deftest migrations
  (let [proves (fn [mode numbers & [m1 m2]]
                 (proof/of-logs mode numbers
                                [{:mark :known, :lives {[1 0] (knew 3 "master" 0 [[3 1] [1 2] 0 0])}} {:mark :begun, :lives {}}
                                 {:mark (proof/windows mode)
                                  :lives {[1 0] (or m1 (life (act 5 :committed (decided 0 [3 2] [1 2] 1 4))))
                                          [2 0] (or m2 (life (act 5 :term 3)))}}
                                 {:mark :ended, :lives {[1 0] (life (act 9 :committed (decided 0 [3 9] [1 2])))}}]))
        found  {:partition 0, :version [3 2]}
        over   (life (act 7 :committed (decided 0 [3 3] [4 2])))]
    (is (= found (proves :source {:member 1})))
    (is (= found (proves :destination {:member 4})))
    (is (= found (proves :migration {:member 1, :destination 4})))
    (is (= found (proves :master-migrating {:member 1})))
    (is (= 0 (:partition (proves :source {:member 1} (life (act 5 :committed (merge (decided 0 [3 2] [1 2] 1 4) (decided 6 [3 2] [1 2] 1 5)))))))
        "the first of several")
    (is (= 0 (:partition (proves :master-migrating {:member 1}
                                 (life (act 5 :committed (merge (decided 0 [3 2] [1 2] 1 4) (decided 6 [3 2] [1 2] 1 5))))))))
    (is (nil? (proves :source {:member 4})))
    (is (nil? (proves :destination {:member 1})))
    (is (nil? (proves :migration {:member 1, :destination 2})))
    (is (nil? (proves :migration {:member 2, :destination 4})))
    (doseq [[mode numbers] {:source {:member 1}, :destination {:member 4}, :migration {:member 1, :destination 4}}]
      (is (nil? (proves mode numbers nil over)) (str mode ": another one knew that it was over")))
    (is (nil? (proves :source {:member 0} (life (act 5 :committed (decided 0 [3 2] [1 2]))))) "nothing moves")
    (is (= found (proves :master-migrating {:member 1} nil over)) "what counts is what the master knew")
    (is (nil? (proves :master-migrating {:member 1} over)))
    (is (nil? (proves :master-migrating {:member 1} (life (act 5 :role "follower" :committed (decided 0 [3 2] [1 2] 1 4))))) "it was master no more")
    (is (nil? (proves :master-migrating {:member 2})))))

(deftest promoted
  (let [proves (fn [before after]
                 (proof/of-logs :promoted {:member 1, :promoted 2}
                                [{:mark :begun, :lives {[3 0] (life (act 4 :committed before))}}
                                 {:mark :killed, :lives {[3 0] (life (act 5 :committed after))}} {:mark :ended, :lives {}}]))
        old    (decided 7 [3 1] [1 2 3])]
    (is (= {:partition 7, :version [3 2], :primary 2} (proves old (decided 7 [3 2] [2 3]))))
    (is (= 7 (:partition (proves (merge old (decided 9 [3 1] [1 2])) (merge (decided 7 [3 2] [2 3]) (decided 9 [3 2] [2 3]))))) "the first of several")
    (is (nil? (proves old (decided 7 [3 2] [3 2]))) "another one was")
    (is (nil? (proves (decided 7 [3 1] [3 1]) (decided 7 [3 2] [2 3]))) "the first one did not lead it")
    (is (nil? (proves old (decided 8 [3 2] [2 3]))) "another partition")
    (is (nil? (proves old (decided 7 [3 1] [2 3]))))))

(deftest losses-of-power
  (let [lost   {"n1" {:files [["store/LOG" 10] ["store/000004.log" 5]], :names 1, :kept 2}, "n2" {:files [], :names 0, :kept 1}}
        proves (fn [mode value] (proof/of-round {:fault :power-cut, :mode mode, :value value} [] nil))
        found  {:files 2, :bytes 15, :log-bytes 5, :names 1, :kept 3}]
    (doseq [mode [:minority :all :torn :unflushed]]
      (is (= [:disks found] (proves mode {:targets ["n1" "n2"], :lost lost}))))
    (is (= [:disks found] (proof/of-round {:fault :power-cut, :mode :all, :value {:targets ["n1" "n2"], :lost lost}} [] [])) "whatever event logs say")
    (is (= [:disks nil] (proves :all {:targets ["n1" "n3"], :lost lost})) "one disk was not cut off")
    (is (= [:disks nil] (proves :all {:targets [], :lost lost})))
    (is (= [:disks nil] (proves :all {:targets ["n2"], :lost (dissoc lost "n1")})) "nothing was lost")
    (is (= [:disks nil] (proves :all {:targets ["n1"], :lost {"n1" {:files [["store/LOG" 9]], :names 0, :kept 0}}})) "notes are not the store")
    (is (= {:files 0, :names 3} (select-keys (second (proves :all {:targets ["n1"], :lost {"n1" {:files [], :names 3, :kept 0}}})) [:files :names])))))

(deftest damaged-disks
  (let [value  {:targets ["n1" "n2"], :damage {"n1" {:file "a", :bit 1}, "n2" {:file "b", :bit 2}}, :said {"n1" "damage in a", "n2" "damage in b"}}
        round  (fn [value] {:fault :disk, :mode :flip, :value value})
        proves #(proof/of-round (round %) [] nil)]
    (doseq [mode [:flip :truncate]]
      (is (= [:disks {"n1" {:file "a", :bit 1, :said "damage in a"}, "n2" {:file "b", :bit 2, :said "damage in b"}}]
             (proof/of-round {:fault :disk, :mode mode, :value value} [] nil))))
    (is (= [:disks nil] (proves (update value :said dissoc "n2"))) "one has not found it")
    (is (= [:disks nil] (proves (assoc-in value [:damage "n2"] nil))) "one had nothing to damage")
    (is (= [:disks nil] (proves {:targets [], :damage {}, :said {}})))
    (is (empty? (proof/unnoticed (round value))))
    (is (empty? (proof/unnoticed (round {:targets ["n1"]}))))
    (testing "all have restarted, and some of them had damaged files"
      (let [proves #(second (proof/of-round {:fault :restart, :mode :damaged, :value (assoc value :targets ["n1" "n2" "n3"] :damaged %)} [] nil))]
        (is (= {"n2" {:file "b", :bit 2, :said "damage in b"}} (proves ["n2"])))
        (is (nil? (proves ["n2" "n3"])) "one had no damaged file")
        (is (nil? (proves [])))))
    (is (nil? (proof/of-round {:fault :restart, :mode :full, :value value} [] nil)) "others need no proof")
    (is (= [{:fault :disk, :mode :flip, :node "n2", :damage {:file "b", :bit 2}}] (proof/unnoticed (round (update value :said dissoc "n2")))))
    (is (empty? (proof/unnoticed (round {:targets ["n2"], :damage {"n2" nil}, :said {}}))) "nothing was damaged")))

(deftest slow-and-full-disks
  (let [proves #(proof/of-round {:fault :disk, :mode %1, :value %2} [] nil)]
    (is (= [:disks {:slowed 4}] (proves :slow {:slowed 4, :targets ["n1"]})))
    (is (= [:disks nil] (proves :slow {:slowed 0})))
    (is (= [:disks nil] (proves :slow {})))
    (is (= [:disks {:refused 1}] (proves :untold {:refused 1})))
    (is (= [:disks nil] (proves :untold {:refused 0}) (proves :untold {})))
    (is (nil? (proves :one {:targets ["n1"]})) "members tell that their disks are full")))

(deftest without-event-logs
  (let [status  proof/of-status
        master  (fn [node term] (assoc-in (assoc-in calm ["n1" :status :role] "follower")
                                          [node :status] (:status (member (parse-long (subs node 1)) :role "master" :term term))))
        behind  {:behind "n2", :term 4, :missed true}]
    (is (= {:unpublished? true} (status :unpublished {:unpublished? true} [])))
    (is (nil? (status :unpublished {:unpublished? false} [])))
    (is (= {:master "n2"} (status :behind behind [calm (master "n3" 4) (master "n2" 5) (master "n3" 6)])))
    (is (nil? (status :behind behind [(master "n2" 4)])) "the old one")
    (is (nil? (status :behind behind [(master "n3" 5) (master "n2" 6)])) "it came second")
    (is (nil? (status :behind (assoc behind :missed false) [(master "n2" 5)])))
    (is (nil? (status :behind behind [(dissoc calm "n1")])) "nobody says that it is master")
    (is (nil? (status :switch {} [])))
    (let [moving (assoc calm "n1" (member 1 :migrations 1))
          facts  {:facts {:master "n1", :source "n1", :destination "n2"}}]
      (doseq [mode [:source :destination :master-migrating :migration]]
        (is (= {:source "n1", :destination "n2"} (status mode facts [calm moving])))
        (is (nil? (status mode facts [calm])) "nothing moved")
        (is (nil? (status mode {:facts {:master "n1"}} [moving])) "nobody knew where to")))
    (is (= {:primaries [1 2]} (status :promoted {:targets [1 2]} [])))
    (is (nil? (status :promoted {:targets [1]} [])))
    (is (= {:masters [1 2]} (status :two-masters {:masters [1 2]} [])))
    (is (nil? (status :two-masters {} [])))
    (let [stale {:left-behind true, :targets ["n2"], :numbers {:member 2}}]
      (is (= {:back "n2"} (status :stale stale [calm]) (status :stale (assoc stale :targets ["n2" "n3"]) [calm])))
      (is (nil? (status :stale stale [(assoc calm "n2" (member 9))])) "as another one")
      (is (nil? (status :stale (assoc stale :left-behind false) [calm]))))))
