(ns godwit.workload.mixed
  "Several workloads at once on one cluster, each with clients of its own. Operations are named :set-add and so on (plots show
  names without namespaces). Each workload's checker gets exactly the operations of its own, under their usual names, and writes
  into a directory of its own."
  (:require [godwit.client :as c]
            [godwit.compose :as compose]
            [godwit.evidence :refer [untag]]
            [jepsen.checker :as checker]
            [jepsen.generator :as gen]
            [jepsen.history :as h]))

(defn tag
  "The name of a workload's operation in the mixture."
  [workload f]
  (keyword (str (name workload) "-" (name f))))

(defn- tagged [workload generator]
  (gen/map (fn [op]
             ; What a client is told to do, and not how long it is to sleep or what is to be logged.
             (if (:f op) (assoc op :f (tag workload (:f op))) op))
           generator))

(defn- apply-in
  "Applies an operation with its workload's own function. What the store throws is judged there, where the operation has its
  usual name."
  [parts]
  (fn [store op]
    (let [[workload f] (untag (:f op))
          inner        (assoc op :f f)]
      (assoc (c/with-outcome store inner ((:apply! (parts workload)) store inner))
             :f (:f op)))))

(defn part
  "The operations of one workload, under their usual names."
  [workload history]
  (->> history
       (h/filter #(and (number? (:process %)) (= workload (first (untag (:f %))))))
       (h/map #(update % :f (comp second untag)))))

(defn- part-checker [workload inner]
  (reify checker/Checker
    (check [_ test history opts]
      (checker/check inner test (part workload history)
                     (update opts :subdirectory #(conj (vec %) (name workload)))))))

(defn mixture
  "A workload of workloads. parts: {name workload}; clients: how many each has."
  [parts clients]
  (let [names (sort (keys parts))]
    {:setup!          (fn [store test]
                        (doseq [w names, :let [setup! (:setup! (parts w))], :when setup!]
                          (setup! store test)))
     :apply!          (apply-in parts)
     :checker         (compose/parts :all (into {} (map (fn [w] [w (part-checker w (:checker (parts w)))])) names))
     :generator       (apply gen/reserve
                             (conj (vec (mapcat (fn [w] [clients (tagged w (:generator (parts w)))]) (butlast names)))
                                   (tagged (last names) (:generator (parts (last names))))))
     :final-generator (apply gen/phases
                             (for [w names, :let [g (:final-generator (parts w))], :when g]
                               (tagged w g)))}))
