(ns godwit.watch
  "Samples what the members say of themselves during a run, for those who judge whether a fault has had its effect."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.tools.logging :refer [warn]]
            [godwit.lab :as lab]
            [jepsen.store :as store]
            [jepsen.util :as util])
  (:import (java.io PushbackReader)))

(def every-ms 200)
(def file "observations.edn")

(defn start!
  "Begins to sample; returns what stop! needs. A sample that equals the one before it is left out."
  [handle]
  (let [samples (atom [])
        on      (atom true)
        look    (bound-fn []
                  (while @on
                    (try
                      (let [time (util/relative-time-nanos)
                            view (lab/view @handle)]
                        (when-not (= view (:view (peek @samples)))
                          (swap! samples conj {:time time, :view view})))
                      (catch Exception e
                        (when @on (warn "no sample:" (.getMessage e)))))
                    (Thread/sleep (long every-ms))))]
    {:on on, :samples samples, :thread (doto (Thread. ^Runnable look "godwit-watch") (.setDaemon true) .start)}))

(defn stop!
  "Ends the sampling and writes the samples to the test's store."
  [{:keys [on samples ^Thread thread]} test]
  (reset! on false)
  (.join thread 5000)
  (with-open [out (io/writer (store/path! test file))]
    (doseq [sample @samples]
      (.write out (pr-str sample))
      (.write out "\n"))))

(defn samples-in
  "The samples in a file; empty if it does not exist."
  [in]
  (if (.exists (io/file in))
    (with-open [reader (PushbackReader. (io/reader in))]
      (into [] (take-while #(not= ::end %)) (repeatedly #(edn/read {:eof ::end} reader))))
    []))

(defn samples
  "The samples of a run that is over; empty if there are none."
  [test]
  (samples-in (store/path test file)))
