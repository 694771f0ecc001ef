(ns godwit.client-test
  (:require [clojure.test :refer [deftest is testing]]
            [godwit.client :as c]
            [godwit.memory :as memory]
            [jepsen.client :as client])
  (:import (io.godwit.client CallException CallException$Outcome Change Change$Kind WrongKindException)
           (java.util.function Consumer)))

(defn- call-exception [outcome]
  (let [constructor (.getDeclaredConstructor CallException (into-array Class [CallException$Outcome String]))]
    (.setAccessible constructor true)
    (.newInstance constructor (object-array [outcome "no answer in time"]))))

(defn- wrong-kind []
  (let [constructor (.getDeclaredConstructor WrongKindException (into-array Class [String]))]
    (.setAccessible constructor true)
    (.newInstance constructor (object-array ["a list"]))))

(defn- cleared [partition]
  (let [constructor (first (.getDeclaredConstructors Change))
        bytes       (nth (.getParameterTypes constructor) 2)
        empty       (.get (.getField bytes "EMPTY") nil)]
    (.setAccessible constructor true)
    (.newInstance constructor (object-array [Change$Kind/CLEAR (int partition) empty empty]))))

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

(def a-test {:nodes ["n1" "n2" "n3"], :concurrency 6, :bound 0.5})

(deftest a-client-of-a-workload
  (let [opened (atom [])
        store  (memory/memory)
        open   (fn [node] (client/open! (c/client (fn [_ n bound?] (swap! opened conj [n bound?]) store)
                                                  (fn [s op] (c/put! s "m" "k" (:value op)) (assoc op :type :ok)))
                                        a-test node))
        one    (open "n2")
        does   (fn [process] (client/invoke! one a-test {:type :invoke, :f :write, :value "v", :process process}))]
    (is (= [] @opened) "which kind of client it is shows with its first operation")
    (is (= {:type :ok, :f :write, :value "v", :process 0} (does 0)))
    (is (= {:type :ok, :f :write, :value "v", :process 1, :at "n2"} (does 1)) "a bound client says where it is")
    (is (= {:type :ok, :f :write, :value "v", :process 7, :at "n2"} (does 7)) "the same client after a call without an answer")
    (is (= [["n2" false] ["n2" true]] @opened))
    (is (= "v" (c/fetch store "m" "k")))
    (is (client/is-reusable? one {}))
    (is (nil? (client/close! one {})))))

(deftest failures-of-a-client
  (let [with   (fn [kind] (client/open! (c/client (fn [_ _ _] (memory/broken kind))
                                                  (fn [s op] (c/put! s "m" "k" "v") (assoc op :type :ok)))
                                        a-test "n1"))
        write  {:type :invoke, :f :write, :process 0}]
    (is (= :info (:type (client/invoke! (with :info) a-test write))))
    (is (= :fail (:type (client/invoke! (with :fail) a-test write))))
    (is (thrown-with-msg? Exception #"no answer" (client/invoke! (with nil) a-test write))
        "what the store does not know goes on to Jepsen")
    (is (= {:type :fail, :f :write, :process 1, :at "n1", :error [:no-client "nobody there"]}
           (client/invoke! (client/open! (c/client (fn [& _] (throw (ex-info "nobody there" {}))) (fn [_ op] op)) a-test "n1")
                           a-test (assoc write :process 1))))))

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

(deftest what-a-reader-is-given-anew
  (let [give (fn [^Consumer consumer] (run! #(.accept consumer (cleared %)) [4 7]))]
    (is (= {:told [4 7], :restarted [[4 :clear "" ""] [7 :clear "" ""]], :complete? true} (c/restarted [4 7] give)))
    (is (= {:told [4 7], :restarted [[4 :clear "" ""] [7 :clear "" ""]], :complete? false}
           (c/restarted [4 7] #(do (give %) (throw (call-exception CallException$Outcome/NOT_DONE))))) "not to the end")
    (is (thrown? NullPointerException (c/restarted [4] (fn [_] (throw (NullPointerException.))))) "a bug is no outcome")))
