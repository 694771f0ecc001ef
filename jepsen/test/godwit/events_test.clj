(ns godwit.events-test
  (:require [clojure.java.io :as io]
            [clojure.test :refer [deftest is testing]]
            [godwit.events :as events]
            [jepsen.store :as store])
  (:import (java.nio.file Files)
           (java.nio.file.attribute FileAttribute)))

(def head
  (str "{\"format\":\"godwit-events\",\"version\":4,\"member\":2,\"life\":1,\"began\":\"restart\",\"founders\":[1,2,3],"
       "\"control\":{\"term\":3,\"voting\":[0,1,[1,2]],\"committed\":{\"0\":[3,1,0,0,[1,2,3],[1,2],0,4]}},"
       "\"data\":{\"status\":\"up\",\"replicas\":{\"0\":{\"view\":[3,1,[1,2,3],[1,2],0,4]}}}}"))

(deftest lines
  (is (= {:s (bit-shift-left 1 32), :began "restart", :term 3, :committed {0 [[3 1] [1 2 3] 0 4]}, :views {0 [[3 1] [1 2 3] 0 4]}}
         (events/act head)))
  (is (= {:s 12, :action "HandleCommit", :committed {4 [[2 7] [1 2] 3 0]}}
         (events/act "{\"s\":12,\"a\":\"HandleCommit\",\"f\":3,\"d\":{\"committed\":{\"4\":[2,7,1,6,[1,2],[1,2],3,0],\"5\":null}}}")))
  (is (= {:s 3, :action "BecomeMaster", :term 2, :role "master"} (events/act "{\"s\":3,\"a\":\"BecomeMaster\",\"d\":{\"term\":2,\"role\":\"master\"}}")))
  (is (= {:s 4, :action "Activate", :views {0 [[1 9] [2 4] 0 0]}}
         (events/act "{\"s\":4,\"a\":\"Activate\",\"d\":{\"replicas\":{\"0\":{\"view\":[1,9,[2,4],[2],0,0],\"log\":[0]},\"1\":{\"log\":[2]}}}}")))
  (is (nil? (events/act "{\"s\":4,\"a\":\"Write\",\"p\":0,\"l\":[1,0,1]}")))
  (is (nil? (events/act "{\"s\":4,\"a\":\"HandleAccept\",\"d\":{\"accepted\":{\"4\":[2,7,1,6,[1,2],[1,2],0,0]}}}")) "what is only accepted")
  (is (nil? (events/act "{\"end\":4,\"dropped\":0,\"control\":{\"term\":3},\"data\":{}}")) "the last state is no event"))

(defn- directory [] (.toFile (Files/createTempDirectory "events" (make-array FileAttribute 0))))

(deftest logs-that-are-being-written
  (let [dir    (directory)
        places (atom {})
        file   (io/file dir "more" "member-2-1.ndjson")
        read!  #(events/read! (events/local dir) places)
        line   #(str "{\"s\":" % ",\"a\":\"Write\",\"p\":0}\n")]
    (io/make-parents file)
    (is (= {} (read!)))
    (spit file (str head "\n" (line 7) (line 8) "{\"s\":9,\"a\":" (apply str (repeat 70000 (char 0)))))
    (spit (io/file dir "other.ndjson") (line 3))
    (let [all (read!)]
      (is (= [[2 1]] (keys all)))
      (is (= [7 8 1] ((juxt :from :to (comp count :acts)) (all [2 1]))))
      (is (= {"member-2-1.ndjson" (count (str head "\n" (line 7) (line 8)))} @places)))
    (is (= {} (read!)) "a line that has not ended is left for later")
    (spit file (str head "\n" (line 7) (line 8) (line 9) (apply str (repeat 9000 (line 10)))))
    (is (= [9 10] ((juxt :from :to) ((read!) [2 1]))))
    (is (= {} (read!)))))

(deftest rounds-of-a-run
  (let [dir (directory)
        log (fn [text] (spit (io/file dir "member-1-0.ndjson") text :append true))
        rec (events/recorder (events/local dir))]
    (is (nil? (events/begin!)) "members write no logs")
    (is (nil? (events/end! true)))
    (binding [events/*recorder* rec]
      (log "{\"s\":1,\"a\":\"BecomeMaster\",\"d\":{\"term\":2,\"role\":\"master\"}}\n")
      (events/begin!)
      (log "{\"s\":2,\"a\":\"CommitProposal\",\"d\":{\"committed\":{\"4\":[2,7,1,6,[1,2],[1,2],0,0]}}}\n")
      (events/mark! :killed)
      (log "{\"s\":3,\"a\":\"Write\"}\n")
      (is (= 0 (events/end! true)))
      (is (= [[:known nil nil 0] [:begun 1 1 1] [:killed 2 2 1] [:ended 3 3 0]]
             (for [{:keys [mark lives]} @(:segments rec), :let [{:keys [from to acts]} (lives [1 0])]] [mark from to (count acts)])))
      (events/begin!)
      (is (= 1 (events/end! false)))
      (testing "a round begins with what all knew before"
        (is (= {:s 0, :term 2, :role "master", :committed {4 [[2 7] [1 2] 0 0]}} (-> @(:segments rec) first :lives (get [1 0]) :acts first)))))
    (with-redefs [store/path! (fn [_ name] (str (io/file dir name))), store/path (fn [_ name] (str (io/file dir name)))]
      (is (= {} (events/of-run {})))
      (events/write! rec {})
      (is (= {0 (first @(:rounds rec))} (events/of-run {})) "the second is no evidence"))))
