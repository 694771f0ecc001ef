(ns godwit.changes-test
  "Needs nothing but Clojure."
  (:require [clojure.test :refer [deftest is testing]]
            [godwit.changes :as changes]
            [godwit.stored :as stored]))

(defn- rows
  "Rows of a history, from rows and lists of rows."
  [parts]
  (mapcat #(if (keyword? (second %)) [%] (rows %)) parts))

(defn- judged [& parts] (changes/judge (stored/history (rows parts))))

(defn- wrong
  "What is wrong."
  [& parts]
  (let [{:keys [valid? errors]} (apply judged parts)]
    (is (= (some? (seq errors)) (false? valid?)))
    (map :wrong errors)))

(defn- put [k n] [[0 :invoke :put [k n]] [0 :ok :put [k n]]])
(defn- put-new [k n] [[0 :invoke :put-new [k n]] [0 :ok :put-new [k n]]])
(defn- removal [k] [[0 :invoke :remove [k 9]] [0 :ok :remove [k 9]]])
(defn- put* [process kn] [[process :invoke :put kn] [process :ok :put kn]])
(defn- open [k n] [[1 :invoke :put [k n]] [1 :info :put [k n]]])
(defn- failed [f k n] [[1 :invoke f [k n]] [1 :fail f [k n]]])
(defn- found [k n & final?] [(into [2 :invoke :read [k nil]] final?) (into [2 :ok :read [k n]] final?)])

(defn- poll* [value]
  [[3 :invoke :poll {:how :on}] [3 :ok :poll value]])

(defn- poll
  "The n-th poll of a reader, and what it was shown."
  [reader n after & changes]
  (poll* {:reader reader, :n n, :after after, :steps [{:changes (vec changes)}]}))

(defn- end
  "The same when there is no more."
  [reader n after & changes]
  (poll* {:reader reader, :n n, :after after, :steps [{:changes (vec changes)} {:changes []}], :caught-up? true}))

(defn- anew
  "A reader is told that the changes of partitions are forgotten, and what these have."
  [reader n after told & changes]
  (poll* {:reader reader, :n n, :after after, :steps [{:told told, :restarted (vec changes), :complete? true}]}))

(defn- begun-anew
  "The same when what they have was not given to the end."
  [reader n after told & changes]
  (poll* {:reader reader, :n n, :after after, :steps [{:told told, :restarted (vec changes), :complete? false}]}))

(def start [:start 0])
(defn- p [k n] [(quot k 10) :put k n])
(defn- r [k] [(quot k 10) :remove k nil])
(defn- clear [partition] [partition :clear nil nil])

(deftest readers-of-everything
  (is (= [] (wrong (put 1 1) (put 2 1) (end :a 1 start (p 1 1) (p 2 1)))))
  (is (= [] (wrong (put 1 1) (poll :a 1 start (p 1 1)) (put-new 2 1) (removal 1) (end :a 2 start (p 2 1) (r 1)))))
  (is (= [] (wrong (put 1 1) (put 11 1) (end :a 1 start (p 11 1) (p 1 1)))) "partitions have no common order")
  (is (= [] (wrong (put 1 1) (put 2 1) (poll :a 1 start (p 1 1)) (end :b 1 start (p 1 1) (p 2 1)) (end :a 2 start (p 2 1)))))
  (is (= [] (wrong [0 :invoke :put [1 1]] (poll :a 1 start (p 1 1)) [0 :ok :put [1 1]] (end :a 2 start))) "shown before it is acknowledged")
  (is (= [] (wrong (open 1 1) (end :a 1 start))) "what has no answer may have had no effect")
  (is (= [] (wrong (open 1 1) (end :a 1 start (p 1 1)))))
  (is (= [] (wrong (failed :put-new 1 1) (put 1 2) (end :a 1 start (p 1 2))))))

(deftest readers-that-go-on-elsewhere
  (is (= [] (wrong (put 1 1) (poll :a 1 start (p 1 1)) (put 1 2) (end :b 1 [:a 1] (p 1 2)))))
  (is (= [] (wrong (put 1 1) (poll :a 1 start (p 1 1)) (put 1 2) (poll :a 2 start (p 1 2)) (end :b 1 [:a 1] (p 1 2)) (end :c 1 [:a 2]))))
  (testing "and miss or repeat something there"
    (is (= [:other-order :missing] (wrong (put 1 1) (put 1 2) (put 1 3) (poll :a 1 start (p 1 1)) (poll :a 2 start (p 1 2) (p 1 3)) (end :b 1 [:a 1] (p 1 3)))))
    (is (= [:other-order :again] (wrong (put 1 1) (put 1 2) (poll :a 1 start (p 1 1) (p 1 2)) (end :b 1 [:a 1] (p 1 2)))))))

(deftest readers-from-now-on
  (let [now (fn [reader] (poll* {:reader reader, :n 1, :after :now, :steps []}))]
    (is (= [] (wrong (put 1 1) (now :a) (put 1 2) (end :a 2 :now (p 1 2)))))
    (is (= [:missing] (wrong (now :a) (put 1 2) (end :a 2 :now))))
    (is (= [:old] (wrong (put 1 1) (now :a) (end :a 2 :now (p 1 1)))))
    (is (= [] (wrong [0 :invoke :put [1 1]] (now :a) [0 :ok :put [1 1]] (end :a 2 :now (p 1 1)))))
    (is (= [] (wrong [0 :invoke :put [1 1]] (now :a) [0 :ok :put [1 1]] (end :a 2 :now) (end :b 1 start (p 1 1)))) "it may have been there already")
    (is (= [] (wrong [3 :invoke :poll {:how :now}] (put 1 1) [3 :ok :poll {:reader :a, :n 1, :after :now, :steps []}] (end :a 2 :now (p 1 1)))))
    (is (= [] (wrong [3 :invoke :poll {:how :now}] (put 1 1) [3 :ok :poll {:reader :a, :n 1, :after :now, :steps []}] (end :a 2 :now) (end :b 1 start (p 1 1)))))
    (is (= [:old] (wrong (put 1 1) (now :a) (poll :b 1 start (p 1 1)) (end :c 1 [:a 1] (p 1 1)) (end :a 2 :now))) "nor its successors")
    (is (= [:other-order] (wrong (put 1 1) (now :a) (put 1 2) (put 1 3) (end :b 1 start (p 1 1) (p 1 2) (p 1 3)) (end :a 2 :now (p 1 3) (p 1 2)))))))

(deftest a-gap
  (is (= [:other-order :missing] (wrong (put 1 1) (put 1 2) (put 1 3) (end :a 1 start (p 1 1) (p 1 2) (p 1 3)) (end :b 1 start (p 1 1) (p 1 3)))))
  (is (= [:missing] (wrong (put 1 1) (put 1 2) (end :a 1 start (p 1 1) (p 1 2)) (end :b 1 start (p 1 2)))) "at the beginning")
  (is (= [:missing] (wrong (put 1 1) (put 1 2) (end :a 1 start (p 1 1) (p 1 2)) (end :b 1 start (p 1 1)))) "at the end")
  (is (= [:missing :missing] (wrong (put 1 1) (put 1 2) (end :a 1 start))) "nobody was shown anything")
  (is (= [:missing] (wrong (put 1 1) (end :a 1 start))))
  (is (= [:missing] (wrong (put 1 1) (removal 1) (end :a 1 start (p 1 1)))) "nobody was shown the removal")
  (is (= [] (wrong (put 1 1) (poll :b 1 start) (end :a 1 start (p 1 1)))) "a reader that has not caught up")
  (testing "of one that a read has found"
    (is (= [:missing] (wrong (open 1 1) (found 1 1) (end :a 1 start))))
    (is (= [] (wrong (open 1 1) (found 1 1) (end :a 1 start (p 1 1)))))
    (is (= [] (wrong (open 1 1) [2 :invoke :read [1 nil]] [2 :fail :read [1 1]] (end :a 1 start))))
    (is (= [] (wrong (failed :put 1 1) (found 1 1) (end :a 1 start))) "others say that this is wrong")))

(deftest a-duplicate
  (is (= [:again :other-order] (wrong (put 1 1) (end :a 1 start (p 1 1) (p 1 1)))))
  (is (= [:again] (filter #{:again} (wrong (put 1 1) (put 1 2) (poll :a 1 start (p 1 1) (p 1 2)) (end :a 2 start (p 1 1)))))))

(deftest other-orders
  (is (= [:other-order :other-order] (wrong [0 :invoke :put [1 1]] [1 :invoke :put [2 1]] [0 :ok :put [1 1]] [1 :ok :put [2 1]]
                                            (end :a 1 start (p 1 1) (p 2 1)) (end :b 1 start (p 2 1) (p 1 1)))) "two readers, in a circle")
  (is (= [:out-of-order] (wrong (put 1 1) (put 2 1) (end :a 1 start (p 2 1) (p 1 1)))) "not that of the writes")
  (is (= [:out-of-order] (wrong (put 1 1) (put 2 1) (put 3 1) (end :a 1 start (p 2 1) (p 1 1) (p 3 1)))))
  (is (= [:out-of-order :out-of-order] (wrong (put 1 1) (put 2 1) (put 3 1) (end :a 1 start (p 3 1) (p 1 1) (p 2 1)))))
  (is (= [] (wrong (open 1 1) (put 2 1) (end :a 1 start (p 2 1) (p 1 1)))) "one without an answer comes late")
  (is (= [:other-order] (wrong (put 1 1) [0 :invoke :put [2 1]] [1 :invoke :put [3 1]] [0 :ok :put [2 1]] [1 :ok :put [3 1]]
                               (end :a 1 start (p 1 1) (p 2 1) (p 3 1)) (poll :b 1 start (p 1 1) (p 3 1)))) "another one comes after it")
  (is (= [:other-order] (wrong [0 :invoke :put [2 1]] [1 :invoke :put [3 1]] [0 :ok :put [2 1]] [1 :ok :put [3 1]] (put 1 1)
                               (end :a 1 start (p 2 1) (p 3 1) (p 1 1)) (poll :b 1 start (p 2 1) (p 1 1)))))
  (is (= [:elsewhere :missing] (wrong (put 1 1) (put 1 2) (end :a 1 start (p 1 1) [7 :put 1 2])))))

(deftest what-should-not-be-shown
  (is (= [:invented] (wrong (end :a 1 start (p 1 1)))))
  (is (= [:invented] (wrong (poll :a 1 start (p 1 1)) (put 1 1) (end :a 2 start))) "not yet begun")
  (is (= [] (wrong [3 :invoke :poll nil] (put 1 1) [3 :ok :poll {:reader :a, :n 1, :after start, :steps [{:changes [(p 1 1)]}]}] (end :a 2 start))))
  (is (= [:invented] (wrong (put 1 1) (end :a 1 start (p 1 1) [0 :put 1 :torn]))))
  (is (= [:invented] (wrong (put 1 1) (end :a 1 start (p 1 1) [0 :clear nil nil]))))
  (is (= [:failed] (wrong (failed :put 1 1) (end :a 1 start (p 1 1)))))
  (is (= [:failed] (wrong (put 1 1) (failed :put-new 1 2) (end :a 1 start (p 1 1) (p 1 2)))))
  (is (= [:failed] (wrong (failed :remove 1 2) (end :a 1 start (r 1))))))

(deftest gaps-that-are-told
  (is (= [] (wrong (put 1 1) (put 1 2) (anew :a 1 start [0] (clear 0) (p 1 2)) (end :a 2 start))))
  (is (= [] (wrong (put 1 1) (put 1 2) (put 2 1) (poll :b 1 start (p 1 1) (p 1 2) (p 2 1)) (anew :a 1 start [0] (clear 0) (p 1 2) (p 2 1)) (put 1 3)
                   (end :a 2 start (p 1 3)) (end :b 2 start (p 1 3)))))
  (testing "what comes after them counts"
    (is (= [:missing] (wrong (put 1 1) (anew :a 1 start [0] (clear 0) (p 1 1)) (put 1 2) (end :a 2 start) (end :b 1 start (p 1 1) (p 1 2)))))
    (is (= [:missing] (wrong (put 1 1) (put 11 1) (anew :a 1 start [0] (clear 0) (p 1 1)) (end :a 2 start) (end :b 1 start (p 1 1) (p 11 1))))
        "so does another partition")
    (is (= [] (wrong (put 1 1) (anew :a 1 start [0] (clear 0)) (put 21 2) (end :a 2 start (p 21 2)) (end :b 1 start (p 1 1) (p 21 2))))
        "nothing is said of a copy after which nothing comes"))
  (testing "copies"
    (let [w (fn [& copy] (wrong (put 1 1) (put 2 1) (removal 2) (put 1 2) (apply anew :a 1 start [0] (clear 0) copy) (put 3 1) (end :a 2 start (p 3 1))
                                (end :b 1 start (p 1 1) (p 2 1) (r 2) (p 1 2) (p 3 1))))]
      (is (= [] (w (p 1 2))))
      (is (= [] (w (p 1 1) (p 1 2))) "the changes during the scan are among them")
      (is (= [] (w (p 1 1) (p 2 1) (clear 0) (p 1 2))) "it was begun again")
      (is (= [] (w (p 1 2) (p 2 1) (r 2))))
      (is (= [:other-copy] (w)))
      (is (= [:other-copy] (w (p 1 1))))
      (is (= [:other-copy] (w (p 1 2) (p 2 1))))
      (is (= [:other-copy :other-copy] (w (p 1 1) (p 2 1))))
      (is (= [:invented :other-copy] (w (p 1 7))))
      (is (= [:invented] (w (p 1 2) (p 8 1))))))
  (is (= [:failed] (wrong (failed :put 1 1) (anew :a 1 start [0] (clear 0) (p 1 1)) (end :a 2 start))))
  (is (= [] (wrong (put 1 1) (put 11 1) (anew :a 1 start [0 1] (clear 0) (p 1 1) (clear 1) (p 11 1)) (put 1 2) (put 11 2) (end :a 2 start (p 1 2) (p 11 2))
                   (end :b 1 start (p 1 1) (p 11 1) (p 1 2) (p 11 2)))))
  (testing "of keys that nobody was shown"
    (is (= [] (wrong (put 1 1) (anew :a 1 start [0] (clear 0)) (end :a 2 start))))
    (is (= :unknown (:valid? (judged (put 1 1) (anew :a 1 start [0] (clear 0)) (end :a 2 start)))))
    (is (= [[1 1]] (:unseen (judged (put 1 1) (anew :a 1 start [0] (clear 0)) (end :a 2 start)))))))

(deftest gaps-that-are-told-to-no-end
  (testing "a partition of which nothing is given"
    (is (= [:no-copy :missing] (wrong (put 1 1) (anew :a 1 start [0]) (end :a 2 start))) "it stays where it was")
    (is (= [:no-copy] (wrong (put 1 1) (anew :a 1 start [0 1] (clear 0) (p 1 1)) (end :a 2 start) (end :b 1 start (p 1 1)))))
    (is (= [:no-copy :missing] (wrong (put 1 1) (anew :a 1 start [0] (p 1 1) (clear 0)) (end :a 2 start))) "it begins with what empties it")
    (is (= {:wrong :no-copy, :reader :a, :change 0} (first (:errors (judged (put 1 1) (anew :a 1 start [0]) (end :a 2 start)))))))
  (testing "what was not given to the end is told again"
    (is (= [] (wrong (put 1 1) (begun-anew :a 1 start [0]) (anew :a 2 start [0] (clear 0) (p 1 1)) (put 1 2) (end :a 3 start (p 1 2)))))
    (is (= [] (wrong (put 1 1) (begun-anew :a 1 start [0] (clear 0)) (anew :a 2 start [0] (clear 0) (p 1 1)) (put 1 2) (end :a 3 start (p 1 2)))))
    (is (= [] (wrong (put 1 1) (begun-anew :a 1 start [0] (clear 0)) (begun-anew :a 2 start [0]) (anew :a 3 start [0] (clear 0) (p 1 1)) (end :a 4 start))))
    (is (= [] (wrong (put 1 1) (put 11 1) (begun-anew :a 1 start [0 1] (clear 0) (p 1 1) (clear 1)) (anew :a 2 start [1] (clear 1) (p 11 1)) (put 1 2)
                     (end :a 3 start (p 1 2)))) "the first one was given")
    (is (= [] (wrong (put 1 1) (begun-anew :a 1 start [0] (clear 0)) (anew :a 2 start [0 1] (clear 0) (p 1 1) (clear 1)) (end :a 3 start))) "with others"))
  (testing "or was not"
    (is (= [:not-told-again :missing] (wrong (put 1 1) (begun-anew :a 1 start [0]) (end :a 2 start) (end :b 1 start (p 1 1)))))
    (is (= [:not-told-again :missing] (wrong (put 1 1) (begun-anew :a 1 start [0] (clear 0) (p 1 1)) (end :a 2 start) (end :b 1 start (p 1 1)))) "the last one")
    (is (= [:not-told-again] (wrong (put 1 1) (begun-anew :a 1 start [0 1] (clear 0) (p 1 1) (clear 1)) (anew :a 2 start [2] (clear 2)) (end :a 3 start)
                                    (end :b 1 start (p 1 1)))))
    (is (= {:wrong :not-told-again, :reader :a, :change 1}
           (first (:errors (judged (put 1 1) (begun-anew :a 1 start [1 0] (clear 1) (clear 0)) (begun-anew :a 2 start [0 1] (clear 0))
                                   (anew :a 3 start [0] (clear 0)) (end :a 4 start))))))
    (is (= [:not-told-again :missing]
           (wrong (put 1 1) (poll* {:reader :a, :n 1, :after start, :steps [{:told [0], :restarted [], :complete? false} {:changes []}], :caught-up? true})
                  (end :b 1 start (p 1 1)))) "by the same poll"))
  (testing "one that is made anew goes on where that one was"
    (is (= [] (wrong (put 1 1) (put 1 2) (poll :a 1 start (p 1 1)) (begun-anew :a 2 start [0] (clear 0)) (end :b 1 [:a 2] (p 1 2)))) "another member knows")
    (is (= [:missing] (wrong (put 1 1) (put 1 2) (poll :a 1 start (p 1 1)) (begun-anew :a 2 start [0] (clear 0)) (end :b 1 [:a 2]) (end :c 1 [:a 1] (p 1 2)))))
    (is (= [] (wrong (put 1 1) (begun-anew :a 1 start [0] (clear 0)) (anew :b 1 [:a 1] [0] (clear 0) (p 1 1)) (put 1 2) (end :b 2 [:a 1] (p 1 2))))))
  (is (= [:invented :not-told-again :missing] (wrong (put 1 1) (begun-anew :a 1 start [0] (clear 0) (p 1 7)) (end :a 2 start) (end :b 1 start (p 1 1))))))

(deftest writes-that-are-lost
  (let [w    (fn [& parts] (filter #{:lost :other-value :invented} (apply wrong parts)))
        now  (poll* {:reader :b, :n 1, :after :now, :steps []})]
    (testing "by the whole cluster, when all readers have begun anew"
      (is (= [:lost] (w (put 1 1) (put 1 2) (poll :a 1 start (p 1 1) (p 1 2)) (anew :a 2 start [0] (clear 0)) (found 1 nil true) (end :a 3 start))))
      (is (= [:lost] (w (put 1 1) (poll :a 1 start (p 1 1)) now (found 1 nil true) (end :b 2 :now))))
      (is (= [:lost] (w (put 1 1) (put 1 2) (poll :a 1 start (p 1 1) (p 1 2)) (anew :a 2 start [0] (clear 0) (p 1 1)) (found 1 1 true) (end :a 3 start)))))
    (testing "nothing"
      (is (= [:lost] (w (put-new 1 1) (found 1 nil true))))
      (is (= [] (w (put-new 1 1) (found 1 nil))) "others judge reads before the end")
      (is (= [] (w (put 1 1) (removal 1) (found 1 nil true))))
      (is (= [:lost] (w (put 1 1) (removal 1) (put 1 2) (found 1 nil true))) "a put after the removal")
      (is (= [] (w (put 1 1) [1 :invoke :remove [1 9]] (put 1 2) [1 :info :remove [1 9]] (found 1 nil true))) "a removal without an answer")
      (is (= [] (w [1 :invoke :remove [1 9]] (put 1 1) [1 :ok :remove [1 9]] (found 1 nil true))) "one at the same time")
      (is (= [:lost] (w (put 1 1) (failed :remove 1 9) (found 1 nil true))))
      (is (= [:lost] (w (put 1 1) (found 1 nil true) (removal 1))) "the removal comes later")
      (is (= [] (w [2 :invoke :read [1 nil] true] (put 1 1) [2 :ok :read [1 nil] true])) "so does the put")
      (is (= [] (w (open 1 1) (failed :put 1 2) (found 1 nil true))))
      (is (= [] (w (put 2 1) (found 1 nil true))) "a key that never was"))
    (testing "something older"
      (is (= [:lost] (w (put 1 1) (put 1 2) (found 1 1 true))))
      (is (= [:lost] (w (put 1 1) (removal 1) (found 1 1 true))))
      (is (= [] (w (put 1 1) (put 1 2) (found 1 2 true))))
      (is (= [] (w [0 :invoke :put [1 1]] (put* 1 [1 2]) [0 :ok :put [1 1]] (found 1 2 true))) "at the same time")
      (is (= [] (w (put 1 1) (open 1 2) (found 1 1 true))))
      (is (= [] (w (open 1 2) (put 1 1) (found 1 2 true))) "one without an answer comes late")
      (is (= [] (w (put 1 1) (failed :put 1 2) (found 1 1 true)))))
    (testing "something that nobody has put"
      (is (= [:invented] (w (put 1 1) (found 1 7 true))))
      (is (= [:invented] (w (put 1 1) (found 1 :torn true))))
      (is (= [:invented] (w (put 1 1) (failed :put 1 2) (found 1 2 true))))
      (is (= [:invented] (w (put 1 1) (found 1 2 true) (put 1 2)))))
    (is (= {:wrong :lost, :op [1 nil], :change [1 1]}
           (update (first (:errors (judged (put 1 1) (found 1 nil true)))) :op :found)))))

(deftest last-questions
  (let [both [[0 :invoke :put [1 1]] [1 :invoke :put [1 2]] [0 :ok :put [1 1]] [1 :ok :put [1 2]]]]
    (is (= [] (wrong both (found 1 2 true) (end :a 1 start (p 1 1) (p 1 2)))))
    (is (= [:other-value] (wrong both (found 1 1 true) (end :a 1 start (p 1 1) (p 1 2)))))
    (is (= [] (wrong both (found 1 1) (end :a 1 start (p 1 1) (p 1 2)))) "others judge reads before the end")
    (is (= [] (wrong (put 1 1) (removal 1) (found 1 nil true) (end :a 1 start (p 1 1) (r 1)))))
    (is (= [:other-value] (wrong (open 1 2) (put 1 1) (removal 1) (found 1 2 true) (end :a 1 start (p 1 2) (p 1 1) (r 1)))))
    (is (= [:lost] (wrong (put 1 1) (put 1 2) (found 1 1 true) (end :a 1 start (p 1 1) (p 1 2)))) "said once")
    (is (= [:lost] (wrong (put 1 1) (removal 1) (found 1 1 true) (end :a 1 start (p 1 1) (r 1)))))
    (is (= [:lost] (wrong (put 1 1) (found 1 nil true) (end :a 1 start (p 1 1)))))
    (is (= [] (wrong (found 1 nil true) (put 2 1) (end :a 1 start (p 2 1)))) "a key that never was")
    (is (= [] (wrong (put 1 1) (open 1 2) (found 1 1 true) (end :a 1 start (p 1 1) (p 1 2)))) "one without an answer came between")
    (is (= [] (wrong (put 1 1) [1 :invoke :remove [1 9]] (found 1 1 true) (end :a 1 start (p 1 1) (r 1)))))
    (testing "of readers that have a copy"
      (let [w (fn [n & copy] (wrong both (found 1 n true) (apply anew :a 1 start [0] (clear 0) copy) (end :a 2 start)
                                    (poll :b 1 start (p 1 1) (p 1 2))))]
        (is (= [] (w 2 (p 1 2))))
        (is (= [:other-value] (w 1 (p 1 2))))
        (is (= [:other-value] (w 2)))
        (is (= [:lost] (w nil)))
        (is (= [:lost] (w nil (p 1 2))))))))

(deftest what-says-nothing
  (is (= :unknown (:valid? (judged))))
  (is (= :unknown (:valid? (judged (put 1 1) (poll :a 1 start (p 1 1))))) "nobody has caught up")
  (is (true? (:valid? (judged (put 1 1) (end :a 1 start (p 1 1))))))
  (testing "a reader that has not caught up in the end"
    (let [v (fn [& parts] ((juxt :valid? :behind) (apply judged (put 1 1) (end :a 1 start (p 1 1)) parts)))]
      (is (= [:unknown [4]] (v [4 :invoke :poll nil true] [4 :ok :poll {:reader :b, :n 1, :after start, :steps [], :caught-up? false} true])))
      (is (= [:unknown [4]] (v [4 :invoke :poll nil true] [4 :fail :poll nil true])) "without an answer")
      (is (= [:unknown [4 5]] (v [5 :invoke :poll nil true] [4 :invoke :poll nil true])))
      (is (= [true []] (v [4 :invoke :poll nil true] [4 :fail :poll nil true]
                          [4 :invoke :poll nil true] [4 :ok :poll {:reader :b, :n 1, :after :now, :steps [{:changes []}], :caught-up? true} true])))
      (is (= [true []] (v [4 :invoke :poll nil] [4 :fail :poll nil])) "it is not the end")
      (is (= [false [4]] (v (found 1 nil true) [4 :invoke :poll nil true])))))
  (is (= [] (wrong (put 1 1) [3 :invoke :poll nil] [3 :fail :poll nil] (end :a 1 start (p 1 1)) [:nemesis :info :start-kill nil]))))

(deftest what-is-told
  (let [told (judged (put 1 1) (open 1 2) (failed :put 1 3) (poll :a 1 start (p 1 1)) (anew :a 2 start [0 1] (clear 0) (p 1 1) (clear 1)) (end :a 3 start)
                     (end :b 1 start (p 1 1)) (poll :c 1 [:a 1]))]
    (is (= {:valid? true, :acknowledged 1, :shown 1, :readers 3, :caught-up 2, :gaps 2, :unseen [], :behind [], :errors [], :error-count 0
            :looked-at {:operations 8, :reads 5}}
           told)))
  (is (= [12 10] ((juxt :error-count (comp count :errors)) (judged (apply end :a 1 start (for [n (range 12)] [n :put n 1]))))))
  (is (= [10 [0 1]] ((juxt (comp count :unseen) (comp first :unseen))
                     (judged (for [k (range 12)] (put k 1)) (anew :a 1 start [0] (clear 0)) (end :a 2 start)))))
  (is (= {:wrong :invented, :reader :a, :change (p 1 1)} (first (:errors (judged (end :a 1 start (p 1 1))))))))
