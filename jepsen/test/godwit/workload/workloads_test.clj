(ns godwit.workload.workloads-test
  "Each workload against a store in memory, and each checker against a history that is wrong on purpose."
  (:require [clojure.test :refer [deftest is testing]]
            [godwit.client :as c]
            [godwit.judges :as judges]
            [godwit.memory :as memory :refer [history]]
            [godwit.stored :as stored]
            [godwit.workload.absent :as absent]
            [godwit.workload.append :as append]
            [godwit.workload.bank :as bank]
            [godwit.workload.changes :as changes]
            [godwit.workload.counter :as counter]
            [godwit.workload.expiry :as expiry]
            [godwit.workload.large :as large]
            [godwit.workload.register :as register]
            [godwit.workload.scan :as scan]
            [godwit.workload.set :as set-workload]
            [elle.list-append :as elle]
            [jepsen.checker :as checker]
            [jepsen.generator :as gen]
            [jepsen.generator.test :as gentest]
            [jepsen.history :as h]
            [jepsen.independent :as independent]
            [knossos.model :as model]
            [knossos.search :as search]
            [knossos.wgl :as wgl])
  (:import (io.godwit.client CallException CallException$Outcome)))

(def t independent/tuple)

(defn- does [apply! store f value]
  (select-keys (apply! store {:type :invoke, :f f, :value value}) [:type :f :value]))

(defn- linear [model ops]
  (:valid? (wgl/analysis (model absent/absent) (absent/known (h/history ops)))))

;; Register

(deftest register-operations
  (let [s (memory/memory)]
    (is (= {:type :ok, :f :read, :value (t 1 nil)} (does register/apply! s :read (t 1 nil))))
    (is (= :ok (:type (does register/apply! s :write (t 1 3)))))
    (is (= :fail (:type (does register/apply! s :cas (t 1 [2 4])))))
    (is (= :ok (:type (does register/apply! s :cas (t 1 [3 4])))))
    (is (= {:type :ok, :f :read, :value (t 1 4)} (does register/apply! s :read (t 1 nil))))))

(deftest readers-only-read
  (let [fs   (fn [readers]
               (let [w (register/workload {:ops-per-key 60, :clients 5, :readers readers})]
                 (reduce (fn [seen {:keys [process f]}] (update seen (mod process 5) (fnil conj #{}) f))
                         (sorted-map)
                         (gentest/perfect (gentest/n+nemesis-context 10) (gen/limit 300 (gen/clients (:generator w)))))))
        all  #{:read :write :cas}]
    (is (= (repeat 5 all) (vals (fs 0))))
    (is (= [all all all #{:read} #{:read}] (vals (fs 2))) "the last two")))

(deftest a-stale-read-is-found
  (let [ops (fn [seen] (history [0 :invoke :write 1] [0 :ok :write 1]
                                [0 :invoke :cas [1 2]] [0 :ok :cas [1 2]]
                                [1 :invoke :read nil] [1 :ok :read seen]))]
    (is (true? (linear model/cas-register (ops 2))))
    (is (false? (linear model/cas-register (ops 1))))
    (is (false? (linear model/cas-register (ops nil))) "the key has gone")))

(deftest stored-registers-are-judged-alike-by-knossos
  (doseq [{:keys [name workload valid? rows]} (stored/load-all) :when (#{:register :large} workload)]
    (is (= valid? (linear (if (= :large workload) model/register model/cas-register) (stored/history rows))) name)))

(deftest a-key-that-is-not-there
  (doseq [m [model/cas-register model/register]]
    (is (true? (linear m (history [0 :invoke :read nil] [0 :ok :read nil]))) "nobody has written it")
    (is (false? (linear m (history [0 :invoke :write 1] [0 :ok :write 1] [1 :invoke :read nil] [1 :ok :read nil]))))
    (is (true? (linear m (history [0 :invoke :write 1] [1 :invoke :read nil] [1 :ok :read nil] [0 :ok :write 1]))) "not yet")
    (is (true? (linear m (history [0 :invoke :write 1] [0 :ok :write 1] [1 :invoke :read nil] [1 :fail :read nil])))
        "a read without an answer says nothing")))

(deftest what-knossos-is-given
  (with-redefs [wgl/start-analysis (fn [model history] [(:value model) (map :value history)])
                search/run         (fn [given] {:valid? given})
                search/abort!      (fn [& _])]
    (is (= [:absent [nil :absent 1 nil]]
           (:valid? (checker/check (absent/linearizable model/register) {}
                                   (h/history (history [0 :invoke :read nil] [0 :ok :read nil] [0 :invoke :write 1] [1 :invoke :read nil]))
                                   {}))))))

(deftest knossos-gives-up
  (let [without-answer (for [i (range 40)] [i :invoke :write i])
        never-written  [[50 :invoke :read nil] [50 :ok :read 99]]]
    (with-redefs [absent/longest-analysis 300]
      (is (= {:valid? :unknown, :cause :timeout}
             (select-keys (checker/check (absent/linearizable model/register) {}
                                         (h/history (apply history (concat without-answer never-written)))
                                         {})
                          [:valid? :cause]))))))

(deftest a-write-without-an-answer-may-count
  (is (true? (linear model/cas-register
                     (history [0 :invoke :write 1] [0 :info :write 1] [1 :invoke :read nil] [1 :ok :read 1]))))
  (is (false? (linear model/cas-register
                      (history [0 :invoke :write 1] [0 :fail :write 1] [1 :invoke :read nil] [1 :ok :read 1])))
      "a definite failure must not"))

;; Set

(deftest set-operations
  (let [s (memory/memory)]
    (doseq [x (range 40)] (is (= :ok (:type (does set-workload/apply! s :add x)))))
    (is (= (set (range 40)) (:value (does set-workload/apply! s :read nil))))))

(def adds
  [[0 :invoke :add 1] [0 :ok :add 1] [0 :invoke :add 2] [0 :info :add 2] [1 :invoke :add 3] [1 :fail :add 3]])

(defn- set-verdict [& reads]
  (judges/elements (map #(cond-> % (= :read (:f %)) (assoc :final? true))
                       (apply history (concat adds (mapcat (fn [r] [[0 :invoke :read nil] [0 :ok :read r]]) reads))))))

(deftest sets-judged
  (is (true? (:valid? (set-verdict #{1}))))
  (is (= 1 (:recovered (set-verdict #{1 2}))))
  (is (= :unknown (:valid? (set-verdict))) "never read")
  (testing "planted"
    (is (= [false #{1}] ((juxt :valid? :lost) (set-verdict #{}))))
    (is (= [false #{9}] ((juxt :valid? :invented) (set-verdict #{1 9}))))
    (is (= [false #{3}] ((juxt :valid? :failed-but-there) (set-verdict #{1 3}))))
    (is (= [false false] ((juxt :valid? :reads-agree?) (set-verdict #{1 2} #{1}))))))

;; Append

(deftest append-operations
  (let [s (memory/memory)]
    (is (= {:type :ok, :f :append, :value (t 7 1)} (does append/apply! s :append (t 7 1))))
    (does append/apply! s :append (t 7 2))
    (is (= (t 7 [1 2]) (:value (does append/apply! s :read (t 7 nil)))))
    (is (= (t 8 []) (:value (does append/apply! s :read (t 8 nil)))))))

(defn- as-transactions
  "The history of one list for Elle, which wants transactions. A read without an answer says nothing."
  [ops]
  (h/history (map-indexed (fn [i {:keys [f value] :as op}]
                            (assoc op :index i, :f :txn, :value [(if (= :append f) [:append 0 value] [:r 0 value])]))
                          ops)))

(defn- drawn-list
  "A history of one list by some clients, drawn from a seed: now and then an append is lost, or a read is old."
  [seed]
  (let [rng   (java.util.Random. seed)
        often (fn [percent] (< (.nextInt rng 100) percent))]
    (loop [n 0, item 0, state [], old [], open {}, ops []]
      (let [p (.nextInt rng 3)]
        (cond
          (= 40 n) ops
          (not (open p))
          (if (often 50)
            (recur (inc n) (inc item) state old (assoc open p [:append item]) (conj ops {:process p, :type :invoke, :f :append, :value item}))
            (recur (inc n) item state old (assoc open p [:read nil]) (conj ops {:process p, :type :invoke, :f :read, :value nil})))
          (= :append (first (open p)))
          (let [v (second (open p)), type (if (often 90) :ok :fail)]
            (recur (inc n) item (if (and (= :ok type) (not (often 3))) (conj state v) state) state (dissoc open p)
                   (conj ops {:process p, :type type, :f :append, :value v})))
          :else
          (recur (inc n) item state old (dissoc open p)
                 (conj ops {:process p, :type :ok, :f :read, :value (if (often 3) old state)})))))))

(deftest lists-are-judged-as-elle-judges-them
  (let [ours   (fn [ops] (:valid? (judges/lists ops)))
        elles  (fn [ops] (:valid? (elle/check {:consistency-models [:strict-serializable]} (as-transactions ops))))
        all    (map drawn-list (range 400))
        judged (filter #(not= :unknown (ours %)) all)]
    (is (< 300 (count judged)))
    (doseq [ops judged]
      (is (= (elles ops) (ours ops)) (pr-str (map (juxt :process :type :f :value) ops))))
    (is (< 40 (count (filter ours judged))))
    (is (< 40 (count (remove ours judged))))))

;; Counter

(deftest counter-operations
  (let [s (memory/memory)]
    (is (= :ok (:type (does counter/apply! s :add (t 2 5)))))
    (does counter/apply! s :add (t 2 1))
    (is (= (t 2 6) (:value (does counter/apply! s :read (t 2 nil)))))
    (is (= (t 3 0) (:value (does counter/apply! s :read (t 3 nil)))))))

(deftest counters-judged
  (let [verdict (fn [seen] (:valid? (judges/counter (history [:nemesis :info :start-kill {:mode :one}]
                                                                       [0 :invoke :add 2] [0 :ok :add 2]
                                                                       [0 :invoke :add 5] [0 :info :add 5]
                                                                       [1 :invoke :read nil] [1 :ok :read seen]))))]
    (is (true? (verdict 2)))
    (is (true? (verdict 7)))
    (is (false? (verdict 0)) "an acknowledged addition is lost")
    (is (false? (verdict 9)) "one counted twice")))

;; Scan

(deftest scan-operations
  (let [s (memory/memory)]
    (doseq [k (range 7)] (does scan/apply! s :put k))
    (is (= 7 (:value (does scan/apply! s :size nil))))
    (c/put! s "scan" "k3" "something else")
    (is (= {:first 0, :keys #{0 1 2 4 5 6}} (:value (does scan/apply! s :check {:first 0, :count 500}))))))

(deftest scans-end-with-all-keys-that-were-put
  (let [{:keys [apply! generator final-generator]} (scan/workload {})
        store (memory/memory)
        keys  (keep #(when (= :put (:f %)) (:value %)) (gentest/quick (gen/limit 400 (gen/clients generator))))]
    (is (apply distinct? keys))
    (apply! store {:type :invoke, :f :put, :value 700})
    (is (= [[:size nil] [:check 0] [:check 500]]
           (map (juxt :f (comp :first :value)) (gentest/quick (gen/clients final-generator)))))))

(defn- last-questions
  "What is asked in the end by twelve clients on three nodes when each one's first three questions have no answer."
  [workload]
  (let [opts {:nodes ["n1" "n2" "n3"], :concurrency 12, :ops-per-key 20, :clients 12}
        {:keys [apply! generator final-generator]} (workload opts)
        store  (memory/memory)
        tries  (atom {})]
    (when-let [setup! (:setup! (workload opts))]
      (setup! store opts))
    (doseq [op (gentest/quick (gentest/n+nemesis-context 12) (gen/limit 200 (gen/clients generator)))]
      (apply! store op))
    (->> (gentest/simulate (gentest/n+nemesis-context 12) (gen/clients final-generator)
                           (fn [_ {:keys [process] :as op}]
                             (let [n (get (swap! tries update process (fnil inc 0)) process)]
                               (assoc op :type (if (< n 4) :fail :ok), :time (+ 1000 (:time op))))))
         (filter #(number? (:process %))))))

(deftest last-questions-are-asked-at-each-node-until-they-are-answered
  (doseq [[name workload per-node] [[:register register/workload 1] [:large large/workload 1] [:append append/workload 1]
                                    [:bank bank/workload 1] [:counter counter/workload 1] [:scan scan/workload 1] [:set set-workload/workload 2]]]
    (testing name
      (let [ops      (last-questions workload)
            answered (filter #(= :ok (:type %)) ops)
            asked    (fn [process] (frequencies (map (juxt :f :value) (filter #(= process (:process %)) answered))))]
        (is (every? :final? ops))
        (is (= (set (range (* 3 per-node))) (set (map :process answered))))
        (is (= (* 3 3 per-node) (count (filter #(= :fail (:type %)) ops))))
        (is (seq (asked 0)))
        (is (every? #{1} (vals (asked 0))))
        (is (apply = (map asked (range (* 3 per-node)))) "all keys at each node")))))

(defn- scan-verdict [size keys]
  (judges/scan scan/slice (history [0 :invoke :put 0] [0 :ok :put 0] [0 :invoke :put 1] [0 :info :put 1] [1 :invoke :put 2]
                       [2 :invoke :size nil] [1 :fail :put 2] [2 :ok :size size]
                       [0 :invoke :check {:first 0, :count 500}] [0 :ok :check {:first 0, :keys keys}])))

(deftest scans-judged
  (is (true? (:valid? (scan-verdict 1 #{0}))))
  (is (true? (:valid? (scan-verdict 2 #{0 1}))))
  (is (= :unknown (:valid? (judges/scan scan/slice (history [0 :invoke :put 0] [0 :ok :put 0])))) "never checked")
  (is (= [:unknown #{}] ((juxt :valid? :lost)
                         (judges/scan scan/slice (history [0 :invoke :put 0] [0 :ok :put 0]
                                              [0 :invoke :check {:first 500, :count 500}] [0 :ok :check {:first 500, :keys #{}}]))))
      "checked elsewhere")
  (testing "planted"
    (is (= [false 1] ((juxt :valid? :wrong-size-count) (scan-verdict 0 #{0}))) "too small")
    (is (= [false 1] ((juxt :valid? :wrong-size-count) (scan-verdict 4 #{0}))) "too large")
    (is (= [false #{0}] ((juxt :valid? :lost) (scan-verdict 1 #{1}))))
    (is (= [false #{2}] ((juxt :valid? :failed-but-there) (scan-verdict 1 #{0 2}))))))

;; Large values

(deftest large-values
  (is (= large/length (count (large/text 0)) (count (large/text 999))))
  (is (= 41 (large/number-in (large/text 41))))
  (is (nil? (large/number-in nil)))
  (testing "torn and mixed values"
    (is (= :torn (large/number-in (subs (large/text 41) 1))))
    (is (= :torn (large/number-in (subs (large/text 41) 0 1000))))
    (is (= :torn (large/number-in (str (subs (large/text 41) 0 65536) (subs (large/text 42) 65536)))))
    (is (= :torn (large/number-in "what?"))))
  (let [s (memory/memory)]
    (is (= (t 1 nil) (:value (does large/apply! s :read (t 1 nil)))))
    (does large/apply! s :write (t 1 17))
    (is (= (t 1 17) (:value (does large/apply! s :read (t 1 nil)))))))

(deftest torn-values-judged
  (is (true? (:valid? (judges/torn (history [0 :invoke :read nil] [0 :ok :read 4])))))
  (is (= [false 1] ((juxt :valid? :count) (judges/torn (history [0 :invoke :read nil] [0 :ok :read :torn]))))))

;; Bank

(deftest banks-are-opened-patiently
  (let [s     (memory/memory)
        tries (atom 0)
        early (reify c/Store
                (put-new! [_ m k v]
                  (if (< (swap! tries inc) 3)
                    (throw (CallException. CallException$Outcome/NOT_DONE "no primary yet"))
                    (c/put-new! s m k v))))]
    (bank/setup! early {})
    (is (= bank/opening (second (:value (bank/apply! s {:f :read, :type :invoke, :value (independent/tuple 0 nil)})))))))

(deftest bank-operations
  (let [s (memory/memory)]
    (bank/setup! s {})
    (is (= (t 0 bank/opening) (:value (does bank/apply! s :read (t 0 nil)))))
    (is (= :ok (:type (does bank/apply! s :transfer (t 0 {:from 0, :to 1, :amount 7})))))
    (is (= {:transfers 1, :accounts [13 27 20 20 20]} (second (:value (does bank/apply! s :read (t 0 nil))))))
    (is (= :fail (:type (does bank/apply! s :transfer (t 0 {:from 0, :to 1, :amount 14})))) "too little")
    (is (= :fail (:type (does bank/apply! s :transfer (t 99 {:from 0, :to 1, :amount 1})))) "no such bank")
    (bank/setup! s {})
    (is (= 1 (:transfers (second (:value (does bank/apply! s :read (t 0 nil)))))) "setting up again changes nothing"))
  (testing "a transfer whose read has no answer has definitely not happened"
    (is (= :fail (:type (does bank/apply! (memory/broken :info) :transfer (t 0 {:from 0, :to 1, :amount 1})))))))

(defn- bank-verdict [seen]
  (judges/bank (history [0 :invoke :transfer {}] [0 :ok :transfer {}] [0 :invoke :transfer {}] [0 :info :transfer {}]
                       [1 :invoke :read nil] [1 :ok :read seen])))

(deftest banks-judged
  (let [ok {:transfers 1, :accounts [13 27 20 20 20]}]
    (is (true? (:valid? (bank-verdict ok))))
    (is (true? (:valid? (bank-verdict (assoc ok :transfers 2)))))
    (is (= :unknown (:valid? (judges/bank []))))
    (testing "planted"
      (doseq [[word seen] {:sum                (assoc ok :accounts [13 20 20 20 20])
                           :overdrawn          (assoc ok :accounts [-7 47 20 20 20])
                           :transfers-lost     (assoc ok :transfers 0)
                           :transfers-invented (assoc ok :transfers 3)
                           :gone               nil}]
        (let [verdict (bank-verdict seen)]
          (is (false? (:valid? verdict)) (str word))
          (is (= [word] (:wrong (first (:errors verdict))))))))))

;; Expiry

(deftest expiry-operations
  (let [s    (memory/memory)
        does (fn [f value] (does (partial expiry/apply! {}) s f value))
        r    (fn [] (second (:value (does :read (t 1 nil)))))]
    (reset! memory/now 0)
    (is (= {:type :ok, :f :read, :value (t 1 nil)} (does :read (t 1 nil))))
    (is (= :ok (:type (does :put (t 1 [3 500])))))
    (is (= :fail (:type (does :put-new (t 1 [4 500])))))
    (is (= 3 (r)))
    (swap! memory/now + 500000000)
    (is (nil? (r)))
    (is (= {:type :ok, :f :put-new, :value (t 1 [5 2000])} (does :put-new (t 1 [5 2000]))))
    (is (= :ok (:type (does :put (t 1 [6 nil])))))
    (swap! memory/now + 3000000000)
    (is (= 6 (r)))))

(deftest what-expires
  (let [of   (fn [opts k] (take 5000 (rest (map second (iterate (fn [[n _]] [(inc n) (expiry/operation opts k n)]) [0 nil])))))
        seen (of {} 8)
        puts (filter #(= :put (:f %)) seen)]
    (is (every? #(= 8 (first (:value %))) seen))
    (is (= (set (cons nil (cons expiry/long-life expiry/short-lives))) (set (map (comp second second :value) puts))))
    (is (< 3500 (* expiry/puts-each (count puts)) 6500))
    (is (= (set expiry/short-lives) (set (map (comp second second :value) (filter #(= :put-new (:f %)) seen)))))
    (is (apply distinct? (keep (comp first second :value) seen)) "each value once")
    (testing "of the map with an idle time"
      (is (= #{nil [expiry/idle-time :idle]} (set (map (comp next second :value) (of {} 7)))))
      (is (= #{nil} (set (map (comp next next second :value) (of {:old-jar "old.jar"} 7)))) "which an older program does not have"))))

(deftest idle-operations
  (let [s    (memory/memory)
        does (fn [f value] (does (partial expiry/apply! {}) s f value))
        r    (fn [] (second (:value (does :read (t 3 nil)))))
        pass (fn [ms] (swap! memory/now + (* 1000000 ms)))]
    (reset! memory/now 0)
    (is (= :ok (:type (does :put-new (t 3 [1 expiry/idle-time :idle])))))
    (is (= :fail (:type (does :put-new (t 3 [2 expiry/idle-time :idle])))))
    (dotimes [_ 3]
      (pass 1000)
      (is (= 1 (r))))
    (pass 1250)
    (is (nil? (r)))
    (is (= :ok (:type (does :put (t 3 [4 expiry/idle-time :idle])))))
    (is (nil? (c/fetch s "expiry" "e3")))
    (is (= 4 (r)))))

(deftest how-much-clocks-may-differ
  (is (= 0 (expiry/deviation {:faults #{:kill}})))
  (is (= 7200000000000 (expiry/deviation {:faults #{:clock}})))
  (is (= 7200000000000 (expiry/deviation {:faults #{:clock}, :only #{:day :fast}})))
  (is (= 1000000000 (expiry/deviation {:faults #{:clock :kill}, :only #{:fast :one}})))
  (is (< (expiry/deviation {:faults #{:clock}}) (/ (* expiry/long-life 1000000) 2)) "a long life is kept whatever clocks do"))

(deftest expiry-ends-with-short-lives
  (let [{:keys [final-generator apply!]} (expiry/workload {:ops-per-key 10, :nodes ["a"], :concurrency 1})
        _   (apply! (memory/memory) {:type :invoke, :f :read, :value (t 3 nil)})
        ops (gentest/quick (gentest/n+nemesis-context 1) (gen/clients final-generator))]
    (is (= (for [i (range expiry/last-keys)] [:put (- -1 i)]) (map (juxt :f (comp first :value)) (take expiry/last-keys ops))))
    (is (= [:read 3] ((juxt :f (comp first :value)) (last ops))))
    (is (every? :final? (filter :f ops))))
  (testing "a put without an answer is followed by one of another value"
    (let [{:keys [final-generator]} (expiry/workload {:ops-per-key 10, :nodes ["a"], :concurrency 1})
          ops (gentest/perfect-info (gentest/n+nemesis-context 1) (gen/limit 3 (gen/clients final-generator)))]
      (is (= [[-1 0] [-1 1] [-1 2]] (map (fn [{[k [v]] :value}] [k v]) (filter #(= :invoke (:type %)) ops)))))))

;; Changes

(deftest changes-are-told
  (let [s  (memory/memory)
        w  (changes/workload {:ops-per-key 40, :clients 2, :concurrency 2, :nodes ["a"]})
        do! (fn [process f value & {:as more}] ((:apply! w) s (merge {:type :invoke, :process process, :f f, :value value} more)))
        poll (fn [process how & {:as more}] (let [{:keys [type value]} (do! process :poll {:how how, :at 0.0} more)]
                                              (is (= :ok type))
                                              value))
        p  (memory/partition-of "c7")]
    ((:setup! w) s {})
    ((:setup! w) s {})
    (is (= :ok (:type (do! 0 :put-new [7 0]))))
    (is (= [:fail :there-already] ((juxt :type :error) (do! 0 :put-new [7 1]))))
    (is (= {:reader [0 0], :n 1, :after [:start 0], :steps [{:changes [[p :put 7 0]]}]} (poll 0 :on)))
    (is (= :ok (:type (do! 0 :put [7 2]))))
    (is (= [7 2] (:value (do! 1 :read [7 9]))))
    (is (= {:reader [0 0], :n 2, :after [:start 0], :steps [{:changes [[p :put 7 2]]}]} (poll 0 :on)))
    (is (= :ok (:type (do! 0 :remove [7 3]))))
    (is (= [:fail :nothing-there] ((juxt :type :error) (do! 0 :remove [7 4]))))
    (is (= [7 nil] (:value (do! 1 :read [7 9]))))
    (testing "to readers that are made anew"
      (is (= {:reader [0 1], :n 1, :after [[0 0] 2], :steps [{:changes [[p :remove 7 nil]]}]} (poll 2 :again)) "the same client after a call without an answer")
      (is (= {:reader [0 2], :n 1, :after [:start 0], :steps [{:changes [[p :put 7 0] [p :put 7 2] [p :remove 7 nil]]}]} (poll 0 :back)))
      (is (= {:reader [0 3], :n 1, :after :now, :steps []} (poll 0 :now)))
      (do! 1 :put [8 1])
      (is (= {:reader [0 3], :n 2, :after :now, :steps [{:changes [[(memory/partition-of "c8") :put 8 1]]}]} (poll 0 :on)))
      (is (= 4 (count (:changes (first (:steps (poll 1 :again)))))) "each client has its own"))
    (testing "until there are no more"
      (do! 1 :put [8 2])
      (is (= {:reader [0 3], :n 3, :after :now, :steps [{:changes [[(memory/partition-of "c8") :put 8 2]]} {:changes []}], :caught-up? true}
             (poll 0 :on :final? true))))
    (testing "in the end of all keys"
      (let [ops (gentest/quick (gentest/n+nemesis-context 2) (gen/clients (:final-generator w)))]
        (is (= [[0 :read [7 nil]] [0 :read [8 nil]]] (map (juxt :process :f :value) (take 2 ops))))
        (is (= #{[0 :poll {:how :on}] [1 :poll {:how :on}]} (set (map (juxt :process :f :value) (drop 2 ops)))))
        (is (every? :final? ops))))))

(deftest values-of-changes
  (is (= 41 (changes/number-in (changes/text 41))))
  (is (= [:torn :torn :torn] (map changes/number-in ["" (subs (changes/text 41) 0 99) (str (changes/text 4) "x")])))
  (is (< (count (changes/text 1)) 2100))
  (let [s (memory/memory)]
    (c/put! s "changes" "c1" "what?")
    (c/put! s "changes" "other" (changes/text 3))
    (is (= #{[(memory/partition-of "c1") :put 1 :torn] [(memory/partition-of "other") :put nil 3]}
           (-> ((:apply! (doto (changes/workload {:ops-per-key 40, :clients 1, :concurrency 1}) ((fn [w] ((:setup! w) (memory/memory) {})))))
                s {:type :invoke, :process 0, :f :poll, :value {:how :on}})
               :value :steps first :changes set)))))

(deftest gaps-are-told
  (let [steps  (atom [{:told [1], :restarted [[1 :clear "" ""] [1 :put "c5" (changes/text 4)]], :complete? true} {:changes []}])
        reader (reify c/Reader
                 (poll! [_ _] (let [[step & more] @steps] (reset! steps more) (or step (throw (ex-info "no answer" {})))))
                 (place [_] "0"))
        s      (reify
                 c/Store (follow [_ _ _] reader)
                 c/Failure (outcome [_ _] :fail))
        w      (changes/workload {:ops-per-key 40, :clients 1, :concurrency 1})
        poll   #(dissoc (:value ((:apply! w) s {:type :invoke, :process 0, :f :poll, :value {:how :on}, :final? true})) :reader :after)
        told   {:told [1], :restarted [[1 :clear nil nil] [1 :put 5 4]], :complete? true}]
    ((:setup! w) s {})
    (is (= {:n 1, :steps [told {:changes []}], :caught-up? true} (poll)))
    (testing "what was given before a failure is kept"
      (reset! steps [{:changes [[0 :put "c1" (changes/text 2)]]}])
      (is (= {:n 2, :steps [{:changes [[0 :put 1 2]]}], :caught-up? false} (with-redefs [changes/patience 50] (poll))))
      (is (thrown-with-msg? Exception #"no answer" (poll))))))

(deftest what-readers-do
  (let [ops   (fn [n thread] (set (repeatedly 2000 #(let [{:keys [f value]} (changes/question 5 20 3 n thread)] (if (= :poll f) (:how value) f)))))
        polls #{:on :again :back :now}
        other #{:put :put-new :read}]
    (is (= #{:put-new} (ops 0 0)))
    (is (= #{:remove} (ops 4 0) (ops 4 15)))
    (is (= (into other polls) (ops 1 0) (ops 5 9) (ops 1 29)))
    (is (= other (ops 1 10) (ops 1 19)) "they only write")
    (is (= [3 1] (:value (first (filter #(= :put (:f %)) (repeatedly #(changes/question 5 20 3 1 0)))))))
    (is (= 5 (changes/lifetime 40)))
    (is (= 4 (changes/lifetime 1)) "each key is put before it is removed")))
