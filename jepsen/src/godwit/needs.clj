(ns godwit.needs
  "What a run needs of this machine. It is looked for before anything is started."
  (:require [clojure.java.io :as io]
            [clojure.java.shell :refer [sh]]
            [clojure.string :as str]))

(defn commands
  "The commands that a run with these options calls on this machine."
  [{:keys [driver net faults]}]
  (cond-> (sorted-set "gnuplot")
    (= :netns driver)                                 (into ["ip" "iptables" "sudo"])
    (and (= :lab driver) (= :namespaces net))         (into ["ip" "iptables" "ss" "tc"])
    (and (= :lab driver) (contains? (set faults) :clock)) (conj "cc")))

(defn root?
  "Does a run with these options need root?"
  [{:keys [driver net disk]}]
  (boolean (or (= :netns driver) (and (= :lab driver) (or disk (= :namespaces net))))))

(defn on-path?
  "Is a command there?"
  [command]
  (boolean (some #(.canExecute (io/file % command))
                 (into ["/sbin" "/usr/sbin"] (str/split (or (System/getenv "PATH") "") #":")))))

(defn am-root? []
  (= "0" (str/trim (:out (sh "id" "-u")))))

(defn missing
  "What a run with these options needs and this machine lacks, in words."
  [options]
  (cond-> (into [] (remove on-path?) (commands options))
    (and (root? options) (not (am-root?))) (conj "root")))
