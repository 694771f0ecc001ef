(ns godwit.forward
  "Clients that are cut off together with a node, where nodes are network namespaces or machines: a process on the node forwards their
  connections to the other nodes."
  (:require [clojure.java.io :as io]
            [clojure.string :as str]
            [godwit.wait :as wait])
  (:import (java.lang ProcessBuilder$Redirect)
           (java.net InetSocketAddress Socket)
           (java.util.concurrent TimeUnit)))

(def first-port
  "Where the forwarder of a node listens for the first address; each other address has the next port."
  5801)

(defn via
  "Where a client at a host dials instead of the given addresses; own, its node's address, stays."
  [host addresses own]
  (into {}
        (keep-indexed (fn [i address] (when (not= own address) [address (str host ":" (+ first-port i))])))
        addresses))

(defn words
  "The forwarder of a node, after java: options, class and arguments."
  [jar host addresses own]
  (into ["-XX:+UseSerialGC" "-XX:TieredStopAtLevel=1" "-Xmx48m" "-cp" jar "io.godwit.lab.PortForwarder"]
        (map (fn [[address here]] (str here "=" address)))
        (sort (via host addresses own))))

(defn listens?
  "Does somebody listen at an address?"
  [address]
  (let [[host port] (str/split address #":")]
    (try (with-open [s (Socket.)]
           (.connect s (InetSocketAddress. ^String host (int (parse-long port))) 500)
           true)
         (catch java.io.IOException _ false))))

(defn await-listening!
  "Waits until all forwarders listen. Throws if they do not."
  [addresses]
  (when-not (wait/until 30000 100 #(every? listens? addresses))
    (throw (ex-info "the forwarders of bound clients do not listen" {:addresses addresses}))))

(defn start!
  "Starts a forwarder on this machine. before: the words that put a command into the place of a node."
  [before java log words]
  (io/make-parents log)
  (-> (ProcessBuilder. ^java.util.List (into (vec before) (cons (or java "java") words)))
      (.redirectErrorStream true)
      (.redirectOutput (ProcessBuilder$Redirect/to (io/file log)))
      .start))

(defn stop! [^Process process]
  (.destroy process)
  (when-not (.waitFor process 10 TimeUnit/SECONDS)
    (.destroyForcibly process)))
