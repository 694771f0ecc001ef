--------------------------- MODULE ClassicMutants ---------------------------
(* Defects of Classic, each in place of the definition that an entry of the manifest names ("replace"). *)
EXTENDS Classic

\* Shift: the destination takes the slot behind its own, too.
\* @type: ($replicas, $mig) => $replicas;
ShiftTwice(r, m) ==
    [i \in Slots |-> IF i \in {m.dstNewIdx, m.dstNewIdx + 1} THEN m.dst ELSE r[i]]

\* Shift: the source leaves its slot, and nobody takes it.
\* @type: ($replicas, $mig) => $replicas;
ShiftEmpties(r, m) ==
    [i \in Slots |-> IF i = m.dstNewIdx THEN None ELSE r[i]]

\* RecordTable: the stamp is computed before the table changes.
\* @type: (Int, $table, Int) => Bool;
RecordTableAfterStamp(n, tb, by) ==
    /\ table' = [table EXCEPT ![n] = tb]
    /\ stamp' = [stamp EXCEPT ![n] = StampOf(table[n])]
    /\ hist' = [hist EXCEPT ![n] = @ \cup {<<p, tb[p].version, tb[p].replicas>> : p \in Partitions}]
    /\ floor' = [floor EXCEPT ![n] = [p \in Partitions |-> Max({tb[p].version, floor[n][p]})]]
    /\ strays' = IF tb # table[n] /\ by # master[n] THEN strays \cup {<<n, by>>} ELSE strays

\* HandleFetchReply: the greater version with the replicas of whoever answered last.
\* @type: (Int, Int) => Bool;
HandleFetchReplyMixes(s, n) ==
    /\ msgs[s][n] # <<>> /\ Head(msgs[s][n]).type = "FetchReply"
    /\ LET m == Head(msgs[s][n])
           f == fetch[n]
           t == [p \in Partitions |-> [m.table[p] EXCEPT !.version = Max({@, f.table[p].version})]]
       IN  IF duty[n] = "fetch" /\ s \in f.waiting
           THEN /\ fetch' = [fetch EXCEPT ![n] = [
                       waiting |-> f.waiting \ {s}, table |-> t,
                       done |-> f.done \cup {x \in m.done : x.id \notin Ids(f.done)},
                       acts |-> f.acts \cup m.acts]]
                /\ floor' = [floor EXCEPT ![n] = [p \in Partitions |->
                                Max({m.table[p].version, floor[n][p]})]]
           ELSE UNCHANGED <<fetch, floor>>
    /\ msgs' = Pop(msgs, s, n)
    /\ UNCHANGED <<membershipVars, storeVars, duty, inflight, promo, pub, leaving, dataMsgs,
                   replicaVars, clientVars, migCount, spent, stamp, hist, finalised, dropped, strays, decisions>>

\* HandleMigrationReply: with the commit to the destination the master tells the source that the migration has succeeded.
\* @type: (Int, Int) => Bool;
HandleMigrationReplyTellsSource(s, n) ==
    /\ msgs[s][n] # <<>> /\ Head(msgs[s][n]).type = "MigrationReply"
    /\ LET m   == Head(msgs[s][n])
           mig == m.mig
           won == [mig EXCEPT !.status = "SUCCESS"]
           ch  == Pop(msgs, s, n)
       IN  /\ Awaits(n, mig, "copy") /\ m.ok /\ mig.dst \in view[n] \ {n}
           /\ inflight' = [inflight EXCEPT ![n][mig.p].stage = "commit"]
           /\ msgs' = Put(ch, {[Msg("MigrationCommit", n, mig.dst) EXCEPT !.mig = won],
                               [Msg("PublishCompleted", n, mig.feeder) EXCEPT !.done = {won}, !.acts = Flights(n)]})
    /\ UNCHANGED <<membershipVars, storeVars, replicaVars, tableGhosts, decisions, dataMsgs,
                   duty, fetch, promo, pub, leaving, clientVars, migCount, spent>>

\* HandleMigrationReply: answers are not read.
\* @type: (Int, Int) => Bool;
HandleMigrationReplyNever(s, n) == s = n /\ n \notin Members /\ UNCHANGED vars

\* Repair: who has left stays in the table.
\* @type: (Int) => Bool;
RepairNever(n) == n \notin Members /\ UNCHANGED vars

\* HandlePublishCompleted: what has been completed is not taken over.
\* @type: (Int, Int) => Bool;
HandlePublishCompletedNever(s, n) == s = n /\ n \notin Members /\ UNCHANGED vars

\* Release: nobody is released.
\* @type: (Int, Int) => Bool;
ReleaseNever(n, x) == x = n /\ n \notin Members /\ UNCHANGED vars
=============================================================================
