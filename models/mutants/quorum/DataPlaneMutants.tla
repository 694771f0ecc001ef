-------------------------- MODULE DataPlaneMutants --------------------------
(* Defects of DataPlane, each in place of the definition that an entry of the manifest names ("replace"). *)
EXTENDS DataPlane

\* Migrated: the destination becomes primary and a backup.
\* @type: $configuration => $configuration;
MigratedTwice(c) ==
  [primary |-> c.migration.destination, backups |-> c.backups \cup {c.primary, c.migration.destination},
   inSync |-> c.inSync \cup {c.migration.destination}, migration |-> NoMigration]

\* HandleSync: a replica takes a copy that is at least as long as its own, whatever the version.
HandleSyncLonger(n, p) ==
  \E m \in msgs :
    /\ Arrives(m, "Sync", n)
    /\ m.part = p
    /\ m.epoch # Epoch(n, p) /\ Len(m.log) >= Len(log[n][p])
    /\ Same(m.src, Sent(m, p).primary)
    /\ view' = [view EXCEPT ![n][p] = [version |-> m.epoch, config |-> Sent(m, p)]]
    /\ waits' = [waits EXCEPT ![n][p] = {}]
    /\ log' = [log EXCEPT ![n][p] = m.log]
    /\ msgs' = msgs \cup {Message("Ack", n, m.src, p, m.epoch, m.num, <<>>, None)}
    /\ UNCHANGED <<history, status, writes, reads, leaving, voters, spent, ghosts>>

\* Write: entries are not marked with the version under which they were written.
WriteUnmarked(n, p, w) ==
  /\ Up(n) /\ IsPrimary(n, p)
  /\ \/ writes[w].state = "idle" /\ \A x \in Writes : x < w => writes[x].state # "idle"
     \/ writes[w].state = "pending" /\ writes[w].part = p
  /\ w \notin OpsIn(log[n][p])
  /\ writes' = [writes EXCEPT ![w] = [state |-> "pending", part |-> p]]
  /\ LET entry == [epoch |-> 1, op |-> w]
         number == Len(log[n][p]) + 1
     IN /\ log' = [log EXCEPT ![n][p] = Append(log[n][p], entry)]
        /\ msgs' = msgs \cup {Message("Append", n, d, p, Epoch(n, p), number, <<entry>>, None) :
                                d \in Participants(view[n][p].config) \ {n}}
  /\ UNCHANGED <<history, status, view, waits, reads, leaving, voters, spent, ghosts>>

\* HandleAppend: an entry that comes again cuts off what is behind it.
HandleAppendTruncates(n, p) ==
  \E m \in msgs :
    /\ Arrives(m, "Append", n)
    /\ Current(m, n, p)
    /\ m.num <= Len(log[n][p]) + 1
    /\ log' = [log EXCEPT ![n][p] = SubSeq(log[n][p], 1, m.num - 1) \o m.log]
    /\ msgs' = msgs \cup {Message("Ack", n, m.src, p, m.epoch, m.num, <<>>, None)}
    /\ UNCHANGED <<history, status, view, waits, writes, reads, leaving, voters, spent, ghosts>>

\* Progress: nobody needs to activate what was decided.
ProgressWithoutActivation ==
  \/ \E n \in Members, p \in Partitions : HandleAppend(n, p)
  \/ \E n \in Members, p \in Partitions, w \in Writes : AnswerWrite(n, p, w)
  \/ \E p \in Partitions, b \in Members, base \in Versions : Dead(Latest(p).primary) /\ Up(b) /\ Promote(p, b, base)
  \/ \E p \in Partitions, base \in Versions : FinishMigration(p, base)

\* Progress: nobody needs to finish a migration.
ProgressWithoutFinish ==
  \/ \E n \in Members, p \in Partitions, v \in Versions : Activate(n, p, v)
  \/ \E n \in Members, p \in Partitions : HandleSync(n, p)
  \/ \E n \in Members, p \in Partitions : HandleAppend(n, p)
  \/ \E p \in Partitions, s \in leaving, d \in Members, base \in Versions :
       StartMigration(p, s, d, base) /\ UNCHANGED spent
  \/ \E n \in Members, p \in Partitions, m \in Members : ProposeMember(n, p, m)
=============================================================================
