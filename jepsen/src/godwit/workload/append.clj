(ns godwit.workload.append
  "Appends to lists and reads of them, hot keys and cold ones. Each operation is about one list, so each list is judged by itself."
  (:require [godwit.client :as c]
            [godwit.compose :as compose]
            [godwit.final :as final]
            [godwit.hot :as hot]
            [godwit.judges :as judges]
            [jepsen.independent :as independent]
            [jepsen.random :as rand]))

(defn apply!
  [store {:keys [f value] :as op}]
  (let [[k v] value
        k'    (str "l" k)]
    (case f
      :append (do (c/append! store "append" k' (str v))
                  (assoc op :type :ok))
      :read   (assoc op :type :ok, :value (independent/tuple k (mapv parse-long (c/items store "append" k')))))))

(defn r [k] {:f :read, :value (independent/tuple k nil)})

(defn checker []
  (compose/keyed :append {:lists (compose/judged judges/lists)}))

(defn workload [{:keys [ops-per-key] :as opts}]
  (final/asking
    {:apply!    apply!
     :checker   (checker)
     ; No two appends to a list are of the same item.
     :generator (hot/operations ops-per-key
                                (fn [k n _] (if (rand/bool 0.5) (r k) {:f :append, :value (independent/tuple k n)}))
                                (comp first :value))}
    opts
    (comp first :value)
    r))
