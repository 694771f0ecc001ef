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
(* A map may have an idle time (Idle): an entry that nobody has used for   *)
(* that long is due. Each use keeps it for Idle. A put makes it due a      *)
(* little later than that, by Grain. A read that finds it due earlier than *)
(* in Idle moves that on by a touch, a write that the read waits for. So   *)
(* an entry costs at most one touch in Grain, however often it is read,    *)
(* and goes between Idle and Idle + Grain after its last use. A lifetime   *)
(* is not moved on (latest).                                               *)
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
  Lifetimes,
  \* For how long each use keeps an entry; 0 if entries may be idle.
  \* @type: Int;
  Idle,
  \* How much longer a put or a touch keeps it.
  \* @type: Int;
  Grain

VARIABLES
  \* @type: Str;
  primary,
  \* @type: Str -> Int;
  clock,
  \* What the key holds: a put, by its number, when it is due (0: never), when at the latest whoever uses it (0: no lifetime), and
  \* the primary that has taken it. Nothing is put 0.
  \* @type: {put: Int, due: Int, latest: Int, by: Str};
  entry,
  \* @type: Int;
  puts,
  \* Puts whose removal was taken, perhaps without effect.
  \* @type: Set(Int);
  taken,
  \* For mutants: puts that a member has removed from its own copy only.
  \* @type: Str -> Set(Int);
  dropped,
  \* For mutants: until when a member has touched the entry without a write.
  \* @type: Str -> Int;
  touched,
  \* For the specification only. When each put asked to be due; until when the reads that have found the entry keep it; puts that a read
  \* did not find any more; what the last read has found, and whether it had been gone; puts that were due as they and these reads had
  \* asked, by the clock of a primary.
  \* @type: Int -> Int;
  asked,
  \* @type: Int;
  kept,
  \* @type: Set(Int);
  gone,
  \* @type: {put: Int, again: Bool};
  found,
  \* @type: Set(Int);
  overdue

vars == <<primary, clock, entry, puts, taken, dropped, touched, asked, kept, gone, found, overdue>>

Nothing == [put |-> 0, due |-> 0, latest |-> 0, by |-> "none"]

\* The sooner and the later of two times; 0 is never, and before all others.
\* @type: (Int, Int) => Int;
Sooner(a, b) == IF a = 0 \/ (b # 0 /\ b < a) THEN b ELSE a
\* @type: (Int, Int) => Int;
Later(a, b) == IF a < b THEN b ELSE a

\* When an entry is due that is used at a time, and not after that; until when this use keeps it.
\* @type: (Int, Int) => Int;
DueUnused(time, latest) == IF Idle = 0 THEN latest ELSE Sooner(latest, time + Idle + Grain)
\* @type: (Int, Int) => Int;
KeptUntil(time, latest) == IF Idle = 0 THEN latest ELSE Sooner(latest, time + Idle)

\* Is the entry due, by a clock?
\* @type: (Int) => Bool;
Due(time) == entry.put # 0 /\ entry.due # 0 /\ Later(entry.due, touched[primary]) <= time

\* Was it so by what its put asked for, and by that and what has used it since?
\* @type: (Int) => Bool;
DueAsPut(time) == entry.put # 0 /\ asked[entry.put] # 0 /\ asked[entry.put] <= time
\* @type: (Int) => Bool;
DueAsAsked(time) == DueAsPut(time) /\ kept <= time

\* Does a read at a time touch the entry? Not one that its lifetime ends.
\* @type: (Int) => Bool;
Touches(time) ==
  /\ Idle # 0 /\ entry.put # 0
  /\ TouchKeepsLifetime => entry.due # entry.latest
  /\ Later(entry.due, touched[primary]) - time < IF TouchesInTime THEN Idle ELSE 1

Init ==
  /\ primary \in Members
  /\ clock = [n \in Members |-> 0]
  /\ entry = Nothing
  /\ puts = 0
  /\ taken = {}
  /\ dropped = [n \in Members |-> {}]
  /\ touched = [n \in Members |-> 0]
  /\ asked = [w \in 1..MaxPuts |-> 0]
  /\ kept = 0
  /\ gone = {}
  /\ found = [put |-> 0, again |-> FALSE]
  /\ overdue = {}

\* A put without a lifetime is never due, whatever the one before was, unless nobody uses it.
Put(life) ==
  LET latest == IF life = 0 THEN 0 ELSE clock[primary] + life
      due == DueUnused(clock[primary], latest)
  IN /\ puts < MaxPuts
     /\ puts' = puts + 1
     /\ entry' =
          [put |-> puts + 1,
           due |-> IF PutReplacesDue \/ due # 0 THEN due ELSE entry.due,
           latest |-> latest,
           by |-> primary]
     /\ asked' = [asked EXCEPT ![puts + 1] = KeptUntil(clock[primary], latest)]
     /\ kept' = 0
     /\ touched' = [n \in Members |-> 0]
     /\ UNCHANGED <<primary, clock, taken, dropped, gone, found, overdue>>

\* The primary takes the removal of what is due by its clock.
TakeRemoval ==
  /\ entry.due # 0
  /\ ExpiresWhenDue => IF RemovalCountsTouches THEN Due(clock[primary]) ELSE DueAsPut(clock[primary])
  /\ NewPrimaryLooks \/ entry.by = primary
  /\ TakesRemovalAgain \/ entry.put \notin taken
  /\ taken' = taken \cup {entry.put}
  /\ overdue' = IF DueAsAsked(clock[primary]) THEN overdue \cup {entry.put} ELSE overdue

\* It takes effect.
RemoveExpired ==
  /\ TakeRemoval
  /\ entry' = IF RemovalIsAWrite THEN Nothing ELSE entry
  /\ dropped' = IF RemovalIsAWrite THEN dropped ELSE [dropped EXCEPT ![primary] = @ \cup {entry.put}]
  /\ UNCHANGED <<primary, clock, puts, touched, asked, kept, gone, found>>

\* Or it is lost, like any write of a primary that is replaced before the others have it.
LoseRemoval ==
  /\ TakeRemoval
  /\ UNCHANGED <<primary, clock, entry, puts, dropped, touched, asked, kept, gone, found>>

\* A read at the primary is answered. What it does not find was replaced or removed.
AnswerRead ==
  LET value == IF (~ReadFindsDue /\ Due(clock[primary])) \/ entry.put \in dropped[primary] THEN 0 ELSE entry.put
  IN /\ found' = [put |-> value, again |-> value # 0 /\ value \in gone]
     /\ gone' = gone \cup ((1..puts) \ {value})
     /\ kept' = IF Idle = 0 \/ value = 0 THEN kept ELSE Later(kept, KeptUntil(clock[primary], entry.latest))
     /\ overdue' = IF Idle = 0 THEN overdue ELSE overdue \ {value}

\* The touch, if there has to be one, has taken effect before. A read whose touch is lost has no answer.
Read ==
  LET touches == Touches(clock[primary])
      due == DueUnused(clock[primary], IF TouchKeepsLifetime THEN entry.latest ELSE 0)
  IN /\ AnswerRead
     /\ entry' = IF touches /\ TouchIsAWrite THEN [entry EXCEPT !.due = due] ELSE entry
     /\ touched' = IF touches /\ ~TouchIsAWrite THEN [touched EXCEPT ![primary] = due] ELSE touched
     /\ UNCHANGED <<primary, clock, puts, taken, dropped, asked>>

\* For a mutant: the read did not wait for its touch, which is lost.
ReadLosesTouch ==
  /\ ~ReadWaitsForTouch
  /\ Touches(clock[primary])
  /\ AnswerRead
  /\ UNCHANGED <<primary, clock, entry, puts, taken, dropped, touched, asked>>

Failover(n) ==
  /\ n # primary
  /\ primary' = n
  /\ UNCHANGED <<clock, entry, puts, taken, dropped, touched, asked, kept, gone, found, overdue>>

SetClock(n, time) ==
  /\ time # clock[n]
  /\ clock' = [clock EXCEPT ![n] = time]
  /\ UNCHANGED <<primary, entry, puts, taken, dropped, touched, asked, kept, gone, found, overdue>>

Next ==
  \/ \E life \in Lifetimes : Put(life)
  \/ RemoveExpired
  \/ LoseRemoval
  \/ Read
  \/ ReadLosesTouch
  \/ \E n \in Members : Failover(n)
  \/ \E n \in Members, time \in 0..MaxTime : SetClock(n, time)

Spec == Init /\ [][Next]_vars

\* Of the removals that are taken again and again, one takes effect.
FairSpec == Spec /\ SF_vars(RemoveExpired)

-----------------------------------------------------------------------------
TypeOK ==
  /\ primary \in Members
  /\ \A n \in Members : clock[n] \in 0..MaxTime
  /\ entry.put \in 0..MaxPuts /\ entry.due >= 0 /\ entry.latest >= 0
  /\ puts \in 0..MaxPuts
  /\ taken \subseteq 1..MaxPuts /\ gone \subseteq 1..MaxPuts /\ overdue \subseteq 1..MaxPuts
  /\ \A n \in Members : dropped[n] \subseteq 1..MaxPuts
  /\ \A n \in Members : touched[n] >= 0
  /\ kept >= 0
  /\ found.put \in 0..MaxPuts

\* Once a read has found an entry gone, no later read finds it.
GoneStaysGone == ~found.again

\* What goes without being replaced had asked to be due, no read that has found it keeps it longer, and the clock of a primary was
\* there.
NotBeforeDue ==
  [][entry.put # 0 /\ entry'.put = 0 => entry.put \in overdue']_vars

\* A lifetime ends when its put has said, however often the entry is used.
LifetimeEnds == entry.latest # 0 => entry.due # 0 /\ entry.due <= entry.latest

\* No entry is found due by the clock of the primary for ever.
ExpiredEntryGoes == \A w \in 1..MaxPuts : <>[]~(entry.put = w /\ Due(clock[primary]))

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM Spec => []GoneStaysGone
THEOREM Spec => NotBeforeDue
THEOREM Spec => []LifetimeEnds
THEOREM FairSpec => ExpiredEntryGoes
=============================================================================
