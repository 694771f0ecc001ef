(ns godwit.wait
  "Waiting for what the cluster does by itself.")

(defn until
  "Calls f until it returns something true, at most so long; that, or nil."
  [millis pause-ms f]
  (let [end (+ (System/nanoTime) (* 1000000 (long millis)))]
    (loop []
      (or (f)
          (when (< (System/nanoTime) end)
            (Thread/sleep (long pause-ms))
            (recur))))))
