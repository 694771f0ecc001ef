(ns godwit.faulty
  "Stores in memory that break their word. Each changes what a store does with a few of the calls, and answers as if nothing were
  wrong."
  (:require [godwit.client :as c]
            [godwit.memory :as memory]))

(defn- every-nth
  "Is it the n-th time, or the 2n-th ...?"
  [n]
  (let [calls (atom 0)]
    #(zero? (mod (swap! calls inc) n))))

(defn- wrapped
  "A store whose writes go through (write call), and whose reads through (read call), where call does it."
  [store write read]
  (reify c/Store
    (fetch [_ m k] (read #(c/fetch store m k)))
    (put! [_ m k v] (write #(c/put! store m k v)))
    (put-new! [_ m k v] (write #(c/put-new! store m k v)))
    (put-for! [_ m k v ms] (write #(c/put-for! store m k v ms)))
    (put-new-for! [_ m k v ms] (write #(c/put-new-for! store m k v ms)))
    (replace! [_ m k old new] (write #(c/replace! store m k old new)))
    (increment! [_ m k by] (write #(c/increment! store m k by)))
    (number [_ m k] (read #(c/number store m k)))
    (append! [_ m k v] (write #(c/append! store m k v)))
    (include! [_ m k v] (write #(c/include! store m k v)))
    (items [_ m k] (read #(c/items store m k)))
    (size [_ m] (read #(c/size store m)))
    (remove! [_ m k] (write #(c/remove! store m k)))
    (follow [_ m place]
      (let [reader (c/follow store m place)]
        (reify c/Reader
          (poll! [_ ms] (read #(c/poll! reader ms)))
          (place [_] (c/place reader)))))
    (close! [_])
    c/Failure
    (outcome [_ _] nil)))

(defn- telling
  "A store whose readers are given something else: (wrong store changes)."
  [store wrong]
  (wrapped store
           (fn [call] (call))
           (fn [call] (let [found (call)]
                        (cond-> found (:changes found) (update :changes #(wrong store %)))))))

(defn skipping "Some readers miss a change." [store]
  (let [now? (every-nth 5)] (telling store (fn [_ changes] (if (now?) (vec (rest changes)) changes)))))

(defn doubling "Some readers are shown a change twice." [store]
  (let [now? (every-nth 5)] (telling store (fn [_ changes] (if (now?) (into (vec (take 1 changes)) changes) changes)))))

(defn swapping "Some readers are shown the changes of a partition in another order." [store]
  (let [now? (every-nth 3)]
    (telling store (fn [_ changes] (if (now?) (vec (mapcat reverse (vals (group-by first changes)))) changes)))))

(defn mute "Nobody is shown what is removed." [store]
  (telling store (fn [_ changes] (vec (remove #(= :remove (second %)) changes)))))

(defn forgetful
  "Answers some writes, and forgets them at once: an acknowledged write that is lost."
  [{:keys [state] :as store}]
  (let [now? (every-nth 7)]
    (wrapped store
             (fn [call] (let [before @state, answer (call)]
                          (when (now?) (reset! state before))
                          answer))
             (fn [call] (call)))))

(defn repeating
  "Does some writes twice, as for a call that was repeated and not known again."
  [store]
  (let [now? (every-nth 5)]
    (wrapped store
             (fn [call] (let [answer (call)] (when (now?) (call)) answer))
             (fn [call] (call)))))

(defn stale
  "Answers some reads from what was there twenty writes ago, as a primary would that is none any more."
  [{:keys [state] :as store}]
  (let [now?   (every-nth 3)
        states (atom ())]
    (wrapped store
             (fn [call] (swap! states #(take 20 (conj % @state))) (call))
             (fn [call] (if (and (now?) (seq @states))
                          (let [here @state]
                            (reset! state (last @states))
                            (try (call) (finally (reset! state here))))
                          (call))))))

(defn empty-handed
  "Answers some reads as if nothing had ever been written."
  [{:keys [state] :as store}]
  (let [now?  (every-nth 5)
        start @state]
    (wrapped store
             (fn [call] (call))
             (fn [call] (if (now?)
                          (let [here @state]
                            (reset! state start)
                            (try (call) (finally (reset! state here))))
                          (call))))))

(defn torn
  "Some reads of large values end in the middle."
  [store]
  (let [now? (every-nth 9)]
    (wrapped store
             (fn [call] (call))
             (fn [call] (let [found (call)]
                          (if (and (string? found) (now?)) (subs found 0 (quot (count found) 2)) found))))))

(defn- living
  "A store that gives some values another lifetime than was asked for; nil for one that stays."
  [store lifetime]
  (reify c/Store
    (fetch [_ m k] (c/fetch store m k))
    (put! [_ m k v] (if-let [ms (lifetime nil)] (c/put-for! store m k v ms) (c/put! store m k v)))
    (put-for! [_ m k v ms] (if-let [ms (lifetime ms)] (c/put-for! store m k v ms) (c/put! store m k v)))
    (put-new! [s m k v] (when-not (c/fetch store m k) (c/put! s m k v) true))
    (put-new-for! [s m k v ms] (when-not (c/fetch store m k) (c/put-for! s m k v ms) true))
    (close! [_])
    c/Failure
    (outcome [_ _] nil)))

(defn immortal "Some values with a lifetime never go." [store]
  (let [now? (every-nth 5)] (living store #(when-not (and % (now?)) %))))

(defn hasty "Some values with a lifetime go at once." [store]
  (let [now? (every-nth 9)] (living store #(if (and % (now?)) 1 %))))

(defn unused "Neither a put nor a read keeps a key for its idle time." [store]
  (reify c/Store
    (fetch [_ m k] (with-redefs [memory/idle {"idle" 1}] (c/fetch store m k)))
    (put! [_ m k v] (with-redefs [memory/idle {"idle" 1}] (c/put! store m k v)))
    (put-for! [_ m k v ms] (c/put-for! store m k v ms))
    (put-new! [s m k v] (when-not (c/fetch s m k) (c/put! s m k v) true))
    (put-new-for! [s m k v ms] (when-not (c/fetch s m k) (c/put-for! s m k v ms) true))
    (close! [_])
    c/Failure
    (outcome [_ _] nil)))

(defn mortal "Values without a lifetime have one." [store]
  (living store #(or % 100)))

(defn resurrecting
  "Hides what is due instead of removing it, so that some reads find it again: as at another primary, whose clock is behind."
  [{:keys [state] :as store}]
  (let [now? (every-nth 3)]
    (wrapped store
             (fn [call] (call))
             (fn [call] (let [time @memory/now, here @state]
                          (when (now?) (swap! memory/now - 3000000000))
                          (try (call)
                               (finally (reset! memory/now time)
                                        (reset! state here))))))))
