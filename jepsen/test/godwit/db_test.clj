(ns godwit.db-test
  (:require [clojure.java.io :as io]
            [clojure.test :refer [deftest is]]
            [godwit.archive :as archive]
            [godwit.clocks :as clocks]
            [godwit.db :as db]
            [godwit.disks :as disks]
            [godwit.following :as following]
            [godwit.lab :as lab]
            [jepsen.core :as jepsen]
            [jepsen.db :as jepsen-db])
  (:import (java.util.concurrent TimeUnit)))

(defn- lab
  "A lab of two nodes and a spare one that is started and stopped. Returns what was done in this order, at the set-up and at the teardown of
  each node. more: options, as for db/lab-db."
  [more]
  (let [done      (atom [])
        did       (fn [& words] (swap! done conj (vec words)) nil)
        test      {:nodes ["n1" "n2"], :root "/root-of-godwit"}
        handle    (atom nil)
        lab-db    (db/lab-db handle (merge {:dir "/d", :nodes ["n1" "n2"], :spare 1, :following (atom nil)} more))
        of        (fn [f node] (reset! done []) (f lab-db test node) @done)]
    (with-redefs [lab/start!         (fn [{:keys [env]}] (did :start env) {:process nil})
                  lab/forward!       (fn [running _] (did :forward) (assoc running :forwarded true))
                  lab/stop!          (fn [running] (did :stop running))
                  archive/keep-logs! (fn [_ dir] (did :keep-logs dir))
                  jepsen/synchronize (fn [_ seconds] (did :synchronize seconds))
                  clocks/build!      (fn [root dir] (did :clocks root dir))
                  clocks/environment (fn [dir] {"CLOCKS" dir})
                  disks/build!       (fn [root dir] (did :disks root dir))
                  disks/end-at-exit! (fn [dir] (did :at-exit dir))
                  disks/mount!       (fn [dir index] (did :mount dir index))
                  disks/end!         (fn [dir] (did :end dir))]
      {:before  (mapv (partial of jepsen-db/teardown!) ["n1" "n2"])
       :set-up  (mapv (partial of jepsen-db/setup!) ["n1" "n2"])
       :running @handle
       :after   (mapv (partial of jepsen-db/teardown!) ["n2" "n1"])
       :left    @handle})))

(deftest one-lab-for-all-nodes
  (is (= {:before  [[] []]
          :set-up  [[[:start nil] [:forward] [:synchronize 120]] [[:synchronize 120]]]
          :running {:process nil, :forwarded true}
          :after   [[] [[:stop {:process nil, :forwarded true}] [:keep-logs "/d"]]]
          :left    nil}
         (lab {}))))

(deftest clocks-and-disks-of-the-members
  (let [{:keys [before set-up after]} (lab {:clocks "/c", :disks "/k"})]
    (is (= [[[:end "/k"]] []] before) "what an earlier run has left")
    (is (= [[:clocks "/root-of-godwit" "/c"]
            [:disks "/root-of-godwit" "/k"] [:at-exit "/k"] [:mount "/k" 1] [:mount "/k" 2] [:mount "/k" 3]
            [:start {"CLOCKS" "/c"}] [:forward] [:synchronize 120]]
           (first set-up)))
    (is (= [[:synchronize 120]] (second set-up)))
    (is (= [[] [[:stop {:process nil, :forwarded true}] [:keep-logs "/d"] [:end "/k"]]] after) "disks end after the members")))

(deftest a-new-directory-each-time
  (let [dirs (repeatedly 2 db/scratch)]
    (is (apply distinct? dirs))
    (is (every? #(.isDirectory (io/file %)) dirs))))

(defn- followed
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
  (is (= [nil nil nil] ((juxt :during :stopped :answer) (followed {}))))
  (let [{:keys [during stopped answer dir]} (followed {:trace true})]
    (is (true? during))
    (is (true? stopped) "it is told only when the members have stopped")
    (is (= {:exit 0, :out (str (io/file dir "traces") "\n"), :err ""} answer))))
