(ns godwit.archive-test
  "Stored runs of a store in memory, judged again; and runs with something missing or changed."
  (:require [clojure.edn :as edn]
            [clojure.java.io :as io]
            [clojure.string :as str]
            [clojure.test :refer [deftest is testing]]
            [godwit.analyze :as analyze]
            [godwit.archive :as archive]
            [godwit.checker :as checks]
            [godwit.cli :as cli]
            [godwit.core :as core]
            [godwit.db :as db]
            [godwit.expected :as expected]
            [godwit.faulty :as faulty]
            [godwit.memory :as memory]
            [godwit.simulated :as simulated]
            [jepsen.checker :as checker]
            [jepsen.store :as store]
            [jepsen.store.format :as store.format])
  (:import (java.io File)))

(defn- lab!
  "What a lab leaves in its directory."
  [dir]
  (doseq [[name text] {"member-1/output.log" "listening\nall is well\n", "member-6/output.log" "a spare member\n"
                       "member-1/godwit.yaml" "name: n1\n", "traces/member-1-0.ndjson" "{\"a\":1}\n{\"b\":2}\n", "other/output.log" "none of a member\n"}
          :let [f (io/file dir name)]]
    (io/make-parents f)
    (spit f text)))

(defn- stored-run
  "The directory of a run on a store, as the command line leaves it."
  [workload driver store & {:as more}]
  (let [options (merge (simulated/options-for workload driver 2) more)
        dir     (:dir options)
        test    (assoc (core/godwit-test options) :start-time "2026-11-25T12:00:00.000Z")
        history (simulated/history-of test store)
        test    (assoc test :history history)]
    (lab! dir)
    (spit (store/path! test "observations.edn") "")
    (when (:trace more)
      (spit (store/path! test "windows.edn") "[0 []]\n"))
    (if (= :lab driver)
      (archive/keep-logs! test dir)
      (do (io/make-parents (store/path! test "10.77.0.1" "output.log"))
          (spit (store/path! test "10.77.0.1" "output.log") "fine\n")))
    (store/with-handle [test test]
      (let [test (store/save-0! test)
            _    (with-open [w (store.format/test-history-writer! (:handle (:store test)) test)]
                   (doseq [op history] (store.format/append-to-big-vector-block! w op)))
            test    (store/save-1! test)
            results (checker/check-safe (:checker test) test history)
            done    (store/save-2! (assoc test :results results))]
        (checks/write-summary! done results "abc1234")
        (archive/write! done "abc1234")
        [(store/path test) (expected/verdict results)]))))

(defn- again [run]
  (simulated/without-drawing (analyze/analyze! run {:root "/r", :jar "g.jar"})))

(deftest the-order-of-events-is-kept
  (let [traces (io/file (db/scratch)), run (io/file (db/scratch)), again (io/file (db/scratch))]
    (with-redefs [store/path! (fn [_ & names] (doto (apply io/file run names) io/make-parents))]
      (archive/keep-order! {} traces)
      (is (empty? (.list run)) "there is none")
      (spit (io/file traces "order.txt") "1 7\n2 3\n")
      (archive/keep-order! {} traces)
      (archive/unpack-events! run again)
      (is (= "1 7\n2 3\n" (slurp (io/file again "order.txt")))))))

(deftest a-stored-run-is-judged-as-it-was
  (simulated/without-drawing
    (doseq [[workload driver faulty more] [[:register :lab identity {:trace true}] [:append :netns identity {}] [:set :ssh identity {}]
                                           [(sorted-set :scan :counter :bank :large) :lab identity {}]
                                           [:bank :lab faulty/forgetful {}] [:register :lab faulty/stale {}]
                                           [:counter :lab identity {:faults (sorted-set :pause :kill)}]]]
      (let [[run verdict] (stored-run workload driver (faulty (memory/memory)) more)
            judged        (again run)]
        (is (= verdict (:verdict judged)) (str workload driver))
        (is (= [] (:differs judged)) (str workload driver))
        (is (= (slurp (io/file run "summary.txt")) (str (:summary judged) "\n")))
        (is (= "abc1234" (:revision (edn/read-string (slurp (io/file run "summary.edn"))))))))))

(deftest what-is-kept
  (simulated/without-drawing
    (let [[run] (stored-run :counter :lab (memory/memory) {:trace true})
          {:keys [files options expected]} (archive/read! run)]
      (is (= #{"events/member-1-0.ndjson.gz" "history.edn" "n1/output.log" "n2/output.log" "n6/output.log" "observations.edn" "results.edn"
               "schedule.json" "summary.edn" "summary.txt" "test.jepsen" "windows.edn"}
             (set (keys files))))
      (is (= 2 (get-in files ["events/member-1-0.ndjson.gz" :lines])))
      (is (= {:workload :counter, :seed 4, :bound 0.5} (select-keys options [:workload :seed :bound])))
      (is (not-any? options [:ssh :username :password :jar :dir]))
      (is (= @expected/manifest expected)))))

(deftest a-run-is-judged-by-its-own-list
  (simulated/without-drawing
    (let [[run] (stored-run :counter :lab (memory/memory))]
      (with-redefs [expected/manifest (delay (assoc-in @expected/manifest [:floors :workloads :counter :acknowledged] 100000))]
        (is (true? (:verdict (again run))))))))

(defn- copy! [^File from ^File to]
  (doseq [^File f (file-seq from) :when (.isFile f)
          :let [target (io/file to (str (.relativize (.toPath from) (.toPath f))))]]
    (io/make-parents target)
    (io/copy f target)))

(defn- said
  "[exit status, what is printed] of a run to which something was done."
  [run f]
  (let [copy (io/file (simulated/directory) "run"), out (java.io.StringWriter.)]
    (copy! run copy)
    (f copy)
    [(binding [*out* out] (cli/analyze-run! (str copy))) (str/replace (str out) (str copy) "RUN")]))

(defn- about! [run f] (let [file (io/file run "run.edn")] (spit file (pr-str (f (edn/read-string (slurp file)))))))

(deftest what-cannot-be-used-is-named
  (simulated/without-drawing
    (let [[run] (stored-run :counter :lab (memory/memory) {:trace true})
          flip  (fn [name] #(with-open [f (java.io.RandomAccessFile. (io/file % name) "rw")]
                              (.seek f (quot (.length f) 2))
                              (let [b (.read f)]
                                (.seek f (quot (.length f) 2))
                                (.write f (bit-xor b 1)))))]
      (is (= 0 (first (said run (fn [_])))))
      (doseq [[words f] {"RUN: no such directory"                            #(run! io/delete-file (reverse (file-seq %)))
                         "RUN/run.edn: is missing: the run did not come"     #(io/delete-file (io/file % "run.edn"))
                         "RUN/run.edn: cannot be read: "                     #(spit (io/file % "run.edn") "{:format 1, :files {")
                         "RUN/run.edn: is not a map"                         #(spit (io/file % "run.edn") "7")
                         "RUN/run.edn: is of format 2; this suite reads"     #(about! % (fn [a] (assoc a :format 2)))
                         "RUN/run.edn: is of format nil; this suite reads"   #(about! % (fn [a] (dissoc a :format)))
                         "RUN/run.edn: :files is missing"                    #(about! % (fn [a] (dissoc a :files)))
                         "RUN/run.edn: :options is missing"                  #(about! % (fn [a] (dissoc a :options)))
                         "RUN/run.edn: :expected is missing"                 #(about! % (fn [a] (dissoc a :expected)))
                         "RUN/run.edn: names no test.jepsen"                 #(about! % (fn [a] (update a :files dissoc "test.jepsen")))
                         "RUN/test.jepsen: is missing"                       #(io/delete-file (io/file % "test.jepsen"))
                         "RUN/test.jepsen: is changed: its SHA-256"          (flip "test.jepsen")
                         "RUN/history.edn: is changed: it has "              #(spit (io/file % "history.edn") "more" :append true)
                         "RUN/observations.edn: is changed: it has 2 bytes, and had 0" #(spit (io/file % "observations.edn") "{}")
                         "RUN/n1/output.log: is changed: its SHA-256"        (flip "n1/output.log")
                         "RUN/n6/output.log: is missing; the run had"        #(io/delete-file (io/file % "n6" "output.log"))
                         "RUN/events/member-1-0.ndjson.gz: "                 (flip "events/member-1-0.ndjson.gz")
                         "RUN/events/member-1-0.ndjson.gz: is changed: it has 2 lines, and had 3"
                         #(about! % (fn [a] (assoc-in a [:files "events/member-1-0.ndjson.gz" :lines] 3)))
                         "RUN/n9/output.log: is not a file of the run"       #(do (io/make-parents (io/file % "n9" "output.log"))
                                                                                  (spit (io/file % "n9" "output.log") "x"))}]
        (let [[status text] (said run f)]
          (is (= 5 status) words)
          (is (str/starts-with? text (str "godwit jepsen: " words)) text)))
      (testing "a summary that the run cannot have written"
        (let [[status text] (said run (fn [r]
                                        (spit (io/file r "summary.txt") "valid, believe me\n")
                                        (about! r #(assoc-in % [:files "summary.txt"] (archive/digest (io/file r "summary.txt"))))))]
          (is (= 6 status))
          (is (str/includes? text "not what the run wrote: summary.txt")))))))
