(ns godwit.db
  "The cluster as a Jepsen database: one lab for all nodes."
  (:require [clojure.tools.logging :refer [info]]
            [godwit.archive :as archive]
            [godwit.clocks :as clocks]
            [godwit.disks :as disks]
            [godwit.following :as following]
            [godwit.lab :as lab]
            [jepsen.core :as jepsen]
            [jepsen.db :as db])
  (:import (java.nio.file Files)
           (java.nio.file.attribute FileAttribute)))

(defn scratch
  "A new directory below the system's own for temporary files."
  []
  (str (Files/createTempDirectory "godwit-jepsen" (make-array FileAttribute 0))))

(defrecord LabDB [handle options]
  db/DB
  (setup! [_ test node]
    (when (= node (first (:nodes test)))
      (info "starting the lab in" (:dir options))
      (let [{:keys [clocks disks nodes spare]} options]
        (when clocks
          (clocks/build! (:root test) clocks))
        (when disks
          (disks/build! (:root test) disks)
          (disks/end-at-exit! disks)
          (run! #(disks/mount! disks %) (range 1 (+ 1 (count nodes) spare))))
        (reset! handle (lab/start! (cond-> options clocks (assoc :env (clocks/environment clocks)))))
        (swap! handle lab/forward! options)
        (when (:trace options)
          (reset! (:following options) (following/start! (:follow options) (str (:dir options) "/traces"))))))
    (jepsen/synchronize test 120))
  (teardown! [_ test node]
    (when (= node (first (:nodes test)))
      (when-let [running @handle]
        (lab/stop! running)
        (some-> @(:following options) following/end!)
        (reset! handle nil)
        (archive/keep-logs! test (:dir options)))
      (some-> (:disks options) disks/end!))))

(defn lab-db
  "handle: an atom that holds the lab while it runs. options: as for lab/command, and with :trace :follow, the words of
  the check of event logs that goes on beside the run, and :following, an atom that holds that check."
  [handle options]
  (->LabDB handle options))
