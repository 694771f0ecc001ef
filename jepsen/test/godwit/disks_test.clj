(ns godwit.disks-test
  "Needs nothing but Clojure; the disk itself also Linux, root and a C compiler."
  (:require [clojure.java.io :as io]
            [clojure.java.shell :refer [sh]]
            [clojure.test :refer [deftest is testing]]
            [godwit.disks :as disks])
  (:import (java.io File FileOutputStream RandomAccessFile)
           (java.nio.channels FileChannel$MapMode)
           (java.nio.file CopyOption Files LinkOption StandardCopyOption)
           (java.nio.file.attribute FileAttribute)))

(def files [["store/000004.log" 4000] ["store/000009.sst" 70000] ["store/CURRENT" 16] ["store/LOG" 9000] ["store/MANIFEST-000005" 300]
            ["store/OPTIONS-000007" 6000] ["store/000011.log" 0]])

(deftest where-damage-strikes
  (doseq [mode [:flip :truncate]]
    (let [aims (map #(disks/aim mode % files) (range 200))
          hit  (frequencies (map second aims))]
      (is (= #{"store/000004.log" "store/000009.sst" "store/CURRENT" "store/MANIFEST-000005"} (set (keys hit))) "each kind, and no other file")
      (is (every? #(< 20 %) (vals hit)) "each kind as often as the others")
      (is (= aims (map #(disks/aim mode % (reverse files)) (range 200))) "the seed decides")
      (is (every? (fn [[_ file at]] (< -1 at (get (into {} files) file))) aims))))
  (is (= #{"flip"} (set (map #(first (disks/aim :flip % files)) (range 9)))))
  (is (every? (fn [[_ _ _ bit]] (< -1 bit 8)) (map #(disks/aim :flip % files) (range 50))))
  (is (every? #(= 3 (count %)) (map #(disks/aim :truncate % files) (range 9))))
  (is (= ["store/1.log" "store/2.log" "store/2.log"] (map #(second (disks/aim :flip % [["store/1.log" 9] ["store/2.log" 9]])) [1 2 3])) "one of several")
  (is (= ["store/MANIFEST-000005" "store/000009.sst" "store/MANIFEST-000005"] (map #(second (disks/aim :flip % files)) [1 2 3])) "and of the kinds")
  (is (nil? (disks/aim :flip 1 [["store/LOG" 9] ["store/000011.log" 0]])) "nothing to damage"))

(deftest how-slow-a-disk-is-before-its-power-is-cut
  (let [drawn (map disks/slowness (range 400))]
    (is (every? #(<= 8 % 128) drawn))
    (is (< 100 (count (filter #(< % 32) drawn)) 300))))

(deftest what-stays-on-a-torn-disk
  (is (= [0 0] [(disks/part :all 7 1) (disks/part :minority 7 1)]))
  (let [seeds (for [index (range 1 6)] (disks/part :torn Long/MAX_VALUE index))]
    (is (every? pos? seeds))
    (is (apply distinct? seeds) "another part on each disk"))
  (is (= 2094259862 (disks/part :torn 7 0)) "drawn from the seed of the round and the index"))

(deftest what-a-member-says-of-damage
  (let [said (str "godwit member: cannot open the store in /d: Corruption: checksum mismatch\n"
                  "Other members have the copies: start without that directory, as a new member (docs/operate/storage.md).\n")]
    (is (= "godwit member: cannot open the store in /d: Corruption: checksum mismatch" (disks/refusal said)))
    (is (= (disks/refusal said) (disks/refusal (str "listening at x\nwrote to its store\n" said))))
    (is (nil? (disks/refusal (str said "listening at x\n"))) "it has started since")
    (is (nil? (disks/refusal "listening at x\nits store is fine\n")))))

;; The disk itself

(defn- possible? []
  (and (.exists (io/file "/dev/fuse"))
       (= "0\n" (:out (sh "id" "-u")))
       ; In a container root may be forbidden to mount anything.
       (try (every? (comp zero? :exit) [(sh "cc" "--version") (sh "unshare" "--mount" "true")])
            (catch java.io.IOException _ false))))

(defn- scratch [] (str (Files/createTempDirectory "godwit-disks" (make-array FileAttribute 0))))

(def root (or (System/getProperty "godwit.root") "."))

(defn- write! [^File f ^String text sync?]
  (with-open [out (FileOutputStream. f)]
    (.write out (.getBytes text))
    (when sync? (.sync (.getFD out)))))

(defn- append! [^File f ^String text sync?]
  (with-open [out (FileOutputStream. f true)]
    (.write out (.getBytes text))
    (when sync? (.sync (.getFD out)))))

(defn- move! [^File from ^File to]
  (Files/move (.toPath from) (.toPath to) (into-array CopyOption [StandardCopyOption/REPLACE_EXISTING StandardCopyOption/ATOMIC_MOVE])))

(defn- link! [^File new ^File old] (Files/createLink (.toPath new) (.toPath old)))

(defn- links [^File f] (Files/getAttribute (.toPath f) "unix:nlink" (make-array LinkOption 0)))

(defmacro ^:private with-disk
  "Runs the body with a new disk: dir, where it is told something as member 1, and at, which gives a file on it."
  [[dir at] & body]
  `(if (possible?)
     (let [~dir (scratch)
           ~at  (fn [name#] (io/file ~dir "1" name#))]
       (disks/build! root ~dir)
       (disks/mount! ~dir 1)
       (try ~@body
            (finally (disks/end! ~dir))))
     (println "not tried: a disk in user space; it takes Linux, root that may mount, and a C compiler")))

(deftest what-a-power-cut-takes
  (with-disk [dir at]
    (testing "contents that were not synced"
      (write! (at "a") "synced" true)
      (append! (at "a") " and not" false)
      (write! (at "b") "new" false)
      (is (= "synced and not" (slurp (at "a"))))
      (is (= {:files 2, :bytes 11, :names 1} (:unsynced (disks/tell! dir 1 "status"))))
      (is (= {:files [["a" 8] ["b" 3]], :names 1, :kept 0} (disks/tell! dir 1 "cut" 0)))
      (is (= "synced" (slurp (at "a"))))
      (is (= ["a"] (seq (.list (at ""))))))
    (testing "a sync of one file makes all names durable, and the contents of that file alone"
      (write! (at "c") "contents" false)
      (append! (at "a") "!" true)
      (disks/tell! dir 1 "cut" 0)
      (is (= "synced!" (slurp (at "a"))))
      (is (= "" (slurp (at "c")))))
    (testing "what was written over"
      (with-open [f (RandomAccessFile. (at "a") "rw")]
        (.write f (.getBytes "SYN"))
        (.setLength f 5))
      (is (= "SYNce" (slurp (at "a"))))
      (disks/tell! dir 1 "cut" 0)
      (is (= "synced!" (slurp (at "a")))))
    (testing "nor what was written back without a sync"
      (append! (at "c") "flushed" false)
      (write! (at "d") "too" false)
      (disks/tell! dir 1 "flush")
      (append! (at "c") ", not this" false)
      (is (= [["c" 10]] (:files (disks/tell! dir 1 "cut" 0))))
      (is (= ["flushed" "too"] (map (comp slurp at) ["c" "d"]))))
    (testing "nothing that was synced"
      (is (= {:files [], :names 0, :kept 0} (disks/tell! dir 1 "cut" 0))))))

(deftest what-a-power-cut-does-to-names
  (with-disk [dir at]
    (write! (at "current") "old" true)
    (write! (at "new") "new" true)
    (move! (at "new") (at "current"))
    (is (= "new" (slurp (at "current"))))
    (is (= 2 (:names (disks/tell! dir 1 "cut" 0))))
    (is (= ["old" "new"] (map (comp slurp at) ["current" "new"])) "a rename is taken back as a whole")
    (move! (at "new") (at "current"))
    (write! (at "x") "" true)
    (disks/tell! dir 1 "cut" 0)
    (is (= ["new" false] [(slurp (at "current")) (.exists (at "new"))]) "or is durable as a whole")
    (testing "links"
      (link! (at "link") (at "current"))
      (is (= 2 (links (at "current"))))
      (.delete (at "current"))
      (is (= "new" (slurp (at "link"))))
      (disks/tell! dir 1 "cut" 0)
      (is (= [1 false] [(links (at "current")) (.exists (at "link"))]))
      (link! (at "link") (at "current"))
      (write! (at "x") "" true)
      (.delete (at "current"))
      (disks/tell! dir 1 "cut" 0)
      (is (= 2 (links (at "current")) (links (at "link")))))
    (testing "directories"
      (.mkdirs (at "d/e"))
      (write! (at "d/e/f") "deep" true)
      (.delete (at "d/e/f"))
      (.delete (at "d/e"))
      (is (not (.exists (at "d/e"))))
      (disks/tell! dir 1 "cut" 0)
      (is (= "deep" (slurp (at "d/e/f"))))
      (is (= #{"d/e/f" "current" "link" "x"} (set (map first (:files (disks/tell! dir 1 "files")))))))))

(deftest mapped-memory
  (with-disk [dir at]
    (let [map! (fn [from text] (with-open [f (RandomAccessFile. (at "m") "rw")]
                                 (let [buffer (.map (.getChannel f) FileChannel$MapMode/READ_WRITE 0 8192)]
                                   (.position buffer (int from))
                                   (.put buffer (.getBytes ^String text))
                                   buffer)))
          read! (fn [from n] (with-open [f (RandomAccessFile. (at "m") "r")]
                               (let [bytes (byte-array n)]
                                 (.seek f from)
                                 (.readFully f bytes)
                                 (String. bytes))))]
      (.force (map! 4100 "forced"))
      (is (= ["forced" 8192] [(read! 4100 6) (.length (at "m"))]))
      (map! 4100 "FORCED")
      (is (= "FORCED" (read! 4100 6)))
      (disks/tell! dir 1 "cut" 0)
      (is (= ["forced" 8192] [(read! 4100 6) (.length (at "m"))])))))

(deftest a-torn-disk
  (with-disk [dir at]
    (let [whole (apply str (repeatedly 40000 #(char (+ 97 (rand-int 26)))))
          ends  (for [seed (range 1 13)]
                  (do (write! (at "t") "" true)
                      (append! (at "t") whole false)
                      (disks/tell! dir 1 "cut" seed)
                      (let [left (slurp (at "t"))]
                        (is (= left (subs whole 0 (count left))) "a beginning of what was written")
                        (count left))))]
      (is (< 3 (count (distinct ends))) (pr-str ends)))))

(deftest what-ends-full-and-slow-disks
  (let [told (atom #{})]
    (with-redefs [disks/tell! (fn [dir index & words] (swap! told conj (into [dir index] words)))]
      (disks/mend! "/d" [1 2]))
    (is (= #{["/d" 1 "free"] ["/d" 2 "free"] ["/d" 1 "slow" 0] ["/d" 2 "slow" 0]} @told))))

(deftest full-and-slow-disks
  (with-disk [dir at]
    (is (= (bit-shift-left 1 30) (.getTotalSpace ^File (at ""))))
    (write! (at "a") "before" true)
    (disks/tell! dir 1 "full" "untold")
    (is (pos? (.getUsableSpace ^File (at ""))) "nobody is told")
    (is (thrown-with-msg? java.io.IOException #"(?i)space" (write! (at "b") "more" false)))
    (is (= 1 (:refused (disks/tell! dir 1 "full" "told"))))
    (is (zero? (.getUsableSpace ^File (at ""))))
    (disks/tell! dir 1 "free")
    (write! (at "b") "more" true)
    (testing "slow"
      (disks/tell! dir 1 "slow" 300)
      (let [begin (System/nanoTime)]
        (append! (at "b") "!" true)
        (is (< 290 (quot (- (System/nanoTime) begin) 1000000))))
      (testing "what waits for a slow sync is not durable yet"
        (let [sync (future (append! (at "b") "?" true))]
          (Thread/sleep 100)
          (is (= {:files 1, :bytes 1, :names 0} (:unsynced (disks/tell! dir 1 "status"))))
          @sync))
      (testing "nor is it ever if the power goes off"
        (let [sync (future (try (append! (at "b") "lost" true) (catch java.io.IOException e (.getMessage e))))]
          (Thread/sleep 100)
          (disks/tell! dir 1 "off")
          (is (re-find #"Input/output|sync failed" (str @sync)))
          (is (= [["b" 4]] (:files (disks/tell! dir 1 "cut" 0))))
          (is (= "more!?" (slurp (at "b"))))))
      (is (= 3 (:slowed (disks/tell! dir 1 "slow" 0)))))
    (disks/mend! dir [1])
    (write! (at "c") "fast" true)))

(deftest damaged-files
  (with-disk [dir at]
    (write! (at "a") "abcdef" true)
    (is (= {:file "a", :byte 1, :bit 3, :was 98, :is 106} (disks/tell! dir 1 "flip" "a" 1 3)))
    (is (= "ajcdef" (slurp (at "a"))))
    (is (= {:file "a", :was 6, :is 2} (disks/tell! dir 1 "shorten" "a" 2)))
    (disks/tell! dir 1 "cut" 0)
    (is (= "aj" (slurp (at "a"))) "damage is durable")
    (is (thrown-with-msg? Exception #"no such command, file or place" (disks/tell! dir 1 "flip" "b" 0 0)))
    (is (thrown-with-msg? Exception #"no such command, file or place" (disks/tell! dir 1 "flip" "a" 2 0)))))

(deftest without-a-compiler
  (is (thrown-with-msg? clojure.lang.ExceptionInfo #"need a C compiler" (disks/build! "/nowhere" (scratch)))))

(deftest a-run-that-is-ended-from-outside-leaves-no-disk
  (with-disk [dir at]
    (let [left    (scratch)
          mounts  #(:out (sh "cat" "/proc/mounts"))
          program (str "(require 'godwit.disks) (godwit.disks/build! " (pr-str root) " " (pr-str left) ")"
                       "(godwit.disks/end-at-exit! " (pr-str left) ") (godwit.disks/mount! " (pr-str left) " 1) (println :mounted)"
                       "@(promise)")
          other   (-> (ProcessBuilder. ["java" "-cp" (System/getProperty "java.class.path") "clojure.main" "-e" program]) .start)]
      (with-open [out (io/reader (.getInputStream other))]
        (is (= ":mounted" (first (filter #{":mounted"} (line-seq out))))))
      (is (re-find (re-pattern (str left "/1 ")) (mounts)))
      (.destroy other)
      (.waitFor other)
      (is (not (re-find (re-pattern (str left "/1 ")) (mounts)))))))
