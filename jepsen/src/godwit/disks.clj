(ns godwit.disks
  "Disks of the lab's members that can lose power, be full or slow, and be damaged: a file system in user space (jepsen/native/disk), which
  the C compiler of this machine makes at the start of a run, and which is mounted for each member. Linux and root. Needs nothing but
  Clojure."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.java.shell :refer [sh]]
            [clojure.string :as str]
            [godwit.schedule :as schedule])
  (:import (java.io File)
           (java.util Random SplittableRandom)))

(def mebibytes
  "The size of a disk. It is memory, of which only what is written is taken; a member keeps 256 MiB free."
  1024)

(defn- program [dir] (str dir "/disk"))
(defn- place [dir index] (str dir "/" index))
(defn- socket [dir index] (str dir "/" index ".socket"))

(defn- must
  "What a command prints. Throws if it fails."
  [what & words]
  (let [fails (fn [& why] (throw (ex-info (str what ": " (str/trim (str/join why))) {})))
        {:keys [exit out err]} (try (apply sh words)
                                    (catch java.io.IOException e (fails (.getMessage e))))]
    (when-not (zero? exit) (fails err out))
    out))

(defn build!
  "Makes the program, in a directory that exists. Throws if there is no compiler."
  [root dir]
  (let [source #(str root "/jepsen/native/disk/" %)]
    (must "disks need a C compiler, cc" "cc" "-O2" "-o" (program dir) (source "disk.c") (source "files.c"))))

(defn mount!
  "Mounts an empty disk for the member at an index."
  [dir index]
  (.mkdirs (io/file (place dir index)))
  (must "no disk" (program dir) "mount" (place dir index) (socket dir index) (str mebibytes)))

(defn tell!
  "Tells the disk of the member at an index something (disk.c lists what); its answer."
  [dir index & words]
  (edn/read-string (apply must "the disk refuses" (program dir) "tell" (socket dir index) (map str words))))

(defn end!
  "Unmounts all disks in a directory."
  [dir]
  (doseq [^File f (.listFiles (io/file dir))
          :let [[_ index] (re-matches #"(\d+)\.socket" (.getName f))]
          :when index]
    (tell! dir index "end")))

(defn end-at-exit!
  "Unmounts them also if this process is ended from outside."
  [dir]
  (.addShutdownHook (Runtime/getRuntime) (Thread. ^Runnable #(end! dir))))

(defn each!
  "Tells the disks of the members at some indexes the same, at once; {index answer}."
  [dir indexes & words]
  (into {} (map (fn [[index answer]] [index @answer]))
        (mapv (fn [index] [index (future (apply tell! dir index words))]) indexes)))

(defn mend!
  "Ends all that is wrong with the disks of the members at some indexes, but for damage."
  [dir indexes]
  (each! dir indexes "free")
  (each! dir indexes "slow" 0))

;; Pure functions

(defn- random
  "Random numbers from a seed; seeds that are near to each other give others."
  ^Random [seed]
  (Random. (.nextLong (SplittableRandom. seed))))

(defn slowness
  "How many milliseconds a sync takes before the power is cut: 8 to 128, drawn from a seed, short times as often as long ones."
  [seed]
  (long (* 8 (Math/pow 16 (.nextDouble (random seed))))))

(def kinds
  "The files of a store whose damage a member must find. Others are notes, or are written anew by each process."
  {:log #"store/\d+\.log", :table #"store/\d+\.sst", :manifest #"store/MANIFEST-\d+", :head #"store/CURRENT"})

(defn part
  "The seed that draws what stays on the torn disk of the member at an index; 0 for a disk on which nothing stays."
  [mode seed index]
  (if (= :torn mode)
    (inc (.nextInt (random (unchecked-add seed index)) Integer/MAX_VALUE))
    0))

(defn aim
  "The words with which a disk is told to damage one of its files, [[name size]], drawn from a seed: one kind of file, one file of that
  kind, and where. Nil if there is none."
  [mode seed files]
  (let [rng   (random seed)
        files (sort (filter (comp pos? second) files))
        of    (fn [kind] (filter #(re-matches (kinds kind) (first %)) files))]
    (when-let [found (first (keep #(seq (of %)) (schedule/shuffled rng (sort (keys kinds)))))]
      (let [[file size] (first (schedule/shuffled rng found))]
        (case mode
          :flip     ["flip" file (.nextInt rng size) (.nextInt rng 8)]
          :truncate ["shorten" file (.nextInt rng size)])))))

(def refused
  "What a member prints that does not start from what it finds."
  "start without that directory, as a new member")

(defn refusal
  "What the log of a member says that did not start, as it has run last; nil if it says nothing of damage."
  [log]
  (let [said (subs log (or (str/last-index-of log "listening at") 0))]
    (when (str/includes? said refused)
      (->> (str/split-lines said) (filter #(re-find #"(?i)store|damage|corrupt" %)) (remove #(str/includes? % refused)) last))))
