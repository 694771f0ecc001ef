(ns godwit.schedule-test
  (:require [clojure.test :refer [deftest is testing]]
            [godwit.schedule :as schedule]))

(deftest faults-from-text
  (is (= #{} (schedule/parse "none")))
  (is (= #{} (schedule/parse "")))
  (is (= [:kill :partition] (seq (schedule/parse "partition, kill"))))
  (is (= #{:all :clock} (schedule/parse "all,clock")))
  (is (thrown-with-msg? IllegalArgumentException #"unknown nemesis fire; known are none, all, aimed, clock, disk, kill"
                        (schedule/parse "kill,fire"))))

(deftest what-all-stands-for
  (is (= (set (keys schedule/memory-modes)) (schedule/whole #{:all} {})))
  (is (= (into #{:disk :power-cut :clock} (keys schedule/memory-modes)) (schedule/whole #{:all :clock} {:disks true})))
  (is (= (into #{:clock} (keys schedule/memory-modes)) (schedule/whole #{:all} {:clocks true})))
  (is (= #{:kill} (schedule/whole #{:kill} {:disks true})) "who does not ask for all gets what was asked for")
  (is (sorted? (schedule/whole (schedule/parse "all") {:disks true}))))

(deftest modes-need-disks
  (is (some #{[:kill :promoted]} (schedule/modes #{:kill} {})))
  (is (not-any? #{[:kill :all]} (schedule/modes #{:kill} {})) "memory alone does not survive that")
  (is (some #{[:kill :all]} (schedule/modes #{:kill} {:durable true})))
  (is (= [[:link :latency] [:link :slow] [:link :flaky] [:link :one-sided] [:link :slow-start]] (schedule/modes #{:link} {:durable true})))
  (testing "the kernel loses packets, and may know no delays"
    (is (= [[:link :slow] [:link :loss] [:link :one-sided]] (schedule/modes #{:link} {:net :namespaces})))
    (let [kills (schedule/modes #{:kill} {:net :namespaces, :durable true})]
      (is (not-any? #{[:kill :unpublished]} kills) "which needs delays")
      (is (some #{[:kill :behind]} kills))
      (is (some #{[:kill :stale]} kills))))
  (testing "some alone"
    (is (= [[:kill :one] [:kill :master] [:partition :one] [:partition :master]]
           (schedule/modes #{:kill :partition} {:only #{:one :master}}))))
  (testing "disks of their own"
    (is (= [] (schedule/modes #{:disk :power-cut} {:durable true})))
    (is (= [] (schedule/modes #{:disk :power-cut} {:disks true})) "nothing is on them")
    (is (= [[:disk :slow] [:disk :one] [:disk :backups] [:disk :all] [:disk :untold] [:disk :flip] [:disk :truncate] [:power-cut :minority] [:power-cut :all] [:power-cut :torn]
            [:power-cut :unflushed]]
           (schedule/modes #{:disk :power-cut} {:durable true, :disks true})))
    (is (= [[:restart :rolling] [:restart :full] [:restart :damaged]] (schedule/modes #{:restart} {:durable true, :disks true})))
    (is (= [[:restart :rolling] [:restart :full]] (schedule/modes #{:restart} {:durable true})))
    (is (= [[:restart :rolling] [:restart :full] [:restart :move]] (schedule/modes #{:restart} {:durable true, :net :relays})) "links lead to addresses")
    (is (= [[:restart :rolling] [:restart :full]] (schedule/modes #{:restart} {:durable true, :net :namespaces})))
    (is (= [[:restart :rolling]] (schedule/modes #{:restart} {:net :relays})) "nobody knows them any more")
    (is (= [[:restart :rolling]] (schedule/modes #{:restart} {:disks true})) "nothing is on them"))
  (testing "an upgrade comes before what needs the newest version"
    (let [modes   (schedule/modes #{:upgrade :restart :state :kill} {:durable true, :net :relays})
          without (remove #{[:upgrade :rolling]} modes)
          pairs   (fn [modes seed] (map (juxt :fault :mode) (take (count modes) (schedule/rounds seed modes 8))))]
      (doseq [seed (range 30), :let [order (pairs modes seed)]]
        (is (= (set modes) (set order)))
        (is (empty? (filter schedule/upgraded (take-while #(not= [:upgrade :rolling] %) order))))
        (is (some #{[:kill :one] [:restart :rolling]} order)))
      (is (< 1 (count (set (map #(.indexOf ^java.util.List (pairs modes %) [:upgrade :rolling]) (range 30))))) "not at a fixed place")
      (is (some (fn [seed] (schedule/upgraded (first (pairs without seed)))) (range 60)) "without an upgrade they may come first")))
  (testing "an upgrade needs what was kept, and is only for those who ask"
    (is (= [[:upgrade :rolling]] (schedule/modes #{:upgrade} {:durable true})))
    (is (= [] (schedule/modes #{:upgrade} {})))
    (is (not-any? #{:upgrade} (schedule/whole #{:all} {:disks true}))))
  (testing "clocks"
    (is (= [[:clock :fast] [:clock :slow] [:clock :apart] [:clock :day] [:clock :strobe] [:clock :isolated]] (schedule/modes #{:clock} {})))
    (is (not-any? #{:clock} (schedule/whole #{:all} {:disks true})) "which need a library")))

(deftest the-same-seed-gives-the-same-rounds
  (let [faults #{:partition :kill :pause}
        draw   (fn [seed] (take 40 (schedule/rounds seed (schedule/modes faults {:durable true}) 8)))]
    (is (= (draw 7) (draw 7)))
    (is (not= (draw 7) (draw 8)))))

(deftest every-mode-comes-once-before-any-comes-again
  (let [modes  (schedule/modes #{:partition :kill} {:durable true})
        n      (count modes)
        rounds (schedule/rounds 3 modes 8)
        drawn  (map (juxt :fault :mode) rounds)]
    (is (= (set modes) (set (take n drawn))))
    (is (= (set modes) (set (take n (drop n drawn)))))
    (is (not= (take n drawn) (take n (drop n drawn))) "in another order")))

(deftest times-are-about-the-interval
  (doseq [{:keys [hold gap]} (take 200 (schedule/rounds 5 [[:kill :one]] 8))]
    (is (<= 6 hold 10))
    (is (<= 2 gap 6))))

(deftest two-faults-at-once
  (let [all    (schedule/modes (schedule/whole #{:all} {:disks true, :clocks true}) {:durable true, :disks true})
        rounds (take 400 (schedule/rounds 7 all 8))
        pair   (fn [{:keys [fault mode beside]}] [[fault mode] (when beside ((juxt :fault :mode) beside))])
        pairs  (map pair rounds)]
    (testing "most rounds that can have a second fault have one"
      (let [able (filter (fn [[one _]] (seq (schedule/companions-of all one))) pairs)]
        (is (< 0.65 (/ (count (filter second able)) (count able)) 0.85))))
    (testing "of another kind, and nobody forgets anything by it"
      (is (every? (fn [[[fault _] [other _ :as second-one]]] (or (nil? second-one) (and (not= fault other) (schedule/companions second-one)))) pairs))
      (is (= (set (keys schedule/companions)) (set (keep second pairs)))))
    (testing "windows are left alone"
      (is (seq (filter (fn [[[_ mode] _]] (= :behind mode)) pairs)))
      (is (every? nil? (for [[[_ mode] beside] pairs :when (#{:behind :switch :two-masters :source :migration :promoted} mode)] beside))))
    (testing "members that forget everything do so while all copies are in sync"
      (is (every? nil? (for [[[_ mode] beside] pairs :when (#{:flip :truncate :damaged} mode)] beside)))
      (doseq [mode [[:disk :flip] [:disk :truncate] [:restart :damaged]]]
        (is (= [] (schedule/companions-of all mode)) (str mode))))
    (testing "who restarts or joins needs all that are there"
      (is (= [] (filter #{:pause :partition} (map first (schedule/companions-of all [:membership :join])))))
      (is (some #{[:link :slow]} (schedule/companions-of all [:restart :full]))))
    (is (apply distinct? (keep (comp :seed :beside) rounds)))
    (is (= [] (schedule/companions-of [[:kill :one] [:kill :all]] [:kill :one])) "there is none")
    (is (every? (comp nil? :beside) (take 50 (schedule/rounds 3 (schedule/modes #{:link} {}) 8))) "one fault alone")
    (let [due (count (schedule/required 600 rounds))]
      (is (= (count (filter :beside (take due rounds))) (schedule/together 600 rounds)))
      (is (pos? (schedule/together 600 rounds) )))))

(deftest no-faults-no-rounds
  (is (empty? (schedule/rounds 1 [] 8)))
  (is (= [] (schedule/required 600 []))))

(deftest what-a-run-must-show-fits-its-time
  (let [rounds (schedule/rounds 11 (schedule/modes #{:partition} {}) 8)]
    (testing "no time, nothing to show"
      (is (= [] (schedule/required 5 rounds))))
    (testing "more time, more modes, in the order of the schedule"
      (let [some-modes (schedule/required 100 rounds)]
        (is (< 2 (count some-modes) (count (schedule/modes #{:partition} {}))))
        (is (= some-modes (map (juxt :fault :mode) (take (count some-modes) rounds))))))
    (testing "each mode once at most"
      (is (= (set (schedule/modes #{:partition} {})) (set (schedule/required 10000 rounds))))
      (is (apply distinct? (schedule/required 10000 rounds))))))

(deftest how-long-healing-takes
  (is (= {:partition 8, :pause 8, :link 4, :kill 25, :membership 25, :restart 60, :state 30, :upgrade 90, :power-cut 30, :disk 20, :clock 8} schedule/healing)
      "with longer times fewer modes are due"))

(deftest whom-a-process-fault-hits
  (let [nodes ["n3" "n1" "n5" "n2" "n4"]
        hits  #(schedule/targets % nodes 2 {:master "n2", :promoted "n4"})]
    (is (= ["n3"] (hits :one)))
    (is (= ["n3" "n1"] (hits :backups)))
    (is (= 2 (count (hits :minority))))
    (is (= 3 (count (hits :majority))))
    (is (= ["n3"] (schedule/targets :minority (take 4 nodes) 2 {})) "two of four are no minority")
    (doseq [mode [:flip :truncate :damaged]]
      (is (= ["n3" "n1"] (schedule/targets mode ["n3" "n1" "n5" "n2" "n4" "n6" "n7"] 3 {})) "all of them may be voters, of whom there are five")
      (is (= ["n3" "n1"] (hits mode) (schedule/targets mode nodes 3 {})) "a minority")
      (is (= ["n3"] (schedule/targets mode nodes 1 {})) "and one copy stays")
      (is (= ["n3"] (schedule/targets mode (take 4 nodes) 3 {})) "two of four are no minority"))
    (is (= nodes (hits :all)))
    (is (= ["n2"] (hits :master) (hits :master-migrating)))
    (is (= ["n4"] (hits :promoted)))
    (is (nil? (hits :destination)) "no migration is known")))

(deftest nodes-in-the-order-of-a-seed
  (let [nodes ["n1" "n2" "n3" "n4" "n5"]]
    (is (= (schedule/shuffle-nodes 1 nodes) (schedule/shuffle-nodes 1 (reverse nodes))))
    (is (= (set nodes) (set (schedule/shuffle-nodes 2 nodes))))
    (is (< 1 (count (distinct (map #(schedule/shuffle-nodes % nodes) (range 20))))))))
