------------------------------- MODULE Expiry -------------------------------
(***************************************************************************)
(* Entries that expire. A put may come with a lifetime. The primary that   *)
(* takes it adds its clock, so that the entry says when it is due. When    *)
(* the clock of the primary is there, the primary removes the entry by a   *)
(* write. Until that write has taken effect, every read finds the entry.   *)
(*                                                                         *)
(* So clocks decide when an entry goes, but not whether it is gone: who    *)
(* finds it gone reads what a write has left, and so does everybody after  *)
(* that, whatever becomes of primaries and their clocks. Clocks may show   *)
(* anything here, at any time.                                             *)
(*                                                                         *)
(* One key, of what clients see (AtomicMap): writes take effect one after  *)
(* the other, under one primary after the other. That the removal is a     *)
(* write of the primary's own log, behind the put that it removes, is what *)
(* DataPlane says of any write: the primary looks at its clock and at the  *)
(* end of its log when it takes it.                                        *)
(***************************************************************************)
EXTENDS Integers, Rules

CONSTANTS
  \* @type: Set(Str);
  Members,
  \* @type: Int;
  MaxPuts,
  \* Clocks show 0 to this.
  \* @type: Int;
  MaxTime,
  \* What puts may come with; 0 for no lifetime.
  \* @type: Set(Int);
  Lifetimes

VARIABLES
  \* @type: Str;
  primary,
  \* @type: Str -> Int;
  clock,
  \* What the key holds: a put, by its number, when it is due (0: never), and the primary that has taken it. Nothing is put 0.
  \* @type: {put: Int, due: Int, by: Str};
  entry,
  \* @type: Int;
  puts,
  \* Puts whose removal was taken, perhaps in vain.
  \* @type: Set(Int);
  taken,
  \* For mutants: puts that a member has removed from its own copy only.
  \* @type: Str -> Set(Int);
  dropped,
  \* For the specification only. When each put asked to be due; puts that a read did not find any more; what the last read has
  \* found, and whether it had been gone; puts that were due as they had asked, by the clock of a primary.
  \* @type: Int -> Int;
  asked,
  \* @type: Set(Int);
  gone,
  \* @type: {put: Int, again: Bool};
  found,
  \* @type: Set(Int);
  overdue

vars == <<primary, clock, entry, puts, taken, dropped, asked, gone, found, overdue>>

Nothing == [put |-> 0, due |-> 0, by |-> "none"]

\* Is the entry due, by a clock?
\* @type: (Int) => Bool;
Due(time) == entry.put # 0 /\ entry.due # 0 /\ entry.due <= time

\* Was it so by what its put asked for?
\* @type: (Int) => Bool;
DueAsAsked(time) == entry.put # 0 /\ asked[entry.put] # 0 /\ asked[entry.put] <= time

Init ==
  /\ primary \in Members
  /\ clock = [n \in Members |-> 0]
  /\ entry = Nothing
  /\ puts = 0
  /\ taken = {}
  /\ dropped = [n \in Members |-> {}]
  /\ asked = [w \in 1..MaxPuts |-> 0]
  /\ gone = {}
  /\ found = [put |-> 0, again |-> FALSE]
  /\ overdue = {}

\* A put without a lifetime is never due, whatever the one before was.
Put(life) ==
  LET due == IF life = 0 THEN 0 ELSE clock[primary] + life
  IN /\ puts < MaxPuts
     /\ puts' = puts + 1
     /\ entry' = [put |-> puts + 1, due |-> IF PutReplacesDue \/ due # 0 THEN due ELSE entry.due, by |-> primary]
     /\ asked' = [asked EXCEPT ![puts + 1] = due]
     /\ UNCHANGED <<primary, clock, taken, dropped, gone, found, overdue>>

\* The primary takes the removal of what is due by its clock.
TakeRemoval ==
  /\ entry.due # 0
  /\ ExpiresWhenDue => Due(clock[primary])
  /\ NewPrimaryLooks \/ entry.by = primary
  /\ TakesRemovalAgain \/ entry.put \notin taken
  /\ taken' = taken \cup {entry.put}
  /\ overdue' = IF DueAsAsked(clock[primary]) THEN overdue \cup {entry.put} ELSE overdue

\* It takes effect.
RemoveExpired ==
  /\ TakeRemoval
  /\ entry' = IF RemovalIsAWrite THEN Nothing ELSE entry
  /\ dropped' = IF RemovalIsAWrite THEN dropped ELSE [dropped EXCEPT ![primary] = @ \cup {entry.put}]
  /\ UNCHANGED <<primary, clock, puts, asked, gone, found>>

\* Or it is lost, like any write of a primary that is replaced before the others have it.
LoseRemoval ==
  /\ TakeRemoval
  /\ UNCHANGED <<primary, clock, entry, puts, dropped, asked, gone, found>>

\* A read at the primary. What it does not find was replaced or removed.
Read ==
  LET value == IF (~ReadFindsDue /\ Due(clock[primary])) \/ entry.put \in dropped[primary] THEN 0 ELSE entry.put
  IN /\ found' = [put |-> value, again |-> value # 0 /\ value \in gone]
     /\ gone' = gone \cup ((1..puts) \ {value})
     /\ UNCHANGED <<primary, clock, entry, puts, taken, dropped, asked, overdue>>

Failover(n) ==
  /\ n # primary
  /\ primary' = n
  /\ UNCHANGED <<clock, entry, puts, taken, dropped, asked, gone, found, overdue>>

SetClock(n, time) ==
  /\ time # clock[n]
  /\ clock' = [clock EXCEPT ![n] = time]
  /\ UNCHANGED <<primary, entry, puts, taken, dropped, asked, gone, found, overdue>>

Next ==
  \/ \E life \in Lifetimes : Put(life)
  \/ RemoveExpired
  \/ LoseRemoval
  \/ Read
  \/ \E n \in Members : Failover(n)
  \/ \E n \in Members, time \in 0..MaxTime : SetClock(n, time)

Spec == Init /\ [][Next]_vars

\* Of the removals that are taken again and again, one takes effect.
FairSpec == Spec /\ SF_vars(RemoveExpired)

-----------------------------------------------------------------------------
TypeOK ==
  /\ primary \in Members
  /\ \A n \in Members : clock[n] \in 0..MaxTime
  /\ entry.put \in 0..MaxPuts /\ entry.due >= 0
  /\ puts \in 0..MaxPuts
  /\ taken \subseteq 1..MaxPuts /\ gone \subseteq 1..MaxPuts /\ overdue \subseteq 1..MaxPuts
  /\ \A n \in Members : dropped[n] \subseteq 1..MaxPuts
  /\ found.put \in 0..MaxPuts

\* Once a read has found an entry gone, no later read finds it.
GoneStaysGone == ~found.again

\* What goes without being replaced had asked to be due, and the clock of a primary was there.
NotBeforeDue ==
  [][entry.put # 0 /\ entry'.put = 0 => entry.put \in overdue']_vars

\* No entry is found due by the clock of the primary for ever.
ExpiredEntryGoes == \A w \in 1..MaxPuts : <>[]~(entry.put = w /\ Due(clock[primary]))

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM Spec => []GoneStaysGone
THEOREM Spec => NotBeforeDue
THEOREM FairSpec => ExpiredEntryGoes
=============================================================================
