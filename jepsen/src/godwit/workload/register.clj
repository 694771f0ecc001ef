(ns godwit.workload.register
  "Reads, writes and compare-and-set on many keys, each checked with Knossos."
  (:require [godwit.client :as c]
            [godwit.compose :as compose]
            [godwit.final :as final]
            [godwit.workload.absent :as absent]
            [jepsen.checker.timeline :as timeline]
            [jepsen.generator :as gen]
            [jepsen.independent :as independent]
            [jepsen.random :as rand]
            [knossos.model :as model]))

(def values-per-key 5)

(defn r [_ _] {:type :invoke, :f :read, :value nil})
(defn w [_ _] {:type :invoke, :f :write, :value (rand/long values-per-key)})
(defn cas [_ _] {:type :invoke, :f :cas, :value [(rand/long values-per-key) (rand/long values-per-key)]})

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

(defn operations
  "What the clients of a key do; the last ones only read, if there are readers."
  [threads readers]
  (if (pos? readers)
    ; Not gen/reserve: it counts the threads of all keys.
    (let [reads? #(<= (- threads readers) (mod % threads))]
      (gen/any (gen/on-threads #(and (integer? %) (reads? %)) r)
               (gen/on-threads #(and (integer? %) (not (reads? %))) (gen/mix [r w cas cas]))))
    (gen/mix [r r w cas cas])))

(defn workload
  [{:keys [ops-per-key threads-per-key readers] :as opts}]
  (final/asking
    {:apply!    apply!
     :checker   (compose/keyed :register {:linear   (compose/looking (absent/linearizable model/cas-register))
                                          :timeline (compose/looking (timeline/html))})
     :generator (independent/concurrent-generator
                  threads-per-key
                  (range)
                  (fn [_]
                    (->> (operations threads-per-key (or readers 0))
                         (gen/process-limit (* 4 threads-per-key))
                         (gen/limit ops-per-key))))}
    opts
    (comp first :value)
    (fn [k] {:f :read, :value (independent/tuple k nil)})))
