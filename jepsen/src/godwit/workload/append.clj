(ns godwit.workload.append
  "Appends to lists and reads of them, one key at a time, checked with Elle. Each operation touches one key, so a strictly
  serializable history is one in which every list is linearizable."
  (:require [clojure.java.io :as io]
            [clojure.string :as str]
            [elle.list-append :as elle]
            [godwit.client :as c]
            [godwit.compose :as compose]
            [godwit.final :as final]
            [jepsen.checker :as checker]
            [jepsen.store :as store]))

(def models [:strict-serializable])

(defn apply!
  [store {:keys [value] :as op}]
  (let [[[f k v]] value
        k' (str "l" k)]
    (assoc op
           :type  :ok
           :value (case f
                    :r      [[f k (mapv parse-long (c/items store "append" k'))]]
                    :append (do (c/append! store "append" k' (str v)) value)))))

(defn reading?
  "Does an operation change nothing?"
  [op]
  (every? #(= :r (first %)) (:value op)))

(defn apply-and-tell!
  "A read without an answer has changed nothing, which Elle can only use if it is called a failure."
  [store op]
  (if (reading? op)
    (try (apply! store op)
         (catch Exception e
           (if (c/outcome store e)
             (c/failed op :fail e)
             (throw e))))
    (apply! store op)))

(defn- can-draw?
  "Elle draws what it finds with Graphviz, and breaks off where that is missing."
  []
  (some #(.canExecute (io/file % "dot")) (str/split (or (System/getenv "PATH") "") #":")))

(defn checker
  "Elle's, with pictures if they can be drawn."
  []
  (reify checker/Checker
    (check [_ test history {:keys [subdirectory]}]
      (elle/check (cond-> {:consistency-models models}
                    (can-draw?) (assoc :directory (.getCanonicalPath (store/path! test subdirectory "elle"))))
                  history))))

(defn parts
  "The checker of the workload, by name."
  []
  (compose/parts :append {:elle (compose/looking (checker))}))

(defn workload [{:keys [max-writes-per-key] :as opts}]
  (final/asking
    {:apply!    apply-and-tell!
     :checker   (parts)
     :generator (elle/gen {:key-count 6, :min-txn-length 1, :max-txn-length 1
                           :max-writes-per-key (or max-writes-per-key 100)})}
    opts
    (comp second first :value)
    (fn [k] {:f :txn, :value [[:r k nil]]})))
