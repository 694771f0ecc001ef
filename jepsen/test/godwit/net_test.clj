(ns godwit.net-test
  (:require [clojure.test :refer [deftest is testing]]
            [godwit.lab :as lab]
            [godwit.net :as net]
            [jepsen.net.proto :as proto]))

(def nodes ["n2" "n4" "n1" "n5" "n3"])

(defn- hears? [grudge a b]
  (not (contains? (set (get grudge a)) b)))

(defn- both-ways-cut? [grudge a b]
  (not (or (hears? grudge a b) (hears? grudge b a))))

(deftest one-node-alone
  (let [grudge (net/grudge :one nodes {})]
    (is (= #{"n4" "n1" "n5" "n3"} (set (grudge "n2"))))
    (is (both-ways-cut? grudge "n2" "n5"))
    (is (hears? grudge "n4" "n1"))))

(deftest halves
  (let [grudge (net/grudge :halves nodes {})]
    (is (= #{"n1" "n5" "n3"} (set (grudge "n2")) (set (grudge "n4"))))
    (is (hears? grudge "n2" "n4"))
    (is (hears? grudge "n1" "n3"))))

(deftest rings-and-bridges-leave-majorities
  (let [ring (net/grudge :majorities-ring nodes {})]
    (doseq [n nodes]
      (is (= 3 (inc (count (filter #(and (not= n %) (hears? ring n %)) nodes)))) n)))
  (let [bridge (net/grudge :bridge nodes {})
        whole  (filter #(empty? (get bridge %)) nodes)]
    (is (= 1 (count whole)) "one node hears everybody")))

(deftest one-way
  (let [grudge (net/grudge :one-way nodes {})]
    (is (not (hears? grudge "n2" "n4")))
    (is (hears? grudge "n4" "n2") "the others still hear it")))

(deftest aimed-cuts
  (let [facts {:master "n5", :primary "n1", :backups ["n2" "n3"], :source "n4", :destination "n5"}]
    (is (= (set (remove #{"n5"} nodes)) (set (get (net/grudge :master nodes facts) "n5"))))
    (let [grudge (net/grudge :primary nodes facts)]
      (is (both-ways-cut? grudge "n1" "n2"))
      (is (both-ways-cut? grudge "n1" "n3"))
      (is (hears? grudge "n1" "n4") "others still hear the primary"))
    (is (= {"n4" #{"n5"}, "n5" #{"n4"}} (net/grudge :migration nodes facts))))
  (testing "nothing to aim at"
    (doseq [mode [:master :primary :migration]]
      (is (nil? (net/grudge mode nodes {})) mode))))

(deftest the-lab-is-told
  (let [said (atom [])]
    (with-redefs [lab/call! (fn [_ method path & [body]] (swap! said conj [method path body]))]
      (let [n (net/lab-net (atom {}) :relays)]
        (proto/drop-all! n {} {"n1" ["n2"], "n2" ["n1"]})
        (is (= #{["PUT" "/links/2/1" {:cut "silent"}] ["PUT" "/links/1/2" {:cut "silent"}]} (set @said)))
        (reset! said [])
        (proto/shape! n {:nodes ["n1" "n2"]} ["n1"] (:flaky net/behaviors))
        (is (some #{["POST" "/links/1/2/reset" nil]} @said) "old connections must not stay as they are")
        (reset! said [])
        (proto/shape! n {:nodes ["n1" "n2"]} ["n1"] (:slow-start net/behaviors))
        (is (some #{["POST" "/links/1/2/reset" nil]} @said) "connections start anew")
        (doseq [[kind condition resets] [[:relays {:drop 60, :delay 150, :jitter 100} 2] [:namespaces {:loss 33} 0]]]
          (reset! said [])
          (net/shape-one-side! {} "n1" ["n2" "n3"] kind)
          (is (= (set (for [other [2 3]] ["PUT" (str "/links/1/" other) condition])) (set (filter #(= "PUT" (first %)) @said))))
          (is (= resets (count (filter #(= "POST" (first %)) @said)))))
        (reset! said [])
        (proto/heal! n {})
        (is (= [["POST" "/heal" nil]] @said))))))
