(ns godwit.events
  "What the members' event logs (docs/verify/event-log.md) say about an aimed fault: who became master when, who knew of which decision,
  and who had activated it. While a fault strikes, marks are set; what members write between two marks is a segment:

    {:mark name, :lives {[member life] {:from n, :to n, :acts [...]}}}

  :from and :to are the numbers of the first and the last event that a life has written before the mark. An act is an event that has
  changed a term, a role, what is decided or what is activated: {:s number, :action name, :term, :role, :committed, :views}, the last
  two {partition entry}, an entry [[term number] [replicas] source destination]. The first line of a life is an act as well, with
  :began."
  (:require [clojure.data.json :as json]
            [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.string :as str]
            [godwit.known :as known]
            [jepsen.store :as store])
  (:import (java.io File FileInputStream)
           (java.nio.charset StandardCharsets)))

(def file-name
  "Of the segments in the store: a line for each round with them, [number segments]."
  "windows.edn")

(defn- said
  "How many bytes are before the first zero."
  [^bytes bytes]
  (loop [i 0]
    (if (or (= i (alength bytes)) (zero? (aget bytes i))) i (recur (inc i)))))

(defn- text-from
  "The text of a file, from a byte on; after the last line of a file there may be zeros."
  [^File f from]
  (with-open [in (FileInputStream. f)]
    (.skipNBytes in from)
    (let [bytes (.readAllBytes in)]
      (String. bytes 0 (int (said bytes)) StandardCharsets/ISO_8859_1))))

(defn local
  "Reads logs in a directory of this machine: {name text}. from: how many bytes of each file are not wanted."
  [dir]
  (fn [from]
    (into (sorted-map)
          (for [^File f (file-seq (io/file dir)), :when (re-matches #"member-\d+-\d+\.ndjson" (.getName f))]
            [(.getName f) (text-from f (from (.getName f) 0))]))))

(defn- entries
  "By partition, from JSON of a decision or of a view."
  [decision? found]
  (into {} (for [[p entry] found, :when entry
                 :let [[term number a b c d e f] entry
                       [replicas source destination] (if decision? [c e f] [a c d])]]
             [(parse-long p) [[term number] replicas source destination]])))

(defn- changes [control data]
  (cond-> {}
    (get control "term")      (assoc :term (get control "term"))
    (get control "role")      (assoc :role (get control "role"))
    (get control "committed") (assoc :committed (entries true (get control "committed")))
    data                      (as-> act
                                (let [views (entries false (into {} (keep (fn [[p r]] (when-let [v (get r "view")] [p v]))) data))]
                                  (cond-> act (seq views) (assoc :views views))))))

(def ^:private interesting #"\"(?:term|role|committed|view|format)\":")

(defn act
  "What a line says, or nil if it says nothing of interest. The first line also tells how many lives there were before."
  [line]
  (when (re-find interesting line)
    (let [{:strs [s a d began control data life end]} (json/read-str line)]
      (cond
        began (merge {:s (bit-shift-left life 32), :began began} (changes control (get data "replicas")))
        end   nil
        s     (let [found (changes d (get d "replicas"))]
                (when (seq found) (merge {:s s, :action a} found)))))))

(defn- number-of [line] (some-> (re-find #"^\{\"s\":(\d+)" line) second parse-long))

(defn- life-of [name] (mapv parse-long (rest (re-matches #"member-(\d+)-(\d+)\.ndjson" name))))

(defn- complete
  "A text up to its last line that has ended."
  [text]
  (subs text 0 (inc (or (str/last-index-of text "\n") -1))))

(defn read!
  "The lives that have written something since the last time. read-logs: as local gives it; places: an atom with what has been read."
  [read-logs places]
  (into (sorted-map)
        (for [[name text] (read-logs @places)
              :let [text (complete text), lines (str/split-lines text), numbers (keep number-of lines)]
              :when (seq text)]
          (do (swap! places update name (fnil + 0) (count text))
              [(life-of name) {:from (first numbers), :to (last numbers), :acts (vec (keep act lines))}]))))

;; Marks

(def ^:dynamic *recorder*
  "Records the segments of a round; nil where members write no event logs."
  nil)

(defn recorder
  "A recorder of a run."
  [read-logs]
  {:read-logs read-logs, :places (atom {}), :segments (atom []), :rounds (atom [])})

(defn mark!
  "Ends a segment."
  [name]
  (when-let [{:keys [read-logs places segments]} *recorder*]
    (swap! segments conj {:mark name, :lives (read! read-logs places)})))

(defn begin!
  "Begins a round. Its first segment has, as one act of each member, what that one knew before."
  []
  (when-let [{:keys [segments]} *recorder*]
    (swap! segments (fn [old]
                      [{:mark  :known
                        :lives (update-vals (known/last-lives (known/of old)) (fn [what] {:acts [(assoc what :s 0)]}))}]))
    (mark! :begun)))

(defn end!
  "Ends a round: its number; nil without a recorder. keep?: are its segments evidence?"
  [keep?]
  (when-let [{:keys [segments rounds]} *recorder*]
    (mark! :ended)
    (dec (count (swap! rounds conj (when keep? @segments))))))

(defn write!
  "Writes the segments of all rounds into the store of a test."
  [{:keys [rounds]} test]
  (with-open [out (io/writer (store/path! test file-name))]
    (doseq [[n segments] (map-indexed vector @rounds), :when segments]
      (.write out (pr-str [n segments]))
      (.write out "\n"))))

(defn of-run
  "The segments of the rounds of a run that is over, {round segments}; empty if its members wrote no event logs."
  [test]
  (let [in (io/file (store/path test file-name))]
    (if (.exists in)
      (into {} (map edn/read-string) (str/split-lines (slurp in)))
      {})))
