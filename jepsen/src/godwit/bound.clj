(ns godwit.bound
  "Two kinds of clients: those that know all nodes, and those that are bound to the node that they are at and are cut off together with
  it. Which client is of which kind follows from its number. Pure; needs nothing but Clojure."
  (:refer-clojure :exclude [bound?]))

(defn bound?
  "Is the client of a thread bound? Of each node's clients and of any few consecutive ones, about that share is. share: from 0 to 1."
  [share nodes thread]
  (let [share (rationalize (or share 0))
        step  (+ (quot thread nodes) (mod thread nodes))
        whole #(bigint (* share %))]
    (< (whole step) (whole (inc step)))))

(defn kind
  "The kind of the client that a test runs for a process, :bound or :unbound."
  [{:keys [bound nodes concurrency]} process]
  (if (bound? bound (count nodes) (mod process concurrency)) :bound :unbound))

(defn kinds
  "How many clients of each kind a test has; only those kinds that it has."
  [{:keys [concurrency] :as test}]
  (frequencies (map #(kind test %) (range (or concurrency 0)))))

(defn counted
  "What clients of each kind have done: {kind {:operations, :acknowledged}}. A client that is bound writes its node into what it has
  completed."
  [history]
  (reduce (fn [found {:keys [process type at]}]
            (if (and (integer? process) (not= :invoke type))
              (cond-> (update-in found [(if at :bound :unbound) :operations] (fnil inc 0))
                (= :ok type) (update-in [(if at :bound :unbound) :acknowledged] (fnil inc 0)))
              found))
          {}
          history))
