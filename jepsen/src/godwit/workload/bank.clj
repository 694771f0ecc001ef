(ns godwit.workload.bank
  "Banks, two of them hot, each with all its accounts in one value. A transfer reads a bank and replaces it by compare-and-set; each carries
  the number of transfers so far. The sum stays, no account is overdrawn, the number of transfers never falls behind those
  that were acknowledged, and never exceeds those that were begun."
  (:require [clojure.edn :as edn]
            [godwit.client :as c]
            [godwit.compose :as compose]
            [godwit.final :as final]
            [godwit.hot :as hot]
            [godwit.judges :as judges]
            [jepsen.generator :as gen]
            [jepsen.independent :as independent]
            [jepsen.random :as rand]))

(def banks 6)
(def accounts 5)
(def total judges/bank-total)

(def opening {:transfers 0, :accounts (vec (repeat accounts (quot total accounts)))})

(defn transfer
  "A bank after a transfer; nil if the account has too little."
  [bank {:keys [from to amount]}]
  (when (<= amount (get-in bank [:accounts from]))
    (-> bank
        (update :transfers inc)
        (update-in [:accounts from] - amount)
        (update-in [:accounts to] + amount))))

(defn setup! [store _]
  (dotimes [b banks]
    (c/patiently 20 #(c/put-new! store "bank" (str b) (pr-str opening)))))

(defn apply!
  [store {:keys [f value] :as op}]
  (let [[b request] value
        k    (str b)
        text (try (c/fetch store "bank" k)
                  (catch Exception e
                    ; Nothing has been replaced yet.
                    (if (c/outcome store e) e (throw e))))]
    (cond
      (instance? Exception text) (c/failed op :fail text)
      (= :read f)                (assoc op :type :ok, :value (independent/tuple b (some-> text edn/read-string)))
      (nil? text)                (assoc op :type :fail, :error :no-such-bank)
      :else
      (let [after (transfer (edn/read-string text) request)]
        (cond
          (nil? after)                                        (assoc op :type :fail, :error :too-little)
          (c/replace! store "bank" k text (pr-str after))     (assoc op :type :ok)
          :else                                               (assoc op :type :fail, :error :changed-meanwhile))))))

(defn checker []
  (compose/keyed :bank {:transfers (compose/judged judges/bank)}))

(defn r [_ _] {:type :invoke, :f :read, :value (independent/tuple (hot/pick banks) nil)})

(defn t [_ _]
  (let [[from to] (rand/shuffle (range accounts))]
    {:type  :invoke
     :f     :transfer
     :value (independent/tuple (hot/pick banks) {:from from, :to to, :amount (inc (rand/long 10))})}))

(defn workload [opts]
  {:setup!          setup!
   :apply!          apply!
   :checker         (checker)
   :generator       (gen/mix [t t r])
   :final-generator (final/from-each-node opts 1 (range banks) (fn [b] {:f :read, :value (independent/tuple b nil)}))})
