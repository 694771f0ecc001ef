(ns godwit.hot
  "Keys of which some are hot: half of all operations are about two of them, the others are spread over many. A key is given up for a
  new one when it has had its operations, or when too many of them have no answer: each such write stays possible for ever, and what
  must be tried to judge a history grows exponentially with their number."
  (:require [jepsen.generator :as gen]
            [jepsen.generator.context :as context]
            [jepsen.random :as rand]))

(def hot "How many keys are hot." 2)
(def cold "How many others are in use at a time." 40)
(def hot-lives "How many times as many operations a hot key has as a cold one." 4)
(def most-open "How many writes without an answer a key has." 8)

(defn pick
  "One of n, of which the first two are hot."
  [n]
  (rand/nth [(rand/long hot) (+ hot (rand/long (- n hot)))]))

(defn thread
  "The thread of a process that is free; nil if none is."
  [ctx]
  (some->> (context/some-free-process ctx) (context/process->thread ctx)))

(defn- fresh
  "A place with a key that nothing was asked about yet."
  [k]
  {:k k, :n 0, :open 0})

(defn- renewed
  "Another key takes a place."
  [{:keys [next-key] :as keys} i]
  (-> keys (assoc-in [:places i] (fresh next-key)) (update :next-key inc)))

(defrecord Keys [places next-key life question key-of]
  gen/Generator
  (op [this _ ctx]
    (if-let [t (thread ctx)]
      (let [i                (pick (count places))
            {:keys [k n]}    (places i)
            most             (if (< i hot) (* hot-lives life) life)
            spent?           (<= most (inc n))]
        [(gen/fill-in-op (question k n t) ctx)
         (if spent?
           (renewed this i)
           (assoc-in this [:places i :n] (inc n)))])
      [:pending this]))

  (update [this _ _ {:keys [type process] :as event}]
    (if (and (= :info type) (integer? process))
      (let [k (key-of event)
            i (some #(when (= k (get-in places [% :k])) %) (range (count places)))]
        (cond
          (nil? i)                                       this
          (<= most-open (inc (get-in places [i :open]))) (renewed this i)
          :else                                          (update-in this [:places i :open] inc)))
      this)))

(defn operations
  "Operations without end. life: how many a cold key has; question: (question k n thread) gives the n-th operation about a key, for a
  client; key-of: the key that an operation is about."
  [life question key-of]
  (let [n (+ hot cold)]
    (->Keys (mapv fresh (range n)) n life question key-of)))
