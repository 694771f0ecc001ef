(ns godwit.export-test
  (:require [clojure.data.json :as json]
            [clojure.string :as str]
            [clojure.test :refer [deftest is testing]]
            [godwit.export :as export]
            [godwit.schedule :as schedule]))

(defn- round [fault mode value]
  {:fault fault, :mode mode, :from 1000000000, :struck 2000000000, :to 5000000000, :value value})

(defn- kinds [durable & rounds]
  (map (juxt :kind :at :duration :site :other) (mapcat #(export/faults-of % durable) rounds)))

(deftest faults-of-processes
  (is (= [["crash" 2000000 3000000 2 0]] (kinds false (round :kill :one {:targets ["n2"]}))))
  (is (= [["reboot" 2000000 3000000 2 0]] (kinds true (round :kill :one {:targets ["n2"]}))) "who has a disk comes back")
  (is (= [["pause" 2000000 3000000 1 0] ["pause" 2000000 3000000 4 0]]
         (kinds false (round :pause :minority {:targets ["n1" "n4"]}))))
  (is (= [["reboot-all" 2000000 3000000 0 0]] (kinds true (round :restart :full {:targets ["n1" "n2"]}))))
  (is (= [["crash" 1000000 1000000 1 0] ["reboot" 1000000 1000000 2 0]]
         (kinds true (round :restart :damaged {:targets ["n1" "n2"], :damaged ["n1"]}))) "who starts with nothing is another one")
  (is (= [["reboot" 1000000 1000000 1 0]] (kinds true (round :restart :move {:targets ["n1"]}))))
  (is (= [["reboot" 1000000 1500000 3 0] ["reboot" 1500000 1500000 1 0]]
         (kinds true (round :restart :rolling {:targets ["n3" "n1"]}))) "one after the other"))

(deftest cuts-are-given-by-who-does-not-hear-whom
  (is (= [["one-way" 2000000 3000000 2 1] ["one-way" 2000000 3000000 3 1] ["one-way" 2000000 3000000 1 2]]
         (map #(take 5 %) (kinds false (round :partition :one {:grudge {"n2" #{"n1"}, "n1" #{"n3" "n2"}}})))))
  (is (empty? (kinds false (round :partition :migration {:skipped :no-target})))))

(deftest links-of-one-side
  (is (= [["delay" 2000000 3000000 1 2] ["delay" 2000000 3000000 1 3]] (kinds false (round :link :one-sided {:targets ["n1"], :others ["n2" "n3"]}))))
  (is (= [["bandwidth" 2000000 3000000 1 0]] (kinds false (round :link :slow-start {:targets ["n1"]})))))

(deftest two-faults-at-once
  (is (= [["crash" 2000000 3000000 2 0] ["pause" 2000000 3000000 3 0]]
         (kinds false (round :kill :one {:targets ["n2"], :beside {:fault :pause, :mode :one, :value {:targets ["n3"]}}})))))

(deftest membership
  (is (= [["join" 1000000 0 6 0] ["leave" 5000000 0 6 0]] (kinds false (round :membership :join {:spare "n6"}))))
  (is (= [["join" 1000000 0 6 0] ["leave" 2000000 3000000 2 0] ["leave" 5000000 0 6 0]]
         (kinds false (round :membership :replace {:spare "n6", :targets ["n2"]}))))
  (is (= [["join" 1000000 0 6 0] ["one-way" 2000000 3000000 1 3] ["leave" 2000000 3000000 2 0] ["leave" 5000000 0 6 0]]
         (kinds false (round :membership :replace-cut {:spare "n6", :targets ["n2"], :grudge {"n3" #{"n1"}}}))))
  (is (= ["join" "crash" "leave"] (map first (kinds false (round :kill :source {:targets ["n1"], :facts {:spare "n7"}}))))
      "a member that was let in to provoke a migration"))

(deftest every-mode-can-be-exported
  (doseq [[fault mode] (concat (schedule/modes schedule/known {:durable true, :disks true})
                               (schedule/modes #{:link} {:net :namespaces}))]
    (is (seqable? (doall (export/faults-of (round fault mode {:targets ["n1"], :grudge {"n1" #{"n2"}}}) true)))
        (str fault mode))))

(deftest a-schedule-as-a-file
  (let [p    (export/plan {:nodes ["n1" "n2" "n3"], :partitions 31, :backups 2, :seed 9}
                          [(round :pause :one {:targets ["n3"]}) (round :kill :one {:targets ["n2"]})])
        text (export/text p)
        read (json/read-str text :key-fn keyword)]
    (is (= {:format "godwit-schedule", :version 1, :members 3, :copies 3, :seed 9, :calmFrom 5000000, :micros 25000000}
           (select-keys read [:format :version :members :copies :seed :calmFrom :micros])))
    (is (= (:faults p) (:faults read)))
    (testing "a fault on each line"
      (is (= 2 (count (filter #(str/starts-with? % "  {") (str/split-lines text))))))))
