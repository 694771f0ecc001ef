(ns godwit.hazelcast
  "Hazelcast's IMap as a store, for the baseline. It has no appends, additions to sets or increments of its own: these are loops
  of compare-and-set, as its users write them."
  (:require [clojure.edn :as edn]
            [godwit.client :as c])
  (:import (com.hazelcast.client HazelcastClient)
           (com.hazelcast.client.config ClientConfig ClientConnectionStrategyConfig$ReconnectMode)
           (com.hazelcast.core HazelcastException HazelcastInstance HazelcastInstanceNotActiveException
                               OperationTimeoutException)
           (com.hazelcast.map IMap)
           (java.util.concurrent CompletionStage TimeoutException TimeUnit)))

(def tries
  "Of a loop, before it gives up."
  50)

(defn- imap ^IMap [^HazelcastInstance client m] (.getMap client m))

(defn update!
  "Replaces what a key holds by (f value) until nobody is in between; the new value. f takes nil if there is nothing."
  [store m k f]
  (loop [left tries]
    (let [before (c/fetch store m k)
          after  (pr-str (f (some-> before edn/read-string)))]
      (cond
        (if before (c/replace! store m k before after) (c/put-new! store m k after)) (edn/read-string after)
        (zero? left) (throw (ex-info "too many others" {:type ::contended}))
        :else        (recur (dec left))))))

(defrecord Hazelcast [^HazelcastInstance client]
  c/Store
  (fetch [_ m k] (c/answer (.toCompletableFuture ^CompletionStage (.getAsync (imap client m) k))))
  (put! [_ m k v] (.set (imap client m) k v))
  (put-new! [_ m k v] (nil? (.putIfAbsent (imap client m) k v)))
  (put-for! [_ m k v ms] (.set (imap client m) k v ms TimeUnit/MILLISECONDS))
  (put-new-for! [_ m k v ms] (nil? (.putIfAbsent (imap client m) k v ms TimeUnit/MILLISECONDS)))
  (replace! [_ m k old new] (.replace (imap client m) k old new))
  (increment! [s m k by] (update! s m k #(+ by (or % 0))))
  (number [s m k] (or (some-> (c/fetch s m k) edn/read-string) 0))
  (append! [s m k v] (count (update! s m k #(conj (or % []) v))))
  (include! [s m k v] (update! s m k #(conj (or % #{}) v)))
  (items [s m k] (vec (some-> (c/fetch s m k) edn/read-string)))
  (size [_ m] (.size (imap client m)))
  (remove! [_ m k] (some? (.remove (imap client m) k)))
  (close! [_] (.shutdown client))

  c/Failure
  (outcome [_ e]
    (cond
      (= ::contended (:type (ex-data e)))                                     :fail
      (instance? TimeoutException e)                                          :fail
      (or (instance? HazelcastException e) (instance? IllegalStateException e)) :info)))

(defn hazelcast
  "Connects to members. bound?: to one alone, which forwards what others have; else to the one that has a key."
  [addresses bound? timeout-ms]
  (let [config (doto (ClientConfig.)
                 (.setClusterName "jepsen")
                 (.setProperty "hazelcast.client.invocation.timeout.seconds" (str (max 1 (quot timeout-ms 1000))))
                 (.setProperty "hazelcast.client.statistics.enabled" "false")
                 (.setProperty "hazelcast.logging.type" "slf4j"))]
    (doto (.getNetworkConfig config)
      (.setAddresses (vec addresses))
      (.setSmartRouting (not bound?))
      (.setConnectionTimeout (int 2000)))
    (-> config .getConnectionStrategyConfig .getConnectionRetryConfig ; Its node comes back, however long that takes.
        (.setClusterConnectTimeoutMillis -1))
    ; Without a connection a call ends at once, instead of waiting for one.
    (-> config .getConnectionStrategyConfig (.setReconnectMode ClientConnectionStrategyConfig$ReconnectMode/ASYNC))
    (->Hazelcast (HazelcastClient/newHazelcastClient config))))
