----------------------------- MODULE AtomicMap -----------------------------
(***************************************************************************)
(* What a client may rely on: one register per partition whose operations  *)
(* take effect atomically, between call and return. The data plane must    *)
(* refine this module; nothing here knows of members or messages.          *)
(*                                                                         *)
(* A write without an answer may take effect at any later moment or never. *)
(* A read returns a value that was current at some moment between its call *)
(* and its return; `seen` collects these values while the read runs.       *)
(*                                                                         *)
(* One step may let several pending writes take effect, in an order: the   *)
(* data plane learns that a log position is safe for all earlier positions *)
(* at once. A step may also contain the return that this makes possible.   *)
(***************************************************************************)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS
  \* @type: Set(Int);
  Partitions,
  \* @type: Int;
  MaxWrites,
  \* @type: Int;
  MaxReads

VARIABLES
  \* Per partition, the writes that took effect, oldest first. The register holds the last of them.
  \* @type: Int -> Seq(Int);
  contents,
  \* A write is its number: "idle", then "pending" in a partition, then "done".
  \* @type: Int -> {state: Str, part: Int};
  writes,
  \* @type: Int -> {state: Str, part: Int, value: Int};
  reads,
  \* @type: Int -> Set(Int);
  seen

\* @type: <<Int -> Seq(Int), Int -> {state: Str, part: Int}, Int -> {state: Str, part: Int, value: Int}, Int -> Set(Int)>>;
vars == <<contents, writes, reads, seen>>

Writes == 1..MaxWrites
Reads == 1..MaxReads
NoValue == 0

\* @type: Seq(Int) => Int;
Current(ops) == IF ops = <<>> THEN NoValue ELSE ops[Len(ops)]
\* @type: Seq(Int) => Set(Int);
Range(ops) == {ops[i] : i \in DOMAIN ops}

\* Writes that were called in p, did not return and did not take effect yet.
Waiting(p) == {w \in Writes : writes[w].state = "pending" /\ writes[w].part = p /\ w \notin Range(contents[p])}

\* Orders in which waiting writes may take effect in one step. Three at once is more than any model has.
Batches(p) ==
  {<<>>} \cup {<<a>> : a \in Waiting(p)}
         \cup {b \in {<<a, c>> : a \in Waiting(p), c \in Waiting(p)} : b[1] # b[2]}
         \cup {b \in {<<a, c, d>> : a \in Waiting(p), c \in Waiting(p), d \in Waiting(p)} :
                 b[1] # b[2] /\ b[1] # b[3] /\ b[2] # b[3]}

\* @type: (Int, Seq(Int)) => Bool;
TakeEffect(p, batch) ==
  /\ contents' = [contents EXCEPT ![p] = contents[p] \o batch]
  /\ seen' = [r \in Reads |-> IF reads[r].state = "pending" /\ reads[r].part = p
                              THEN seen[r] \cup Range(batch) ELSE seen[r]]

CallWrite(w, p) ==
  /\ writes[w].state = "idle"
  /\ writes' = [writes EXCEPT ![w] = [state |-> "pending", part |-> p]]
  /\ UNCHANGED <<contents, reads, seen>>

Apply(p) ==
  \E batch \in Batches(p) :
    /\ batch # <<>>
    /\ TakeEffect(p, batch)
    /\ UNCHANGED <<writes, reads>>

ReturnWrite(w, p) ==
  /\ writes[w].state = "pending" /\ writes[w].part = p
  /\ \E batch \in Batches(p) : TakeEffect(p, batch)
  /\ w \in Range(contents'[p])
  /\ writes' = [writes EXCEPT ![w].state = "done"]
  /\ UNCHANGED reads

CallRead(r, p) ==
  /\ reads[r].state = "idle"
  /\ reads' = [reads EXCEPT ![r] = [state |-> "pending", part |-> p, value |-> NoValue]]
  /\ seen' = [seen EXCEPT ![r] = {Current(contents[p])}]
  /\ UNCHANGED <<contents, writes>>

ReturnRead(r, p) ==
  /\ reads[r].state = "pending" /\ reads[r].part = p
  /\ \E batch \in Batches(p) : TakeEffect(p, batch)
  /\ \E v \in seen'[r] : reads' = [reads EXCEPT ![r].state = "done", ![r].value = v]
  /\ UNCHANGED writes

Init ==
  /\ contents = [p \in Partitions |-> <<>>]
  /\ writes = [w \in Writes |-> [state |-> "idle", part |-> 0]]
  /\ reads = [r \in Reads |-> [state |-> "idle", part |-> 0, value |-> NoValue]]
  /\ seen = [r \in Reads |-> {}]

Next ==
  \/ \E w \in Writes, p \in Partitions : CallWrite(w, p)
  \/ \E p \in Partitions : Apply(p)
  \/ \E w \in Writes, p \in Partitions : ReturnWrite(w, p)
  \/ \E r \in Reads, p \in Partitions : CallRead(r, p)
  \/ \E r \in Reads, p \in Partitions : ReturnRead(r, p)

Spec == Init /\ [][Next]_vars

TypeOK ==
  /\ \A p \in Partitions : \A i \in DOMAIN contents[p] : contents[p][i] \in Writes
  /\ \A w \in Writes : writes[w].state \in {"idle", "pending", "done"} /\ writes[w].part \in Partitions \cup {0}
  /\ \A r \in Reads : /\ reads[r].state \in {"idle", "pending", "done"} /\ reads[r].part \in Partitions \cup {0}
                      /\ reads[r].value \in Writes \cup {NoValue}
                      /\ seen[r] \subseteq Writes \cup {NoValue}
=============================================================================
