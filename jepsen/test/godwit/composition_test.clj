(ns godwit.composition-test
  "Stores that keep their word, and stores that break it, judged by the checkers of real runs as the command line puts them together:
  every workload alone and all at once, on each kind of node."
  (:require [clojure.test :refer [deftest is testing]]
            [godwit.checker :as checks]
            [godwit.core :as core]
            [godwit.events :as events]
            [godwit.expected :as expected]
            [godwit.faulty :as faulty]
            [godwit.memory :as memory]
            [godwit.nemesis :as nemesis]
            [godwit.nodes :as nodes]
            [godwit.process :as process]
            [godwit.schedule :as schedule]
            [godwit.simulated :as simulated]
            [godwit.staged :as staged]
            [godwit.watch :as watch]
            [jepsen.nemesis :as jnemesis]
            [jepsen.util :as util]))

(def workloads (sort (keys core/workloads)))
(def together (into (sorted-set) workloads))
(def drivers [:lab :netns :ssh])

(def ^:dynamic *only*
  "[workload driver]: only that; nil for all. For the mutation of the suite."
  nil)

(defn- wanted? [workload driver]
  (or (nil? *only*) (= *only* [workload driver])))

(defn- judged
  "[verdict, the results] of a store. Over SSH, logs are looked for in the store, to which Jepsen has copied them."
  [workload driver store threads & {:as more}]
  (let [logs    checks/logs
        results (with-redefs [checks/logs (fn [where] (logs (or where (:dir (simulated/options-for :set :lab 1)))))]
                  (simulated/results workload driver store threads more))]
    [(expected/verdict results) results]))

(deftest stores-that-keep-their-word
  (doseq [driver drivers, w (conj (vec workloads) together), :when (wanted? w driver)]
    (let [[verdict {:keys [expected evidence] :as results}] (judged w driver (memory/memory) 2)]
      (is (true? verdict) (str driver w (:missing evidence) (dissoc expected :checkers)
                               (into {} (keep (fn [[k v]] (when-not (true? (:valid? v)) [k v])) (filter (comp map? val) results))))))))

(defn- blamed
  "The leaves of a workload's result that call it invalid."
  [result]
  (let [parts (if (:results result) (vals (:results result)) [result])]
    (set (for [part parts, [k v] part :when (and (map? v) (false? (:valid? v)))] k))))

(def lies
  "What each workload must notice, and by which of its checkers. What is written twice at once changes nothing but lists and numbers.
  One client asks: what two do at once may have happened in either order, which hides much."
  {:forgetful    [faulty/forgetful {:register #{:linear}, :large #{:linear}, :counter #{:bounds}, :bank #{:transfers}
                                    :set #{:final :full}, :append #{:lists}, :scan #{:sizes}, :expiry #{:lifetimes}, :changes #{:stream}}]
   :repeating    [faulty/repeating {:counter #{:bounds}, :append #{:lists}}]
   :stale        [faulty/stale {:register #{:linear}, :large #{:linear}, :counter #{:bounds}, :bank #{:transfers}
                                :append #{:lists}, :scan #{:sizes}, :set #{:final :full}, :expiry #{:lifetimes}}]
   :empty-handed [faulty/empty-handed {:register #{:linear}, :large #{:linear}, :counter #{:bounds}, :bank #{:transfers}, :changes #{:stream}
                                       :append #{:lists}, :scan #{:sizes}, :set #{:final :full}, :expiry #{:lifetimes}}]
   :torn         [faulty/torn {:large #{:torn :linear}}]
   :skipping     [faulty/skipping {:changes #{:stream}}]
   :doubling     [faulty/doubling {:changes #{:stream}}]
   :swapping     [faulty/swapping {:changes #{:stream}}]
   :mute         [faulty/mute {:changes #{:stream}}]
   :immortal     [faulty/immortal {:expiry #{:lifetimes}}]
   :hasty        [faulty/hasty {:expiry #{:lifetimes}}]
   :unused       [faulty/unused {:expiry #{:lifetimes}}]
   :mortal       [faulty/mortal {:expiry #{:lifetimes}}]
   :resurrecting [faulty/resurrecting {:expiry #{:lifetimes}}]})

(deftest stores-that-break-it
  (doseq [[lie [store must]] lies, driver drivers, [w checkers] must
          :when (and (wanted? w driver) (or *only* (= :lab driver) (= :forgetful lie)))]
    (let [[verdict results] (judged w driver (store (memory/memory)) 1)]
      (is (false? verdict) (str lie w driver))
      (is (= checkers (blamed (:workload results))) (str lie w driver))
      (is (true? (:valid? (:expected results))) (str lie w driver)))))

(deftest all-at-once-each-notices
  (doseq [[lie [store must]] (select-keys lies [:forgetful :stale]), driver drivers
          :when (if *only* (wanted? together driver) (= :lab driver))]
    (let [[verdict results] (judged together driver (store (memory/memory)) 1)]
      (is (false? verdict))
      (doseq [[w checkers] must]
        (is (false? (get-in results [:workload w :valid?])) (str lie w))
        (is (seq (blamed (get-in results [:workload w]))) (str lie w))))))

(deftest nothing-is-no-evidence
  (testing "a store that never answers"
    (doseq [w (conj (vec workloads) together), driver drivers :when (if *only* (wanted? w driver) (= :lab driver))]
      (let [[verdict results] (judged w driver (memory/broken :fail) 2)]
        (is (not (boolean? verdict)) (str w driver " " verdict))
        (is (= :unknown (:valid? (:stats results))) "a kind of operation that never succeeded tells nothing")))))

(deftest clusters-that-break-it
  (doseq [driver drivers
          w      (if *only* [(first *only*)] [:counter])
          [planted checker verdict] (cond-> [[:unsettled :stamps false] [:trouble :logs false]]
                                      (= :lab driver) (conj [:no-behaviour :conformance false]))
          :when (wanted? w driver)]
    (binding [simulated/*planted* #{planted}]
      (let [[found results] (judged w driver (memory/memory) 2 :trace (= :lab driver))]
        (is (= verdict found) (str planted w driver))
        (is (= #{checker} (set (keep (fn [[c r]] (when (and (map? r) (false? (:valid? r))) c)) results))) (str planted w driver))))))

(deftest faults-without-effect
  (doseq [w (if *only* [(first *only*)] [:counter]), :when (or (nil? *only*) (= :lab (second *only*)))]
    (let [[verdict results] (judged w :lab (memory/memory) 2 :faults (sorted-set :kill :pause))]
      (is (= :too-little verdict) (str w))
      (is (seq (filter #(re-find #"rounds with effect" %) (:missing (:evidence results)))) (str w)))
    (with-redefs [schedule/required (constantly [[:kill :one]])]
      (let [[_ results] (judged w :lab (memory/memory) 2 :faults (sorted-set :kill))]
        (is (= :unknown (:valid? (:modes results))) (str w))
        (is (some #{"not shown: kill one"} (:missing (:evidence results))) (str w))))))

;; Aimed faults

(defn- aimed
  "[verdict, the results] of a run in which one aimed fault strikes a cluster that plays its part. Nodes that are processes of their own
  always write event logs."
  [driver fault mode hits? logs?]
  (let [now      (atom 0)
        samples  (atom [])
        dir      (simulated/directory)
        stage    (staged/stage mode hits? logs? dir #(swap! samples conj {:time @now, :view %}))
        recorder (when logs? (events/recorder (events/local dir)))
        carries  (nemesis/->Nemesis (atom {}) #{fault} nil {:samples samples} (atom nil) recorder)
        options  (if (= :lab driver)
                   {:faults (sorted-set fault), :only #{mode}, :durable true, :trace logs?}
                   {:faults (sorted-set :aimed), :durable true, :nodes staged/nodes})]
    (swap! samples conj {:time -1, :view (:view @stage)})
    (staged/calm! stage)
    (staged/on-stage stage
      (with-redefs [schedule/required       (constantly [[fault mode]])
                    nodes/modes             #{mode}
                    process/await-ready!    (constantly true)
                    util/relative-time-nanos (fn [] @now)
                    watch/samples           (fn [_] @samples)
                    events/of-run           (fn [_] (into {} (map-indexed vector @(:rounds recorder))))]
        (binding [simulated/*nemesis* (fn [test {:keys [time] :as op}]
                                        (reset! now time)
                                        (:value (jnemesis/invoke! carries test op)))]
          (judged :counter driver (memory/memory) 2 options))))))

(defn- aims
  "[driver fault mode logs?] of all aimed faults."
  []
  (for [driver       drivers
        :when        (wanted? :counter driver)
        [fault mode] [[:kill :unpublished] [:kill :behind] [:kill :switch] [:pause :two-masters] [:pause :stale] [:kill :stale]
                      [:kill :source] [:kill :destination] [:kill :master-migrating] [:kill :promoted] [:partition :migration]]
        :when        (or (= :lab driver) (nodes/modes mode))
        logs?        (if (= :lab driver) [true false] [true])]
    [driver fault mode logs?]))

(deftest aimed-faults-prove-that-they-struck
  (doseq [[driver fault mode logs? :as what] (aims)]
    (let [[verdict results] (aimed driver fault mode true logs?)
          proofs            (filter #(= [fault mode] ((juxt :fault :mode) %)) (:proofs (:modes results)))]
      (is (true? verdict) (str what (:missing (:evidence results)) proofs))
      (is (seq proofs) (str what))
      (is (every? #(= (if logs? :event-logs :status) (:by %)) proofs) (str what))
      (is (some :found proofs) (str what)))))

(deftest aimed-faults-that-missed
  (doseq [[driver fault mode logs? :as what] (aims)]
    (let [[verdict results] (aimed driver fault mode false logs?)]
      (is (= :too-little verdict) (str what))
      (is (= [[fault mode]] (:missing-modes (:modes results))) (str what))
      (is (<= 2 (get-in results [:modes :without-effect [fault mode]] 0)) (str what ": it was tried again"))
      (is (not-any? :found (:proofs (:modes results))) (str what))
      (is (some #{(str "not shown: " (name fault) " " (name mode))} (:missing (:evidence results))) (str what)))))
