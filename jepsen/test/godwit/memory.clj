(ns godwit.memory
  "A store in an atom, and one that fails as told, for tests without a cluster."
  (:require [godwit.client :as c]))

(def now
  "The time of the simulation, in nanoseconds."
  (atom 0))

(def idle
  "Milliseconds after which an entry goes that nobody uses, by map."
  {"idle" 1250})

(defn- used
  "A state in which a key of a map with an idle time was used now."
  [state m k]
  (if-let [ms (when (contains? (get state m) k) (idle m))]
    (assoc-in state [::due m k] (+ @now (* 1000000 ms)))
    state))

(defn- without-due
  "A state without what was due."
  [state m k]
  (if (<= (get-in state [::due m k] ##Inf) @now)
    (-> state (update m dissoc k) (update-in [::due m] dissoc k))
    state))

(def partitions "Of each map." 4)

(defn partition-of [k] (mod (hash k) partitions))

(defn- changed
  "A state with one more change of a map."
  [state m kind k v]
  (update-in state [::changes m] (fnil conj []) [(partition-of k) kind k v]))

(defn- removed [state m k]
  (cond-> state (contains? (get state m) k) (-> (update m dissoc k) (changed m :remove k ""))))

(defrecord MemoryReader [state m at]
  c/Reader
  (poll! [_ _]
    (let [all      (get-in @state [::changes m] [])
          [from _] (swap-vals! at max (count all))]
      {:changes (subvec all (min from (count all)))}))
  (place [_] (str @at)))

(defrecord Memory [state]
  c/Store
  (fetch [_ m k] (get-in (swap! state #(-> % (without-due m k) (used m k))) [m k]))
  (put! [_ m k v] (swap! state #(-> % (assoc-in [m k] v) (update-in [::due m] dissoc k) (used m k) (changed m :put k v))))
  (put-for! [_ m k v ms] (swap! state #(-> % (assoc-in [m k] v) (assoc-in [::due m k] (+ @now (* 1000000 ms))))))
  (put-new-for! [s m k v ms] (when-not (c/fetch s m k) (c/put-for! s m k v ms) true))
  (put-new! [s m k v] (when-not (c/fetch s m k) (c/put! s m k v) true))
  (replace! [_ m k old new]
    (let [[before _] (swap-vals! state update-in [m k] #(if (= old %) new %))]
      (= old (get-in before [m k]))))
  (increment! [_ m k by] (get-in (swap! state update-in [m k] (fnil + 0) by) [m k]))
  (number [_ m k] (get-in @state [m k] 0))
  (append! [_ m k v] (swap! state update-in [m k] (fnil conj []) v))
  (include! [_ m k v] (swap! state update-in [m k] (fnil conj #{}) v))
  (items [_ m k] (vec (get-in @state [m k])))
  (size [_ m] (count (get @state m)))
  (remove! [_ m k] (let [[before _] (swap-vals! state removed m k)] (contains? (get before m) k)))
  (follow [_ m place] (->MemoryReader state m (atom (if place (parse-long place) (count (get-in @state [::changes m]))))))
  (close! [_])

  c/Failure
  (outcome [_ _] nil))

(defn memory [] (->Memory (atom {})))

(defn broken
  "Every call fails; kind is what that means. Only what a workload sets up before it begins is taken."
  [kind]
  (let [fail (fn [& _] (throw (ex-info "no answer" {})))]
    (reify
      c/Store
      (fetch [_ m k] (fail)) (put! [_ m k v] (fail)) (put-new! [_ m _ _] (or (= "bank" m) (fail))) (replace! [_ m k old new] (fail))
      (put-for! [_ m k v ms] (fail)) (put-new-for! [_ m k v ms] (fail))
      (increment! [_ m k by] (fail)) (number [_ m k] (fail)) (append! [_ m k v] (fail)) (include! [_ m k v] (fail))
      (items [_ m k] (fail)) (size [_ m] (fail)) (remove! [_ m k] (fail)) (close! [_])
      (follow [_ _ _] (reify c/Reader (poll! [_ _] (fail)) (place [_] "0")))
      c/Failure
      (outcome [_ _] kind))))

(defn history
  "A history of client operations from [process type f value], in that order."
  [& rows]
  (map-indexed (fn [i [process type f value]]
                 {:index i, :time (* 1000 i), :process process, :type type, :f f, :value value})
               rows))
