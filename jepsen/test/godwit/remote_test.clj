(ns godwit.remote-test
  (:require [clojure.java.io :as io]
            [clojure.test :refer [deftest is]]
            [godwit.remote :as remote]
            [jepsen.control.core :as control])
  (:import (java.nio.file Files)
           (java.nio.file.attribute FileAttribute)))

(deftest commands-on-this-machine
  (let [r (control/connect (remote/local) {:host "n1"})]
    (is (= {:cmd "echo a; echo b >&2; exit 3", :exit 3, :out "a\n", :err "b\n"}
           (control/execute! r {} {:cmd "echo a; echo b >&2; exit 3"})))
    (is (= "in" (:out (control/execute! r {} {:cmd "cat", :in "in"}))))
    (is (nil? (control/disconnect! r)))))

(deftest namespaces
  (is (= ["/bin/sh" "-c" "ls"] (remote/wrap nil "ls")))
  (is (= ["ip" "netns" "exec" "n3" "/bin/sh" "-c" "ls"] (remote/wrap "n3" "ls")))
  (is (= "n3" (:namespace (control/connect (remote/netns) {:host "n3"}))))
  (is (nil? (:namespace (control/connect (remote/local) {:host "n3"})))))

(deftest files
  (let [dir (.toFile (Files/createTempDirectory "remote" (make-array FileAttribute 0)))
        a   (io/file dir "a")
        b   (io/file dir "sub" "b")]
    (spit a "text")
    (control/upload! (remote/local) {} [(str a)] (str b) {})
    (is (= "text" (slurp b)))
    (control/download! (remote/local) {} (str b) (str dir) {})
    (is (= "text" (slurp (io/file dir "b"))) "into a directory")
    (is (thrown? java.io.FileNotFoundException
                 (control/download! (remote/local) {} (str (io/file dir "none")) (str b) {})))))
