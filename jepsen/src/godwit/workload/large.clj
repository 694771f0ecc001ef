(ns godwit.workload.large
  "Registers, hot ones and cold ones, whose values have 128 KB. A value is made from one number and fits only that number, so a torn or mixed value is
  seen at once; what the history holds is the number."
  (:require [clojure.string :as str]
            [godwit.client :as c]
            [godwit.compose :as compose]
            [godwit.final :as final]
            [godwit.hot :as hot]
            [godwit.judges :as judges]
            [godwit.workload.absent :as absent]
            [jepsen.independent :as independent]
            [jepsen.random :as rand]
            [knossos.model :as model]))

(def length (* 128 1024))

(defn text
  "The value of a number: always the same, and of full length."
  [n]
  (let [word (str n ":" (Long/toString (mod (* 2654435761 (inc n)) 4294967296) 36) ";")]
    (subs (str/join (repeat (inc (quot length (count word))) word)) 0 length)))

(defn number-in
  "The number of a value; :torn if it is not the value of any."
  [value]
  (when value
    (let [n (some-> (re-find #"^\d{1,18}(?=:)" value) parse-long)]
      (if (and n (= value (text n))) n :torn))))

(defn r [k _] {:f :read, :value (independent/tuple k nil)})
(defn w [k n] {:f :write, :value (independent/tuple k n)})

(defn apply!
  [store {:keys [f value] :as op}]
  (let [[k v] value]
    (case f
      :read  (assoc op :type :ok, :value (independent/tuple k (number-in (c/fetch store "large" (str k)))))
      :write (do (c/put! store "large" (str k) (text v))
                 (assoc op :type :ok)))))

(defn workload [{:keys [ops-per-key] :as opts}]
  (final/asking
    {:apply!    apply!
     :checker   (compose/keyed :large {:linear (compose/looking (absent/linearizable model/register))
                                       :torn   (compose/judged judges/torn)})
     :generator (hot/operations ops-per-key (fn [k n _] ((rand/nth [r w]) k n)) (comp first :value))}
    opts
    (comp first :value)
    #(r % nil)))
