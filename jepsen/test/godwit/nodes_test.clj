(ns godwit.nodes-test
  (:require [clojure.java.io :as io]
            [clojure.java.shell :refer [sh]]
            [clojure.test :refer [deftest is testing]]
            [godwit.cli :as cli]
            [godwit.core :as core]
            [godwit.events :as events]
            [godwit.facts-test :refer [calm]]
            [godwit.lab :as lab]
            [godwit.nodes :as nodes]
            [godwit.process :as process]
            [jepsen.control :as c]
            [jepsen.control.net :as control.net]
            [jepsen.db :as db]
            [jepsen.nemesis :as nemesis]
            [jepsen.net.proto :as net])
  (:import (java.nio.file Files)
           (java.nio.file.attribute FileAttribute)))

(deftest processes-and-links
  (let [said (atom [])
        test {:nodes ["n1" "n2" "n3"]
              :db    (reify
                       db/Process (start! [_ _ n] (swap! said conj [:start n])) (kill! [_ _ n] (swap! said conj [:kill n]))
                       db/Pause   (pause! [_ _ n] (swap! said conj [:stop n])) (resume! [_ _ n] (swap! said conj [:continue n])))
              :net   (reify net/Net (heal! [_ _] (swap! said conj :heal)))}
        here (nodes/nodes test)]
    (with-redefs [c/on-nodes     (fn [test nodes f] (into {} (map (fn [n] [n (f test n)])) nodes))
                  c/exec         (fn [& words] (swap! said conj (last words)))
                  control.net/ip #(str "ip-" %)
                  process/view   (fn [nodes] (select-keys calm nodes))
                  lab/ask        (fn [address path token] {:partitions [address path token]})]
      (is (= calm (lab/view here)))
      (is (= ["n2:8701" "/partitions" process/token] (lab/table here "n2")))
      (lab/act! here "n2" :kill)
      (lab/act! here "n3" :pause)
      (is (= (assoc calm "n2" {:state :gone, :status nil}, "n3" {:state :paused, :status nil}) (lab/view here)) "nobody waits for them")
      (lab/act! here "n3" :resume)
      (lab/revive! here "n2")
      (is (= calm (lab/view here)))
      (lab/link! here "n1" "n2" {:cut "silent"})
      (lab/heal! here)
      (is (= [[:kill "n2"] [:stop "n3"] [:continue "n3"] [:start "n2"] "iptables -w -I INPUT -s ip-n1 -j DROP" :heal] @said))))
  (is (= "iptables -w -I INPUT -s a -p tcp -j REJECT --reject-with tcp-reset" (nodes/link-words "a" {:cut "reset"}))
      "what is on its way is lost")
  (is (= (str "while iptables -w -D INPUT -s a -j DROP 2>/dev/null; do :; done; "
              "while iptables -w -D INPUT -s a -p tcp -j REJECT --reject-with tcp-reset 2>/dev/null; do :; done")
         (nodes/link-words "a" {}))))

(deftest logs-on-nodes
  (let [dir   (.toFile (Files/createTempDirectory "traces" (make-array FileAttribute 0)))
        spit! (fn [n text] (spit (io/file dir (str "member-" n "-0.ndjson")) text))
        line  #(str "{\"s\":" % ",\"a\":\"Write\"}\n")
        read  (fn [from] (nodes/texts (:out (sh "/bin/sh" "-c" (nodes/read-words (str dir) from)))))]
    (is (= {} (read {})) "no logs yet")
    (is (= {} (nodes/texts (:out (sh "/bin/sh" "-c" (nodes/read-words "/no/such" {}))))))
    (spit! 1 (str (line 1) "{\"s\":2,\"a" (apply str (repeat 5000 (char 0)))))
    (spit! 2 "")
    (spit! 3 (line 7))
    (is (= {"member-1-0.ndjson" (str (line 1) "{\"s\":2,\"a"), "member-2-0.ndjson" "", "member-3-0.ndjson" (line 7)} (read {})))
    (is (= {"member-1-0.ndjson" "{\"s\":2,\"a", "member-2-0.ndjson" "", "member-3-0.ndjson" ""}
           (read {"member-1-0.ndjson" (count (line 1)), "member-3-0.ndjson" (count (line 7))})))
    (testing "of all nodes, through Jepsen's control"
      (with-redefs [c/on-nodes        (fn [test f] (into {} (map (fn [n] [n (f test n)])) (:nodes test)))
                    c/ssh*            (fn [{:keys [cmd]}] (sh "/bin/sh" "-c" cmd))
                    nodes/trace-dir   (fn [_ _] (str dir))]
        (let [places (atom {})
              read!  #(events/read! (nodes/event-logs {:nodes ["a"]}) places)]
          (is (= {[1 0] {:from 1, :to 1, :acts []}, [3 0] {:from 7, :to 7, :acts []}} (read!)))
          (is (= {} (read!)))
          (spit! 1 (str (line 1) (line 2)))
          (is (= {[1 0] {:from 2, :to 2, :acts []}} (read!))))))))

(def opts
  {:system :godwit, :driver :ssh, :nodes ["n1" "n2" "n3" "n4" "n5"], :concurrency 5, :rate 100, :time-limit 60, :interval 1, :seed 4
   :faults (sorted-set :aimed), :backups 2, :partitions 31, :timeout 1000, :ops-per-key 20, :clients 5, :dir "/d", :workload :counter})

(deftest a-test-with-aimed-faults
  (let [t (core/godwit-test opts)]
    (is (= #{:converge :start-kill :stop-kill :start-pause :stop-pause} (nemesis/fs (:nemesis t))))
    (is (seq (:required t)))
    (is (every? nodes/modes (map second (:required t))))
    (is (not-any? #{[:kill :stale]} (map (juxt :fault :mode) (take 9 (:queue (:generator (#'core/aimed-package opts)))))))
    (is (some #{[:kill :stale]} (map (juxt :fault :mode) (take 9 (:queue (:generator (#'core/aimed-package (assoc opts :durable true))))))))
    (is (re-find #"trace-dir: /d/n2/traces\n" (get (process/files (assoc t :dir "/d") "n2") "godwit.yaml")))
    (is (not (re-find #"trace" (get (process/files (core/godwit-test (assoc opts :faults #{:kill})) "n2") "godwit.yaml"))))
    (let [handle (atom nil)
          inner  (reify nemesis/Nemesis
                   (setup! [this _] this) (invoke! [_ _ op] (assoc op :value 1)) (teardown! [_ _] :down))
          n      (nemesis/setup! (nodes/aimed handle inner) {:nodes ["n1"]})]
      (is (= {:nodes ["n1"]} (:test @handle)))
      (is (= {:f :x, :value 1} (nemesis/invoke! n {} {:f :x})))
      (is (= :down (nemesis/teardown! n {}))))))

(defn- errors [& args]
  (let [{:keys [opt-spec opt-fn]} (cli/commands "test")]
    (:errors (opt-fn (clojure.tools.cli/parse-opts (concat ["--workload" "set"] args) opt-spec)))))

(deftest where-faults-can-be-aimed
  (is (empty? (errors "--driver" "netns" "--nemesis" "aimed")))
  (is (empty? (errors "--driver" "ssh" "--nemesis" "aimed" "--durable")))
  (is (seq (errors "--nemesis" "aimed")) "the lab aims those of kill and pause")
  (is (seq (errors "--driver" "netns" "--nemesis" "aimed,kill")))
  (is (seq (errors "--driver" "netns" "--nemesis" "aimed" "--system" "hazelcast"))))
