(defproject io.godwit/godwit-jepsen "0.1.0"
  :description "A Jepsen suite for Godwit's real cluster."
  :min-lein-version "2.9.0"
  :dependencies [[org.clojure/clojure "1.12.4"]
                 [org.clojure/data.json "2.5.1"]
                 [jepsen "0.3.11"]
                 ; The baseline of --system hazelcast.
                 [com.hazelcast/hazelcast "5.7.0"]]
  ; The client and the command line of this checkout, which ./godwit builds.
  :resource-paths ["impl/tools/target/godwit.jar"]
  :source-paths ["jepsen/src"]
  :test-paths ["jepsen/test"]
  :target-path "out/jepsen-target"
  :main godwit.cli
  :jvm-opts ["-Xmx1g" "-Djava.awt.headless=true" "-server"])
