(ns godwit.wait-test
  (:require [clojure.test :refer [deftest is]]
            [godwit.wait :as wait]))

(deftest until-something-is-true
  (let [calls (atom 0)]
    (is (= 3 (wait/until 10000 1 #(let [c (swap! calls inc)] (when (= 3 c) c))))))
  (is (nil? (wait/until 5 1 (constantly nil)))))

(deftest it-is-tried-once-at-least
  (let [calls (atom 0)]
    (is (nil? (wait/until 0 1 #(do (swap! calls inc) nil))))
    (is (pos? @calls))))
