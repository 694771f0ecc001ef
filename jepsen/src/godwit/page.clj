(ns godwit.page
  "A run as a page for people: members, faults and the clients' calls over time, in the form of docs/verify/viewer.md. Pure, but for the
  writing."
  (:require [clojure.data.json :as json]
            [clojure.java.io :as io]
            [clojure.string :as str]
            [godwit.archive :as archive]
            [godwit.checker :as checks]
            [godwit.expected :as expected]
            [godwit.lab :as lab]
            [godwit.watch :as watch]
            [jepsen.store :as store])
  (:import (io.godwit.page RunPage)))

(def file "run.html")

(def window-micros
  "How much of a run is seen at first."
  20000000)

(def longest
  "How many characters of a value are shown."
  100)

(defn- micros [nanos] (quot nanos 1000))

(defn- short-text [value]
  (let [text (pr-str value)]
    (if (< longest (count text)) (str (subs text 0 longest) "…") text)))

;; Members

(defn view
  "How a member's lane looks. seen: of a sample, {:state :status}."
  [{:keys [state status]}]
  (let [{:keys [role term number primaries replicas]} status]
    {:up    (some? status)
     :role  (or role "")
     :lines (if status
              [(str role " of term " term) (str "m" number ", " primaries " primary, " replicas " replicas")]
              [(if (= :running state) "does not answer" (name (or state :gone))) ""])}))

(defn member-steps
  "A step for each member and change in how it looks; the number of its replicas alone is no news."
  [samples]
  (loop [[{:keys [time] seen :view} & more :as left] samples, before {}, steps []]
    (if (empty? left)
      steps
      (let [now     (update-vals seen view)
            changes (for [[node view] (sort now) :when (not= view (before node))]
                      (let [news? (not= (first (:lines view)) (first (:lines (before node))))]
                        {:t (micros time), :k (if news? "step" "tick"), :m node, :x (str node ": " (first (:lines view))), :v {node view}}))]
        (recur more (merge before now) (into steps changes))))))

;; Faults

(defn fault-steps
  "When each round strikes, and when it ends. rounds: as godwit.checker/windows gives them."
  [rounds]
  (mapcat (fn [{:keys [fault mode from struck to value]}]
            (let [what (str (name fault) " " (name mode))
                  whom (str/join ", " (sort (:targets value)))]
              [{:t (micros (or struck from)), :k "fault", :until (micros to)
                :x (cond-> what (seq whom) (str ": " whom) (:skipped value) (str " (skipped)"))}
               {:t (micros to), :k "heal", :x (str what " has ended")}]))
          rounds))

(defn nemesis-steps
  "A step for each operation of Jepsen's own nemesis, when it is done; each comes twice, when it begins and when it is done."
  [history]
  (for [[_ {:keys [f value time]}] (partition 2 (filter #(= :nemesis (:process %)) history))]
    {:t (micros time), :k "fault", :x (str (name f) ": " (short-text value))}))

;; Calls

(defn calls
  "The clients' calls: {:client :t :until :result :f :value}; one that was not answered has no :until. clients: how many there are at a time;
  a process that has lost a call goes on with a number that is larger by that."
  [history clients]
  (loop [[{:keys [type process time] :as op} & more :as left] (filter #(integer? (:process %)) history), open {}, done []]
    (cond
      (empty? left)    (into done (for [[process {:keys [time f value]}] (sort open)]
                                    {:client (mod process clients), :t (micros time), :until nil, :result :info, :f f, :value value}))
      (= :invoke type) (recur more (assoc open process op) done)
      :else            (recur more (dissoc open process)
                              (cond-> done
                                (open process) (conj {:client (mod process clients), :t (micros (:time (open process))), :until (micros time), :result type
                                                      :f (:f op), :value (:value op)}))))))

(defn call-steps
  "A step when a call ends, or where it was made if it does not."
  [calls]
  (for [{:keys [client t until result f value]} calls]
    {:t (or until t), :k "client"
     :x (str "client " client ": " (name f) " " (short-text value)
             (case result :ok "", :fail ": has failed", :info ": outcome unknown")
             (when until (str ", after " (quot (- until t) 1000) " ms")))}))

;; The page

(defn run
  "A run in the form of the viewer. test: with its history and results; samples: what the members said."
  [{:keys [history results concurrency nodes driver] :as test} samples]
  (let [calls  (calls history concurrency)
        faults (if (= :lab driver) (fault-steps (checks/windows history)) (nemesis-steps history))
        all    (sort-by lab/index (into (set nodes) (mapcat (comp keys :view)) samples))
        known  (expected/verdict results)]
    {:name       (:name test)
     :says       (str (count nodes) " members, " concurrency " clients, " (count calls) " calls, " (count (filter #(= "fault" (:k %)) faults)) " faults")
     :verdict    (case known
                   true  {:text "valid", :tone "good"}
                   false {:text "invalid", :tone "bad"}
                   {:text (if (= :too-little known) "too little evidence" "unknown"), :tone "warn"})
     :unit       "micros"
     :window     window-micros
     :lanes      (map-indexed (fn [i node] {:id node, :name node, :key (str (inc i))}) all)
     :partitions []
     :clients    (map #(str "client " %) (range concurrency))
     :calls      (map #(select-keys % [:client :t :until :result]) calls)
     :steps      (sort-by :t (concat (member-steps samples) faults (call-steps calls)))}))

(defn write!
  "Writes the page of a run that is over to a file."
  [test samples target]
  (spit target (RunPage/render (json/write-str (run test samples)))))

(defn write-in-store!
  "Writes the page of a run that is over into its store."
  [test]
  (write! test (watch/samples test) (store/path! test file)))

(defn write-of-stored!
  "Writes the page of a stored run into its directory; the file. Throws if the directory cannot be used."
  [dir]
  (let [{:keys [name options]}    (archive/read! dir)
        {:keys [history results]} (store/load-jepsen-file (str (io/file dir "test.jepsen")))
        target                    (io/file dir file)]
    (write! (assoc options :name name, :history history, :results results) (watch/samples-in (io/file dir watch/file)) target)
    target))
