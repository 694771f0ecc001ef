(ns godwit.bound-test
  "Needs nothing but Clojure."
  (:require [clojure.test :refer [deftest is]]
            [godwit.bound :as bound]))

(defn- bound-threads [share nodes n]
  (filter #(bound/bound? share nodes %) (range n)))

(deftest which-clients-are-bound
  (is (= [1 3 5 7 9] (bound-threads 0.5 5 10)))
  (is (= [] (bound-threads 0 5 40)))
  (is (= [] (bound-threads nil 5 40)))
  (is (= (range 40) (bound-threads 1 5 40)))
  (doseq [nodes [3 4 5], share [0.25 0.5 0.7], :let [n (* 20 nodes)]]
    (is (< (Math/abs (- (* share n) (count (bound-threads share nodes n)))) nodes) (str nodes " " share))
    (doseq [node (range nodes), :let [of-node (filter #(= node (mod % nodes)) (bound-threads share nodes n))]]
      (is (<= (Math/abs (- (* share 20) (count of-node))) 1) (str "node " node " of " nodes)))
    (doseq [from (range (- n 8)), :let [few (count (filter #(bound/bound? share nodes %) (range from (+ from 8))))]]
      (is (< 0 few 8) (str "clients " from " to " (+ from 7) " are of both kinds")))))

(deftest kinds
  (let [test {:nodes ["a" "b" "c" "d" "e"], :concurrency 10, :bound 0.5}]
    (is (= [:unbound :bound :bound] (map #(bound/kind test %) [0 1 11])))
    (is (= {:bound 5, :unbound 5} (bound/kinds test)))
    (is (= {:unbound 10} (bound/kinds (dissoc test :bound))))
    (is (= {} (bound/kinds {})))))

(deftest what-they-have-done
  (is (= {:bound {:operations 2, :acknowledged 1}, :unbound {:operations 1}}
         (bound/counted [{:process 1, :type :invoke} {:process 1, :type :ok, :at "n2"} {:process 1, :type :info, :at "n2"}
                         {:process 0, :type :fail} {:process :nemesis, :type :info}]))))
