(ns godwit.known
  "What members know, from the acts of their event logs (godwit.events). Pure; needs nothing but Clojure.")

(defn applied
  "What a life knows after an act: {:term, :role, :committed, :views}."
  [known {:keys [term role committed views]}]
  (cond-> known
    term      (assoc :term term)
    role      (assoc :role role)
    committed (update :committed merge committed)
    views     (update :views merge views)))

(defn of
  "What all lives know at the end of some segments: {[member life] what}."
  [segments]
  (reduce (fn [found [life {:keys [acts]}]] (update found life #(reduce applied % acts)))
          (sorted-map)
          (mapcat :lives segments)))

(defn last-lives
  "Of each member the last life alone."
  [lives]
  (into (sorted-map) (vals (into {} (map (fn [[[member _] :as entry]] [member entry])) (sort-by key lives)))))
