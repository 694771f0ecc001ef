(ns godwit.aimed-test
  (:require [clojure.test :refer [deftest is testing]]
            [godwit.aimed :as aimed]
            [godwit.facts-test :refer [calm member]]
            [godwit.lab :as lab]
            [godwit.proof :as proof]))

(def nodes ["n1" "n2" "n3"])
(def found {:master "n1", :primary "n2", :backups ["n3"]})
(def gone {:state :gone, :status nil})
(def paused {:state :paused, :status nil})

(defmacro with-views
  "Runs the body while the lab gives one view after the other, the last one without end; {:done what the body gives, :said what
  the lab was told}. Waiting takes no time."
  [views & body]
  `(let [left# (atom ~views), said# (atom [])]
     (with-redefs [lab/view  (fn [_#] (let [v# (first @left#)] (when (next @left#) (swap! left# next)) v#))
                   lab/act!  (fn [_# node# action#] (swap! said# conj [action# node#]))
                   lab/heal! (fn [_#] (swap! said# conj [:heal]))
                   lab/link! (fn [_# a# b# c#] (swap! said# conj [a# b# c#]))
                   godwit.wait/until (fn [_# _# f#] (some identity (repeatedly 10 f#)))]
       {:done (do ~@body), :said @said#})))

(deftest who-is-ahead
  (let [ahead (assoc calm "n1" (member 1 :role "master" :stamp "b"))]
    (is (aimed/ahead? ahead "n1"))
    (is (not (aimed/ahead? calm "n1")) "all know the same")
    (is (not (aimed/ahead? (assoc ahead "n2" (member 2 :role "master" :term 4)) "n1")) "it is master no more")
    (is (not (aimed/ahead? (assoc ahead "n3" (member 3 :stamp "b")) "n1")) "one other knows it, too")
    (is (not (aimed/ahead? (select-keys ahead ["n1"]) "n1")) "nobody else answers")
    (is (not (aimed/ahead? (assoc calm "n1" gone) "n1")))))

(deftest the-master-dies-with-a-decision-that-it-alone-knows
  (let [ahead (assoc calm "n1" (member 1 :role "master" :stamp "b"))
        kill  #(aimed/kill-unpublished! {} nodes found 100 (constantly "n4"))]
    (let [{:keys [done said]} (with-views [calm calm ahead ahead] (kill))]
      (is (= {:targets ["n1"], :facts (assoc found :spare "n4"), :unpublished? true, :numbers {:member 1}} done))
      (is (= #{["n1" "n2" {:delay 200}] ["n1" "n3" {:delay 200}]} (set (take 2 said))) "before anything is decided")
      (is (= ["n1" "n4" {:delay 200}] (nth said 2)))
      (is (= #{["n1" "n2" {:cut "reset"}] ["n1" "n3" {:cut "reset"}] ["n1" "n4" {:cut "reset"}]} (set (take 3 (drop 3 said)))))
      (is (= [:kill "n1"] (last said)) "nothing of it is on its way any more"))
    (testing "it was published in the last moment"
      (is (false? (:unpublished? (:done (with-views [ahead calm] (kill)))))))
    (testing "no decision, no kill"
      (let [{:keys [done said]} (with-views [calm] (kill))]
        (is (= :no-window (:skipped done)))
        (is (not-any? #{[:kill "n1"]} said))))
    (is (= :no-target (:skipped (:done (with-views [calm] (aimed/kill-unpublished! {} nodes {} 100 (constantly "n4")))))))))

(deftest whom-the-others-have-left-out
  (let [voters [1 2 3]
        view   {"n1" (member 1 :role "master" :voters voters :suspects [2]), "n2" (member 2), "n3" (member 3 :suspects [2])}
        table  [{:inSync [1 3]} {:inSync [3]}]]
    (is (aimed/left-out? view table "n2" 2))
    (is (not (aimed/left-out? (assoc-in view ["n1" :status :voters] [1 3]) table "n2" 2)) "it votes no more")
    (is (not (aimed/left-out? (assoc-in view ["n3" :status :suspects] []) table "n2" 2)) "one hopes for it")
    (is (not (aimed/left-out? view (conj table {:inSync [2]}) "n2" 2)) "it still counts")
    (is (not (aimed/left-out? view [] "n2" 2)) "the master does not answer")
    (is (not (aimed/left-out? (assoc view "n1" gone) table "n2" 2)) "there is none"))
  (is (= "n2" (aimed/follower-of found)))
  (is (= "n3" (aimed/follower-of (assoc found :primary "n1"))))
  (is (nil? (aimed/follower-of {:master "n1"}))))

(deftest who-has-missed-decisions-is-back-when-the-master-dies
  (let [without (-> calm
                    (assoc "n1" (member 1 :role "master" :voters [1 2 3] :suspects [2] :stamp "b"))
                    (assoc "n3" (member 3 :suspects [2] :stamp "b")))
        back    (assoc without "n1" gone, "n2" (member 2 :role "master" :term 4))
        strike  (fn [views nodes table]
                  (with-redefs [lab/table (constantly table)]
                    (with-views views (aimed/let-back! {} nodes found))))
        decided [{:inSync [1 3]}]]
    (let [{:keys [done said]} (strike [calm calm without back] nodes decided)]
      (is (= {:targets ["n1"], :facts found, :behind "n2", :term 3, :missed true, :numbers {:member 2}} done))
      (is (= #{["n2" "n1" {:cut "silent"}] ["n2" "n3" {:cut "silent"}] ["n1" "n2" {:cut "silent"}] ["n3" "n2" {:cut "silent"}]}
             (set (take 4 said))))
      (is (= #{["n2" "n1" {:cut "reset"}] ["n2" "n3" {:cut "reset"}] ["n1" "n2" {:cut "reset"}] ["n3" "n2" {:cut "reset"}]}
             (set (take 4 (drop 4 said)))))
      (is (= [[:kill "n1"] ["n2" "n3" {}] ["n3" "n2" {}] [:heal]] (drop 8 said)) "no word of the master reaches it"))
    (testing "it alone can be elected"
      (let [{:keys [said]} (strike [calm calm without back] ["n1" "n2" "n3" "n4" "n5"] decided)]
        (is (= (set (for [a ["n3" "n4" "n5"], b ["n3" "n4" "n5"] :when (not= a b)] [a b {:cut "silent"}]))
               (set (take 6 (rest (drop-while #(not= [:kill "n1"] %) said))))))))
    (testing "it has missed nothing"
      (is (false? (:missed (:done (strike [calm calm (assoc-in without ["n2" :status :stamp] "b") back] nodes decided))))))
    (testing "the others do not decide without it"
      (let [{:keys [done said]} (strike [without] nodes [{:inSync [1 2]}])]
        (is (= :no-window (:skipped done)))
        (is (not-any? #{[:kill "n1"]} said))))
    (testing "the master is another one by then"
      (let [other (-> without (assoc-in ["n3" :status :role] "master") (assoc-in ["n3" :status :term] 4) (assoc-in ["n3" :status :voters] [1 2 3]))]
        (is (= :no-window (:skipped (:done (strike [calm other] nodes decided)))))))
    (is (= :no-target (:skipped (:done (with-views [calm] (aimed/let-back! {} nodes {}))))))))

(deftest the-destination-dies-at-the-switch
  (let [table  (fn [& primaries] (map-indexed (fn [i p] {:partition i, :replicas [p 3]}) primaries))
        found  (assoc found :source "n1", :destination "n2")
        strike (fn [tables found]
                 (let [left (atom tables)]
                   (with-views [calm]
                     (with-redefs [lab/table (fn [_ _] (let [t (first @left)] (when (next @left) (swap! left next)) t))]
                       (aimed/kill-at-switch! {} found)))))]
    (is (= #{1 2} (aimed/led-by (table 1 2 2) 2)))
    (let [{:keys [done said]} (strike [(table 1 2 3) (table 1 2 3) (table 2 2 3)] found)]
      (is (= {:targets ["n2"], :facts found, :switched [0], :numbers {:member 2, :master 1}} done) "one more than before")
      (is (= [[:kill "n2"]] said)))
    (testing "it led less, and never more"
      (is (= :no-window (:skipped (:done (strike [(table 2 2 3) (table 1 2 3)] found))))))
    (is (= :no-target (:skipped (:done (strike [(table 1 2 3)] (dissoc found :destination))))) "nothing migrates")
    (is (= :no-target (:skipped (:done (strike [(table 1 2 3)] (assoc found :destination "n9"))))))))

(deftest two-masters-at-once
  (is (nil? (aimed/two-masters calm)))
  (is (= [["n1" 3] ["n2" 4]] (aimed/two-masters (assoc calm "n2" (member 2 :role "master" :term 4))))))

(deftest a-master-that-does-not-know-of-the-next-one
  (let [without (assoc calm "n1" paused)
        elected (assoc without "n2" (member 2 :role "master" :term 4))
        both    (assoc calm "n2" (member 2 :role "master" :term 4))]
    (let [{:keys [done said]} (with-views [calm without elected both] (aimed/depose! {} nodes found))]
      (is (= {:targets ["n1"], :facts found, :masters [["n1" 3] ["n2" 4]], :numbers {:member 1}} done))
      (is (= #{["n2" "n1" {:cut "silent"}] ["n3" "n1" {:cut "silent"}]} (set (take 2 said))) "it hears nobody")
      (is (= [[:pause "n1"] [:resume "n1"]] (drop 2 said)) "what it says is heard"))
    (testing "it has understood at once"
      (is (nil? (:masters (:done (with-views [calm elected (assoc elected "n1" (member 1))] (aimed/depose! {} nodes found)))))))
    (testing "nobody else is elected"
      (let [{:keys [done said]} (with-views [calm without] (aimed/depose! {} nodes found))]
        (is (= :no-window (:skipped done)))
        (is (not-any? #{[:resume "n1"]} said))))
    (is (= :no-target (:skipped (:done (with-views [calm] (aimed/depose! {} nodes {}))))))))

(deftest at-rest-without-somebody
  (let [rest (assoc calm "n1" (member 1 :role "master" :suspects [2]), "n2" paused, "n3" (member 3 :suspects [2]))]
    (is (aimed/at-rest-without? rest "n2" 2))
    (is (not (aimed/at-rest-without? (assoc rest "n3" (member 3)) "n2" 2)) "one does not know yet")
    (is (not (aimed/at-rest-without? (assoc rest "n3" (member 3 :suspects [2] :incomplete 1)) "n2" 2)) "copies are missing")
    (is (not (aimed/at-rest-without? {"n2" paused} "n2" 2)) "nobody is there")))

(deftest who-comes-back-late
  (let [alone (assoc calm "n1" (member 1 :role "master" :suspects [2]), "n2" paused, "n3" (member 3 :suspects [2]))]
    (let [{:keys [done said]} (with-views [calm (assoc calm "n2" paused) alone] (aimed/leave-behind! {} found :pause))]
      (is (= {:targets ["n2"], :facts found, :left-behind true, :numbers {:member 2}} done))
      (is (= [[:pause "n2"]] said) "it comes back when the round ends"))
    (is (false? (:left-behind (:done (with-views [calm] (aimed/leave-behind! {} found :kill))))))
    (is (= :no-target (:skipped (:done (with-views [{}] (aimed/leave-behind! {} found :kill))))) "the primary does not answer")
    (is (= :no-target (:skipped (:done (with-views [calm] (aimed/leave-behind! {} {} :kill))))))))

(deftest each-window-is-known
  (is (every? (set (keys proof/windows)) aimed/windows) "and can be proved")
  (doseq [mode aimed/windows]
    (is (map? (:done (with-views [calm] (aimed/strike! {} {} nodes {:fault :pause, :mode mode} {} (constantly "n4")))))))
  (is (= [[:kill "n2"]] (:said (with-views [calm] (aimed/strike! {} {} nodes {:fault :kill, :mode :stale} found nil)))))
  (is (some #{["n1" "n2" {:delay 600}]}
            (:said (with-views [calm] (aimed/strike! {:heartbeat 300} {} nodes {:mode :unpublished} found (constantly "n4")))))
      "the heartbeat decides how late"))
