(ns godwit.run-tests
  "Runs the unit tests of the suite: for ./godwit, which has no Leiningen, or does not need it. The last line is the count."
  (:require [clojure.test :as test]))

(def pure
  "Those that need nothing but Clojure."
  '[godwit.bound-test godwit.changes-test godwit.disks-test godwit.evidence-test godwit.facts-test godwit.lifetimes-test godwit.proof-test godwit.schedule-test godwit.stored-test])

(def others
  '[godwit.aimed-test godwit.archive-test godwit.campaign-test godwit.checker-test godwit.client-test godwit.clocks-test godwit.composition-test
    godwit.core-test godwit.db-test godwit.events-test godwit.export-test godwit.forward-test godwit.hot-test godwit.lab-test godwit.membership-test godwit.nemesis-test godwit.net-test
    godwit.nodes-test godwit.process-test godwit.rates-test godwit.rejoin-test godwit.remote-test godwit.rounds-test
    godwit.states-test godwit.table-test godwit.wait-test godwit.watch-test godwit.workload.mixed-test godwit.workload.workloads-test])

(defn -main
  "which: pure, or nothing for all."
  [& [which]]
  (let [namespaces (if (= "pure" which) pure (concat pure others))
        _          (apply require namespaces)
        {:keys [pass fail error]} (apply test/run-tests namespaces)]
    (println "jepsen suite:" pass "passed," (+ fail error) "failed")
    (shutdown-agents)
    (System/exit (if (zero? (+ fail error)) 0 1))))
