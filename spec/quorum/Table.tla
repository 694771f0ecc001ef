------------------------------- MODULE Table -------------------------------
(***************************************************************************)
(* The abstract table: what the registers (ControlPlane) promise to the    *)
(* data plane, and nothing else. For each partition the configurations     *)
(* that have been decided, in order; the index stands for the version      *)
(* (term, number), of which it keeps the order.                            *)
(*                                                                         *)
(*  - The table only moves forward, by valid steps.                        *)
(*  - A change is a compare-and-set: it is decided on top of the           *)
(*    configuration that it was proposed for, or never. A proposal may     *)
(*    stay undecided for as long as it likes.                              *)
(*  - A new master repeats the last configuration under a new version      *)
(*    (Restamp). That puts an end to every proposal that was pending.      *)
(*  - Members hear of decided configurations late, in any order, or never. *)
(*    So whoever uses the table may look at any entry at any time.         *)
(*                                                                         *)
(* What it does not promise: that a member which joins the in-sync set     *)
(* holds what the set has acknowledged. The registers know nothing of      *)
(* data, and ValidStep lets any backup join. That is a duty of the         *)
(* proposer: it proposes such a step on the word of the primary only, and  *)
(* only on top of the version under which the primary gave it              *)
(* (LearnerMigration, Vouched). Decided as a compare-and-set, the step     *)
(* then never replaces anything else.                                      *)
(*                                                                         *)
(* What is declared lost is no step of this table (DeclareLost).           *)
(*                                                                         *)
(* A late twin: a value of an old term that a new master found undecided   *)
(* and repeats may still be chosen under its old version, by slow voters,  *)
(* even after its repetition was decided. ControlPlane counts both         *)
(* as decided at the first moment; here that is Decide and then Restamp.   *)
(* DecideWithTwins does it in one step, because a refinement must answer   *)
(* one step with one step. A user of the table can leave it out: it adds   *)
(* no sequence of entries that the single steps do not give.               *)
(***************************************************************************)
EXTENDS Integers, FiniteSets, Sequences, Configuration

CONSTANTS
  \* @type: Set(Int);
  Partitions,
  \* Who may take part in the data; members are incarnations.
  \* @type: Set(Str);
  Members,
  \* The first configuration of each partition.
  \* @type: Int -> $configuration;
  Start,
  \* Length of a partition's history at which work stops, re-stamps not counted, and the number of re-stamps.
  \* @type: Int;
  MaxDecisions,
  \* @type: Int;
  MaxRestamps,
  \* The names of the rules that do not hold, see Rules; there is one here.
  \* @type: Set(Str);
  Weakened

VARIABLES
  \* Decided configurations, first one first.
  \* @type: Int -> Seq($configuration);
  history,
  \* Proposals that may still be decided. base: the index in the history that the proposal is a change of.
  \* @type: Int -> Set({base: Int, configuration: $configuration});
  proposals,
  \* Re-stamps so far; bounds the model, and no guard of the protocol looks at it.
  \* @type: Int -> Int;
  restamps

\* @type: <<Int -> Seq($configuration), Int -> Set({base: Int, configuration: $configuration}), Int -> Int>>;
tableVars == <<history, proposals, restamps>>

\* A proposal is decided only on top of what it was proposed for.
DecideComparesBase == "DecideComparesBase" \notin Weakened

\* @type: Int => $configuration;
Last(p) == history[p][Len(history[p])]

\* How a member may be started off in the models: p is held by "a" and "b".
StartAB == [p \in Partitions |-> Settled("a", {"b"})]
\* ... by "a", "b" and "c".
StartABC == [p \in Partitions |-> Settled("a", {"b", "c"})]
\* ... by "a" alone.
StartA == [p \in Partitions |-> Settled("a", {})]

TypeOK ==
  /\ \A p \in Partitions : \A i \in DOMAIN history[p] : ValidConfiguration(history[p][i])
  /\ \A p \in Partitions : \A x \in proposals[p] :
       /\ x.base \in DOMAIN history[p]
       /\ ValidConfiguration(x.configuration)
  /\ \A p \in Partitions : restamps[p] \in 0..MaxRestamps

-----------------------------------------------------------------------------
TableInit ==
  /\ history = [p \in Partitions |-> <<Start[p]>>]
  /\ proposals = [p \in Partitions |-> {}]
  /\ restamps = [p \in Partitions |-> 0]

\* Whatever is decided ends the proposals for the entries before it: their base is no longer the last entry.
\* @type: (Int, {base: Int, configuration: $configuration}) => Set({base: Int, configuration: $configuration});
StillPending(p, decided) == IF DecideComparesBase THEN {} ELSE proposals[p] \ {decided}

\* A master proposes c as the successor of the last entry, one at a time. Proposals for an older entry, by a master that
\* does not know that it is deposed, can never be decided; they are left out.
\* @type: (Int, $configuration) => Bool;
Propose(p, c) ==
  /\ \A x \in proposals[p] : x.base # Len(history[p])
  /\ Len(history[p]) - restamps[p] < MaxDecisions
  /\ c # Last(p)
  /\ ValidStep(Last(p), c)
  /\ proposals' = [proposals EXCEPT ![p] = @ \cup {[base |-> Len(history[p]), configuration |-> c]}]
  /\ UNCHANGED <<history, restamps>>

\* @type: (Int, {base: Int, configuration: $configuration}) => Bool;
Decide(p, x) ==
  /\ x \in proposals[p]
  /\ DecideComparesBase => x.base = Len(history[p])
  /\ history' = [history EXCEPT ![p] = Append(@, x.configuration)]
  /\ proposals' = [proposals EXCEPT ![p] = StillPending(p, x)]
  /\ UNCHANGED restamps

\* @type: Int => Bool;
Restamp(p) ==
  /\ restamps[p] < MaxRestamps
  /\ history' = [history EXCEPT ![p] = Append(@, Last(p))]
  /\ proposals' = [proposals EXCEPT ![p] = StillPending(p, [base |-> 0, configuration |-> Last(p)])]
  /\ restamps' = [restamps EXCEPT ![p] = @ + 1]

\* The only change of the table that anybody may see, whatever the other variables do.
TableNext ==
  \E p \in Partitions :
    \/ \E c \in Successors(Last(p), Members) : Propose(p, c)
    \/ \E x \in proposals[p] : Decide(p, x)
    \/ Restamp(p)

TableSpec == TableInit /\ [][TableNext]_tableVars

-----------------------------------------------------------------------------
\* The table as the refinement of ControlPlane sees it: no budgets, and twins in one step.

\* @type: ($configuration, Int) => Seq($configuration);
Repeated(c, n) == SubSeq(<<c, c, c, c, c>>, 1, n)

\* @type: (Int, $configuration, Int) => Bool;
DecideWithTwins(p, c, n) ==
  /\ \/ c = Last(p)
     \/ [base |-> Len(history[p]), configuration |-> c] \in proposals[p]
  /\ history' = [history EXCEPT ![p] = @ \o Repeated(c, n)]
  /\ proposals' = [proposals EXCEPT ![p] = {}]

\* @type: (Int, $configuration) => Bool;
ProposeFor(p, c) ==
  /\ proposals[p] = {}
  /\ ValidStep(Last(p), c)
  /\ proposals' = [proposals EXCEPT ![p] = {[base |-> Len(history[p]), configuration |-> c]}]
  /\ UNCHANGED history

RefinedInit == TableInit

\* Written with values of the next state instead of quantifiers over all configurations: TLC evaluates it for given steps only.
RefinedNext ==
  \E p \in Partitions :
    \/ \E x \in proposals'[p] : ProposeFor(p, x.configuration)
    \/ \E n \in 1..(Len(history'[p]) - Len(history[p])) : DecideWithTwins(p, history'[p][Len(history'[p])], n)

RefinedSpec == RefinedInit /\ [][RefinedNext]_<<history, proposals>>

-----------------------------------------------------------------------------
\* The table as its users see it, who know nothing of proposals: one entry more at a time, a valid step on top of the last.
\* The table does nothing else (quorum-table), and what the data plane calls its table does not either (RefinesTable there).
Grows ==
  \E p \in Partitions :
    LET new == history'[p][Len(history'[p])]
    IN ValidStep(Last(p), new) /\ history' = [history EXCEPT ![p] = Append(@, new)]

OnlyGrows == [][Grows]_history

UserSpec == history = [p \in Partitions |-> <<Start[p]>>] /\ OnlyGrows

-----------------------------------------------------------------------------
\* Properties

\* A change is a change of what was decided last, so that no migration is both given up and carried out.
Agreement == \A p \in Partitions : \A i \in 2..Len(history[p]) : ValidStep(history[p][i - 1], history[p][i])

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM TableSpec => []Agreement
THEOREM TableSpec => OnlyGrows
=============================================================================
