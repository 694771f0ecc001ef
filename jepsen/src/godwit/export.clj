(ns godwit.export
  "The faults of a run, as they really struck, as a schedule for `./godwit simulate --schedule`: to try the same on the engine in
  virtual time, where it can be repeated, made smaller and looked into. Pure, but for the writing.

  What does not fit: full disks, times of day, and connections that are reset. A slow link is one of few messages; lost connections are lost and
  doubled messages. The simulation's members and messages take other times than real ones, so the same faults meet other moments."
  (:require [clojure.data.json :as json]
            [clojure.string :as str]
            [godwit.lab :as lab]
            [godwit.states :as states]))

(def file "schedule.json")

(def calm-micros
  "What is left at the end for coming to rest."
  20000000)

(defn- event
  ([kind at duration] (event kind at duration 0 0 0))
  ([kind at duration site] (event kind at duration site 0 0))
  ([kind at duration site other amount]
   {:kind kind, :at at, :site site, :other other, :amount amount, :duration duration}))

(defn- one-after-the-other
  "Faults of that kind for each node, spread over a time."
  [kind nodes at span]
  (map-indexed (fn [i node] (event kind (+ at (quot (* i span) (count nodes))) 1500000 (lab/index node))) nodes))

(defn faults-of
  "A round as faults of the simulation. durable: do members come back with what they knew?"
  [{:keys [fault mode from struck to value] :as round} durable]
  (let [micros  #(quot % 1000)
        at      (micros (or struck from))
        lasts   (max 1 (- (micros to) at))
        targets (:targets value)
        die     (if durable "reboot" "crash")
        each    (fn [kind] (map #(event kind at lasts (lab/index %)) targets))
        cuts    (for [[hearer unheard] (sort-by key (:grudge value)), node (sort unheard)]
                  (event "one-way" at lasts (lab/index node) (lab/index hearer) 0))
        spare   (or (:spare value) (get-in value [:facts :spare]))]
    (concat
      (when spare
        [(event "join" (micros from) 0 (lab/index spare))])
      (when-not (:skipped value)
        (case fault
          :partition  cuts
          (:kill :power-cut) (each die)
          :pause      (each "pause")
          :link       (case mode
                        :latency [(event "jitter" at lasts 0 0 140000)]
                        (:slow :slow-start) (map #(assoc % :amount 100) (each "bandwidth"))
                        :one-sided (for [from targets, to (:others value)]
                                     (event "delay" at lasts (lab/index from) (lab/index to) 150000))
                        :loss    [(event "loss" at lasts 0 0 200000)]
                        :flaky   [(event "loss" at lasts 0 0 100000)
                                  (event "duplicate" at lasts 0 0 200000)])
          :membership (concat cuts (if (= :join mode) [] (each "leave")))
          :restart    (case mode
                        :full    [(event "reboot-all" at lasts)]
                        ; All are down at once; some may forget everything.
                        (:damaged :move) (for [node targets]
                                   (event (if (some #{node} (:damaged value)) "crash" "reboot") (micros from) (max 1 (- at (micros from))) (lab/index node)))
                        (one-after-the-other die targets (micros from) (max 1 (- at (micros from)))))
          :state      (concat cuts (if (= :stop mode) [(event "reboot-all" at lasts)] (each die)) [(event "state" at lasts 1 0 (states/numbers (states/wanted mode)))])
          :upgrade    (one-after-the-other die targets (micros from) (max 1 (- at (micros from))))
          :clock      (concat cuts
                              (for [[node {:keys [rate]}] (sort-by key (:wanted value)), :when (not= 1.0 rate)]
                                (event "drift" at lasts (lab/index node) 0 (Math/round (* 1e6 (- rate 1))))))
          :disk       []))
      (when-let [second-one (:beside value)]
        (faults-of (merge round second-one) durable))
      (when spare
        [(event "leave" (micros to) 0 (lab/index spare))]))))

(defn plan
  "The schedule of a run. rounds: as godwit.checker/windows gives them."
  [{:keys [nodes partitions backups durable seed]} rounds]
  (let [faults    (vec (sort-by :at (mapcat #(faults-of % durable) rounds)))
        calm-from (transduce (map #(+ (:at %) (:duration %))) max 1000000 faults)]
    {:format     "godwit-schedule"
     :version    1
     :protocol   "quorum"
     :seed       seed
     :members    (count nodes)
     :partitions partitions
     :copies     (inc backups)
     :parallel   10
     :micros     (+ calm-from calm-micros)
     :calmFrom   calm-from
     :clients    5
     :faults     faults
     :skips      []}))

(defn text
  "As a file: a fault on each line."
  [plan]
  (let [head (json/write-str (dissoc plan :faults :skips))]
    (str (subs head 0 (dec (count head))) ",\n \"faults\": ["
         (str/join "," (map #(str "\n  " (json/write-str %)) (:faults plan)))
         "],\n \"skips\": []}\n")))
