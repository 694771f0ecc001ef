(ns godwit.core-test
  (:require [clojure.java.shell :as shell]
            [clojure.string :as str]
            [clojure.test :refer [deftest is testing]]
            [godwit.archive :as archive]
            [godwit.checker :as checks]
            [godwit.cli :as cli]
            [godwit.compose :as compose]
            [godwit.core :as core]
            [godwit.evidence :as evidence]
            [godwit.needs :as needs]
            [godwit.netns :as netns]
            [godwit.page :as page]
            [godwit.schedule :as schedule]
            [godwit.table :as table]
            [jepsen.control :as control]
            [jepsen.core :as jepsen]
            [jepsen.generator.test :as gentest]))

(def opts
  {:system :godwit, :driver :lab, :nodes ["n1" "n2" "n3" "n4" "n5"], :concurrency 5, :rate 100, :time-limit 5, :interval 1, :seed 4
   :faults (sorted-set :kill :partition), :backups 2, :partitions 31, :spare 2, :timeout 1000, :ops-per-key 20
   :clients 5, :bound 0.5, :dir "/tmp/none"})

(deftest every-workload-makes-a-test
  (doseq [w (keys core/workloads)]
    (let [t (core/godwit-test (assoc opts :workload w))]
      (is (= (str "godwit " (name w) " kill,partition memory") (:name t)))
      (is (every? some? ((juxt :client :nemesis :generator :checker :db :net) t)) (str w)))))

(deftest conformance-is-checked-where-members-write-event-logs
  (let [checkers (fn [more]
                   (with-redefs [compose/run (comp set keys)]
                     (:checker (core/godwit-test (merge opts {:workload :set, :root "/r", :jar "g.jar"} more)))))]
    (is (not (contains? (checkers {}) :conformance)))
    (is (contains? (checkers {:trace true}) :conformance))))

(deftest names
  (is (= "godwit without ReadConfirms set none memory"
         (core/test-name {:system :godwit, :workload :set, :faults #{}, :mutant "quorum/ReadConfirms"})))
  (is (= "godwit set none durable" (core/test-name {:system :godwit, :workload :set, :faults #{}, :durable true}))))

(defn- asked
  "What the generator of a test asks for, if everything succeeds in a millisecond and sleep takes its time."
  [{:keys [generator concurrency]}]
  (->> (gentest/simulate (gentest/n+nemesis-context concurrency) generator
                         (fn [_ {:keys [type value] :as op}]
                           (-> op
                               (assoc :type :ok)
                               (update :time + (if (= :sleep type) (long (* 1e9 value)) 1000000)))))
       (remove #(#{:ok :sleep} (:type %)))))

(deftest the-order-of-a-run
  (doseq [w (keys core/workloads)]
    (let [t   (core/godwit-test (assoc opts :workload w))
          ops (asked t)
          [run [converge & last-questions]] (split-with #(not= :converge (:f %)) ops)]
      (testing w
        (is (some #(= :nemesis (:process %)) run) "faults strike")
        (is (< 20 (count (filter #(number? (:process %)) run))))
        (is (= :nemesis (:process converge)) "then everything is mended")
        (is (every? #(number? (:process %)) last-questions) "then only clients ask")))))

(deftest several-workloads-at-once
  (let [t (core/godwit-test (assoc opts :workload (sorted-set :set :append), :concurrency 10))]
    (is (= "godwit append+set kill,partition memory" (:name t)))
    (is (= #{:append :set} (set (map (comp first evidence/untag :f) (filter #(number? (:process %)) (asked t))))))))

(deftest last-questions
  (let [ops #(asked (core/godwit-test (assoc opts :workload % :faults #{})))
        end #(rest (drop-while (fn [op] (not= :converge (:f op))) (ops %)))
        of  (fn [keys] (zipmap keys (repeat 5)))]
    (is (= (repeat 5 :read) (map :f (end :set))) "one client of each node reads the whole set, because there is no other")
    (is (= (of (range 8)) (frequencies (map (comp first :value) (end :counter)))))
    (is (= (repeat 5 :size) (map :f (end :scan))) "no key was put")
    (is (= (of (range 6)) (frequencies (map (comp first :value) (end :bank)))))
    (is (= [-1 -16] (map (comp first :value) ((juxt first last) (end :expiry)))) "no other key was used")
    (is (empty? (end :append)))))

(deftest exit-statuses
  (is (= 0 (cli/exit-status [true true])))
  (is (= 1 (cli/exit-status [true :unknown false])) "an invalid run counts most")
  (is (= 2 (cli/exit-status [true :unknown])))
  (is (= 2 (cli/exit-status [:crashed true])))
  (is (= 2 (cli/exit-status [true nil])))
  (is (= 2 (cli/exit-status [])) "nothing has run")
  (is (= 4 (cli/exit-status [true :too-little])) "only evidence is missing")
  (is (= 2 (cli/exit-status [:too-little :unknown])))
  (is (= 1 (cli/exit-status [:too-little false]))))

(deftest what-is-missing-is-told-before-anything-starts
  (let [made (atom 0)
        run  (fn [options there? root?]
               (with-redefs [needs/on-path? there?, needs/am-root? (constantly root?)]
                 (let [out (java.io.StringWriter.)]
                   [(binding [*out* out] (cli/run-if-possible! options (fn [_] (swap! made inc) 0))) (str out)])))]
    (is (= [3 "godwit jepsen: missing: iptables, sudo\n"]
           (run {:driver :netns} (complement #{"iptables" "sudo"}) true)))
    (is (= [3 "godwit jepsen: missing: root\n"] (run {:driver :netns} (constantly true) false)))
    (is (= [3 "godwit jepsen: missing: cc\n"] (run {:driver :lab, :faults #{:clock}} (complement #{"cc"}) false)))
    (is (= 3 (first (run {:driver :lab, :net :namespaces} (complement #{"tc"}) true))))
    (with-redefs [needs/fuse? (constantly false)]
      (is (= [3 "godwit jepsen: missing: cc, /dev/fuse, root\n"] (run {:driver :lab, :disks true} (complement #{"cc"}) false))))
    (is (= 0 @made) "no test was made")
    (is (= [0 ""] (run {:driver :lab} (complement #{"iptables" "sudo" "cc"}) false)))
    (is (= 1 @made)))
  (testing "root"
    (doseq [[id root?] {"0\n" true, "1000\n" false}]
      (with-redefs [shell/sh (constantly {:exit 0, :out id, :err ""})]
        (is (= root? (needs/am-root?)) id)))
    (is (needs/root? {:driver :netns}))
    (is (needs/root? {:driver :lab, :disks true}))
    (is (needs/root? {:driver :lab, :net :namespaces}))
    (is (not (needs/root? {:driver :lab, :net :relays})))
    (is (not (needs/root? {:driver :ssh, :disks true}))))
  (is (needs/on-path? "sh"))
  (is (not (needs/on-path? "no-such-command"))))

(deftest faults-of-disks-where-they-are-possible
  (let [fitted (fn [able? options]
                 (with-redefs [needs/on-path? (constantly true), needs/am-root? (constantly able?), needs/fuse? (constantly able?)
                               needs/linux?   (constantly true)]
                   (:options (cli/fitted {:options (merge {:driver :lab, :system :godwit, :nodes ["n1" "n2" "n3"], :workload :set} options)}))))
        all    (sorted-set :all)]
    (testing "all has them"
      (let [{:keys [faults disks left-out]} (fitted true {:durable true, :faults all})]
        (is (= [:disk :power-cut] (filter #{:disk :power-cut :all} faults)))
        (is (true? disks))
        (is (nil? left-out))))
    (testing "but not where they are not possible, and then the verdict says so"
      (let [{:keys [faults disks left-out] :as options} (fitted false {:durable true, :faults all})]
        (is (= (into #{:clock} (keys schedule/memory-modes)) faults))
        (is (false? disks))
        (is (= {:faults [:disk :power-cut], :missing ["/dev/fuse" "root"]} left-out))
        (is (re-find #"not possible here: disk, power-cut \(missing: /dev/fuse, root\)" (checks/summary (assoc options :name "x") {})))))
    (testing "who asks for one gets it, or is told what is missing"
      (is (true? (:disks (fitted false {:durable true, :faults (sorted-set :power-cut)}))))
      (is (nil? (:left-out (fitted false {:durable true, :faults (sorted-set :all :power-cut)})))))
    (testing "members without disks"
      (is (false? (:disks (fitted true {:faults all}))))
      (is (nil? (:left-out (fitted false {:faults all}))))
      (is (not-any? #{:disk :power-cut} (:faults (fitted true {:faults all})))))
    (testing "a restart has them if its mode that needs them is named"
      (is (true? (:disks (fitted false {:durable true, :faults (sorted-set :restart), :only #{:damaged}}))))
      (is (false? (:disks (fitted true {:durable true, :faults (sorted-set :restart), :only #{:full}}))))
      (is (false? (:disks (fitted true {:durable true, :faults (sorted-set :kill), :only #{:damaged}}))))
      (is (false? (:disks (fitted true {:durable true, :faults (sorted-set :restart)})))))
    (testing "runs without these faults have usual disks"
      (is (false? (:disks (fitted true {:durable true, :faults (sorted-set :kill)})))))
    (testing "a campaign has each fault alone"
      (is (true? (:disks (fitted true {:durable true, :campaign "c"}))))
      (is (= [:disk :power-cut] (:faults (:left-out (fitted false {:durable true, :campaign "c"}))))))))

(deftest clocks-where-they-are-possible
  (let [fitted (fn [path? linux? options]
                 (with-redefs [needs/on-path? path?, needs/linux? (constantly linux?), needs/am-root? (constantly true), needs/fuse? (constantly true)]
                   (:options (cli/fitted {:options (merge {:driver :lab, :system :godwit, :nodes ["n1" "n2" "n3"], :workload :set} options)}))))
        all    (sorted-set :all)
        cc?    (complement #{"cc"})]
    (is (contains? (:faults (fitted (constantly true) true {:faults all})) :clock))
    (is (nil? (:left-out (fitted (constantly true) true {:faults all}))))
    (doseq [[path? linux? lacks] [[cc? true ["cc"]] [(constantly true) false ["Linux"]]]]
      (let [{:keys [faults left-out]} (fitted path? linux? {:faults all})]
        (is (not (contains? faults :clock)))
        (is (= {:faults [:clock], :missing lacks} left-out))))
    (is (= {:faults [:clock :disk :power-cut], :missing ["cc"]} (:left-out (fitted cc? true {:faults all, :durable true}))) "said once")
    (testing "who asks gets them, or is told what is missing"
      (is (= #{:clock} (:faults (fitted cc? true {:faults (sorted-set :clock)}))))
      (is (nil? (:left-out (fitted cc? true {:faults (sorted-set :all :clock)})))))
    (testing "nodes that are processes of their own have no such clocks"
      (is (not (contains? (:faults (fitted (constantly true) true {:driver :netns, :faults all})) :clock)))
      (is (nil? (:left-out (fitted cc? true {:driver :netns, :faults all})))))
    (testing "a campaign has each fault alone"
      (is (true? (:clocks (fitted (constantly true) true {:campaign "c"}))))
      (is (= [:clock] (:faults (:left-out (fitted cc? true {:campaign "c"}))))))))

(deftest what-nodes-lack-is-told-before-anything-starts
  (let [made (atom 0)
        run  (fn [lacks]
               (with-redefs [needs/on-path? (constantly true), needs/on-node (fn [_ node] (lacks node))
                             cli/run-one!   (fn [_] (throw (ex-info "a cluster was started" {})))]
                 (let [out (java.io.StringWriter.)]
                   [(binding [*out* out] (cli/run-if-possible! {:driver :ssh, :nodes ["a" "b" "c"]} (fn [_] (swap! made inc) 2)))
                    (str out)])))]
    (is (= [3 "godwit jepsen: missing: iptables on a, c, sudo on b\n"] (run {"a" ["iptables"], "b" ["sudo"], "c" ["iptables"]})))
    (is (= 0 @made) "no test was made")
    (is (= [2 ""] (run {})))
    (is (= 1 @made)))
  (is (nil? (needs/on-nodes {:driver :netns, :nodes ["a"]})) "namespaces are of this machine"))

(deftest what-a-node-lacks
  (let [lacks (fn [commands files]
                (str/split-lines (:out (shell/sh "/bin/sh" "-c" (needs/look-words [commands files])))))]
    (is (= ["no-such-command" "/no such/file"] (lacks ["sh" "no-such-command"] ["/bin/sh" "/no such/file"])))
    (is (= [""] (lacks ["sh"] ["/bin/sh"]))))
  (is (= [["start-stop-daemon" "iptables" "sudo"] ["/usr/bin/java" "g.jar"]] (needs/of-node {:system :godwit, :jar "g.jar", :hazelcast-jar "h.jar"})))
  (is (= ["/j" "h.jar"] (second (needs/of-node {:system :hazelcast, :jar "g.jar", :hazelcast-jar "h.jar", :java "/j"}))))
  (testing "through Jepsen's control"
    (let [lacks (fn [words root?]
                  (with-redefs [control/session    (constantly nil)
                                control/disconnect (constantly nil)
                                control/ssh*       (fn [{:keys [cmd]}]
                                                     (cond (nil? words)                    (throw (ex-info "refused" {}))
                                                           (re-find #"^sudo" cmd)          {:exit (if root? 0 1), :out "", :err ""}
                                                           :else                           {:exit 0, :out words, :err ""}))]
                    (needs/on-node {:system :godwit, :jar "g.jar", :ssh {:username "root"}} "a")))]
      (is (= [] (lacks "" true)))
      (is (= ["iptables" "sudo"] (lacks "iptables\nsudo\n" false)) "without sudo nobody asks it")
      (is (= ["iptables" "root (sudo)"] (lacks "iptables\n" false)))
      (is (= ["an SSH server that lets us in"] (lacks nil true))))))

(deftest a-run-is-worth-its-verdict
  (let [status (fn [results]
                 (with-redefs [jepsen/run! (fn [test] (assoc test :results results))
                               checks/write-summary! (constantly nil)
                               page/write-in-store! (constantly nil)
                               archive/write! (constantly nil)]
                   (with-out-str (cli/run-all! []))
                   (let [out (java.io.StringWriter.)]
                     (binding [*out* out] (cli/run-all! [{:name "x"}])))))
        good   {:valid? true, :expected {:valid? true}, :evidence {:valid? true, :missing []}, :workload {:valid? true}}]
    (is (= 0 (status good)))
    (is (= 1 (status (dissoc good :expected))) "nobody has compared its checkers with the list")
    (is (= 1 (status (assoc good :expected {:valid? false}))))
    (is (= 1 (status (dissoc good :evidence))))
    (is (= 1 (status (assoc good :valid? false))))
    (is (= 2 (status (assoc good :workload {:valid? false}))) "a verdict that its parts do not bear out")
    (is (= 4 (status (assoc good :valid? :unknown, :evidence {:valid? :unknown, :missing ["rounds"]}))))
    (is (= 4 (status (assoc good :valid? :unknown, :modes {:valid? :unknown}, :evidence {:valid? :unknown, :missing ["not shown: kill one"]}))))
    (is (= 2 (status (assoc good :valid? :unknown, :workload {:valid? :unknown}, :evidence {:valid? :unknown, :missing ["rounds"]})))
        "undecided for another reason, too")
    (let [status (atom nil)
          said   (with-redefs [jepsen/run! (fn [_] (throw (ex-info "no cluster\nand more" {})))]
                   (with-out-str (reset! status (cli/run-all! [{:name "x"}]))))]
      (is (= 2 @status))
      (is (= "x broke: no cluster\n" said) "the first line is enough"))))

(deftest the-revision-is-that-of-the-checkout
  (let [revision (fn [test]
                   (let [asked (atom []), kept (atom [])]
                     (with-redefs [table/revision        (fn [root] (swap! asked conj root) "abc")
                                   jepsen/run!           (fn [test] (assoc test :results {:valid? true}))
                                   checks/write-summary! (fn [_ _ revision] (swap! kept conj revision))
                                   page/write-in-store!  (constantly nil)
                                   archive/write!        (fn [_ revision] (swap! kept conj revision))]
                       (with-out-str (cli/run-all! [test]))
                       [@asked @kept])))]
    (is (= [["/r"] ["abc" "abc"]] (revision {:name "x", :root "/r"})))
    (is (= [["."] ["abc" "abc"]] (revision {:name "x"})))))

(deftest namespaces-are-made-and-taken-away
  (let [said (fn [driver run]
               (let [said (atom [])]
                 (with-redefs [netns/up!             (fn [nodes] (swap! said conj [:up nodes]))
                               netns/down!           (fn [nodes] (swap! said conj [:down nodes]))
                               jepsen/run!           (fn [test] (swap! said conj :run) (run test))
                               checks/write-summary! (constantly nil)
                               page/write-in-store!  (constantly nil)
                               archive/write!        (constantly nil)]
                   (with-out-str (cli/run-all! [{:name "x", :driver driver, :nodes ["a"]}])))
                 @said))
        done #(assoc % :results {:valid? true})]
    (is (= [[:up ["a"]] :run [:down ["a"]]] (said :netns done)))
    (is (= [[:up ["a"]] :run [:down ["a"]]] (said :netns (fn [_] (throw (ex-info "broken" {}))))) "also if the run breaks")
    (is (= [:run] (said :lab done)))
    (is (= [:run] (said :ssh done)))))

(defn- parse [& args]
  (let [{:keys [opt-spec opt-fn]} (cli/commands "test")]
    (opt-fn (clojure.tools.cli/parse-opts args opt-spec))))

(deftest the-command-line
  (let [{:keys [options errors]} (parse "--workload" "bank" "--nemesis" "kill,pause" "--seed" "9" "--rate" "50")]
    (is (empty? errors))
    (is (= {:workload :bank, :faults #{:kill :pause}, :seed 9, :rate 50, :system :godwit, :concurrency 20, :bound 0.5}
           (select-keys options [:workload :faults :seed :rate :system :concurrency :bound])))
    (is (nil? (:ssh options))))
  (let [{:keys [workload concurrency]} (:options (parse "--workload" "register,set"))]
    (is (= [:register :set] (seq workload)))
    (is (= 20 concurrency) "clients of its own for each workload"))
  (let [parse (fn [& args] (let [{:keys [opt-spec opt-fn]} (cli/commands "test-all")] (opt-fn (clojure.tools.cli/parse-opts args opt-spec))))]
    (is (= "test-all" (get-in (parse) [:options :campaign])))
    (is (= "night.1" (get-in (parse "--campaign" "night.1") [:options :campaign])))
    (is (seq (:errors (parse "--campaign" "../x")))))
  (testing "clients"
    (let [counts (fn [& more] ((juxt :clients :concurrency) (:options (apply parse more))))]
      (is (= [8 8] (counts "--workload" "set" "--nodes" "a")) "at least eight")
      (is (= [12 12] (counts "--workload" "set" "--nodes" "a,b,c")))
      (is (= [10 90] (counts "--workload" "all")))
      (is (= [3 3] (counts "--workload" "set" "--concurrency" "3")) "unless fewer are wanted")
      (is (= [15 135] (counts "--workload" "all" "--concurrency" "3n")))
      (doseq [bad ["0" "n" "3m"]]
        (is (seq (:errors (parse "--workload" "set" "--concurrency" bad))) bad))))
  (doseq [driver ["lab" "netns" "ssh"], share ["0" "0.25" "1"]]
    (is (= (parse-double share) (double (get-in (parse "--workload" "set" "--driver" driver "--bound" share) [:options :bound])))))
  (doseq [bad ["1.5" "-1" "half" "--readers"]]
    (is (re-find #"share|0 to 1" (str (:errors (parse "--workload" "set" "--bound" bad)))) bad))
  (is (= ["Missing required argument for \"--bound SHARE\""] (:errors (parse "--workload" "set" "--bound"))) "as it once was")
  (is (seq (:errors (parse "--workload" "set" "--threads-per-key" "2"))))
  (is (empty? (:errors (parse "--workload" "register" "--readers" "4"))))
  (is (= #{:behind :master} (get-in (parse "--workload" "set" "--nemesis" "kill" "--modes" "behind,master") [:options :only])))
  (doseq [bad [["kill" "halves"] ["kill" "all"] ["kill" "one" "--driver" "netns"]]]
    (is (seq (:errors (apply parse "--workload" "set" "--nemesis" (first bad) "--modes" (rest bad)))) (str bad)))
  (doseq [bad ["20" "-1" "many"]]
    (is (seq (:errors (parse "--workload" "register" "--readers" bad))) bad))
  (let [{:keys [options errors]} (parse "--workload" "set" "--protocol" "classic" "--nemesis" "partition")]
    (is (empty? errors))
    (is (= [:classic :netns "10.77.0.1"] [(:system options) (:driver options) (first (:nodes options))]))
    (is (= "classic set partition memory netns" (:name (core/godwit-test options)))))
  (is (= [(disj (set (keys core/workloads)) :expiry :changes) 70]
         ((juxt :workload :concurrency) (:options (parse "--workload" "all" "--protocol" "classic")))) "it knows neither lifetimes nor changes")
  (is (= [(disj (set (keys core/workloads)) :changes) 80]
         ((juxt :workload :concurrency) (:options (parse "--workload" "all" "--system" "hazelcast" "--driver" "netns")))))
  (doseq [[names lacks] {"expiry" "expiry", "expiry,set" "expiry", "changes" "changes", "changes,expiry,set" "changes, expiry"}]
    (is (= [(str "--workload: " lacks " is not for the classic protocol")] (:errors (parse "--workload" names "--protocol" "classic"))) names)
    (is (empty? (:errors (parse "--workload" names))) names))
  (is (= ["--workload: changes is not for hazelcast"] (:errors (parse "--workload" "changes" "--system" "hazelcast" "--driver" "netns"))))
  (doseq [bad [["--system" "hazelcast"] ["--nemesis" "rejoin"] ["--durable"] ["--protocol" "paxos"]]]
    (is (seq (:errors (apply parse "--workload" "set" "--protocol" "classic" bad))) (str bad)))
  (is (= (set (keys core/workloads)) (get-in (parse "--workload" "all") [:options :workload])))
  (is (integer? (get-in (parse "--workload" "set") [:options :seed])) "a seed is drawn, and recorded")
  (doseq [bad [["--workload" "x"] ["--workload" "set,x"] ["--workload" "set" "--nemesis" "fire"] ["--workload" "set" "--rate" "0"]
               ["--workload" "set" "--rate" "many"] ["--workload" "set" "--seed" "x"] ["--workload" "set" "--nemesis" "disk"] ["--workload" "set" "--nemesis" "power-cut"] ["--workload" "set" "--net" "x"] [] ["--workload" "set" "--what"]]]
    (is (seq (:errors (apply parse bad))) (str bad))))

(deftest an-older-program-is-for-upgrades
  (let [errors (fn [options] (:errors (cli/fitted {:options (merge {:driver :lab, :system :godwit, :nodes ["n1" "n2" "n3"], :workload :set, :durable true} options)})))]
    (is (empty? (errors {:old-jar "old.jar", :faults (sorted-set :upgrade)})))
    (is (= ["--old-jar needs the fault upgrade"] (errors {:old-jar "old.jar", :faults (sorted-set :kill)})))
    (is (empty? (errors {:faults (sorted-set :kill)})))))
