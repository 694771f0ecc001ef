(ns godwit.clocks
  "Clocks of single processes of the lab that run fast or slow, or at another time of day: by a library between the JVM and the
  kernel (jepsen/native/clocks.c), which the C compiler of this machine makes at the start of a run. The machine's clock is left
  alone. A file has a slot for each member: what its clock is to do, and what its process has made of it. Linux."
  (:require [clojure.java.shell :refer [sh]]
            [godwit.schedule :as schedule])
  (:import (java.io RandomAccessFile)
           (java.nio ByteBuffer ByteOrder)))

(def slots 64)
(def slot-bytes 32)
(def hour-nanos 3600000000000)

(def jump-nanos
  "How far the time of day jumps when a clock strobes."
  200000000)

(def strobes
  "How often a clock changes its rate when it strobes."
  40)

(def strobe-ms
  "How long it keeps a rate."
  50)

(defn pack
  "What a slot says to the process: two numbers of eight bytes."
  ^bytes [{:keys [rate offset]}]
  (.array (doto (.order (ByteBuffer/allocate 16) ByteOrder/LITTLE_ENDIAN)
            (.putDouble (double (or rate 1)))
            (.putLong (long (or offset 0))))))

(defn unpack
  "What 16 bytes of a slot say."
  [^bytes bytes]
  (let [buffer (.order (ByteBuffer/wrap bytes) ByteOrder/LITTLE_ENDIAN)]
    {:rate (.getDouble buffer), :offset (.getLong buffer)}))

(defn- file [dir] (str dir "/clocks"))
(defn- library [dir] (str dir "/clocks.so"))

(defn build!
  "Makes the library and the file, in which all clocks are true, in a directory that exists. Throws if there is no compiler."
  [root dir]
  (let [{:keys [exit err]} (try (sh "cc" "-O2" "-shared" "-fPIC" "-o" (library dir) (str root "/jepsen/native/clocks.c") "-ldl")
                                (catch java.io.IOException e {:exit 1, :err (.getMessage e)}))]
    (when-not (zero? exit)
      (throw (ex-info (str "the fault clock needs a C compiler, cc: " err) {:exit exit})))
    (with-open [f (RandomAccessFile. ^String (file dir) "rw")]
      (.write f (byte-array (* slots slot-bytes))))))

(defn environment
  "What the lab and its members are started with."
  [dir]
  {"LD_PRELOAD" (library dir), "GODWIT_CLOCKS" (file dir)})

(defn set-clock!
  "Lets the clock of the member at an index go like that."
  [dir index clock]
  (with-open [f (RandomAccessFile. ^String (file dir) "rw")]
    (.seek f (* index slot-bytes))
    (.write f (pack clock))))

(defn clock
  "What the process of the member at an index has made of it."
  [dir index]
  (with-open [f (RandomAccessFile. ^String (file dir) "r")]
    (let [bytes (byte-array 16)]
      (.seek f (+ 16 (* index slot-bytes)))
      (.readFully f bytes)
      (unpack bytes))))

(defn all-true!
  "Ends all that is wrong with clocks. Nobody's clock jumps back by that, but for the time of day."
  [dir]
  (doseq [index (range slots)]
    (set-clock! dir index {})))

(defn plan
  "Whose clocks do what in a mode: {node {:rate, :offset}}. nodes is shuffled: the first ones are hit."
  [mode nodes]
  (let [few (schedule/targets :minority nodes 0 {})]
    (case mode
      :fast  (zipmap few (repeat {:rate 1.4, :offset 0}))
      :slow  (zipmap few (repeat {:rate 0.6, :offset 0}))
      :isolated {(first nodes) {:rate 0.6, :offset 0}}
      :apart (into {} (map-indexed (fn [i node] [node {:rate (+ 0.6 (/ (* 0.8 i) (max 1 (dec (count nodes))))), :offset 0}]))
                   nodes)
      :day   (zipmap few (map (fn [sign] {:rate 1.0, :offset (* sign hour-nanos)}) (cycle [1 -1])))
      ; The last of what strobes: it stays.
      :strobe (zipmap few (repeat {:rate 0.6, :offset (- jump-nanos)})))))

(defn strobe
  "How the clocks of a plan that strobe go before it: fast and slow in turns, the time of day jumping to and fro."
  [plan]
  (take strobes (cycle [(update-vals plan (constantly {:rate 1.4, :offset jump-nanos})) plan])))
