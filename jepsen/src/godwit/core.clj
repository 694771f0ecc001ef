(ns godwit.core
  "Puts a test together."
  (:require [clojure.string :as str]
            [godwit.archive :as archive]
            [godwit.checker :as checks]
            [godwit.client :as client]
            [godwit.compose :as compose]
            [godwit.db :as db]
            [godwit.forward :as forward]
            [godwit.hazelcast :as hazelcast]
            [godwit.lab :as lab]
            [godwit.membership :as membership]
            [godwit.nemesis :as nemesis]
            [godwit.events :as events]
            [godwit.net :as net]
            [godwit.nodes :as nodes]
            [godwit.process :as process]
            [godwit.rejoin :as rejoin]
            [godwit.remote :as remote]
            [godwit.rounds :as rounds]
            [godwit.workload.append :as append]
            [godwit.workload.bank :as bank]
            [godwit.workload.changes :as changes]
            [godwit.workload.counter :as counter]
            [godwit.workload.expiry :as expiry]
            [godwit.workload.large :as large]
            [godwit.workload.mixed :as mixed]
            [godwit.workload.register :as register]
            [godwit.workload.scan :as scan]
            [godwit.workload.set :as set-workload]
            [jepsen.checker :as checker]
            [jepsen.checker.timeline :as timeline]
            [jepsen.generator :as gen]
            [jepsen.nemesis :as jnemesis]
            [jepsen.nemesis.combined :as combined]
            [jepsen.net :as jnet]
            [jepsen.random :as rand]
            [jepsen.tests :as tests]))

(def workloads
  {:register register/workload
   :set      set-workload/workload
   :append   append/workload
   :counter  counter/workload
   :scan     scan/workload
   :large    large/workload
   :bank     bank/workload
   :expiry   expiry/workload
   :changes  changes/workload})

(defn workloads-of
  "The names of those that a system can have. The classic protocol knows no lifetimes, and only Godwit's members tell what changes."
  [system]
  (reduce disj (set (keys workloads)) (case system :hazelcast [:changes], :classic [:changes :expiry], [])))

(defn workload-for
  "The workload that options ask for: one, or several at once."
  [{:keys [workload clients] :as opts}]
  (if (coll? workload)
    (mixed/mixture (into {} (map (fn [w] [w ((workloads w) opts)])) workload) clients)
    ((workloads workload) opts)))

(def least-clients
  "How many clients a workload has at least, unless the options say otherwise."
  8)

(defn with-clients
  "How many clients each workload of a test has (:clients), and all together (:concurrency). :per-workload: what was asked for, such as
  \"10\" or \"3n\", three for each node."
  [{:keys [per-workload nodes workload] :as opts}]
  (let [several? (coll? workload)
        number   (fn [text]
                   (let [[_ digits n] (re-matches #"(\d+)(n?)" text)]
                     (cond-> (parse-long digits) (= "n" n) (* (count nodes)))))
        clients  (if per-workload (number per-workload) (max least-clients (number (if several? "2n" "4n"))))]
    (assoc opts :clients clients, :concurrency (cond-> clients several? (* (count workload))))))

(defn connect
  "Opens stores for nodes of the lab that runs."
  [handle timeout-ms]
  (fn [_ node bound?]
    (let [running @handle]
      (client/godwit (if bound? (lab/bound-spec running node) (lab/client-spec running))
                     (get-in (lab/members running) [node :address])
                     timeout-ms))))

(defn generator
  "The run, then the end of all faults, then the workload's last questions."
  [{:keys [rate time-limit settle]} workload package]
  (let [last-questions (:final-generator workload)]
    (gen/phases
      (->> (:generator workload)
           (gen/stagger (/ rate))
           (gen/nemesis (:generator package))
           (rounds/until-shown time-limit (:required package)))
      (gen/nemesis (:final-generator package))
      (when last-questions
        ; Each question is asked again until it is answered: but not without end.
        (gen/time-limit (or settle 60) (gen/clients last-questions))))))

(defn test-name [{:keys [system workload faults durable mutant]}]
  (str/join " " [(str (name system) (when mutant (str " without " (last (str/split mutant #"/")))))
                 (if (coll? workload) (str/join "+" (map name workload)) (name workload))
                 (if (seq faults) (str/join "," (map name faults)) "none")
                 (if durable "durable" "memory")]))

(defn- common-checkers
  "Those that every run has."
  [workload package]
  {:workload   (:checker workload)
   :stats      (compose/looking (checks/stats))
   :exceptions (compose/looking (checker/unhandled-exceptions))
   :perf       (compose/looking (checker/perf {:nemeses (:perf package)}))
   :timeline   (compose/looking (timeline/html))})

(defn lab-test
  "A test of Godwit on the lab."
  [{:keys [nodes workload faults seed durable partitions backups spare jar dir interval time-limit timeout
           trace root net mutant old-jar heartbeat leases lease-time clock-drift only] :as opts}]
  (let [handle   (atom nil)
        dir      (or dir (str (db/scratch) "/cluster"))
        clocks   (when (:clock faults) (db/scratch))
        disks    (when (:disks opts) (db/scratch))
        workload* (workload-for opts)
        traces   (str dir "/traces")
        check    ["java" "-Xmx1g" (str "-Dgodwit.root=" root) "-jar" jar "trace" "check" "--workers" "1"]
        following (atom nil)
        package  (nemesis/package {:handle handle, :read-logs (fn [_] (events/local traces)), :faults faults, :seed seed, :durable durable
                                   :net net, :disks disks, :only only, :interval interval, :time-limit time-limit})]
    (merge tests/noop-test
           (dissoc opts :dir)
           {:name      (test-name opts)
            :event-logs (boolean trace)
            :clocks    clocks
            :disks     disks
            :remote    (remote/local)
            :ssh       {:dummy? false}
            :net       (net/lab-net handle (or net :relays))
            :db        (db/lab-db handle {:jar jar, :dir dir, :nodes nodes, :spare spare, :partitions partitions
                                          :backups backups, :durable durable, :disks disks, :trace trace, :net net
                                          :mutant mutant, :max-version (when (and (:upgrade faults) (not old-jar)) 6), :old-jar old-jar, :heartbeat heartbeat, :leases leases, :lease-time lease-time, :clock-drift clock-drift, :clocks clocks
                                          :follow (into ["nice"] (conj check "--follow")), :following following})
            :client    (client/client (connect handle timeout) (:setup! workload*) (:apply! workload*))
            :nemesis   (:nemesis package)
            :generator (rand/with-seed seed (generator opts workload* package))
            :required  (:required package)
            :together  (:together package)
            :plot      {:nemeses (:perf package)}
            :checker   (compose/run
                         (cond-> (merge (common-checkers workload* package)
                                        {:stamps (checks/stamps)
                                         :modes  (checks/modes (:required package))
                                         :logs   (checks/logs nil)})
                           (:state faults) (assoc :states (checks/states))
                           trace (assoc :conformance (checks/conformance check traces following))))})))

(defn store-of
  "Opens stores for nodes that are processes of their own."
  [system nodes timeout-ms]
  (fn [_ node bound?]
    (let [addresses (map process/address nodes)
          own       (process/address node)]
      (case system
        ; The classic protocol's members speak with Godwit's clients.
        (:godwit :classic)
        (client/godwit {:cluster "jepsen", :addresses addresses, :via (if bound? (forward/via node addresses own) {})} own timeout-ms)
        ; A member of Hazelcast forwards what is asked of it: its client need not reach others to be of the bound kind.
        :hazelcast
        (hazelcast/hazelcast (if bound? [own] addresses) bound? timeout-ms)))))

(defn- aimed-package
  "The faults of nodes that wait for windows."
  [{:keys [seed durable interval time-limit]}]
  (let [handle (atom nil)]
    (update (nemesis/package {:handle handle, :read-logs nodes/event-logs, :faults #{:kill :pause}, :only nodes/modes
                              :seed seed, :durable durable, :interval interval, :time-limit time-limit})
            :nemesis #(nodes/aimed handle %))))

(defn process-test
  "A test of Godwit or of the baseline, one process for each node: network namespaces, or SSH. Faults are Jepsen's own, or aimed."
  [{:keys [nodes driver system workload faults seed interval time-limit timeout dir] :as opts}]
  (let [dir       (or dir (str (db/scratch) "/nodes"))
        workload* (workload-for opts)
        db        (process/->ProcessDB)
        choice    {:db db, :nodes nodes, :faults faults, :interval interval
                   :partition {:targets [:one :majority :majorities-ring]}
                   :kill      {:targets [:one]}
                   :pause     {:targets [:one]}}
        aimed?    (boolean (:aimed faults))
        package   (if aimed?
                    (aimed-package opts)
                    ; Not Jepsen's whole package: that installs tools for faults of files and clocks, too.
                    (-> (combined/compose-packages (cond-> [(combined/partition-package choice) (combined/db-package choice)]
                                                     (:rejoin faults)     (conj (rejoin/package opts))
                                                     (:membership faults) (conj (membership/package opts))))
                        (update :nemesis #(jnemesis/compose [% (process/->Converge 60000)]))
                        (update :final-generator vector {:type :info, :f :converge, :value nil})))]
    (merge tests/noop-test
           (assoc opts :dir dir)
           {:name      (str (test-name opts) " " (name driver))
            :net       jnet/iptables
            :db        db
            :client    (client/client (store-of system nodes timeout) (:setup! workload*) (:apply! workload*))
            :nemesis   (:nemesis package)
            :event-logs aimed?
            :required  (:required package)
            :generator (rand/with-seed seed
                         (generator opts workload* (cond-> package (empty? faults) (dissoc :generator))))
            :plot      {:nemeses (:perf package)}
            :checker   (compose/run
                         (cond-> (common-checkers workload* package)
                           aimed? (assoc :modes (checks/modes (:required package)))
                           ; The baselines have no stamps to compare, and their logs have words of their own.
                           (= :godwit system) (assoc :stamps (checks/stamps)
                                                     :logs   (checks/logs nil))))}
           (when (= :netns driver)
             {:remote (remote/netns)
              :ssh    {:dummy? false}}))))

(defn godwit-test
  "A Jepsen test from the options of the command line."
  [{:keys [driver] :as opts}]
  (assoc (if (= :lab driver) (lab-test opts) (process-test opts))
         :options (select-keys opts archive/options)))
