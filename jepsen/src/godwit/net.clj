(ns godwit.net
  "The lab's links as a Jepsen network, and grudges: who no longer hears whom."
  (:require [godwit.lab :as lab]
            [jepsen.nemesis :as nemesis]
            [jepsen.net.proto :as net]))

(def behaviors
  "What a link does in a mode, in the words of the lab."
  {:latency {:delay 80, :jitter 60}
   :slow    {:bandwidth 32768}
   :loss    {:loss 20}
   :flaky   {:drop 50, :duplicate 20}})

(defrecord LabNet [handle]
  net/Net
  (drop! [_ _ from to] (lab/link! @handle from to {:cut "silent"}))
  (heal! [_ _] (lab/heal! @handle))
  (slow! [this test] (net/shape! this test (:nodes test) (:latency behaviors)))
  (slow! [this test _] (net/slow! this test))
  (flaky! [this test] (net/shape! this test (:nodes test) (:flaky behaviors)))
  (fast! [_ _] (lab/heal! @handle))
  (shape! [_ test nodes behavior]
    (doseq [a nodes, b (:nodes test), :when (not= a b)]
      (lab/link! @handle a b behavior)
      (lab/link! @handle b a behavior)
      (when (:drop behavior)
        ; Only new connections are dropped: without this nothing would happen to those that are there.
        (lab/reset-link! @handle a b))))

  net/PartitionAll
  (drop-all! [this test grudge]
    (doseq [[to froms] grudge, from froms] (net/drop! this test from to))))

(defn lab-net
  "handle: a reference to the lab that runs."
  [handle]
  (->LabNet handle))

;; Grudges, {node #{those whom it does not hear}}. Pure functions.

(defn- apart [nodes group]
  (nemesis/complete-grudge [group (remove (set group) nodes)]))

(defn grudge
  "The cuts of a partition mode. nodes is shuffled: the first ones are hit. facts has the nodes :master, :primary and its
  :backups, :source and :destination; a mode whose nodes are unknown gives nil."
  [mode nodes {:keys [master primary backups source destination]}]
  (case mode
    :one             (apart nodes [(first nodes)])
    :halves          (apart nodes (take (quot (count nodes) 2) nodes))
    :majorities-ring (nemesis/majorities-ring (vec nodes))
    :bridge          (nemesis/bridge (vec nodes))
    :one-way         {(first nodes) (set (rest nodes))}
    :master          (when master (apart nodes [master]))
    :primary         (when (and primary (seq backups))
                       (into {primary (set backups)} (map (fn [b] [b #{primary}])) backups))
    :migration       (when (and source destination)
                       {source #{destination}, destination #{source}})))
