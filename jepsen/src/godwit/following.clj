(ns godwit.following
  "A check of the event logs that goes on beside the run: a process that reads them while members write, and that is told that the run is
  over by the end of its input."
  (:require [clojure.java.io :as io])
  (:import (java.io File)
           (java.lang ProcessBuilder$Redirect)))

(defn- scratch-file ^File [] (doto (File/createTempFile "godwit-following" ".txt") .deleteOnExit))

(defn start!
  "Starts the check of a directory. command: the words before the directory."
  [command dir]
  (let [out (scratch-file), err (scratch-file)]
    {:out     out
     :err     err
     :process (-> (ProcessBuilder. ^java.util.List (conj (vec command) (str dir)))
                  (.redirectOutput (ProcessBuilder$Redirect/to out))
                  (.redirectError (ProcessBuilder$Redirect/to err))
                  .start)}))

(defn end!
  "Nothing is written to the logs any more."
  [{:keys [^Process process]}]
  ; A process that has ended does not mind.
  (try (.close (.getOutputStream process))
       (catch java.io.IOException _)))

(defn answer
  "Waits for the end of the check: {:exit, :out, :err}, as of a command."
  [{:keys [^Process process out err] :as following}]
  (end! following)
  {:exit (.waitFor process), :out (slurp (io/file out)), :err (slurp (io/file err))})
