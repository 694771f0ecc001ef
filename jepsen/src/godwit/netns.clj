(ns godwit.netns
  "Nodes that are network namespaces of this machine, named by their addresses, on one bridge. Linux and root."
  (:require [clojure.java.shell :refer [sh]]
            [clojure.string :as str]))

(def bridge "gwbr0")
(def network "10.77.0.")

(defn nodes
  "The names of n nodes."
  [n]
  (mapv #(str network (inc %)) (range n)))

(defn- device [node] (str "gw" (last (str/split node #"\."))))

(defn up-commands
  "What makes the namespaces."
  [nodes]
  (into [["ip" "link" "add" bridge "type" "bridge"]
         ["ip" "addr" "add" (str network "254/24") "dev" bridge]
         ["ip" "link" "set" bridge "up"]]
        (mapcat (fn [node]
                  (let [d (device node)]
                    [["ip" "netns" "add" node]
                     ["ip" "link" "add" d "type" "veth" "peer" "name" "eth0" "netns" node]
                     ["ip" "link" "set" d "master" bridge]
                     ["ip" "link" "set" d "up"]
                     ["ip" "-n" node "addr" "add" (str node "/24") "dev" "eth0"]
                     ["ip" "-n" node "link" "set" "lo" "up"]
                     ["ip" "-n" node "link" "set" "eth0" "up"]])))
        nodes))

(defn down-commands
  "What takes them away; some may fail, because there is nothing."
  [nodes]
  (conj (mapv (fn [node] ["ip" "netns" "del" node]) nodes)
        ["ip" "link" "del" bridge]))

(defn down! [nodes]
  (run! #(apply sh %) (down-commands nodes)))

(defn up! [nodes]
  (down! nodes)
  (doseq [command (up-commands nodes)]
    (let [{:keys [exit err]} (apply sh command)]
      (when-not (zero? exit)
        (throw (ex-info (str "no network namespaces: " (str/join " " command) ": " err) {:exit exit}))))))
