(ns godwit.clocks-test
  (:require [clojure.java.io :as io]
            [clojure.java.shell :refer [sh]]
            [clojure.string :as str]
            [clojure.test :refer [deftest is testing]]
            [godwit.checker :as checks]
            [godwit.cli :as cli]
            [godwit.clocks :as clocks]
            [godwit.db :as db]
            [godwit.export :as export]))

(def nodes ["n1" "n2" "n3" "n4" "n5"])

(deftest slots
  (is (= {:rate 1.4, :offset -7} (clocks/unpack (clocks/pack {:rate 1.4, :offset -7}))))
  (is (= {:rate 1.0, :offset 0} (clocks/unpack (clocks/pack {})))))

(deftest plans
  (is (= {"n1" {:rate 1.4, :offset 0}, "n2" {:rate 1.4, :offset 0}} (clocks/plan :fast nodes)))
  (is (= #{{:rate 0.6, :offset 0}} (set (vals (clocks/plan :slow nodes)))))
  (is (= {"n1" {:rate 0.6, :offset 0}} (clocks/plan :isolated nodes)))
  (let [rates (map :rate (vals (sort-by key (clocks/plan :apart nodes))))]
    (is (apply distinct? rates))
    (is (apply < rates))
    (is (= [0.6 1.4] (map #(/ (Math/round (* 10 (double %))) 10.0) [(first rates) (last rates)]))))
  (is (= [clocks/hour-nanos (- clocks/hour-nanos)] (map :offset (vals (sort-by key (clocks/plan :day nodes)))))))

(deftest clocks-that-strobe
  (let [plan  (clocks/plan :strobe nodes)
        turns (clocks/strobe plan)]
    (is (= 2 (count plan)))
    (is (= clocks/strobes (count turns)))
    (is (= plan (last turns)) "it stays as it was last")
    (is (every? (fn [[a b]] (not= a b)) (partition 2 1 turns)))
    (is (= #{0.6 1.4} (set (map :rate (mapcat vals turns)))))
    (is (= #{clocks/jump-nanos (- clocks/jump-nanos)} (set (map :offset (mapcat vals turns)))))
    (let [window (fn [n] {:fault :clock, :mode :strobe, :from 0, :to 1
                          :value {:targets (vec (keys plan)), :wanted plan, :clocks plan, :changes (assoc (update-vals plan (constantly 40)) "n2" n)}})]
      (is (checks/shown? (window 20) []))
      (is (not (checks/shown? (window 19) [])))
      (is (not (checks/shown? (update (window 20) :value dissoc :changes) []))))))

(deftest what-counts-as-shown
  (let [wanted (clocks/plan :fast nodes)
        window {:fault :clock, :mode :fast, :from 0, :to 1, :value {:targets ["n1" "n2"], :wanted wanted, :clocks wanted}}]
    (is (checks/shown? window []))
    (is (not (checks/shown? (assoc-in window [:value :clocks "n2" :rate] 1.0) [])))))

(deftest the-same-in-the-simulation
  (let [faults #(export/faults-of {:fault :clock, :mode %, :from 1000000, :struck 2000000, :to 5000000
                                   :value {:targets ["n1"], :wanted (clocks/plan % nodes)}}
                                  false)]
    (is (= [["drift" 1 400000] ["drift" 2 400000]] (map (juxt :kind :site :amount) (faults :fast))))
    (is (= [-400000 -400000] (map :amount (faults :slow))))
    (is (= [["one-way" 2 1 0] ["one-way" 1 2 0] ["drift" 1 0 -400000]]
           (map (juxt :kind :site :other :amount)
                (export/faults-of {:fault :clock, :mode :isolated, :from 1000000, :struck 2000000, :to 5000000
                                   :value {:targets ["n1"], :wanted (clocks/plan :isolated nodes), :grudge {"n1" #{"n2"}, "n2" #{"n1"}}}}
                                  false))))
    (is (empty? (faults :day)))))

(defn- linux-with-compiler? []
  (and (= "Linux" (System/getProperty "os.name"))
       (try (zero? (:exit (sh "cc" "--version"))) (catch java.io.IOException _ false))))

(deftest a-real-process
  (if (linux-with-compiler?)
    (let [dir     (db/scratch)
          ; A process finds its slot by a word among its arguments.
          seconds (fn [member]
                    (-> (sh "date" (str "+%s /member-" member "/")
                            :env (merge (into {} (System/getenv)) (clocks/environment dir)))
                        :out (str/split #" ") first parse-long))]
      (clocks/build! (cli/root) dir)
      (clocks/set-clock! dir 3 {:offset (* 100 clocks/hour-nanos)})
      (let [off (- (seconds 3) (seconds 2))]
        (is (< 359000 off 361000) "its time of day is wrong, and nobody else's"))
      (is (= (* 100 clocks/hour-nanos) (:offset (clocks/clock dir 3))) "and the process says so")
      (clocks/all-true! dir)
      (is (< -1000 (- (seconds 3) (seconds 2)) 1000)))
    (println "not tried: clocks of a process; it takes Linux and a C compiler")))

(deftest without-a-compiler
  (testing "a source that is not there stands for a compiler that is not"
    (is (thrown-with-msg? clojure.lang.ExceptionInfo #"needs a C compiler"
                          (clocks/build! "/nowhere" (str (.getParent (io/file (db/scratch) "x"))))))))
