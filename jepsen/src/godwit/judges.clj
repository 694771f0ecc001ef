(ns godwit.judges
  "Judges of single workloads, on sequences of operations. They need nothing but Clojure, so they also judge the stored histories
  where Jepsen cannot be had. Only what may have taken effect counts for an upper bound: an operation that failed did not."
  (:require [clojure.set :as set]))

(defn client?
  "Was an operation a client's?"
  [op]
  (integer? (:process op)))

(defn looked-at
  "How many operations, and how many answered reads, a history of clients has."
  [history]
  {:operations (count (filter #(and (client? %) (= :invoke (:type %))) history))
   :reads      (count (filter #(and (client? %) (= :ok (:type %)) (re-find #"(^|-)(read|size|check|poll)$" (name (:f %)))) history))})

(defn completed
  "The operations of clients; each invocation has, under :end, the :type that it ended with, if it ended."
  [history]
  (let [ops (vec (filter client? history))]
    (loop [i 0, open {}, ops ops]
      (if (= i (count ops))
        ops
        (let [{:keys [type process]} (ops i)]
          (if (= :invoke type)
            (recur (inc i) (assoc open process i) ops)
            (recur (inc i) (dissoc open process)
                   (cond-> ops (open process) (assoc-in [(open process) :end] type)))))))))

(defn bounded
  "Reads of something that only grows. Each must be at least what was acknowledged before it began, and at most what had begun
  before its end and did not fail. add: the kind of operation that adds; read: the one that reads; amount: how much an addition
  adds; seen: what a read has seen. {:acknowledged, :reads, :errors}; an error is {:op, :least, :most}."
  [{:keys [add read amount seen]} history]
  (loop [ops (completed history), begun 0, acked 0, least {}, reads 0, errors []]
    (if-let [{:keys [type f process end] :as op} (first ops)]
      (let [more (rest ops)]
        (cond
          (and (= add f) (= :invoke type) (not= :fail end)) (recur more (+ begun (amount op)) acked least reads errors)
          (and (= add f) (= :ok type))      (recur more begun (+ acked (amount op)) least reads errors)
          (and (= read f) (= :invoke type)) (recur more begun acked (assoc least process acked) reads errors)
          (and (= read f) (= :ok type))     (let [from (get least process 0)]
                                              (recur more begun acked (dissoc least process) (inc reads)
                                                     (cond-> errors
                                                       (not (<= from (seen op) begun))
                                                       (conj {:op op, :least from, :most begun}))))
          :else                             (recur more begun acked least reads errors)))
      {:acknowledged acked, :reads reads, :errors errors})))

(defn- verdict
  "False if something is wrong, unknown if something was not looked for."
  [wrong unknown]
  (cond wrong false, unknown :unknown, :else true))

(defn counter
  "Of one number that only grows."
  [history]
  (let [{:keys [acknowledged reads errors]}
        (bounded {:add :add, :read :read, :amount :value, :seen :value} history)]
    {:valid?       (verdict (seq errors) (zero? reads))
     :acknowledged acknowledged
     :errors       (vec (take 10 errors))
     :error-count  (count errors)
     :looked-at    (looked-at history)}))

(defn- values-of [type f history]
  (into (sorted-set) (comp (filter #(and (client? %) (= type (:type %)) (= f (:f %)))) (map :value)) history))

(defn scan
  "Of one map that only grows: its sizes, and the keys that the last questions have found. slice: how many keys a question is about
  that does not say."
  [slice history]
  (let [acked  (values-of :ok :put history)
        finals (filter #(and (client? %) (= :ok (:type %)) (= :check (:f %))) history)
        found  (into #{} (mapcat (comp :keys :value)) finals)
        ; What was not looked for is not lost.
        asked? (fn [k] (some #(<= (:first %) k (+ (:first %) (:count %) -1)) (map #(merge {:count slice} (:value %)) finals)))
        ; Each one who was asked for a key must have found it.
        lost   (into (sorted-set)
                     (mapcat (fn [{:keys [value]}]
                               (let [{:keys [first count keys]} (merge {:count slice} value)]
                                 (remove (set keys) (filter #(<= first % (+ first count -1)) acked)))))
                     finals)
        undead (into (sorted-set) (filter found) (values-of :fail :put history))
        wrong  (:errors (bounded {:add :put, :read :size, :amount (constantly 1), :seen :value} history))]
    {:valid?           (verdict (or (seq lost) (seq undead) (seq wrong)) (or (empty? finals) (not-every? asked? acked)))
     :acknowledged     (count acked)
     :lost             lost
     :failed-but-there undead
     :wrong-sizes      (vec (take 10 wrong))
     :wrong-size-count (count wrong)
     :looked-at        (looked-at history)}))

(defn elements
  "Of sets. Every read must hold what was acknowledged before it began, and nothing that was not begun or that failed; the final
  reads must be equal."
  [history]
  (let [attempts (values-of :invoke :add history)
        refused  (values-of :fail :add history)
        acked    (values-of :ok :add history)
        reads    (into [] (comp (filter #(and (client? %) (= :ok (:type %)) (= :read (:f %)))) (map #(update % :value set))) history)
        finals   (mapv :value (filter :final? reads))
        found    (or (peek finals) #{})
        lost     (set/difference (set acked) found)
        invented (set/difference (into #{} (mapcat :value) reads) attempts)
        undead   (into (sorted-set) (filter refused) (into #{} (mapcat :value) reads))
        stale    (loop [ops history, acked #{}, least {}, stale (sorted-set)]
                   (if-let [{:keys [type f process value] :as op} (first ops)]
                     (if (client? op)
                       (case [type f]
                         [:ok :add]      (recur (rest ops) (conj acked value) least stale)
                         [:invoke :read] (recur (rest ops) acked (assoc least process acked) stale)
                         [:ok :read]     (recur (rest ops) acked least
                                                (into stale (remove (set value)) (get least process)))
                         (recur (rest ops) acked least stale))
                       (recur (rest ops) acked least stale))
                     stale))
        agree?   (or (empty? finals) (apply = finals))]
    {:valid?           (verdict (or (seq invented) (seq undead) (seq stale) (not agree?) (and (seq finals) (seq lost)))
                                (empty? finals))
     :attempts         (count attempts)
     :acknowledged     (count acked)
     :recovered        (count (set/difference (set/intersection found (set attempts)) (set acked)))
     :final-reads      (count finals)
     :reads-agree?     agree?
     :lost             (if (seq finals) (into (sorted-set) lost) #{})
     :stale            stale
     :invented         (into (sorted-set) invented)
     :failed-but-there undead
     :looked-at        (looked-at history)}))

(defn- list-errors
  "What is wrong with the items that a read of a list has seen. longest: what the longest read has seen."
  [attempts refused longest seen]
  (cond-> []
    (not (or (empty? seen) (apply distinct? seen))) (conj :repeated)
    (not-every? attempts seen)                      (conj :invented)
    (some refused seen)                             (conj :failed-but-there)
    (not= seen (take (count seen) longest))         (conj :other-order)))

(defn lists
  "Of one list: reads are beginnings of the longest one, and nothing is behind what had ended before it began. Each append has its
  place in the list, and each read comes after as many appends as it has seen; what was acknowledged and never seen comes last. A list
  is linearizable if no operation began after the end of one that comes later."
  [history]
  (let [attempts (values-of :invoke :append history)
        refused  (values-of :fail :append history)
        acked    (values-of :ok :append history)
        reads    (filter #(and (client? %) (= :ok (:type %)) (= :read (:f %))) history)
        longest  (reduce (fn [a b] (if (< (count a) (count b)) b a)) [] (map :value reads))
        places   (zipmap longest (range))
        rank     (fn [{:keys [f value]}]
                   (if (= :append f) (inc (* 2 (get places value (count longest)))) (* 2 (count value))))
        wrong    (for [r reads, :let [words (list-errors attempts refused longest (:value r))], :when (seq words)]
                   {:op r, :wrong words})
        stale    (loop [ops (filter client? history), least 0, from {}, stale []]
                   (if-let [{:keys [type f process value] :as op} (first ops)]
                     (let [more (rest ops), bad {:op op, :wrong [:stale]}]
                       (case [type f]
                         [:invoke :append] (recur more least from
                                                  (cond-> stale (and (places value) (< (rank op) least)) (conj bad)))
                         [:invoke :read]   (recur more least (assoc from process least) stale)
                         [:ok :append]     (recur more (max least (rank op)) from stale)
                         [:ok :read]       (recur more (max least (rank op)) from
                                                  (cond-> stale (< (rank op) (from process)) (conj bad)))
                         (recur more least from stale)))
                     stale))
        errors   (concat wrong stale)]
    {:valid?       (verdict (seq errors) (empty? reads))
     :acknowledged (count acked)
     :lost         (into (sorted-set) (remove places) (when (some :final? reads) acked))
     :errors       (vec (take 10 errors))
     :error-count  (count errors)
     :looked-at    (looked-at history)}))

(def bank-total 100)

(defn wrong
  "What is wrong with a read of a bank: a list of words."
  [bank least most]
  (if (nil? bank)
    [:gone]
    (cond-> []
      (not= bank-total (reduce + (:accounts bank))) (conj :sum)
      (some neg? (:accounts bank))                  (conj :overdrawn)
      (< (:transfers bank) least)                   (conj :transfers-lost)
      (> (:transfers bank) most)                    (conj :transfers-invented))))

(defn bank
  "Of one bank: the sum stays, no account is overdrawn, and the number of transfers is between the acknowledged and the begun ones."
  [history]
  (loop [ops (completed history), begun 0, acked 0, least {}, reads 0, errors []]
    (if-let [{:keys [type f process value end] :as op} (first ops)]
      (let [more (rest ops)]
        (case [type f]
          [:invoke :transfer] (recur more (if (= :fail end) begun (inc begun)) acked least reads errors)
          [:ok :transfer]     (recur more begun (inc acked) least reads errors)
          [:invoke :read]     (recur more begun acked (assoc least process acked) reads errors)
          [:ok :read]         (let [words (wrong value (get least process 0) begun)]
                                (recur more begun acked (dissoc least process) (inc reads)
                                       (cond-> errors (seq words) (conj {:op op, :wrong words}))))
          (recur more begun acked least reads errors)))
      {:valid?       (verdict (seq errors) (zero? reads))
       :acknowledged acked
       :errors       (vec (take 10 errors))
       :error-count  (count errors)
       :looked-at    (looked-at history)})))

(defn torn
  "Of large values: a read that is the value of no number."
  [history]
  (let [torn (filter #(and (client? %) (= :ok (:type %)) (= :read (:f %)) (= :torn (:value %))) history)]
    {:valid? (empty? torn), :count (count torn), :first (first torn), :looked-at (looked-at history)}))
