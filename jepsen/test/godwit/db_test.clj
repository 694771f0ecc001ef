(ns godwit.db-test
  (:require [clojure.java.io :as io]
            [clojure.test :refer [deftest is]]
            [godwit.archive :as archive]
            [godwit.db :as db]
            [godwit.following :as following]
            [godwit.lab :as lab]
            [jepsen.core :as jepsen]
            [jepsen.db :as jepsen-db])
  (:import (java.util.concurrent TimeUnit)))

(defn- lab
  "A lab that is started and stopped; with :trace, the check beside it ends with 0 when it is told that the run is over. Returns the check
  as it was while the lab ran, and as it was afterwards."
  [more]
  (let [following (atom nil)
        dir       (db/scratch)
        alive?    (fn [] (some-> @following :process (as-> ^Process p (not (.waitFor p 200 TimeUnit/MILLISECONDS)))))
        lab-db    (db/lab-db (atom nil) (merge {:dir dir, :following following, :follow ["/bin/sh" "-c" "cat; echo $1" "sh"]} more))
        stopped   (atom nil)]
    (with-redefs [lab/start!         (fn [_] {:process nil})
                  lab/forward!       (fn [running _] running)
                  lab/stop!          (fn [_] (reset! stopped (alive?)))
                  archive/keep-logs! (fn [_ _])
                  jepsen/synchronize (fn [_ _])]
      (jepsen-db/teardown! lab-db {:nodes ["n1"]} "n1")
      (jepsen-db/setup! lab-db {:nodes ["n1"]} "n1")
      (let [during (alive?)]
        (jepsen-db/teardown! lab-db {:nodes ["n1"]} "n1")
        {:during during, :stopped @stopped, :answer (some-> @following following/answer), :dir dir}))))

(deftest event-logs-are-checked-beside-the-run
  (is (= [nil nil nil] ((juxt :during :stopped :answer) (lab {}))))
  (let [{:keys [during stopped answer dir]} (lab {:trace true})]
    (is (true? during))
    (is (true? stopped) "it is told only when the members have stopped")
    (is (= {:exit 0, :out (str (io/file dir "traces") "\n"), :err ""} answer))))
