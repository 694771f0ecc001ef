(ns godwit.workload.changes
  "Puts of new values, hot keys and cold ones, and a removal of each key; some clients follow the changes meanwhile. A reader goes on, or is
  made anew from the place where it was, or from one where it was earlier, or from now on. In the end all keys are read, and then each
  reader polls until there is no more. Judged by godwit.changes."
  (:require [clojure.string :as str]
            [godwit.changes :as changes]
            [godwit.client :as c]
            [godwit.compose :as compose]
            [godwit.final :as final]
            [godwit.hot :as hot]
            [jepsen.generator :as gen]
            [jepsen.random :as rand]))

(def most-readers "How many clients follow the changes." 10)
(def poll-millis "How long a poll waits for changes." 100)
(def last-millis "How long the last polls wait until there are no more." 500)
(def patience "How long the last polls are repeated, in milliseconds." 20000)
(def places-kept "From how many of its last places a reader may be made anew; the first one is always among them." 200)

(def padding
  "So that 64 KiB, what a copy has of the changes, are few of them."
  (str/join (repeat 1000 "ab")))

(defn text [n] (str n " " padding))

(defn number-in
  "The number whose text a value is; :torn if it is none."
  [value]
  (let [n (some->> value (re-find #"^\d{1,18}") parse-long)]
    (if (= value (text n)) n :torn)))

(defn- key-name [k] (str "c" k))

(defn- change
  "A change as it is told in the history."
  [[p kind k value]]
  [p kind (some->> (re-find #"^c(\d+)$" k) second parse-long) (when (= :put kind) (number-in value))])

;; Readers

(defn- opened
  "The reader that a poll asks for, of a client that has some. A place is [reader poll text]."
  [store thread {:keys [reader places made]} {:keys [how at]}]
  (let [from (fn [[id n text]]
               {:name [thread made], :n 0, :after [id n], :object (c/follow store "changes" text)})]
    (case how
      :on    (or reader (from (first places)))
      :again (from (peek places))
      :back  (from (nth places (long (* at (count places)))))
      :now   {:name [thread made], :n 0, :after :now, :object (c/follow store "changes" nil)})))

(defn- following
  "What a client knows after it has opened a reader."
  [{:keys [reader] :as mine} next-reader]
  (cond-> (assoc mine :reader next-reader)
    (not= (:name reader) (:name next-reader)) (update :made inc)))

(defn- kept [places place]
  (let [[first & others] (conj places place)]
    (into [first] (take-last places-kept others))))

(defn- step [object millis]
  (let [step (c/poll! object millis)]
    (cond-> step
      (:changes step)   (update :changes #(mapv change %))
      (:restarted step) (update :restarted #(mapv change %)))))

(defn- steps
  "Polls until there are no more, and at least once. What was given before a failure is kept."
  [store object op]
  (let [end (+ (System/nanoTime) (* 1000000 patience))]
    (loop [steps [(step object last-millis)]]
      (let [caught-up? (= [] (:changes (peek steps)))]
        (if (or caught-up? (< end (System/nanoTime)))
          {:steps steps, :caught-up? caught-up?}
          (recur (try (conj steps (step object last-millis))
                      (catch Exception e
                        (if (c/outcome store e) steps (throw e))))))))))

(defn- poll!
  [store clients thread {:keys [value final?] :as op}]
  (let [reader (opened store thread (get @clients thread) value)
        {:keys [name after object]} reader
        _      (swap! clients update thread following reader)
        given  (cond (= :now (:how value)) {:steps []}
                     final?                (steps store object op)
                     :else                 {:steps [(step object poll-millis)]})
        n      (inc (:n reader))]
    (swap! clients update thread
           #(-> % (assoc-in [:reader :n] n) (update :places kept [name n (c/place object)])))
    (assoc op :type :ok, :value (merge {:reader name, :n n, :after after} given))))

;; The workload

(defn- write!
  [store {:keys [f value] :as op}]
  (let [[k n] value, k' (key-name k)]
    (case f
      :put     (do (c/put! store "changes" k' (text n))
                   (assoc op :type :ok))
      :put-new (if (c/put-new! store "changes" k' (text n))
                 (assoc op :type :ok)
                 (assoc op :type :fail, :error :there-already))
      :remove  (if (c/remove! store "changes" k')
                 (assoc op :type :ok)
                 (assoc op :type :fail, :error :nothing-there))
      :read    (assoc op :type :ok, :value [k (some-> (c/fetch store "changes" k') number-in)]))))

(defn question
  "The n-th operation about a key, for one of so many clients. The key is removed once; the first ones also follow the changes."
  [life clients k n thread]
  (cond
    (= n (dec life))                  {:f :remove, :value [k n]}
    (zero? n)                         {:f :put-new, :value [k n]}
    (and (< (mod thread clients) most-readers) (rand/bool 0.5))
    {:f :poll, :value {:how (rand/nth [:on :on :on :on :on :on :on :on :again :again :back :now]), :at (rand/double)}}
    :else                             {:f (rand/nth [:put :put :put :put :put-new :read]), :value [k n]}))

(defn lifetime
  "At which of its operations a key is removed; a hot one is used further."
  [ops-per-key]
  (max 4 (quot ops-per-key 8)))

(defn checker []
  (compose/parts :changes {:stream (compose/judged changes/judge)}))

(defn- last-questions
  "All keys at each node, and then, of each client that has readers, the last one."
  [opts used readers]
  (gen/phases
    (delay (final/from-each-node opts 1 @used (fn [k] {:f :read, :value [k nil]})))
    (delay (apply gen/any
                  (for [thread (or (sort (keys @readers)) [0])]
                    (gen/on-threads #{thread} (final/until-answered {:f :poll, :value {:how :on}})))))))

(defn workload [{:keys [clients concurrency ops-per-key] :as opts}]
  (let [start   (atom nil)
        used    (atom (sorted-set))
        readers (atom {})
        life    (lifetime ops-per-key)]
    {:setup!    (fn [store _]
                  (locking start
                    (when-not @start
                      (reset! start (c/patiently 20 #(c/place (c/follow store "changes" nil)))))))
     :apply!    (fn [store {:keys [f value process] :as op}]
                  (if (= :poll f)
                    (let [thread (mod process concurrency)]
                      (swap! readers update thread #(or % {:places [[:start 0 @start]], :made 0}))
                      (poll! store readers thread op))
                    (do (swap! used conj (first value))
                        (write! store op))))
     :checker   (checker)
     :generator (hot/operations life #(question life clients %1 %2 %3) (comp first :value))
     :final-generator (last-questions opts used readers)}))
