(ns godwit.watch-test
  (:require [clojure.test :refer [deftest is]]
            [godwit.lab :as lab]
            [godwit.watch :as watch]
            [jepsen.store :as store]
            [jepsen.util :as util])
  (:import (java.nio.file Files)
           (java.nio.file.attribute FileAttribute)))

(deftest samples-are-changes
  (let [file  (str (Files/createTempDirectory "watch" (make-array FileAttribute 0)) "/o.edn")
        views (atom (concat [{"n1" {:state :running}} {"n1" {:state :running}} {"n1" {:state :gone}}]))
        left  (promise)]
    (with-redefs [store/path   (fn [& _] (java.io.File. file))
                  store/path!  (fn [& _] (java.io.File. file))
                  watch/every-ms 1
                  lab/view     (fn [_] (let [[v & more] @views]
                                         (if more (reset! views more) (deliver left true))
                                         v))]
      (is (= [] (watch/samples {})) "none are written yet")
      (let [w (util/with-relative-time (watch/start! (atom {})))]
        (is (deref left 10000 false))
        (watch/stop! w {}))
      (let [samples (watch/samples {})]
        (is (= [{"n1" {:state :running}} {"n1" {:state :gone}}] (map :view samples)))
        (is (apply <= (map :time samples)))))))
