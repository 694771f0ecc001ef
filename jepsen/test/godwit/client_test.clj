(ns godwit.client-test
  (:require [clojure.test :refer [deftest is testing]]
            [godwit.client :as c]
            [godwit.memory :as memory]
            [jepsen.client :as client])
  (:import (io.godwit.client CallException CallException$Outcome WrongKindException)))

(defn- call-exception [outcome]
  (let [constructor (.getDeclaredConstructor CallException (into-array Class [CallException$Outcome String]))]
    (.setAccessible constructor true)
    (.newInstance constructor (object-array [outcome "no answer in time"]))))

(defn- wrong-kind []
  (let [constructor (.getDeclaredConstructor WrongKindException (into-array Class [String]))]
    (.setAccessible constructor true)
    (.newInstance constructor (object-array ["a list"]))))

(deftest what-godwit-s-exceptions-mean
  (let [store (c/->Godwit nil)]
    (is (= :fail (c/outcome store (call-exception CallException$Outcome/NOT_DONE))))
    (is (= :info (c/outcome store (call-exception CallException$Outcome/UNKNOWN))))
    (is (= :fail (c/outcome store (wrong-kind))))
    (is (nil? (c/outcome store (NullPointerException.))) "a bug is no outcome")))

(deftest completions
  (testing "a write whose outcome is unknown may have happened"
    (is (= {:f :write, :type :info, :error [:info "x"]} (c/failed {:f :write} :info (Exception. "x")))))
  (testing "a write that definitely did not happen"
    (is (= :fail (:type (c/failed {:f :write} :fail (Exception. "x"))))))
  (testing "a read changes nothing, whatever became of it"
    (doseq [f [:read :size :check], kind [:fail :info]]
      (is (= :fail (:type (c/failed {:f f} kind (Exception. "x")))) f))))

(deftest a-client-of-a-workload
  (let [opened (atom [])
        store  (memory/memory)
        open   (fn [node] (client/open! (c/client (fn [_ n] (swap! opened conj n) store)
                                                  (fn [s op] (c/put! s "m" "k" (:value op)) (assoc op :type :ok)))
                                        {} node))
        one    (open "n4")]
    (is (= ["n4"] @opened))
    (is (= {:type :ok, :f :write, :value "v"} (client/invoke! one {} {:type :invoke, :f :write, :value "v"})))
    (is (= "v" (c/fetch store "m" "k")))
    (is (client/is-reusable? one {}))
    (is (nil? (client/close! one {})))))

(deftest failures-of-a-client
  (let [with (fn [kind] (client/open! (c/client (fn [_ _] (memory/broken kind))
                                                (fn [s op] (c/put! s "m" "k" "v") (assoc op :type :ok)))
                                      {} "n1"))]
    (is (= :info (:type (client/invoke! (with :info) {} {:type :invoke, :f :write}))))
    (is (= :fail (:type (client/invoke! (with :fail) {} {:type :invoke, :f :write}))))
    (is (thrown-with-msg? Exception #"no answer" (client/invoke! (with nil) {} {:type :invoke, :f :write}))
        "what the store does not know goes on to Jepsen")))

(deftest a-client-that-is-bound-to-a-node
  (let [spec {:cluster "c", :addresses ["h:1" "h:2" "h:3"], :via {:h:1 "r:1", :h:2 "r:2"}}]
    (is (= {:h:1 c/nowhere, :h:2 "r:2", :h:3 c/nowhere} (:via (c/bound spec "h:2"))) "its own node by the same way as ever")
    (is (= (:addresses spec) (:addresses (c/bound spec "h:2"))))
    (is (= {:h:2 c/nowhere, :h:3 c/nowhere} (:via (c/bound (dissoc spec :via) "h:1"))))))

(deftest a-connection-is-tried-again
  (let [calls (atom 0)
        fails (fn [n] (fn [] (if (< (swap! calls inc) n) (throw (call-exception CallException$Outcome/NOT_DONE)) :there)))]
    (is (= :there (c/patiently 3 (fails 3))))
    (is (= 3 @calls))
    (reset! calls 0)
    (is (thrown? CallException (c/patiently 2 (fails 3))))
    (is (= 2 @calls))))

(deftest bytes-and-back
  (is (= "käse" (c/string-of (c/bytes-of "käse"))))
  (is (= 258 (c/number-of (byte-array [0 0 0 0 0 0 1 2]))))
  (is (= -1 (c/number-of (byte-array (repeat 8 -1))))))
