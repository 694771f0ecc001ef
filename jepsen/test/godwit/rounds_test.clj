(ns godwit.rounds-test
  (:require [clojure.test :refer [deftest is testing]]
            [godwit.rounds :as rounds]
            [jepsen.generator :as gen]
            [jepsen.generator.test :as gentest]))

(def schedule
  [{:fault :kill, :mode :one, :seed 10, :hold 2, :gap 1}
   {:fault :kill, :mode :source, :seed 20, :hold 2, :gap 1}
   {:fault :pause, :mode :all, :seed 30, :hold 2, :gap 1}])

(defn- run
  "The operations that a generator asks for. shown?: of a round that ends, by its number from 0. Each operation takes 10 ms."
  [generator shown?]
  (let [ends (atom -1)]
    (gentest/simulate (gentest/n+nemesis-context 1) generator
                      (fn [_ {:keys [f value] :as op}]
                        (cond-> (update op :time + 10000000)
                          (not= :nemesis (:process op)) (assoc :type :ok)
                          (and f (re-find #"^stop" (name f)))
                          (assoc :value (assoc value :shown? (boolean (shown? (swap! ends inc))))))))))

(defn- begun
  "The invocations of the nemesis: every other of its operations."
  [ops]
  (take-nth 2 (filter #(= :nemesis (:process %)) ops)))

(deftest how-often-a-round-is-tried
  (is (= 4 rounds/most-tries) "once, and up to three times again, as the documentation says"))

(deftest other-faults-say-nothing-of-rounds
  (let [until (rounds/until-shown 10 [[:kill :one]] nil)]
    (is (= until (jepsen.generator/update until {} {} {:process :nemesis, :time 1, :value (sorted-map "10.77.0.1" :killed)})))))

(deftest rounds-in-their-order
  (let [ops (begun (run (gen/nemesis (rounds/rounds schedule [])) (constantly true)))]
    (is (= [:start-kill :stop-kill :start-kill :stop-kill :start-pause :stop-pause] (map :f ops)))
    (is (= [:one :one :source :source :all :all] (map (comp :mode :value) ops)))
    (is (= [10 nil 20 nil 30 nil] (map (comp :seed :value) ops)))
    (testing "a gap, then the time that a fault lasts, counted from when it has struck"
      (is (= [1.0 3.01] (take 2 (map #(/ (:time %) 1e9) ops)))))))

(deftest a-second-fault-goes-with-the-round
  (let [second-one {:fault :link, :mode :slow, :seed 11}
        ops        (begun (run (gen/nemesis (rounds/rounds [(assoc (first schedule) :beside second-one) (second schedule)] [[:kill :one]])) #{1 2}))]
    (is (= [second-one nil second-one nil nil nil] (map (comp :beside :value) ops)) "and with each try of it")
    (is (= [{:fault :kill, :mode :one, :seed 10, :beside second-one} {:fault :kill, :mode :one}] (map :value (take 2 ops))))))

(deftest a-round-without-effect-is-tried-again-if-it-must-be-shown
  (let [modes (fn [required shown?]
                (map (comp :mode :value) (filter #(re-find #"^start" (name (:f %)))
                                                 (begun (run (gen/nemesis (rounds/rounds schedule required)) shown?)))))]
    (is (= [:one :source :all] (modes [] (constantly false))) "nothing must be shown")
    (is (= [:one :source :source :source :all] (modes [[:kill :source]] #{0 3 4})) "until it is shown")
    (is (= (concat [:one] (repeat rounds/most-tries :source) [:all]) (modes [[:kill :source]] #{})) "but not without end")
    (is (= (concat (repeat rounds/most-tries :one) [:source :all]) (modes [[:kill :one]] #{})) "the first one, too"))
  (let [ops (begun (run (gen/nemesis (rounds/rounds schedule [[:kill :one]])) #{1 2 3}))]
    (is (= [10 11 20 30] (keep (comp :seed :value) ops)) "with other targets")))

(deftest after-the-last-round
  (let [event  (fn [time & {:as value}] {:process :nemesis, :time time, :value value})
        rounds (reduce (fn [r e] (gen/update r {} {} e))
                       (rounds/rounds (take 1 schedule) [])
                       [(event 1) (event 2) (event 3) (event 4 :shown? true)])]
    (is (= [[] :gap 4] ((juxt :queue :phase :due) rounds)) "nothing is waited for")
    (is (nil? (gen/op rounds {} {:time 5})))))

(deftest no-schedule-no-generator
  (is (nil? (rounds/rounds [] []))))

(deftest a-run-lasts-until-all-is-shown
  (let [clients (gen/clients (gen/delay 0.5 (repeat {:f :read})))
        seconds (fn [limit required shown?]
                  (let [g (gen/any clients (gen/nemesis (rounds/rounds (cycle schedule) required)))]
                    (quot (reduce max (map :time (run (rounds/until-shown limit required g) shown?))) 1000000000)))]
    (is (= 9 (seconds 10 [] (constantly false))))
    (is (= 9 (seconds 10 [[:kill :one]] (constantly true))))
    (is (= 19 (seconds 10 [[:kill :one]] (constantly false))) "twice its time, and no more")
    (is (< 9 (seconds 10 [[:kill :one] [:kill :source] [:pause :all]] #{0 1 3}) 19) "as long as it needs")))
