(ns godwit.lab
  "The lab's control over HTTP (docs/operate/lab.md), and the members' own answers. Nothing here judges."
  (:require [clojure.data.json :as json]
            [clojure.java.io :as io]
            [clojure.string :as str]
            [godwit.disks :as disks]
            [godwit.facts :as facts]
            [godwit.forward :as forward])
  (:import (java.io BufferedReader)
           (java.lang ProcessBuilder$Redirect)
           (java.net URI)
           (java.net.http HttpClient HttpRequest HttpRequest$BodyPublishers HttpResponse
                          HttpResponse$BodyHandlers)
           (java.time Duration)
           (java.util.concurrent TimeUnit)))

(def listening
  "What the lab prints when all members are ready."
  #"listens at http://127\.0\.0\.1:(\d+)")

(def ^:private http
  (delay (-> (HttpClient/newBuilder) (.connectTimeout (Duration/ofSeconds 2)) .build)))

(defn- exchange
  "The status and the body that an address answers with; throws IOException if it does not."
  [method url body millis token]
  (let [publisher (if body
                    (HttpRequest$BodyPublishers/ofString (json/write-str body))
                    (HttpRequest$BodyPublishers/noBody))
        request   (-> (HttpRequest/newBuilder (URI/create url))
                      (.timeout (Duration/ofMillis millis))
                      (.method method publisher))
        _         (when token (.header request "Authorization" (str "Bearer " token)))
        request   (.build request)
        answer    ^HttpResponse (.send ^HttpClient @http request (HttpResponse$BodyHandlers/ofString))]
    [(.statusCode answer) (.body answer)]))

(defn- parse [text] (json/read-str text :key-fn keyword))

(defn call!
  "Asks the lab. Throws if it refuses."
  ([lab method path] (call! lab method path nil))
  ([lab method path body]
   (let [[status text] (exchange method (str (:url lab) path) body 30000 nil)]
     (when-not (= 200 status)
       (throw (ex-info (str "the lab refuses " method " " path ": " text)
                       {:status status, :body body})))
     (parse text))))

(defn ask
  "What a member at host:port answers, or nil. token: the one that reading from another machine needs."
  ([address path] (ask address path nil))
  ([address path token]
   (try (let [[status text] (exchange "GET" (str "http://" address path) nil 1000 token)]
          (when (= 200 status) (parse text)))
        (catch java.io.IOException _ nil))))

(defprotocol Cluster
  "What aimed faults need of a cluster that is no lab (godwit.nodes): the same as the functions below."
  (view-of [cluster])
  (table-of [cluster node])
  (tell! [cluster node action])
  (set-link! [cluster from to condition])
  (mend-links! [cluster]))

(defn- other? [cluster] (satisfies? Cluster cluster))

;; Nodes are n1, n2, ...; the lab counts its members from 1.

(defn index [node] (parse-long (subs node 1)))
(defn node [index] (str "n" index))

(defn command
  "How a lab is started."
  [{:keys [java jar dir nodes spare partitions backups durable disks trace net mutant max-version old-jar heartbeat leases lease-time clock-drift heap]}]
  (cond-> [(or java "java") "-XX:+UseSerialGC" (str "-Xmx" (or heap "256m")) "-jar" jar "lab"
           "--dir" dir "--port" "0"
           "--members" (str (count nodes)) "--spare" (str spare)
           "--partitions" (str partitions) "--backups" (str backups)]
    ; Of the workload expiry. An older program may not know it.
    (not old-jar) (conj "--max-idle" "idle=1")
    durable (conj "--durable")
    max-version (conj "--max-version" (str max-version))
    old-jar (conj "--jar" old-jar)
    disks   (conj "--disks" disks)
    heartbeat (conj "--heartbeat" (str heartbeat))
    leases  (conj "--leases")
    lease-time (conj "--lease-time" (str lease-time))
    clock-drift (conj "--clock-drift" (str clock-drift))
    trace   (conj "--trace")
    net     (conj "--net" (name net))
    mutant  (conj "--mutant" mutant)))

(defn start!
  "Starts a lab; returns it when all members are ready. Throws if they do not get ready."
  [options]
  (io/make-parents (:dir options))
  (let [builder (-> (ProcessBuilder. ^java.util.List (command options))
                    (.redirectError ProcessBuilder$Redirect/INHERIT))
        _       (.putAll (.environment builder) (or (:env options) {}))
        process (.start builder)
        reader  ^BufferedReader (io/reader (.getInputStream process))]
    (loop [said []]
      (let [line (.readLine reader)]
        (if-let [[_ port] (and line (re-find listening line))]
          {:process process, :url (str "http://127.0.0.1:" port), :dir (:dir options), :forwarders {}}
          (if line
            (recur (conj said line))
            (throw (ex-info (str "the lab did not start: " (str/join "\n" said))
                            {:exit (.waitFor process)}))))))))

(defn stop!
  "Ends the members and the lab."
  [{:keys [^Process process forwarders]}]
  (run! (comp forward/stop! :process) (vals forwarders))
  (.destroy process)
  (when-not (.waitFor process 30 TimeUnit/SECONDS)
    (.destroyForcibly process)))

(defn token
  "The token of the lab's members."
  [{:keys [dir]}]
  (let [file (io/file (str dir) "token")]
    (when (.exists file) (str/trim (slurp file)))))

(defn members
  "All members as the lab sees them: {node {:address, :http, :pid, :state}}."
  [lab]
  (into (sorted-map)
        (map (fn [m] [(node (:member m)) (dissoc m :member)]))
        (call! lab "GET" "/members")))

(defn act!
  "Kill, pause, resume, restart or leave."
  [lab node action]
  (if (other? lab)
    (tell! lab node action)
    (call! lab "POST" (str "/members/" (index node) "/" (name action)))))

(defn- member-dir ^java.io.File [{:keys [dir]} node] (io/file dir (str "member-" (index node))))

(defn has-left?
  "Does the log of a member say that it, as it has run last, has left the cluster?"
  [log]
  (let [start (or (str/last-index-of log "listening at") 0)]
    (boolean (re-find #"(?m)\[member (\d+) [^\]]*\] member \1 has left$" (subs log start)))))

(defn log
  "What a member has printed; empty if nothing."
  [lab node]
  (let [file (io/file (member-dir lab node) "output.log")]
    (if (.exists file) (slurp file) "")))

(defn- delete-all! [^java.io.File file]
  (run! delete-all! (.listFiles file))
  (.delete file))

(defn revive!
  "Starts a node's process again. A durable member that has left, or has found damage, starts with empty hands, as another one: it refuses to
  start with what it has kept."
  [lab node]
  (when-not (other? lab)
    (let [said (log lab node)]
      (when (or (has-left? said) (disks/refusal said))
        (delete-all! (io/file (member-dir lab node) "data" "store")))))
  (act! lab node :restart))

(defn upgrade!
  "Lets a node's next process run the newer program without a limit: it can go by the newest cluster version."
  [lab node]
  (act! lab node :upgrade))

(defn order!
  "Tells a member at host:port to do something. True if it has accepted that."
  [address path token]
  (try (= 202 (first (exchange "POST" (str "http://" address path) nil 1000 token)))
       (catch java.io.IOException _ false)))

(defn raise!
  "Asks a member at host:port for the newest cluster version. True if it has passed the wish on."
  [lab address]
  (order! address (str "/version/" facts/newest) (token lab)))

(defn change-state!
  "Asks a member for another state of the cluster. True if it has passed the wish on."
  [lab node state]
  (when-let [address (get-in (members lab) [node :http])]
    (order! address (str "/state/" state) (token lab))))

(defn add!
  "Starts one more member; returns its node."
  [lab]
  (node (:member (call! lab "POST" "/members"))))

(defn place
  "A node, or a place that the lab knows by name."
  [x]
  (if (#{"client" "*"} x) x (str (index x))))

(defn link!
  "Sets what a link does; what is left out is clear."
  [lab from to condition]
  (if (other? lab)
    (set-link! lab from to condition)
    (call! lab "PUT" (str "/links/" (place from) "/" (place to)) condition)))

(defn reset-link! [lab from to]
  (call! lab "POST" (str "/links/" (place from) "/" (place to) "/reset")))

(defn heal! [lab]
  (if (other? lab) (mend-links! lab) (call! lab "POST" "/heal")))

(defn client-spec [lab] (call! lab "GET" "/client"))

(defn bound-spec
  "What a client needs that is cut off together with a node."
  [{:keys [forwarders] :as lab} node]
  (let [spec (call! lab "GET" (str "/client/" (index node)))
        via  (get-in forwarders [node :via])]
    (cond-> spec via (assoc :via via))))

(defn forward!
  "Starts the forwarders of bound clients where the kernel carries the links; the lab with them."
  [{:keys [dir] :as lab} {:keys [java jar nodes]}]
  (let [all     (members lab)
        started (into {}
                      (for [node nodes
                            :let [{:keys [before places]} (call! lab "GET" (str "/client/" (index node)))]
                            :when (seq before)
                            :let [own  (get-in all [node :address])
                                  host (first (str/split own #":"))]]
                        [node {:via     (forward/via host places own)
                               :process (forward/start! before java (str dir "/forward-" node ".log")
                                                        (forward/words jar host places own))}]))]
    (forward/await-listening! (mapcat (comp vals :via) (vals started)))
    (assoc lab :forwarders started)))

(defn view
  "What the running members say at once: {node {:state, :status}}; :status is nil for who does not answer."
  [lab]
  (if (other? lab)
    (view-of lab)
    (->> (members lab)
         (mapv (fn [[n {:keys [state http]}]]
                 [n state (when (= "running" state) (future (ask http "/status" (token lab))))]))
         (into (sorted-map)
               (map (fn [[n state status]] [n {:state (keyword state), :status (some-> status deref)}]))))))

(defn table
  "The partition table as the member at a node knows it, or nil."
  [lab node]
  (if (other? lab)
    (table-of lab node)
    (some-> (get-in (members lab) [node :http]) (ask "/partitions" (token lab)) :partitions)))
