(ns godwit.cli
  "The command line: test, test-all, mutants, analyze, table, serve. ./godwit jepsen calls it."
  (:gen-class)
  (:require [clojure.java.io :as io]
            [clojure.string :as str]
            [godwit.analyze :as analyze]
            [godwit.archive :as archive]
            [godwit.campaign :as campaign]
            [godwit.checker :as checks]
            [godwit.core :as core]
            [godwit.expected :as expected]
            [godwit.needs :as needs]
            [godwit.netns :as netns]
            [godwit.rates :as rates]
            [godwit.schedule :as schedule]
            [godwit.table :as table]
            [jepsen.cli :as cli]
            [jepsen.core :as jepsen]
            [jepsen.store :as store]
            [jepsen.util :as util]))

(defn root [] (or (System/getProperty "godwit.root") "."))

(defn- number [text] (try (Long/parseLong text) (catch NumberFormatException _ nil)))
(defn- positive [text] (let [n (number text)] (when (and n (pos? n)) n)))

(defn- share [text] (let [n (parse-double text)] (when (and n (<= 0 n 1)) n)))

(defn- option-number [long-name what default]
  [nil long-name what
   :default default
   :parse-fn positive
   :validate [some? "Must be a number from 1."]])

(defn hazelcast-jar
  "The jar of Hazelcast on the class path, or nil."
  []
  (first (filter #(re-find #"hazelcast-\d[\d.]*\.jar$" %)
                 (str/split (System/getProperty "java.class.path") #":"))))

(def options
  [(option-number "--rate HZ" "Operations a second, all clients together." 200)
   (option-number "--interval SECONDS" "How long a fault lasts, about." 8)
   (option-number "--ops-per-key N" "Operations on a cold key of register, large and append before another takes its place; a hot one has four times as many." 150)
   [nil "--concurrency NUMBER" "Clients of each workload; with an n behind it, so many for each node. Without it four for each node, two with several workloads, at least eight."
    :parse-fn #(re-matches #"[1-9]\d*n?" %)
    :validate [some? "Must be a number from 1, with or without an n behind it."]]
   [nil "--bound SHARE" "Share of the clients that are bound to a node and cut off together with it; the others know all nodes."
    :default 0.5
    :parse-fn share
    :validate [some? "Must be a number from 0 to 1; --bound alone, which meant clients that reach one node only, is no more."]]
   [nil "--readers N" "How many of the clients of register only read."
    :default 0
    :parse-fn number
    :validate [#(and % (not (neg? %))) "Must be a number from 0."]]
   (option-number "--partitions N" "Partitions of the cluster." 31)
   (option-number "--backups N" "Copies beside the primary." 2)
   (option-number "--spare N" "Members that may join during the run." 2)
   (option-number "--settle SECONDS" "How long the members may take to converge when everything is mended." 60)
   (option-number "--timeout MS" "How long a client tries one write; a read, half a second." 1000)
   [nil "--nemesis FAULTS" (str "Comma-separated: none, all, " (str/join ", " (map name schedule/known)) ".")
    :id :faults
    :default #{}
    :parse-fn #(try (schedule/parse %) (catch IllegalArgumentException _ nil))
    :validate [some? (str "Must be of none, all, " (str/join ", " (map name schedule/known)))]]
   [nil "--modes MODES" "Only these modes of the faults, with commas (lab)."
    :id :only
    :parse-fn #(into #{} (map keyword) (str/split % #"\s*,\s*"))]
   [nil "--seed X" "Draws the faults. Without it a new one, which the test's map records."
    :default-fn (fn [_] (rand-int Integer/MAX_VALUE))
    :parse-fn number
    :validate [some? "Must be a whole number."]]
   [nil "--driver WHAT" "What a node is: lab, local processes on links that can be broken; netns, network namespaces (Linux and root); ssh."
    :default :lab
    :parse-fn keyword
    :validate [#{:lab :netns :ssh} "Must be lab, netns or ssh."]]
   [nil "--system NAME" "What is tested: godwit, or hazelcast as a baseline (with --driver netns or ssh)."
    :default :godwit
    :parse-fn keyword
    :validate [#{:godwit :hazelcast} "Must be godwit or hazelcast."]]
   [nil "--protocol NAME" "What Godwit's members run: quorum, or classic as a baseline (on network namespaces, or with --driver ssh)."
    :default :quorum
    :parse-fn keyword
    :validate [#{:quorum :classic} "Must be quorum or classic."]]
   [nil "--hazelcast-jar FILE" "The jar of Hazelcast 5.7.0."
    :default-fn (fn [_] (hazelcast-jar))]
   [nil "--durable" "Members keep what survives a restart; more modes of faults."
    :default false]
   [nil "--heartbeat MS" "Between two signs of life of members; the protocol's times go with it. More for a busy machine."
    :parse-fn positive
    :validate [some? "Must be a number from 1."]]
   [nil "--leases" "Primaries answer reads alone while they hold leases (lab, without --trace)."
    :default false]
   [nil "--lease-time MS" "With --leases: for how long a member keeps a promise to a primary."
    :parse-fn positive
    :validate [some? "Must be a number from 1."]]
   [nil "--clock-drift PPM" "With --leases: how far members take clocks to deviate, in millionths."
    :parse-fn positive
    :validate [some? "Must be a number from 1."]]
   [nil "--net KIND" "What carries the lab's links: relays, or namespaces of the kernel, which loses real packets (Linux and root)."
    :default :relays
    :parse-fn keyword
    :validate [#{:relays :namespaces} "Must be relays or namespaces."]]
   [nil "--mutant NAME" "Members without a guard of the protocol, such as quorum/ReadConfirms, or with a fault in their runtime, such as durability/NoSync: to see what notices (lab)."]
   [nil "--old-jar FILE" "With the fault upgrade: Godwit's command line of an older build, which members run until they are upgraded. Without it this one, with a limit."
    :validate [#(.isFile (io/file %)) "Must be a file."]]
   [nil "--trace" "Members write event logs; afterwards they are checked against the specification (lab)."
    :default false]
   [nil "--dir DIR" "Where the lab keeps its files. Without it a new directory among the system's temporary ones."]
   [nil "--jar FILE" "Godwit's command line, which runs the lab."
    :default-fn (fn [_] (str (root) "/impl/tools/target/godwit.jar"))]])

(defn parse-workload
  "One workload, or a sorted set of several; nil if it is none."
  [text]
  (let [words (if (= "all" text) (keys core/workloads) (map keyword (str/split text #"\s*,\s*")))]
    (when (every? core/workloads words)
      (if (next words) (into (sorted-set) words) (first words)))))

(def workload-option
  [nil "--workload NAMES" (str (cli/one-of core/workloads) " Several, with commas, or all: at once, each with clients of its own.")
   :parse-fn parse-workload
   :validate [some? (cli/one-of core/workloads)]])

(defn- with-protocol
  "The classic protocol is a system of its own, with processes of its own: it does not run on the lab. All workloads are those that it can
  have."
  [{{:keys [protocol workload] :as options} :options :as parsed}]
  (cond-> parsed
    (= :classic protocol)
    (update :options merge {:system :classic} (when (= :lab (:driver options)) {:driver :netns}))
    (and (= :classic (:protocol options)) (= :hazelcast (:system options)))
    (update :errors (fnil conj []) "--protocol classic is one of Godwit's, not of Hazelcast's")))

(defn- with-workloads
  "All workloads are those that the system can have; one that it cannot have is an error."
  [{{:keys [system workload]} :options :as parsed}]
  (let [able  (core/workloads-of system)
        lacks (when-not (= workload (core/workloads-of :godwit))
                (sort (remove able (if (coll? workload) workload (some-> workload list)))))]
    (cond-> parsed
      (coll? workload) (update-in [:options :workload] #(into (sorted-set) (filter able) %))
      (seq lacks)      (update :errors (fnil conj [])
                               (str "--workload: " (str/join ", " (map name lacks)) " is not for "
                                    (if (= :classic system) "the classic protocol" (name system)))))))

(defn- with-clients [{{:keys [concurrency]} :options :as parsed}]
  (-> parsed
      (update-in [:options :concurrency] #(or % "1n"))
      cli/test-opt-fn
      (update :options #(core/with-clients (assoc % :per-workload concurrency)))))

(defn- with-all
  "The faults that all stands for. Disks that can lose power are there if one of their faults is asked for; what all leaves out because this
  machine cannot do it is told in the verdict."
  [{{:keys [driver durable faults campaign only]} :options :as parsed}]
  (let [lab?     (= :lab driver)
        damaged? (and (contains? faults :restart) (contains? only :damaged))
        all?     (and lab? (or (:all faults) (and campaign (empty? faults))))
        asked    (fn [modes] (some #(contains? faults %) (keys modes)))
        lacks    (fn [able? modes of] (when (and able? all? (not (asked modes))) (vec (of))))
        of-disk  (lacks durable schedule/disk-modes needs/of-disks)
        of-clock (lacks true schedule/clock-modes needs/of-clocks)
        disks?   (boolean (and lab? durable (or damaged? (asked schedule/disk-modes) (and all? (empty? of-disk)))))
        clocks?  (boolean (and all? (empty? of-clock)))
        left-out (concat (when (seq of-disk) (keys schedule/disk-modes)) (when (seq of-clock) (keys schedule/clock-modes)))]
    (cond-> (update parsed :options merge {:disks  disks?
                                           :clocks clocks?
                                           :faults (schedule/whole (or faults (sorted-set)) {:disks disks?, :clocks clocks?})})
      (seq left-out) (assoc-in [:options :left-out] {:faults (vec (sort left-out)), :missing (vec (distinct (concat of-disk of-clock)))}))))

(defn fitted
  "The options of a test, after parsing: SSH is for nodes that need it, namespaces are named by their addresses."
  [parsed]
  (let [parsed  (with-all (with-clients (with-workloads (with-protocol parsed))))
        {:keys [driver system nodes faults workload]} (:options parsed)
        options (:options parsed)]
    (cond-> (assoc-in parsed [:options :root] (root))
      (not= :ssh driver)  (update :options dissoc :ssh)
      (= :netns driver)   (assoc-in [:options :nodes] (netns/nodes (count nodes)))
      (and (= :lab driver) (not= :godwit system))
      (update :errors (fnil conj []) "--system hazelcast needs --driver netns or ssh")
      (<= (:clients options) (:readers options 0))
      (update :errors (fnil conj []) "--readers must leave a client that writes")
      (and (some schedule/disk-modes faults) (not (:durable options)))
      (update :errors (fnil conj []) "the faults disk and power-cut need --durable")
      (and (:upgrade faults) (or (not= :lab driver) (not (:durable options)) (:membership faults) (:all faults)))
      (update :errors (fnil conj []) "the fault upgrade needs --driver lab and --durable, and no new members: neither membership nor all")
      (and (:old-jar options) (not (:upgrade faults)))
      (update :errors (fnil conj []) "--old-jar needs the fault upgrade")
      (and (:only options)
           (not-every? (into #{} (map second) (schedule/modes (or faults #{}) (dissoc options :only))) (:only options)))
      (update :errors (fnil conj []) "--modes must be of those that the faults have on this cluster")
      (and (:only options) (not= :lab driver))
      (update :errors (fnil conj []) "--modes needs --driver lab")
      (and (not= :lab driver) (:mutant options))
      (update :errors (fnil conj []) "--mutant needs --driver lab")
      (and (not= :lab driver) (:trace options))
      (update :errors (fnil conj []) "--trace needs --driver lab")
      (and (= :lab driver) (or (:clock faults) (:disks options)) (not (re-find #"Linux" (System/getProperty "os.name"))))
      (update :errors (fnil conj []) "the faults clock, disk and power-cut need Linux")
      (and (not= :lab driver) (some (complement #{:partition :kill :pause :membership :rejoin :aimed}) faults))
      (update :errors (fnil conj []) "--driver netns and ssh know the faults partition, kill, pause, membership, rejoin and aimed")
      (and (:aimed faults) (or (= :lab driver) (not= :godwit system) (next faults)))
      (update :errors (fnil conj []) "the fault aimed is for Godwit, with --driver netns or ssh, and alone; on the lab, kill and pause have its modes")
      (and (:rejoin faults) (or (not= :netns driver) (= :classic system)))
      (update :errors (fnil conj []) "the fault rejoin needs --driver netns, and Godwit or Hazelcast")
      (and (= :classic system) (:durable options))
      (update :errors (fnil conj []) "the classic protocol keeps nothing: no --durable"))))

(defn need-workload [parsed]
  (cond-> parsed
    (and (not (get-in parsed [:options :workload])) (not (get-in parsed [:options :help])))
    (update :errors (fnil conj []) (str "--workload is needed. " (cli/one-of core/workloads)))))

(defn aimed-at-mutants
  "The options of mutants, which know no faults of their own."
  [{:keys [options] :as parsed}]
  (cond-> parsed
    (seq (:faults options))
    (update :errors (fnil conj []) "mutants has the faults that are aimed at each: no --nemesis")
    (or (not= :lab (:driver options)) (not= :godwit (:system options)))
    (update :errors (fnil conj []) "mutants needs --driver lab")
    (and (:mutant options) (not (rates/known? (:mutant options))))
    (update :errors (fnil conj []) (str "--mutant must be of godwit/mutants.edn: " (:mutant options) " is not"))))

(defn run-one!
  "Runs a test and prints what came out; the verdict."
  [{:keys [driver nodes] :as test}]
  (when (= :netns driver)
    (netns/up! nodes))
  (let [{:keys [results] :as done} (try (jepsen/run! test)
                                        (finally (when (= :netns driver) (netns/down! nodes))))
        revision (table/revision (or (:root test) "."))]
    (println (checks/summary done results))
    (checks/write-summary! done results revision)
    (archive/write! done revision)
    (expected/verdict results)))

(defn exit-status
  "0 if all are valid, 1 if one is invalid, 2 if one is unknown or did not end as it should, or if there is none, 4 if only evidence
  is missing. Invalid counts most."
  [verdicts]
  (cond (some false? verdicts)                          1
        (empty? verdicts)                               2
        (every? true? verdicts)                         0
        (every? #{true :too-little} verdicts)           4
        :else                                           2))

(defn- run-safely!
  "Runs a test; the verdict, :crashed if it broke."
  [test]
  (try (run-one! test)
       (catch Exception e
         (println (:name test) "broke:" (first (str/split-lines (str (.getMessage e)))))
         :crashed)))

(defn run-all!
  "Runs tests; the exit status."
  [tests]
  (exit-status (mapv run-safely! tests)))

(defn run-tests!
  "Runs the test that options ask for, as often as they ask; the exit status."
  [options]
  (run-all! (repeatedly (:test-count options 1) #(core/godwit-test options))))

(defn run-campaign!
  "Runs what is left of a campaign; the exit status that status gives for {index run}, 2 if there is one of that name with other options."
  [{:keys [campaign] :as options} kind status]
  (try
    (status
      (campaign/run! campaign options kind
                     (fn [o]
                       (let [test    (assoc (core/godwit-test o) :start-time (util/local-time))
                             verdict (run-safely! test)]
                         (cond-> {:verdict verdict}
                           (not= :crashed verdict) (assoc :directory (str (store/path test))))))))
    (catch clojure.lang.ExceptionInfo e
      (if (campaign/refused? e)
        (do (println "godwit jepsen:" (.getMessage e))
            2)
        (throw e)))))

(defn run-if-possible!
  "Runs tests if this machine and the nodes have what they need; the exit status, 3 if they have not."
  [options run!]
  (let [missing (needs/lacking options)]
    (if (seq missing)
      (do (println "godwit jepsen: missing:" (str/join ", " missing))
          3)
      (run! options))))

(defn run-every-fault!
  "Runs each workload with each fault; the exit status."
  [options]
  (run-campaign! options (campaign/every-fault (core/workloads-of (:system options))) #(exit-status (map :verdict (vals %)))))

(defn run-mutants!
  "Runs members with one fault each; the exit status."
  [options]
  (run-campaign! options (rates/campaign (keys core/workloads)) rates/exit-status))

(defn campaign-option [default]
  [nil "--campaign NAME" "Under which name the campaign and its table are kept: if it was interrupted, the same command goes on with what is left."
   :default default
   :validate [#(re-matches #"[\w.-]+" %) "Must be of letters, digits, dots, hyphens and underscores."]])

(def usage-of-analyze
  "analyze DIR: judges the run in a directory of a store again, from that directory alone.

  Exit status: that of the verdict (0 valid, 1 invalid, 2 unknown, 4 too little evidence), if summary and results are, byte for byte,
  what the run wrote; 6 if they are not, and what differs is named; 5 if the directory cannot be used: it does not exist, is no run
  that came to its end, is of another format, or a file in it is missing or changed, which is named.")

(defn analyze-run!
  "Judges a stored run again and prints what came out; the exit status."
  [run]
  (try
    (let [{:keys [verdict summary differs]} (analyze/analyze! run {:root (root), :jar (str (root) "/impl/tools/target/godwit.jar")})]
      (println summary)
      (if (seq differs)
        (do (println "godwit jepsen: not what the run wrote:" (str/join ", " differs))
            6)
        (do (println "the same, byte for byte, as the run wrote")
            (exit-status [verdict]))))
    (catch clojure.lang.ExceptionInfo e
      (if (archive/unusable? e)
        (do (println "godwit jepsen:" (.getMessage e))
            5)
        (throw e)))))

(def usage
  "Runs Jepsen against a real cluster on this machine. Exit status: 0 valid, 1 invalid, 2 unknown or broken, 3 not
  possible here, 4 too little evidence.")

(def usage-of-mutants
  "Runs members with one fault each (mutants), with the faults of the network and of processes that are aimed at it: once, and three
  times more if it was not noticed. --mutant NAME runs that one only. Exit status: 0 each was noticed, 1 one was not, 2 a run broke,
  3 not possible here.")

(defn- command [extra more-options usage run!]
  {:opt-spec (cli/merge-opt-specs cli/test-opt-spec (into (conj options workload-option) more-options))
   :opt-fn   (comp extra fitted)
   :usage    usage
   :run      (fn [{:keys [options]}] (System/exit (run-if-possible! options run!)))})

(def commands
  (merge {"test"     (command need-workload [] usage run-tests!)
          "test-all" (command identity [(campaign-option "test-all")] usage run-every-fault!)
          "mutants"  (command aimed-at-mutants [(campaign-option "mutants")] usage-of-mutants run-mutants!)
          "analyze"  {:opt-spec [[nil "--help" "Print out this message and exit"]]
                      :usage    usage-of-analyze
                      :run      (fn [{:keys [arguments]}]
                                  (System/exit (if (= 1 (count arguments))
                                                 (analyze-run! (first arguments))
                                                 (do (println usage-of-analyze) 2))))}
          "table"    {:opt-spec [[nil "--help" "Print out this message and exit"]
                                 [nil "--losses" "What clients have missed, in the runs with several workloads at once."]]
                      :usage    "table DIR...: the runs below these directories of a store, as a table in Markdown."
                      :run      (fn [{:keys [arguments options]}]
                                  (println ((if (:losses options) table/losses-table table/table)
                                            (table/rows (or (seq arguments) ["store"])))))}}
         (cli/serve-cmd)))

(defn -main [& args]
  (cli/run! commands args))
