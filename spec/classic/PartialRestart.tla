--------------------------- MODULE PartialRestart ---------------------------
(***************************************************************************)
(* A cluster that has been stopped starts again from its disks, some of    *)
(* which may be gone (seed 001, section 3.2).  Members store their tables. *)
(* Those that return are grouped by equal tables, and one group is taken:  *)
(*                                                                         *)
(*   MOST_RECENT    the group whose table has the greatest sum of versions *)
(*   MOST_COMPLETE  the largest group                                      *)
(*                                                                         *)
(* The others are excluded, and their data is deleted.  A member may come  *)
(* back at another address: the old one is replaced in the table, and only *)
(* the partitions that it touches get a greater version.  (Before 4.1 the  *)
(* global version rose by the number of replaced entries: GlobalVersion.)  *)
(*                                                                         *)
(* The sum orders tables only if whoever stops has been told everything    *)
(* (StopKnowsAll, as in SumOrder, which is about the sum alone).           *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, Rules

(*
  @typeAlias: entry = { version: Int, owner: Int };
  @typeAlias: table = Int -> $entry;
*)
PartialRestart_aliases == TRUE

CONSTANTS
    \* @type: Set(Int);
    Members,          \* 1..N, each with a disk and, at first, the address of its number
    \* @type: Set(Int);
    Partitions,
    \* @type: Int;
    MaxChanges,       \* of the table
    \* @type: Int;
    MaxLost,          \* disks that do not return
    \* @type: Int;
    MaxMoves,         \* members that return at another address
    \* @type: Str;
    Policy,           \* "MOST_RECENT" or "MOST_COMPLETE"
    \* @type: Bool;
    GlobalVersion,    \* 4.0 and before: one version for the whole table
    \* @type: Bool;
    StopKnowsAll      \* assumption: a member stops only when it has been told every change

VARIABLES
    \* @type: $table;
    newest,           \* the master's table
    \* @type: Int -> $table;
    stored,           \* what each member has on its disk
    \* @type: Set(Int);
    stopped,
    \* @type: Set(Int);
    lost,
    \* @type: Int -> Int;
    address,
    \* @type: Int;
    changes,
    \* @type: Set(Int);
    chosen,           \* who starts with its data; {} before the restart
    \* @type: $table;
    restored          \* the table with which they start

vars == <<newest, stored, stopped, lost, address, changes, chosen, restored>>

\* @type: (Set(Int)) => Int;
Max(S) == CHOOSE x \in S : \A y \in S : x >= y
\* @type: (Set(Int)) => Int;
Min(S) == CHOOSE x \in S : \A y \in S : x <= y
MovedTo(n) == n + Cardinality(Members)

Init ==
    /\ newest = [p \in Partitions |-> [version |-> 1, owner |-> Min(Members)]]
    /\ stored = [n \in Members |-> newest]
    /\ stopped = {} /\ lost = {}
    /\ address = [n \in Members |-> n]
    /\ changes = 0
    /\ chosen = {}
    /\ restored = newest

-----------------------------------------------------------------------------
(* The cluster runs, and stops member by member *)

\* A partition passes to a member that runs.
\* @type: (Int, Int) => Bool;
Change(p, n) ==
    /\ changes < MaxChanges
    /\ n \notin stopped /\ newest[p].owner # n
    /\ newest' = [q \in Partitions |->
                     IF q = p THEN [version |-> newest[q].version + 1, owner |-> n]
                     ELSE IF GlobalVersion THEN [newest[q] EXCEPT !.version = @ + 1] ELSE newest[q]]
    /\ changes' = changes + 1
    /\ UNCHANGED <<stored, stopped, lost, address, chosen, restored>>

\* Changes of different partitions reach a member in any order; before 4.1 a table came as a whole.
\* @type: (Int, Int) => Bool;
Learn(n, p) ==
    /\ n \notin stopped
    /\ stored[n][p] # newest[p]
    /\ stored' = [stored EXCEPT ![n] = IF GlobalVersion THEN newest ELSE [@ EXCEPT ![p] = newest[p]]]
    /\ UNCHANGED <<newest, stopped, lost, address, changes, chosen, restored>>

\* @type: (Int) => Bool;
Stop(n) ==
    /\ n \notin stopped
    /\ StopKnowsAll => stored[n] = newest
    /\ stopped' = stopped \cup {n}
    /\ UNCHANGED <<newest, stored, lost, address, changes, chosen, restored>>

-----------------------------------------------------------------------------
(* What happens while it is stopped *)

\* @type: (Int) => Bool;
Lose(n) ==
    /\ chosen = {} /\ stopped = Members /\ n \notin lost
    /\ Cardinality(lost) < MaxLost /\ lost \cup {n} # Members
    /\ lost' = lost \cup {n}
    /\ UNCHANGED <<newest, stored, stopped, address, changes, chosen, restored>>

\* @type: (Int) => Bool;
Move(n) ==
    /\ chosen = {} /\ stopped = Members /\ address[n] = n
    /\ Cardinality({x \in Members : address[x] # x}) < MaxMoves
    /\ address' = [address EXCEPT ![n] = MovedTo(n)]
    /\ UNCHANGED <<newest, stored, stopped, lost, changes, chosen, restored>>

-----------------------------------------------------------------------------
(* The restart *)

Returning == Members \ lost

\* @type: (Int) => Set(Int);
Group(n) == {x \in Returning : stored[x] = stored[n]}

\* @type: ($table, Set(Int)) => Int;
Sum(t, P) == Cardinality({c \in P \X (1..MaxChanges + 1) : c[2] <= t[c[1]].version})

(* By how much a group is preferred *)
\* @type: (Int) => Int;
Recent(n) ==
    IF RecentBySum THEN Sum(stored[n], IF RecentSumsAll THEN Partitions ELSE {Min(Partitions)})
    ELSE Cardinality(Group(n))
\* @type: (Int) => Int;
Complete(n) ==
    IF CompleteBySize THEN Cardinality(Group(n)) ELSE Sum(stored[n], Partitions)
\* @type: (Int) => Int;
Preference(n) == IF Policy = "MOST_RECENT" THEN Recent(n) ELSE Complete(n)

(* The table with new addresses in the place of old ones.  S: who starts. *)
\* @type: ($table, Set(Int)) => $table;
WithNewAddresses(t, S) ==
    LET moved == {n \in S : address[n] # n}
        touched == {p \in Partitions : t[p].owner \in moved}
        \* @type: (Int) => Int;
        increment(p) == IF ~MoveRaisesVersion THEN 0
                        ELSE IF GlobalVersion THEN Cardinality(touched)
                        ELSE IF p \in touched \/ (touched # {} /\ ~MoveRaisesTouchedOnly) THEN 1 ELSE 0
    IN  [p \in Partitions |->
            [version |-> t[p].version + increment(p),
             owner   |-> IF p \in touched /\ MoveReplaces THEN address[t[p].owner] ELSE t[p].owner]]

(* Any of the groups that are preferred most: the seed does not say which *)
\* @type: (Int) => Bool;
Restart(n) ==
    /\ chosen = {} /\ stopped = Members /\ n \in Returning
    /\ \A x \in Returning : Preference(x) <= Preference(n)
    /\ chosen' = Group(n)
    /\ restored' = WithNewAddresses(stored[n], Group(n))
    /\ UNCHANGED <<newest, stored, stopped, lost, address, changes>>

Next ==
    \/ \E p \in Partitions, n \in Members : Change(p, n)
    \/ \E n \in Members, p \in Partitions : Learn(n, p)
    \/ \E n \in Members : Stop(n)
    \/ \E n \in Members : Lose(n)
    \/ \E n \in Members : Move(n)
    \/ \E n \in Members : Restart(n)

Spec == Init /\ [][Next]_vars

-----------------------------------------------------------------------------
(* Properties *)

TypeOK ==
    /\ stopped \subseteq Members /\ lost \subseteq stopped /\ chosen \subseteq Returning
    /\ changes \in 0..MaxChanges
    /\ \A n \in Members : address[n] \in {n, MovedTo(n)}
    /\ \A n \in Members, p \in Partitions :
        stored[n][p].version \in 1..MaxChanges + 1 /\ stored[n][p].owner \in Members

\* The table of those who start, as they had stored it
\* @type: $table;
Base == stored[Min(chosen)]

(* No returning member has anything newer than the table that is taken: what
   is deleted is old. *)
NewestChosen ==
    chosen # {} => \A n \in Returning, p \in Partitions :
        \/ stored[n][p].version < Base[p].version
        \/ stored[n][p] = Base[p]

\* No other table has more of the returning members.
MostKept ==
    chosen # {} => \A n \in Returning : Cardinality(Group(n)) <= Cardinality(chosen)

(* Owners are where their members are now, and a version names one owner: it
   rises where the address has changed, and before 4.1 with that of all. *)
AddressesFollow ==
    chosen # {} => \A p \in Partitions :
        LET o == Base[p].owner
            now == IF o \in chosen THEN address[o] ELSE o
            moved == {q \in Partitions : Base[q].owner \in chosen /\ address[Base[q].owner] # Base[q].owner}
        IN  /\ restored[p].owner = now
            /\ restored[p].version = Base[p].version + (IF GlobalVersion THEN Cardinality(moved)
                                                        ELSE IF p \in moved THEN 1 ELSE 0)

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM Spec => []NewestChosen
THEOREM Spec => []MostKept
THEOREM Spec => []AddressesFollow
=============================================================================
