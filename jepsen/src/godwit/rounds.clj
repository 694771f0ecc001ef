(ns godwit.rounds
  "Generators for a schedule of faults. A round that did not have its effect, but must be shown, is tried again; and a run goes
  on beyond its time until all that it must show was shown, or twice its time is over. Both follow the :shown? with which the
  nemesis ends a round. Pure."
  (:require [jepsen.generator :as gen]))

(def most-tries
  "How often a round is tried that must be shown."
  4)

(defn start-f [fault] (keyword (str "start-" (name fault))))
(defn stop-f [fault] (keyword (str "stop-" (name fault))))

(defn- ended
  "The value of an event that ends a round, or nil."
  [{:keys [process value]}]
  ; Jepsen's own faults tell of nodes in sorted maps, which must not be asked for a keyword.
  (when (and (= :nemesis process) (map? value) (some #{:shown?} (keys value))) value))

(defn- nanos [seconds] (long (* 1e9 seconds)))

(defn- next-round
  "The rounds that are left when the first has ended."
  [{:keys [queue left tries] :as rounds} shown? time]
  (let [{:keys [fault mode] :as round} (first queue)
        due?   (contains? left [fault mode])
        again? (and due? (not shown?) (< (inc tries) most-tries))
        queue  (if again?
                 (cons (update round :seed inc) (rest queue))
                 (rest queue))]
    (assoc rounds
           :queue queue
           :tries (if again? (inc tries) 0)
           :left  (if shown? (disj left [fault mode]) left)
           :phase :gap
           :due   (+ time (nanos (:gap (first queue) 0))))))

(defrecord Rounds [queue left tries phase due]
  gen/Generator
  (op [this _ ctx]
    (when-let [{:keys [fault mode] :as round} (first queue)]
      (if (#{:striking :mending} phase)
        [:pending this]
        (let [at (max due (:time ctx))
              op (if (= :gap phase)
                   {:type :info, :time at, :f (start-f fault), :value (select-keys round [:fault :mode :seed :beside])}
                   {:type :info, :time at, :f (stop-f fault), :value {:fault fault, :mode mode}})]
          [(gen/fill-in-op op ctx) this]))))

  (update [this _ _ {:keys [time process] :as event}]
    (if (not= :nemesis process)
      this
      ; Each operation of the nemesis comes twice: when it begins and when it is done.
      (case phase
        :gap      (assoc this :phase :striking)
        :striking (assoc this :phase :hold, :due (+ time (nanos (:hold (first queue)))))
        :hold     (assoc this :phase :mending)
        :mending  (next-round this (:shown? (ended event)) time)))))

(defn rounds
  "Without end: the operations of a schedule. required: the [fault mode] that must be shown."
  [schedule required]
  (when-let [{:keys [gap]} (first schedule)]
    (->Rounds schedule (set required) 0 :gap (nanos gap))))

(defrecord Until [least most left generator]
  gen/Generator
  (op [this test ctx]
    (when-let [[op generator'] (gen/op generator test ctx)]
      (when (or (= :pending op)
                (< (:time op) least)
                (and (seq left) (< (:time op) most)))
        [op (assoc this :generator generator')])))

  (update [this test ctx event]
    (let [{:keys [fault mode shown?]} (ended event)]
      (cond-> (assoc this :generator (gen/update generator test ctx event))
        shown? (update :left disj [fault mode])))))

(defn until-shown
  "A generator for that many seconds; for up to twice as many while something that is required was not shown."
  [seconds required generator]
  (->Until (nanos seconds) (nanos (* 2 seconds)) (set required) generator))
