(ns godwit.lab-test
  (:require [clojure.data.json :as json]
            [clojure.java.io :as io]
            [clojure.test :refer [deftest is testing]]
            [godwit.disks :as disks]
            [godwit.lab :as lab])
  (:import (com.sun.net.httpserver HttpHandler HttpServer)
           (java.net InetSocketAddress)
           (java.nio.file Files)
           (java.nio.file.attribute FileAttribute)))

(defn- serve
  "Answers requests with (f method path body), a pair of status and data; calls g with a lab there."
  [f g]
  (let [server (HttpServer/create (InetSocketAddress. "127.0.0.1" 0) 0)]
    (.createContext server "/"
                    (reify HttpHandler
                      (handle [_ exchange]
                        (let [body          (slurp (.getRequestBody exchange))
                              [status data] (f (.getRequestMethod exchange)
                                               (.getPath (.getRequestURI exchange))
                                               (when (seq body) (json/read-str body)))
                              answer        (.getBytes (json/write-str data) "UTF-8")]
                          (.sendResponseHeaders exchange status (count answer))
                          (with-open [out (.getResponseBody exchange)] (.write out answer))))))
    (.start server)
    (try (g {:url (str "http://127.0.0.1:" (.getPort (.getAddress server)))}
            (str "127.0.0.1:" (.getPort (.getAddress server))))
         (finally (.stop server 0)))))

(deftest names-of-nodes
  (is (= 12 (lab/index "n12")))
  (is (= "n3" (lab/node 3)))
  (is (= ["2" "client" "*"] (map lab/place ["n2" "client" "*"]))))

(deftest who-has-left
  (let [left "listening at x\n12:00 [member 5 term 73] leaves: 20 copies\n12:00 [member 5 term 73] member 5 has left\n"]
    (is (lab/has-left? left))
    (is (lab/has-left? (str left "the member of the store in d has left its cluster; without the directory it can join as another one\n")))
    (is (not (lab/has-left? (str left "listening at x\n12:01 [member 6 term 73] serves the partition\n"))) "another one has come")
    (is (not (lab/has-left? "listening at x\n12:00 [member 4 term 73] member 5 has left\n")) "that is somebody else")
    (is (not (lab/has-left? "")))))

(deftest revival
  (let [dir   (.toFile (Files/createTempDirectory "lab" (make-array FileAttribute 0)))
        log   (io/file dir "member-2" "output.log")
        store (io/file dir "member-2" "data" "store" "CURRENT")
        said  (atom [])
        lab   {:dir (str dir)}]
    (io/make-parents store)
    (spit store "x")
    (with-redefs [lab/act! (fn [_ node action] (swap! said conj [action node]))]
      (lab/revive! lab "n2")
      (spit log "listening at x\n[member 2 term 1] is master\n")
      (lab/revive! lab "n2")
      (is (.exists store) "what a member has kept is what it starts from")
      (spit log "[member 2 term 1] member 2 has left\n" :append true)
      (lab/revive! lab "n2")
      (is (not (.exists store)) "but for one that has left")
      (is (.exists (io/file dir "member-2" "data")) "its disk stays")
      (is (= (repeat 3 [:restart "n2"]) @said))
      (io/make-parents store)
      (spit store "x")
      (spit log "listening at y\n" :append true)
      (lab/revive! lab "n2")
      (is (.exists store))
      (spit log (str "the store is damaged\n" disks/refused "\n") :append true)
      (lab/revive! lab "n2")
      (is (not (.exists store)) "and for one that has found damage")
      (is (= "" (lab/log lab "n3"))))))

(deftest how-a-lab-is-started
  (let [options {:jar "g.jar", :dir "d", :nodes ["n1" "n2" "n3"], :spare 2, :partitions 31, :backups 1}
        command (lab/command options)]
    (is (= ["--members" "3"] (take 2 (drop-while #(not= "--members" %) command))))
    (is (= ["-jar" "g.jar" "lab"] (take 3 (drop-while #(not= "-jar" %) command))))
    (is (not-any? #{"--durable"} command))
    (is (some #{"--durable"} (lab/command (assoc options :durable true))))
    (is (= ["--max-version" "6"] (take-last 2 (lab/command (assoc options :max-version 6)))))
    (is (= ["--jar" "old.jar"] (take-last 2 (lab/command (assoc options :old-jar "old.jar")))))
    (is (not-any? #{"--trace"} command))
    (is (some #{"--trace"} (lab/command (assoc options :trace true))))
    (is (= ["--heartbeat" "200"] (take-last 2 (lab/command (assoc options :heartbeat 200)))))
    (is (= ["--backups" "1" "--max-idle" "idle=1"] (take-last 4 command)))
    (is (= ["--leases" "--lease-time" "5000" "--clock-drift" "400000"]
           (take-last 5 (lab/command (assoc options :leases true, :lease-time 5000, :clock-drift 400000)))))
    (is (= ["--disks" "/d" "--net" "namespaces" "--mutant" "quorum/X"]
           (take-last 6 (lab/command (assoc options :disks "/d", :net :namespaces, :mutant "quorum/X")))))))

(deftest the-port-is-read-from-what-the-lab-says
  (is (= "4711" (second (re-find lab/listening "the lab listens at http://127.0.0.1:4711; Ctrl-C stops it"))))
  (is (nil? (re-find lab/listening "not all members are ready"))))

(deftest a-lab-that-does-not-start-says-why
  (with-redefs [lab/command (constantly ["/bin/sh" "-c" "echo not all members are ready; exit 1"])]
    (is (thrown-with-msg? Exception #"not all members are ready" (lab/start! {:dir "/tmp/none/x"})))))

(deftest requests
  (let [seen (atom [])]
    (serve (fn [method path body]
             (swap! seen conj [method path body])
             (case path
               "/members"    [200 [{:member 1, :address "h:1", :http "h:2", :pid 5, :state "running"}
                                   {:member 2, :address "h:3", :http "h:4", :pid 0, :state "gone"}]]
               "/links/1/2"  [200 []]
               "/members/2/kill" [200 {:member 2}]
               [404 {:error "no such thing"}]))
           (fn [l _]
             (is (= {:address "h:3", :http "h:4", :pid 0, :state "gone"} (get (lab/members l) "n2")))
             (lab/link! l "n1" "n2" {:cut "silent"})
             (lab/act! l "n2" :kill)
             (is (= [["GET" "/members" nil]
                     ["PUT" "/links/1/2" {"cut" "silent"}]
                     ["POST" "/members/2/kill" nil]]
                    @seen))
             (is (thrown-with-msg? Exception #"refuses POST /members/9/kill: .*no such thing"
                                   (lab/act! l "n9" :kill)))))))

(deftest what-members-say
  (let [self (atom nil)]
    (serve (fn [_ path _]
             (case path
               "/members"    [200 [{:member 1, :http @self, :state "running"}
                                   {:member 2, :http "127.0.0.1:1", :state "running"}
                                   {:member 3, :http @self, :state "paused"}]]
               "/status"     [200 {:number 7, :role "master"}]
               "/partitions" [200 {:partitions [{:partition 0, :replicas [7]}]}]
               [503 {}]))
           (fn [l address]
             (reset! self address)
             (testing "who does not answer, or is paused, has no status"
               (is (= {"n1" {:state :running, :status {:number 7, :role "master"}}
                       "n2" {:state :running, :status nil}
                       "n3" {:state :paused, :status nil}}
                      (lab/view l))))
             (is (= [{:partition 0, :replicas [7]}] (lab/table l "n1")))
             (is (nil? (lab/table l "n2")))
             (is (nil? (lab/ask address "/ready")) "an answer that is not well is none")))))
