------------------------- MODULE FencedReplication -------------------------
(***************************************************************************)
(* Primary-backup replication inside a decided configuration.              *)
(*                                                                         *)
(* Every message names the version under which it was sent, and a member   *)
(* accepts it only while it has activated that very version. A write is    *)
(* answered when every in-sync member has it under that version, and       *)
(* everyone whom the primary proposed to add. To go on without a backup,   *)
(* a configuration without it must have been decided and activated.        *)
(*                                                                         *)
(* Rules of PacificA and of Kafka's and Elasticsearch's in-sync sets; the  *)
(* holes that those had are mutants here (Kafka KIP-320 and KIP-903,       *)
(* elasticsearch 14671, 20031, hazelcast PR 7759, PR 9205, PR 19105).      *)
(***************************************************************************)
EXTENDS DataState

(***************************************************************************)
(* Activation                                                              *)
(***************************************************************************)
\* The configuration that version v gives n. Only mutants act on one that was merely proposed, at the next version.
\* @type: (Str, Int, Int) => Set($configuration);
Learned(n, p, v) ==
  LET mine == view[n][p].config
      shrunk == IF ~ShrinksAfterDecision /\ IsPrimary(n, p) /\ v = Epoch(n, p) + 1
                THEN {WithoutInSync(mine, b) : b \in mine.inSync \ {mine.primary}} ELSE {}
      switched == IF ~ServesAfterDecision
                  THEN {Migrated(history[p][k.epoch]) : k \in
                         {k \in msgs : /\ k.type = "CaughtUp" /\ k.part = p /\ k.epoch + 1 = v /\ n = k.subject
                                       /\ history[p][k.epoch].migration.destination = n}} ELSE {}
  IN IF v \in DOMAIN history[p] THEN {history[p][v]} ELSE shrunk \cup switched

\* The primary's log for everyone named. A new primary does not know what the others hold. An old one whose configuration
\* was decided again only confirms what they have.
\* @type: (Str, Int, Int, $configuration) => Set($message);
Syncs(n, p, v, c) ==
  {Message("Sync", n, d, p, v, Len(log[n][p]), log[n][p], None) : d \in Participants(c) \ {n}}

\* n learns the decided configuration at version v, of which it is the primary, or which does without it. It may skip
\* versions. Everyone learns from whom it may (the master announces, who is asked under a newer version asks back), so that
\* learning needs no message here. A backup or learner does not activate on hearsay but with the first copy that it gets
\* from the primary of that version (HandleSync), so that activation and reconciliation are one step at a replica.
Activate(n, p, v) ==
  /\ Up(n)
  /\ v # Epoch(n, p)
  /\ ActivatesNewer => v > Epoch(n, p)
  /\ \E c \in Learned(n, p, v) :
       LET primary == Same(n, c.primary)
           drops == ~primary /\ (DropsWhenComplete => Complete(c))
       IN /\ primary \/ (TellsRetired /\ ~Among(n, Participants(c)) /\ (Among(n, Participants(view[n][p].config)) \/ log[n][p] # <<>>))
          /\ view' = [view EXCEPT ![n][p] = [version |-> v, config |-> c]]
          /\ waits' = [waits EXCEPT ![n][p] = {}]
          /\ log' = [log EXCEPT ![n][p] = IF drops THEN <<>> ELSE log[n][p]]
          /\ msgs' = IF primary THEN msgs \cup Syncs(n, p, v, c) ELSE msgs
  /\ UNCHANGED <<history, status, writes, reads, leaving, voters, spent, ghosts>>

(***************************************************************************)
(* Writes                                                                  *)
(***************************************************************************)
\* A client calls, or calls again because it had no answer. (A call that reaches no primary changes nothing.)
Write(n, p, w) ==
  /\ Up(n) /\ IsPrimary(n, p)
  /\ \/ writes[w].state = "idle" /\ \A x \in Writes : x < w => writes[x].state # "idle"
     \/ writes[w].state = "pending" /\ writes[w].part = p
  /\ Deduplicates => w \notin OpsIn(log[n][p])
  /\ writes' = [writes EXCEPT ![w] = [state |-> "pending", part |-> p]]
  /\ LET entry == [epoch |-> Epoch(n, p), op |-> w]
         number == Len(log[n][p]) + 1
     IN /\ log' = [log EXCEPT ![n][p] = Append(log[n][p], entry)]
        /\ msgs' = msgs \cup {Message("Append", n, d, p, Epoch(n, p), number, <<entry>>, None) :
                                d \in Participants(view[n][p].config) \ {n}}
  /\ UNCHANGED <<history, status, view, waits, reads, leaving, voters, spent, ghosts>>

\* The version decides whether n listens to m at all. That the sender is the primary of that version needs no mutant of
\* its own: a version names one configuration, and only its primary sends under it (SendersArePrimaries). The check stays
\* because an implementation cannot see that invariant.
\* @type: ($message, Str, Int) => Bool;
Current(m, n, p) ==
  /\ m.part = p
  /\ RefusesOlderEpoch => m.epoch >= Epoch(n, p)
  /\ RefusesNewerEpoch => m.epoch <= Epoch(n, p)
  /\ Epoch(n, p) > 0 /\ Same(m.src, view[n][p].config.primary) /\ m.src # n

\* The configuration under which m was sent; the second case is that of mutants which serve what was not decided.
\* @type: ($message, Int) => $configuration;
Sent(m, p) == IF m.epoch \in DOMAIN history[p] THEN history[p][m.epoch] ELSE view[m.src][p].config

\* Taken as equal to what n holds, so that nothing has to be sent. This is all that a stamp may ever do.
\* @type: ($message, Str, Int) => Bool;
Skips(m, n, p) ==
  LET mine == log[n][p]
  IN /\ Len(mine) = Len(m.log)
     /\ PositionNamesEpoch => (mine = <<>> \/ mine[Len(mine)].epoch = m.log[Len(mine)].epoch)

\* A replica activates a version with the primary's log under it, which replaces its own (reconciliation): from now on it
\* refuses everybody else. What only it had, nobody was answered for.
HandleSync(n, p) ==
  \E m \in msgs :
    /\ Arrives(m, "Sync", n)
    /\ m.part = p
    /\ IF ~ActivatesNewer THEN m.epoch # Epoch(n, p) ELSE IF ~KeepsNewer THEN m.epoch >= Epoch(n, p) ELSE m.epoch > Epoch(n, p)
    /\ Same(m.src, Sent(m, p).primary)
    /\ view' = [view EXCEPT ![n][p] = [version |-> m.epoch, config |-> Sent(m, p)]]
    /\ waits' = [waits EXCEPT ![n][p] = {}]
    /\ log' = [log EXCEPT ![n][p] = IF Skips(m, n, p) THEN log[n][p] ELSE m.log]
    /\ msgs' = msgs \cup {Message("Ack", n, m.src, p, m.epoch, m.num, <<>>, None)}
    /\ UNCHANGED <<history, status, writes, reads, leaving, voters, spent, ghosts>>

\* A gap means that an earlier Append is still under way or lost; sending it again is the same as a late arrival, so a
\* separate request to send again would add nothing here.
HandleAppend(n, p) ==
  \E m \in msgs :
    /\ Arrives(m, "Append", n)
    /\ \/ Current(m, n, p) /\ view' = view
       \/ /\ ~ReconcilesFirst /\ m.part = p /\ m.epoch > Epoch(n, p)
          /\ view' = [view EXCEPT ![n][p] = [version |-> m.epoch, config |-> Sent(m, p)]]
    /\ RefusesGap => m.num <= Len(log[n][p]) + 1
    /\ RefusesDuplicate => m.num > Len(log[n][p])
    /\ log' = [log EXCEPT ![n][p] = log[n][p] \o m.log]
    /\ msgs' = msgs \cup {Message("Ack", n, m.src, p, m.epoch, m.num, <<>>, None)}
    /\ UNCHANGED <<history, status, waits, writes, reads, leaving, voters, spent, ghosts>>

\* m told n that it holds the first k entries of n's log. (The messages that complete an answer are handled together, with
\* the answer: that one of them came earlier enables nothing, so it needs no state.)
\* @type: (Str, Int, Str, Int) => Bool;
Acked(n, p, m, k) ==
  \E a \in msgs :
    /\ Arrives(a, "Ack", n) /\ Same(a.src, m) /\ a.part = p /\ a.num >= k
    /\ AckNamesEpoch => a.epoch = Epoch(n, p)

\* Those whose agreement an answer needs.
\* @type: (Str, Int) => Set(Str);
WaitSet(n, p) ==
  ((IF WaitsForInSync THEN view[n][p].config.inSync ELSE {}) \cup (IF WaitsForPending THEN waits[n][p] ELSE {})) \ {n}

\* All of them hold the first k entries of n's log.
\* @type: (Str, Int, Int) => Bool;
Held(n, p, k) == \A m \in WaitSet(n, p) : Same(m, n) \/ Acked(n, p, m, k)

AnswerWrite(n, p, w) ==
  /\ Up(n) /\ IsPrimary(n, p)
  /\ writes[w].state = "pending" /\ writes[w].part = p
  /\ \E k \in DOMAIN log[n][p] :
       /\ log[n][p][k].op = w
       /\ Held(n, p, k)
       /\ TakeEffect(p, SubSeq(log[n][p], 1, k))
  /\ writes' = [writes EXCEPT ![w].state = "done"]
  /\ UNCHANGED <<history, status, view, log, waits, msgs, reads, leaving, voters, spent, outcomes>>

(***************************************************************************)
(* Reads                                                                   *)
(***************************************************************************)
\* Reads never wait for a lease here: leases need clocks (ReadLeases). A read notes where the log ends and asks everyone; the answer
\* waits for those for whom a write would have to wait. (A client whose read gets no answer reads again: another read.)
StartRead(n, p, r) ==
  /\ Up(n) /\ IsPrimary(n, p)
  /\ reads[r].state = "idle" /\ \A x \in Reads : x < r => reads[x].state # "idle"
  /\ reads' = [reads EXCEPT ![r] = [state |-> "pending", part |-> p, value |-> 0, at |-> n, epoch |-> Epoch(n, p),
                                    num |-> Len(log[n][p])]]
  /\ seen' = [seen EXCEPT ![r] = {ValueAt(contents[p], Len(contents[p]))}]
  /\ msgs' = msgs \cup {Message("Probe", n, d, p, Epoch(n, p), r, <<>>, None) :
                            d \in Participants(view[n][p].config) \ {n}}
  /\ UNCHANGED <<history, status, view, log, waits, writes, leaving, voters, spent, contents, outcomes>>

\* A member that has moved on does not confirm. That it would tell the sender so only makes the loser learn earlier.
HandleProbe(n, p) ==
  \E m \in msgs :
    /\ Arrives(m, "Probe", n)
    /\ Current(m, n, p)
    /\ LET reply == Message("Confirm", n, m.src, p, m.epoch, m.num, <<>>, None)
       IN reply \notin msgs /\ msgs' = msgs \cup {reply}
    /\ UNCHANGED <<history, status, view, log, waits, writes, reads, leaving, voters, spent, ghosts>>

\* m confirmed that under the version of the read, which is still n's, nobody has replaced n at m.
\* @type: (Str, Int, Str, Int) => Bool;
Confirmed(n, p, m, r) ==
  \E a \in msgs :
    /\ Arrives(a, "Confirm", n) /\ Same(a.src, m) /\ a.part = p /\ a.num = r /\ a.epoch = Epoch(n, p)

AnswerRead(n, p, r) ==
  /\ Up(n)
  /\ reads[r].state = "pending" /\ reads[r].part = p /\ reads[r].at = n
  /\ IF ReadKeepsEpoch THEN reads[r].epoch = Epoch(n, p) ELSE reads[r].num <= Len(log[n][p])
  /\ ReadConfirms => \A m \in WaitSet(n, p) : Same(m, n) \/ Confirmed(n, p, m, r)
  /\ ReadWaitsForPrefix => Held(n, p, reads[r].num)
  /\ TakeEffect(p, SubSeq(log[n][p], 1, reads[r].num))
  /\ reads' = [reads EXCEPT ![r].state = "done", ![r].value = ValueAt(log[n][p], reads[r].num)]
  /\ UNCHANGED <<history, status, view, log, waits, msgs, writes, leaving, voters, spent, outcomes>>

(***************************************************************************)
(* The in-sync set shrinks, by decision                                    *)
(***************************************************************************)
\* The master removes b from the in-sync set; b stays a replica and may come back (LearnerMigration, rejoin).
EvictBackup(p, b, base) ==
  /\ OnTop(p, base)
  /\ b \in history[p][base].inSync /\ b # history[p][base].primary
  /\ Decide(p, WithoutInSync(history[p][base], b))
  /\ Blame(EvictsDead /\ Dead(b))
  /\ UNCHANGED <<status, view, log, waits, msgs, writes, reads, leaving, voters, ghosts>>

\* One replica more than wanted, such as the source of a finished migration.
\* @type: ($configuration, Str) => Bool;
Surplus(c, b) ==
  /\ Cardinality(c.inSync \ {b}) >= Copies
  /\ RetiresLeaversFirst => b \in leaving \/ c.backups \cap leaving = {}

\* A backup leaves the configuration.
RemoveReplica(p, b, base) ==
  /\ OnTop(p, base)
  /\ LET c == history[p][base]
     IN /\ b \in c.backups
        /\ Decide(p, WithoutBackup(c, b))
        /\ Blame(Surplus(c, b) \/ Dead(b))
        /\ IF c.migration.source = b THEN Outcome(p, base, "undone") ELSE UNCHANGED outcomes
  /\ UNCHANGED <<status, view, log, waits, msgs, writes, reads, leaving, voters, contents, seen>>
=============================================================================
