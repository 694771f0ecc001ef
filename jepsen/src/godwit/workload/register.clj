(ns godwit.workload.register
  "Reads, writes and compare-and-set on many keys, hot ones and cold ones, each checked with Knossos."
  (:require [godwit.client :as c]
            [godwit.compose :as compose]
            [godwit.final :as final]
            [godwit.hot :as hot]
            [godwit.workload.absent :as absent]
            [jepsen.checker.timeline :as timeline]
            [jepsen.independent :as independent]
            [jepsen.random :as rand]
            [knossos.model :as model]))

(defn r [k _] {:f :read, :value (independent/tuple k nil)})

; Each value is written once: an old one fits nothing but what is old.
(defn w [k n] {:f :write, :value (independent/tuple k n)})

(def back "From how many values before it a compare-and-set picks the one that it expects." 5)

(defn cas [k n] {:f :cas, :value (independent/tuple k [(- n 1 (rand/long back)) n])})

(defn apply!
  [store {:keys [f value] :as op}]
  (let [[k v] value
        k     (str k)]
    (case f
      :read  (let [found (some-> (c/fetch store "register" k) parse-long)]
               (assoc op :type :ok, :value (independent/tuple (key value) found)))
      :write (do (c/put! store "register" k (str v))
                 (assoc op :type :ok))
      :cas   (let [[old new] v]
               (assoc op :type (if (c/replace! store "register" k (str old) (str new)) :ok :fail))))))

(defn operation
  "The n-th operation about a key, for one of so many clients; the last ones only read, if there are readers."
  [clients readers k n thread]
  (if (<= (- clients readers) (mod thread clients))
    (r k n)
    ((rand/nth [r r r w cas]) k n)))

(defn workload
  [{:keys [ops-per-key clients readers] :as opts}]
  (final/asking
    {:apply!    apply!
     :checker   (compose/keyed :register {:linear   (compose/looking (absent/linearizable model/cas-register))
                                          :timeline (compose/looking (timeline/html))})
     :generator (hot/operations ops-per-key
                                (fn [k n thread] (operation clients (or readers 0) k n thread))
                                (comp first :value))}
    opts
    (comp first :value)
    #(r % nil)))
