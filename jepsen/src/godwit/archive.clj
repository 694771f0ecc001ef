(ns godwit.archive
  "What a stored run has to keep so that it can be judged again from its directory alone: its options, the list of its checkers, what its
  members have logged, and a digest of each file that a verdict depends on."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.string :as str]
            [godwit.expected :as expected]
            [jepsen.store :as store])
  (:import (java.io File InputStream OutputStream)
           (java.security DigestInputStream MessageDigest)
           (java.util HexFormat)
           (java.util.zip GZIPInputStream GZIPOutputStream)))

(def file "run.edn")
(def format-version 1)
(def events-dir "events")

(def options
  "What of a run's options its verdict depends on, or says how it was made. Passwords and keys of nodes are none of it."
  [:system :driver :protocol :workload :faults :nodes :concurrency :clients :bound :rate :time-limit :interval :seed :durable
   :partitions :backups :spare :settle :timeout :ops-per-key :readers :only :net :disks :left-out :mutant :old-jar :heartbeat :leases :lease-time :clock-drift :trace])

;; Logs

(defn- copy-compressed! [^File from ^File to]
  (io/make-parents to)
  (with-open [out (GZIPOutputStream. (io/output-stream to))]
    (io/copy from out)))

(defn keep-logs!
  "Copies what the members of a lab have logged and how they were configured into the store: of all that ever started, not of the
  nodes alone. Event logs are compressed."
  [test dir]
  (doseq [^File from (.listFiles (io/file dir))
          :let [[_ n] (re-matches #"member-(\d+)" (.getName from))]
          :when n
          name ["output.log" "godwit.yaml"]
          :when (.exists (io/file from name))]
    (io/copy (io/file from name) (store/path! test (str "n" n) name)))
  (doseq [^File from (.listFiles (io/file dir "traces"))
          :when (.isFile from)]
    (copy-compressed! from (store/path! test events-dir (str (.getName from) ".gz")))))

(defn keep-order!
  "Copies the order into which the check beside the run has put the events, if it has kept one, to the event logs in the store: so a stored
  run is judged in the same order. traces: where the logs are."
  [test traces]
  (let [order (io/file traces "order.txt")]
    (when (.exists order)
      (copy-compressed! order (store/path! test events-dir "order.txt.gz")))))

(defn unpack-events!
  "Puts the event logs of a stored run, as they were, into a directory."
  [run dir]
  (.mkdirs (io/file dir))
  (doseq [^File from (.listFiles (io/file run events-dir))]
    (with-open [in (GZIPInputStream. (io/input-stream from))]
      (io/copy in (io/file dir (str/replace (.getName from) #"\.gz$" ""))))))

;; Digests

(defn- lines-in [^InputStream in]
  (with-open [r (io/reader in)] (count (line-seq r))))

(defn digest
  "The SHA-256 and the length of a file; of a compressed one also how many lines it has."
  [f]
  (let [sha (MessageDigest/getInstance "SHA-256")]
    (with-open [in (DigestInputStream. (io/input-stream f) sha)]
      (io/copy in (OutputStream/nullOutputStream)))
    (cond-> {:sha256 (.formatHex (HexFormat/of) (.digest sha)), :bytes (.length (io/file f))}
      (str/ends-with? (str f) ".gz") (assoc :lines (with-open [in (GZIPInputStream. (io/input-stream f))] (lines-in in))))))

(defn- evidence?
  "Is a file of a run's directory one that the verdict depends on, or the verdict?"
  [name]
  (boolean (or (#{"test.jepsen" "history.edn" "observations.edn" "windows.edn" "summary.txt" "summary.edn" "results.edn" "schedule.json"} name)
               (re-matches #"[^/]+/output\.log" name)
               (str/starts-with? name (str events-dir "/")))))

(defn- files [run]
  (let [root (.toPath (io/file run))]
    (for [^File f (file-seq (io/file run))
          :let [name (str/replace (str (.relativize root (.toPath f))) File/separator "/")]
          :when (and (.isFile f) (evidence? name))]
      [name f])))

(defn write!
  "Writes down, when a run is over, what it was and what it has left. The last file of a run: without it the run is not whole."
  [test revision]
  (let [run (store/path test)]
    (spit (store/path! test file)
          (with-out-str
            (prn (array-map :format   format-version
                            :name     (:name test)
                            :start-time (str (:start-time test))
                            :revision revision
                            :options  (:options test)
                            :expected @expected/manifest
                            :files    (into (sorted-map) (map (fn [[name f]] [name (digest f)])) (files run))))))))

;; Reading

(defn- unusable [& words] (throw (ex-info (str/join words) {:type ::unusable})))

(defn unusable? [e] (= ::unusable (:type (ex-data e))))

(defn- check-file [run [name {:keys [sha256 bytes lines]}]]
  (let [f (io/file run name)]
    (when-not (.isFile f)
      (unusable f ": is missing; the run had " bytes " bytes there"))
    (let [found (try (digest f)
                     (catch java.io.IOException e (unusable f ": cannot be read: " (.getMessage e))))]
      (cond
        (not= bytes (:bytes found))   (unusable f ": is changed: it has " (:bytes found) " bytes, and had " bytes)
        (not= sha256 (:sha256 found)) (unusable f ": is changed: its SHA-256 is " (:sha256 found) ", and was " sha256)
        (not= lines (:lines found))   (unusable f ": is changed: it has " (:lines found) " lines, and had " lines)))))

(defn read!
  "What a directory says of its run, after all of its files were compared with their digests. Throws if it is none, not whole, of
  another format, or changed."
  [run]
  (let [dir (io/file run), about (io/file dir file)]
    (cond
      (not (.isDirectory dir)) (unusable dir ": no such directory")
      (not (.isFile about))    (unusable about ": is missing: the run did not come to its end, or an older suite made it"))
    (let [{:keys [format files options expected] :as read}
          (try (edn/read-string (slurp about))
               (catch RuntimeException e (unusable about ": cannot be read: " (.getMessage e))))]
      (when-not (map? read)
        (unusable about ": is not a map"))
      (when-not (= format-version format)
        (unusable about ": is of format " (pr-str format) "; this suite reads format " format-version))
      (doseq [[what value] {:files files, :options options, :expected expected}]
        (when-not (map? value)
          (unusable about ": " what " is missing")))
      (when-not (files "test.jepsen")
        (unusable about ": names no test.jepsen, which holds the history"))
      (run! #(check-file dir %) files)
      (doseq [[name f] (godwit.archive/files dir) :when (not (contains? files name))]
        (unusable f ": is not a file of the run; " about " does not name it"))
      read)))
