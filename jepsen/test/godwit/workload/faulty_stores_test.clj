(ns godwit.workload.faulty-stores-test
  "Each workload as a whole, generator, operations and judgement, against a store that keeps its word, and against stores that
  break it: so that a workload whose operations cannot show a fault is noticed, too."
  (:require [clojure.test :refer [deftest is testing]]
            [elle.list-append :as elle]
            [godwit.client :as c]
            [godwit.memory :as memory]
            [godwit.workload.absent :as absent]
            [godwit.workload.append :as append]
            [godwit.workload.bank :as bank]
            [godwit.workload.counter :as counter]
            [godwit.workload.large :as large]
            [godwit.workload.register :as register]
            [godwit.workload.scan :as scan]
            [godwit.workload.set :as set-workload]
            [jepsen.checker :as checker]
            [jepsen.generator :as gen]
            [jepsen.generator.test :as gentest]
            [jepsen.history :as h]
            [jepsen.independent :as independent]
            [knossos.model :as model]
            [knossos.wgl :as wgl]))

;; Stores. Each changes what a store in memory does with a few of the calls, and answers as if nothing were wrong.

(defn- every-nth
  "Is it the n-th time, or the 2n-th ...?"
  [n]
  (let [calls (atom 0)]
    #(zero? (mod (swap! calls inc) n))))

(defn- wrapped
  "A store whose writes go through (write call), and whose reads through (read call), where call does it."
  [store write read]
  (reify c/Store
    (fetch [_ m k] (read #(c/fetch store m k)))
    (put! [_ m k v] (write #(c/put! store m k v)))
    (put-new! [_ m k v] (write #(c/put-new! store m k v)))
    (replace! [_ m k old new] (write #(c/replace! store m k old new)))
    (increment! [_ m k by] (write #(c/increment! store m k by)))
    (number [_ m k] (read #(c/number store m k)))
    (append! [_ m k v] (write #(c/append! store m k v)))
    (include! [_ m k v] (write #(c/include! store m k v)))
    (items [_ m k] (read #(c/items store m k)))
    (size [_ m] (read #(c/size store m)))
    (close! [_])
    c/Failure
    (outcome [_ _] nil)))

(defn forgetful
  "Answers some writes, and forgets them at once: an acknowledged write that is lost."
  [{:keys [state] :as store}]
  (let [now? (every-nth 7)]
    (wrapped store
             (fn [call] (let [before @state, answer (call)]
                          (when (now?) (reset! state before))
                          answer))
             (fn [call] (call)))))

(defn repeating
  "Does some writes twice, as for a call that was repeated and not known again."
  [store]
  (let [now? (every-nth 5)]
    (wrapped store
             (fn [call] (let [answer (call)] (when (now?) (call)) answer))
             (fn [call] (call)))))

(defn stale
  "Answers some reads from what was there twenty writes ago, as a primary would that is none any more."
  [{:keys [state] :as store}]
  (let [now?   (every-nth 3)
        states (atom ())]
    (wrapped store
             (fn [call] (swap! states #(take 20 (conj % @state))) (call))
             (fn [call] (if (and (now?) (seq @states))
                          (let [here @state]
                            (reset! state (last @states))
                            (try (call) (finally (reset! state here))))
                          (call))))))

(defn empty-handed
  "Answers some reads as if nothing had ever been written."
  [{:keys [state] :as store}]
  (let [now?  (every-nth 5)
        start @state]
    (wrapped store
             (fn [call] (call))
             (fn [call] (if (now?)
                          (let [here @state]
                            (reset! state start)
                            (try (call) (finally (reset! state here))))
                          (call))))))

;; Runs

(def opts {:ops-per-key 60, :threads-per-key 1, :max-writes-per-key 30})

(defn- run
  "The history of a workload on a store: the generator's first n operations, then the last questions. One client asks: what two do at
  once may have happened in either order, which hides much."
  [{:keys [generator final-generator apply! setup!]} store n]
  (when setup! (setup! store {}))
  (h/history
    (gentest/simulate (gentest/n+nemesis-context 1)
                      (gen/clients (cond->> [(gen/limit n generator)]
                                     final-generator (#(conj % final-generator))
                                     true            (apply gen/phases)))
                      (fn [_ op] (update (apply! store op) :time inc)))))

(defn- by-key
  "The verdicts of a judgement of each key's own history."
  [judge history]
  (let [keys  (independent/history-keys history)
        valid (map (comp :valid? judge) (vals (independent/subhistories keys history)))]
    {:valid? (cond (some false? valid) false (every? true? valid) true :else :unknown)}))

(defn- linear [model]
  (fn [history] (wgl/analysis (model absent/absent) (absent/known (h/client-ops history)))))

(def workloads
  "What each is judged by, without the files that Jepsen's own checkers write."
  {:register [register/workload 300 #(by-key (linear model/cas-register) %)]
   :large    [large/workload 200 #(by-key (linear model/register) %)]
   :set      [set-workload/workload 200 set-workload/judge]
   :append   [append/workload 300 #(elle/check {:consistency-models append/models} %)]
   :counter  [counter/workload 300 (fn [history] (by-key #(checker/check (counter/checker) {} % {}) history))]
   :scan     [scan/workload 200 scan/judge]
   :bank     [bank/workload 300 #(by-key bank/judge %)]})

(defn- verdict [workload store]
  (let [[make n judge] (workloads workload)]
    (:valid? (judge (run (make opts) store n)))))

(deftest a-store-that-keeps-its-word
  (doseq [w (keys workloads)]
    (is (true? (verdict w (memory/memory))) (name w))))

(deftest acknowledged-writes-that-are-lost
  (doseq [w (keys workloads)]
    (is (false? (verdict w (forgetful (memory/memory)))) (name w))))

(deftest writes-that-are-done-twice
  (testing "where that makes a difference: the others' writes come to the same when they are done again at once"
    (doseq [w [:append :counter]]
      (is (false? (verdict w (repeating (memory/memory)))) (name w)))
    (doseq [w [:set :large]]
      (is (true? (verdict w (repeating (memory/memory)))) (name w)))))

(deftest stale-reads
  (doseq [w [:register :large :append :counter :scan :bank]]
    (is (false? (verdict w (stale (memory/memory)))) (name w))))

(deftest reads-of-what-has-gone
  (doseq [w [:register :large :append :counter :scan :bank]]
    (is (false? (verdict w (empty-handed (memory/memory)))) (name w))))
