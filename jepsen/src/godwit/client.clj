(ns godwit.client
  "What workloads need of a store, Godwit's client as such a store, and what an error means for a history."
  (:require [clojure.string :as str]
            [godwit.bound :as bound]
            [jepsen.client :as client])
  (:import (io.godwit.client CallException CallException$Outcome Change ChangePositions ChangeReader ChangesForgottenException ClientConfig
                             GodwitClient GodwitMap WrongKindException)
           (java.nio ByteBuffer)
           (java.nio.charset StandardCharsets)
           (java.time Duration)
           (java.util.concurrent CompletableFuture ExecutionException TimeUnit TimeoutException)
           (java.util.function Consumer)))

(defprotocol Store
  "Named maps. Keys and values are strings; lists and sets hold strings."
  (fetch     [s m k] "What the key holds, or nil.")
  (put!      [s m k v] "Overwrites.")
  (put-new!  [s m k v] "Puts where there is nothing; was there nothing?")
  (put-for!  [s m k v ms] "Overwrites; the value goes after so many milliseconds.")
  (put-new-for! [s m k v ms] "Puts where there is nothing, for so many milliseconds; was there nothing?")
  (replace!  [s m k old new] "Compare-and-set; was the old value there?")
  (increment! [s m k by] "Adds to a number; the number after it.")
  (number    [s m k] "The number, 0 if there is none.")
  (append!   [s m k v] "Adds to the end of a list.")
  (include!  [s m k v] "Adds to a set.")
  (items     [s m k] "The items of a list or a set.")
  (size      [s m] "How many keys the map has.")
  (remove!   [s m k] "Removes; was something there?")
  (follow    [s m place] "A Reader of the map's changes from a place on, or from now on if that is nil.")
  (close!    [s] "Ends the connection."))

(defprotocol Reader
  "Follows the changes of a map. For one thread at a time."
  (poll! [r ms] "Waits so many milliseconds for changes: {:changes}, a list of [partition kind key value]. Or {:told, :restarted,
                :complete?}: the partitions whose next changes the members have forgotten, the changes that make their keys what they are
                now, and whether all of these were given.")
  (place [r] "Where it is after what it has given last, as a text that can be stored."))

(defprotocol Failure
  "What a store's exceptions mean."
  (outcome [s e] ":fail if the call was not carried out and never will be, :info if it may have been or may be, nil if the
                 exception is none of the store's."))

(def reads
  "Operations that change nothing: one without an answer has definitely not changed anything, so it fails."
  #{:read :size :check :poll})

(defn failed
  "The completion of an operation that ended with an exception of the store. A read that has no answer is a :fail; it has
  changed nothing either way."
  [op kind ^Throwable e]
  (assoc op
         :type  (if (or (= :fail kind) (reads (:f op))) :fail :info)
         :error [kind (.getMessage e)]))

(defmacro with-outcome
  "Runs the body; maps what the store throws. Other exceptions go on: Jepsen makes an :info of them, and a test of them."
  [store op & body]
  `(try ~@body
        (catch Exception e#
          (if-let [kind# (outcome ~store e#)]
            (failed ~op kind# e#)
            (throw e#)))))

(defn bytes-of ^bytes [^String s] (.getBytes s StandardCharsets/UTF_8))
(defn string-of [^bytes b] (String. b StandardCharsets/UTF_8))
(defn number-of [^bytes b] (.getLong (ByteBuffer/wrap b)))

(defn- present [^java.util.Optional o]
  (when (.isPresent o) (.get o)))

(def read-millis
  "How long a read is waited for, at most. One that is given up has changed nothing, so a client that is cut off can try others."
  500)

(defn answer
  "What a future gives in time. Throws what made it fail, or TimeoutException."
  [^CompletableFuture future]
  (try (.get future read-millis TimeUnit/MILLISECONDS)
       (catch ExecutionException e (throw (.getCause e)))))

(defn- change [^Change c]
  [(.partition c) (keyword (str/lower-case (str (.kind c)))) (string-of (.key c)) (string-of (.value c))])

(defn restarted
  "What a reader is given that was told of partitions: restart! hands it to a consumer. What was given before it fails counts; the next poll
  tells of the others again."
  [told restart!]
  (let [given     (java.util.ArrayList.)
        complete? (try (restart! (reify Consumer (accept [_ c] (.add given (change c)))))
                       true
                       (catch CallException _ false))]
    {:told told, :restarted (vec given), :complete? complete?}))

(defrecord GodwitReader [^ChangeReader reader]
  Reader
  (poll! [_ ms]
    (try {:changes (mapv change (.poll reader (Duration/ofMillis ms)))}
         (catch ChangesForgottenException e
           (restarted (vec (.partitions e)) (fn [^Consumer consumer] (.restart reader consumer))))))
  (place [_] (str (.positions reader))))

(defrecord Godwit [^GodwitClient client]
  Store
  (fetch [_ m k] (some-> (answer (.getAsync (.map client m) (bytes-of k))) present string-of))
  (put! [_ m k v] (.put (.map client m) (bytes-of k) (bytes-of v)))
  (put-new! [_ m k v] (.putIfAbsent (.map client m) (bytes-of k) (bytes-of v)))
  (put-for! [_ m k v ms] (.put (.map client m) (bytes-of k) (bytes-of v) (Duration/ofMillis ms)))
  (put-new-for! [_ m k v ms] (.putIfAbsent (.map client m) (bytes-of k) (bytes-of v) (Duration/ofMillis ms)))
  (replace! [_ m k old new] (.replace (.map client m) (bytes-of k) (bytes-of old) (bytes-of new)))
  (increment! [_ m k by] (.increment (.map client m) (bytes-of k) (long by)))
  (number [_ m k] (or (some-> (answer (.getAsync (.map client m) (bytes-of k))) present number-of) 0))
  (append! [_ m k v] (.append (.map client m) (bytes-of k) (bytes-of v)))
  (include! [_ m k v] (.add (.map client m) (bytes-of k) (bytes-of v)))
  (items [_ m k] (mapv string-of (answer (.getAllAsync (.map client m) (bytes-of k)))))
  (size [_ m] (.size (.map client m)))
  (remove! [_ m k] (.remove (.map client m) (bytes-of k)))
  (follow [_ m place]
    (->GodwitReader (if place
                      (.changes (.map client m) (ChangePositions/parse place))
                      (.changes (.map client m)))))
  (close! [_] (.close client))

  Failure
  (outcome [_ e]
    (cond
      (instance? CallException e)
      (if (= CallException$Outcome/NOT_DONE (.outcome ^CallException e)) :fail :info)
      (instance? WrongKindException e) :fail
      (instance? TimeoutException e)   :fail)))

(defn patiently
  "What f gives; tries again, so often in all, when no member was reached in time: that is no fault under test yet."
  [tries f]
  (let [[outcome x] (try [:done (f)] (catch CallException e [:failed e]))]
    (cond (= :done outcome) x
          (< 1 tries)       (recur (dec tries) f)
          :else             (throw x))))

(defn godwit
  "Connects to the cluster of a client specification as the lab gives it: :cluster, :addresses, :via. Asks the node's address
  first."
  [{:keys [cluster addresses via]} first-address timeout-ms]
  (let [addresses (into [first-address] (remove #{first-address}) addresses)]
    (->Godwit (patiently
                10
                #(GodwitClient/connect
                   (-> (ClientConfig/of cluster addresses)
                       (.withTimeout (Duration/ofMillis timeout-ms))
                       (.withVia (into {} (map (fn [[k v]] [(if (keyword? k) (subs (str k) 1) k) v])) via))))))))

(defn- store-for
  "The store that a client uses, opened when it is needed first. Which client it is shows when it gets its first operation."
  [{:keys [connect node stores]} test bound?]
  (or (@stores bound?)
      (let [store (connect test node bound?)]
        (swap! stores assoc bound? store)
        store)))

(defrecord Client [connect setup! apply! node stores]
  client/Client
  (open! [this _ node] (assoc this :node node, :stores (atom {})))
  (setup! [this test] (when setup! (setup! (store-for this test false) test)))
  (invoke! [this test {:keys [process] :as op}]
    (let [bound? (= :bound (bound/kind test process))
          store  (try (store-for this test bound?)
                      (catch Exception e e))]
      (cond-> (if (instance? Exception store)
                (assoc op :type :fail, :error [:no-client (.getMessage ^Exception store)])
                (with-outcome store op (apply! store op)))
        bound? (assoc :at node))))
  (teardown! [_ _])
  (close! [_ _] (run! close! (vals @stores)))

  client/Reusable
  ; The client outlives a call without an answer: it is made for that.
  (reusable? [_ _] true))

(defn client
  "A Jepsen client. connect: (connect test node bound?) gives a store; apply!: (apply! store op) gives the completed op."
  ([connect apply!] (client connect nil apply!))
  ([connect setup! apply!] (->Client connect setup! apply! nil nil)))

