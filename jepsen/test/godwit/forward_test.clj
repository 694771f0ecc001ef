(ns godwit.forward-test
  (:require [clojure.test :refer [deftest is]]
            [godwit.forward :as forward]))

(deftest where-a-bound-client-dials
  (is (= {"b:1" "h:5802", "c:1" "h:5803"} (forward/via "h" ["a:1" "b:1" "c:1"] "a:1")) "its own node by the same way as ever")
  (is (= ["-cp" "g.jar" "io.godwit.lab.PortForwarder" "h:5802=b:1" "h:5803=c:1"]
         (take-last 5 (forward/words "g.jar" "h" ["a:1" "b:1" "c:1"] "a:1")))))

(deftest forwarders-that-do-not-listen
  (with-open [server (java.net.ServerSocket. 0 1 (java.net.InetAddress/getLoopbackAddress))]
    (let [there (str "127.0.0.1:" (.getLocalPort server))]
      (is (forward/listens? there))
      (is (not (forward/listens? "127.0.0.1:1")))
      (is (nil? (forward/await-listening! [there])))
      (with-redefs [godwit.wait/until (fn [_ _ f] (f))]
        (is (thrown? Exception (forward/await-listening! [there "127.0.0.1:1"])))))))

(deftest a-forwarder-is-started-and-ended
  (let [log (java.io.File/createTempFile "forward" ".log")
        p   (forward/start! ["env"] "/bin/sh" (str log) ["-c" "echo here; exec sleep 60"])]
    (forward/stop! p)
    (is (not (.isAlive p)))))
