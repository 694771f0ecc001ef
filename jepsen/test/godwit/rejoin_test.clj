(ns godwit.rejoin-test
  (:require [clojure.test :refer [deftest is testing]]
            [godwit.process :as process]
            [godwit.rejoin :as rejoin]
            [jepsen.control :as c]
            [jepsen.db :as db]
            [jepsen.nemesis :as nemesis]
            [jepsen.net.proto :as net]))

(def log
  (str "INFO: x\n\nMembers {size:2, ver:12} [\n\tMember [10.77.0.3]:5701 - fe00 this\n\tMember [10.77.0.5]:5701 - 458a\n]\n"
       "INFO: Repartitioning cluster data. Migration tasks count: 31\n"
       "Members {size:3, ver:13} [\n\tMember [10.77.0.5]:5701 - 458a\n\tMember [10.77.0.3]:5701 - fe00 this\n"
       "\tMember [10.77.0.1]:5701 - 0822\n]\n"))

(deftest what-a-log-tells
  (is (= ["10.77.0.5" "10.77.0.3" "10.77.0.1"] (rejoin/last-members log)) "the oldest first")
  (is (nil? (rejoin/last-members "nothing yet")))
  (is (= 1 (rejoin/migrations-begun log))))

(defn- run
  "What is done in a round."
  [mode]
  (let [did    (atom [])
        told   (atom 0)
        record (reify
                 db/Process
                 (start! [_ _ node] (swap! did conj [:start node]))
                 (kill! [_ _ node] (swap! did conj [:kill node]))
                 net/Net
                 (drop! [_ _ from to] (swap! did conj [:drop from to]))
                 (heal! [_ _] (swap! did conj [:heal])))
        test   {:system :hazelcast, :nodes ["10.77.0.1" "10.77.0.3" "10.77.0.5"], :db record, :net record, :dir "/none"}
        nem    (rejoin/->Rejoin (atom nil))]
    (with-redefs [rejoin/repair-ms 1
                  rejoin/migrations-begun (fn [_] (swap! told inc))
                  c/on-nodes   (fn [t nodes f] (doseq [n nodes] (f t n)))
                  process/log-of (fn [_ _] log)]
      (let [op #(:value (nemesis/invoke! nem test {:type :info, :f %, :value {:fault :rejoin, :mode mode, :seed 4}}))]
        [(op :start-rejoin) (op :stop-rejoin) @did]))))

(deftest one-thing-breaks-while-a-node-gets-its-share
  (let [[{:keys [joiner master migrating?]} {:keys [found?]} did] (run :destination)]
    (is (= "10.77.0.5" master))
    (is migrating?)
    (is found?)
    (is (= [[:kill joiner] [:start joiner] [:kill joiner] [:heal] [:start joiner]] did)))
  (let [[{:keys [joiner master]} _ did] (run :master)]
    (is (= [[:kill joiner] [:start joiner] [:kill master] [:heal] [:start master]] did)))
  (testing "the oldest member does not hear that a migration was committed"
    (let [[{:keys [joiner master]} _ did] (run :unheard-commit)]
      (is (= [[:drop joiner master] [:kill joiner]] (subvec did 2 4))))))

(deftest a-package
  (let [{:keys [nemesis generator]} (rejoin/package {:seed 5, :interval 8})]
    (is (= #{:start-rejoin :stop-rejoin} (nemesis/fs nemesis)))
    (is (= rejoin/modes (map (comp :mode :value) (take 3 (filter #(= :start-rejoin (:f %)) generator)))))))
