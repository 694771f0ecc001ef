(ns godwit.net
  "The lab's links as a Jepsen network, and grudges: who no longer hears whom."
  (:require [godwit.lab :as lab]
            [jepsen.nemesis :as nemesis]
            [jepsen.net.proto :as net]))

(def behaviors
  "What a link does in a mode, in the words of the lab."
  {:latency    {:delay 80, :jitter 60}
   :slow       {:bandwidth 32768}
   :slow-start {:slowStart 2048}
   :loss       {:loss 20}
   :flaky      {:drop 50, :duplicate 20}})

(def one-sided
  "What the links from one node do, and not those to it. Relays lose no packets: there connections are reset."
  {:relays     {:drop 60, :delay 150, :jitter 100}
   :namespaces {:loss 33}})

(defn- new-connections?
  "Does a behavior count from the beginning of a connection? Without a reset nothing would happen to those that are there."
  [behavior]
  (boolean (some behavior [:drop :slowStart])))

(defrecord LabNet [handle kind]
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
      (when (new-connections? behavior)
        (lab/reset-link! @handle a b))))

  net/PartitionAll
  (drop-all! [this test grudge]
    (doseq [[to froms] grudge, from froms] (net/drop! this test from to))))

(defn lab-net
  "handle: a reference to the lab that runs; kind: what carries its links, :relays or :namespaces."
  [handle kind]
  (->LabNet handle kind))

(defn shape-one-side!
  "Spoils the links from a node to others, and not those to it. kind: what carries the links."
  [lab node others kind]
  (let [behavior (one-sided kind)]
    (doseq [other others]
      (lab/link! lab node other behavior)
      (when (new-connections? behavior)
        (lab/reset-link! lab node other)))))

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
