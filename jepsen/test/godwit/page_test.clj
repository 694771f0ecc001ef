(ns godwit.page-test
  (:require [clojure.data.json :as json]
            [clojure.string :as str]
            [clojure.test :refer [deftest is]]
            [godwit.page :as page])
  (:import (io.godwit.page RunPage)))

(defn- seen [role term] {:state :running, :status {:role role, :term term, :number 1, :primaries 4, :replicas 9}})

(def history
  [{:time 1000000, :type :invoke, :process 0, :f :put, :value [1 5]}
   {:time 2000000, :type :info, :process :nemesis, :f :start-kill, :value {:fault :kill, :mode :one}}
   {:time 3000000, :type :info, :process :nemesis, :f :start-kill, :value {:fault :kill, :mode :one, :targets ["n2"]}}
   {:time 4000000, :type :ok, :process 0, :f :put, :value [1 5]}
   {:time 5000000, :type :invoke, :process 1, :f :get, :value 1}
   {:time 6000000, :type :info, :process 1, :f :get, :value 1}
   {:time 7000000, :type :invoke, :process 3, :f :get, :value 2}
   {:time 8000000, :type :info, :process :nemesis, :f :stop-kill, :value {:fault :kill, :mode :one}}
   {:time 9000000, :type :info, :process :nemesis, :f :stop-kill, :value {:fault :kill, :mode :one}}])

(def samples
  [{:time 500000, :view {"n1" (seen "master" 1), "n2" (seen "follower" 1)}}
   {:time 3100000, :view {"n1" (seen "master" 1), "n2" {:state :killed, :status nil}}}
   {:time 9500000, :view {"n1" (update-in (seen "master" 1) [:status :replicas] inc), "n2" (seen "follower" 1)}}])

(def run
  (page/run {:name "godwit register kill", :driver :lab, :nodes ["n1" "n2"], :concurrency 2, :history history, :results {}} samples))

(deftest calls-are-beside-the-lanes
  (is (= [{:client 0, :t 1000, :until 4000, :result :ok} {:client 1, :t 5000, :until 6000, :result :info}
          {:client 1, :t 7000, :until nil, :result :info}]
         (:calls run))
      "process 3 is the client of process 1, which has lost a call")
  (is (= ["client 0: put [1 5], after 3 ms" "client 1: get 1: outcome unknown, after 1 ms" "client 1: get 2: outcome unknown"]
         (map :x (filter #(= "client" (:k %)) (:steps run))))))

(deftest faults-are-bands
  (is (= [{:t 3000, :k "fault", :until 9000, :x "kill one: n2"}] (filter #(= "fault" (:k %)) (:steps run))))
  (is (= ["kill one has ended"] (map :x (filter #(= "heal" (:k %)) (:steps run))))))

(deftest members-are-lanes
  (is (= ["n1" "n2"] (map :id (:lanes run))))
  (is (= [["n1" "n1: master of term 1"] ["n2" "n2: follower of term 1"] ["n2" "n2: killed"] ["n2" "n2: follower of term 1"]]
         (map (juxt :m :x) (filter #(= "step" (:k %)) (:steps run)))))
  (is (= [{"n1" ["master of term 1" "m1, 4 primary, 10 replicas"]}]
         (map #(update-vals (:v %) :lines) (filter #(= "tick" (:k %)) (:steps run))))
      "the number of its replicas is no news")
  (is (apply <= (map :t (:steps run)))))

(deftest faults-of-jepsens-own-nemesis-are-told
  (is (= ["start-partition: \"halves\"" "stop-partition: nil"]
         (map :x (page/nemesis-steps [{:time 1, :process :nemesis, :f :start-partition, :value nil}
                                      {:time 2, :process :nemesis, :f :start-partition, :value "halves"}
                                      {:time 3, :process :nemesis, :f :stop-partition, :value nil}
                                      {:time 4, :process :nemesis, :f :stop-partition, :value nil}])))))

(deftest the-page-has-the-run
  (let [html (RunPage/render (json/write-str run))]
    (is (str/includes? html "<h1>godwit register kill</h1>"))
    (is (str/includes? html "kill one: n2"))))
