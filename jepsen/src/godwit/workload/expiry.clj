(ns godwit.workload.expiry
  "Values with a lifetime and without, on hot keys and cold ones, by puts and by puts where there is nothing, as locks are taken. Each
  fourth key is one of a map with an idle time. Judged by godwit.lifetimes. In the end some keys of their own get short lives; when these
  are over, every node is asked for every key."
  (:require [godwit.client :as c]
            [godwit.compose :as compose]
            [godwit.final :as final]
            [godwit.hot :as hot]
            [godwit.lifetimes :as lifetimes]
            [jepsen.generator :as gen]
            [jepsen.independent :as independent]
            [jepsen.random :as rand]))

(def short-lives "Milliseconds." [500 2000 8000])
(def last-lives "Those that keys get in the end." [500 2000])
(def long-life "Milliseconds; no run takes so long, and no clock is so wrong." 43200000)

(def idle-time
  "Milliseconds after which the members remove an entry of the map idle that nobody uses; up to a quarter later."
  1000)

(def puts-each
  "Of so many operations on a key, one puts in any case: it would hardly ever expire if more did."
  16)

(def last-keys "How many keys get short lives in the end." 16)

(def pause
  "Seconds until the last of them must be gone."
  10)

(defn deviation
  "By how many nanoseconds the times of day of two members may differ. The fault clock makes some wrong by an hour in either direction, if
  its mode day is among those that are wanted; less than a second otherwise."
  [{:keys [faults only]}]
  (cond
    (not (:clock faults))              0
    (or (empty? only) (:day (set only))) 7200000000000
    :else                              1000000000))

(defn idle?
  "Is a key one of the map with an idle time? Members that run an older program have none."
  [{:keys [old-jar]} k]
  (and (nil? old-jar) (= 3 (mod k 4))))

(defn apply!
  [opts store {:keys [f value] :as op}]
  (let [[k v]  value
        idle?  (idle? opts k)
        m      (if idle? "idle" "expiry")
        k'     (str "e" k)
        [v ms] (cond (= :read f) [], idle? [(first v) nil], :else v)]
    (case f
      :read    (assoc op :type :ok, :value (independent/tuple k (some-> (c/fetch store m k') parse-long)))
      :put     (do (if ms (c/put-for! store m k' (str v) ms) (c/put! store m k' (str v)))
                   (assoc op :type :ok))
      :put-new (if (if ms (c/put-new-for! store m k' (str v) ms) (c/put-new! store m k' (str v)))
                 (assoc op :type :ok)
                 (assoc op :type :fail, :error :there-already)))))

(defn r [k] {:f :read, :value (independent/tuple k nil)})

(defn- put [opts f k n ms]
  {:f f, :value (independent/tuple k (if (idle? opts k) [n idle-time :idle] [n ms]))})

(defn operation
  "The n-th operation about a key."
  [opts k n]
  (let [short-life (rand/nth short-lives)]
    (if (zero? (rand/long puts-each))
      (put opts :put k n (rand/nth [short-life short-life nil long-life]))
      (if (rand/bool 0.3) (put opts :put-new k n short-life) (r k)))))

(defn checker [opts]
  (compose/keyed :expiry {:lifetimes (compose/judged (partial lifetimes/judge (deviation opts)))}))

(defn workload [{:keys [ops-per-key] :as opts}]
  (-> (final/asking
        {:apply!    (partial apply! opts)
         :checker   (checker opts)
         :generator (hot/operations ops-per-key (fn [k n _] (operation opts k n)) (comp first :value))}
        opts
        (comp first :value)
        r)
      (update :final-generator
              (fn [questions]
                (gen/phases
                  ; Each again, with another value, until it is answered.
                  (gen/on-threads #{0}
                                  (for [i (range last-keys)]
                                    (gen/until-ok (map #(assoc (put opts :put (- -1 i) % (rand/nth last-lives)) :type :invoke, :final? true)
                                                       (range)))))
                  (gen/sleep pause)
                  questions)))))
