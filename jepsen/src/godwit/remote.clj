(ns godwit.remote
  "Jepsen remotes that need no SSH: this machine, and network namespaces of it."
  (:require [clojure.java.io :as io]
            [clojure.java.shell :refer [sh]]
            [jepsen.control.core :as control])
  (:import (java.nio.file CopyOption Files StandardCopyOption)))

(defn- copy! [from to]
  (let [from   (io/file from)
        to     (io/file to)
        target (if (.isDirectory to) (io/file to (.getName from)) to)]
    (when-not (.exists from)
      (throw (java.io.FileNotFoundException. (str from))))
    (when-not (= (.getCanonicalFile from) (.getCanonicalFile target))
      (io/make-parents target)
      (Files/copy (.toPath from) (.toPath target)
                  (into-array CopyOption [StandardCopyOption/REPLACE_EXISTING])))))

(defn wrap
  "The words of a process that runs a shell command, in a namespace unless that is nil."
  [namespace command]
  (into (if namespace ["ip" "netns" "exec" namespace] []) ["/bin/sh" "-c" command]))

(defrecord Local [in-namespace? namespace]
  control/Remote
  (connect [this {:keys [host]}] (assoc this :namespace (when in-namespace? host)))
  (disconnect! [_])
  (execute! [_ _ {:keys [cmd in] :as action}]
    (merge action (apply sh (cond-> (wrap namespace cmd) in (conj :in in)))))
  (upload! [_ _ locals remote _]
    (doseq [local (if (coll? locals) locals [locals])] (copy! local remote)))
  (download! [_ _ remotes local _]
    (doseq [remote (if (coll? remotes) remotes [remotes])] (copy! remote local))))

(defn local
  "Runs everything on this machine."
  []
  (->Local false nil))

(defn netns
  "Runs commands for a node in the network namespace of that name. Linux and root."
  []
  (->Local true nil))
