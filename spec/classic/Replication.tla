---------------------------- MODULE Replication ----------------------------
(***************************************************************************)
(* Partition data: writes at the owner, synchronous backups, the client's  *)
(* acknowledgement, reads, and anti-entropy from owner to backup.          *)
(*                                                                         *)
(* A copy is the set of writes that it contains, with the replica version  *)
(* by which the product compares copies: a counter without an epoch.       *)
(* Reads are not steps: what a member would answer is a function of the    *)
(* state, so ReadFresh looks at every state.  An acknowledgement by the    *)
(* backup reaches the owner in the step in which the backup applies the    *)
(* write: acknowledging earlier only adds obligations.                     *)
(***************************************************************************)
EXTENDS Membership

(* The owner applies, then waits for the backups that are in its table and in
   its view: a backup that is missing is one acknowledgement less. *)
\* @type: (Int, Int) => Bool;
Write(n, p) ==
    /\ writeCount < MaxWrites
    /\ Serves(n, p)
    /\ LET w == writeCount + 1
           B == (Backups(table[n][p]) \cap view[n]) \ {n}
           k == ver[n][p] + 1
       IN  /\ writeCount' = w
           /\ data' = [data EXCEPT ![n][p] = @ \cup {w}]
           /\ ver' = [ver EXCEPT ![n][p] = k]
           /\ dataMsgs' = PutData(dataMsgs,
                {[DataMsg("Backup", n, b, p) EXCEPT
                    !.at = table[n][p].version, !.ver = k, !.write = w] : b \in B})
           /\ pending' = IF B = {} THEN pending
                         ELSE [pending EXCEPT ![n][p] = @ \cup {[write |-> w, waiting |-> B]}]
           /\ acked' = IF B = {} THEN [acked EXCEPT ![p] = @ \cup {w}] ELSE acked
    /\ UNCHANGED <<membershipVars, storeVars, masterVars, msgs, dirty, late, serving, migCount, spent,
                   tableGhosts, decisions>>

(* A backup takes it when it is a backup by its own table and the counter does
   not go back; a jump of more than one is applied all the same and makes it
   want a sync.  The product does not look at the sender (finding N7): with
   BackupChecksSender a backup behind the sender's table waits for it, and
   one ahead of it, or with another owner, refuses. *)
\* @type: (Int, Int) => Bool;
HandleBackup(s, n) ==
    /\ dataMsgs[s][n] # <<>> /\ Head(dataMsgs[s][n]).type = "Backup"
    /\ LET m  == Head(dataMsgs[s][n])
           p  == m.p
           e  == table[n][p]
           ok == /\ n \in Backups(e)
                 /\ m.ver >= ver[n][p]
                 /\ BackupChecksSender => s = Owner(e)
           W  == {[x EXCEPT !.waiting = IF x.write = m.write THEN @ \ {n} ELSE @] : x \in pending[s][p]}
       IN  /\ BackupChecksSender => m.at <= e.version
           /\ IF ok
              THEN /\ data' = [data EXCEPT ![n][p] = @ \cup {m.write}]
                   /\ ver' = [ver EXCEPT ![n][p] = m.ver]
                   /\ dirty' = [dirty EXCEPT ![n][p] = @ \/ m.ver > ver[n][p] + 1]
                   /\ pending' = [pending EXCEPT ![s][p] = {x \in W : x.waiting # {}}]
                   /\ acked' = [acked EXCEPT ![p] = @ \cup {x.write : x \in {y \in W : y.waiting = {}}}]
              ELSE UNCHANGED <<data, ver, dirty, pending, acked>>
    /\ dataMsgs' = PopData(dataMsgs, s, n)
    /\ UNCHANGED <<membershipVars, storeVars, masterVars, msgs, late, serving, writeCount, migCount, spent,
                   tableGhosts, decisions>>

(* A backup message lost with its connection.  Nobody repeats it: the write
   stays without an acknowledgement, and anti-entropy repairs the copy. *)
\* @type: (Int, Int) => Bool;
LoseBackup(s, n) ==
    /\ spent.losses < MaxLosses
    /\ dataMsgs[s][n] # <<>> /\ Head(dataMsgs[s][n]).type = "Backup"
    /\ dataMsgs' = PopData(dataMsgs, s, n)
    /\ spent' = [spent EXCEPT !.losses = @ + 1]
    /\ UNCHANGED <<membershipVars, storeVars, masterVars, msgs, replicaVars, clientVars, migCount,
                   tableGhosts, decisions>>

(* operation.backup.timeout (5 s) passes and, by default, the write succeeds *)
\* @type: (Int, Int) => Bool;
AckWithoutBackups(n, p) ==
    /\ ~AckWaitsForBackups
    /\ Up(n) /\ pending[n][p] # {}
    /\ acked' = [acked EXCEPT ![p] = @ \cup {x.write : x \in pending[n][p]}]
    /\ pending' = [pending EXCEPT ![n][p] = {}]
    /\ UNCHANGED <<membershipVars, storeVars, masterVars, msgs, dataMsgs, replicaVars, serving, writeCount,
                   migCount, spent, tableGhosts, decisions>>

-----------------------------------------------------------------------------
(* Anti-entropy.  The owner's periodic message, the comparison at the backup
   and its request are one step: it needs both to agree on who they are, and
   a request that comes late only makes a needless sync. *)

\* @type: (Int, Int, Int, Int, Set(Int)) => $dataMsg;
SyncResponse(n, b, p, v, content) ==
    [DataMsg("SyncResponse", n, b, p) EXCEPT !.at = table[n][p].version, !.ver = v, !.content = content]

\* @type: (Int, Int, Int) => Bool;
StartSync(n, b, p) ==
    /\ AntiEntropy
    /\ Serves(n, p) /\ ~frozen[n][p] /\ serving[n][p] = NoServing
    /\ Up(b) /\ b \in (Backups(table[n][p]) \cap view[n]) \ {n} /\ Open(n, b)
    /\ Owner(table[b][p]) = n /\ b \in Backups(table[b][p])
    /\ ver[b][p] # ver[n][p] \/ dirty[b][p]
    /\ \A i \in DOMAIN dataMsgs[n][b] : dataMsgs[n][b][i].p # p
    /\ IF SyncInSteps
       THEN /\ serving' = [serving EXCEPT ![n][p] =
                  [to |-> b, ver |-> IF VersionsBeforeData THEN ver[n][p] ELSE 0,
                   content |-> IF VersionsBeforeData THEN {} ELSE data[n][p]]]
            /\ frozen' = [frozen EXCEPT ![n][p] = @ \/ SyncBlocksWrites]
            /\ UNCHANGED dataMsgs
       ELSE /\ dataMsgs' = PutData(dataMsgs, {SyncResponse(n, b, p, ver[n][p], data[n][p])})
            /\ UNCHANGED <<serving, frozen>>
    /\ UNCHANGED <<membershipVars, table, active, completed, masterVars, msgs, replicaVars, pending, writeCount,
                   acked, migCount, spent, tableGhosts, decisions>>

(* The second half at the owner, only with SyncInSteps.  The flag is shared
   with migrations: when one may start in between, the end of the sync clears
   its flag, and writes run while their partition is copied (hazelcast issue
   20682); and a sync that ends after the migration has sent the data away
   sends an empty copy.  Hence FlagIsExclusive. *)
\* @type: (Int, Int) => Bool;
FinishSync(n, p) ==
    /\ Up(n) /\ serving[n][p] # NoServing
    /\ LET x == serving[n][p]
       IN  dataMsgs' = PutData(dataMsgs, {SyncResponse(n, x.to, p,
               IF VersionsBeforeData THEN x.ver ELSE ver[n][p],
               IF VersionsBeforeData THEN data[n][p] ELSE x.content)})
    /\ serving' = [serving EXCEPT ![n][p] = NoServing]
    /\ frozen' = [frozen EXCEPT ![n][p] = FALSE]
    /\ UNCHANGED <<membershipVars, table, active, completed, masterVars, msgs, replicaVars, pending, writeCount,
                   acked, migCount, spent, tableGhosts, decisions>>

\* The backup takes the whole content, if it still is a backup
\* @type: (Int, Int) => Bool;
HandleSyncResponse(s, n) ==
    /\ dataMsgs[s][n] # <<>> /\ Head(dataMsgs[s][n]).type = "SyncResponse"
    /\ LET m  == Head(dataMsgs[s][n])
           p  == m.p
           ok == /\ n \in Backups(table[n][p])
                 /\ SyncChecksSender => s = Owner(table[n][p])
       IN  IF ok
           THEN /\ data' = [data EXCEPT ![n][p] = m.content]
                /\ ver' = [ver EXCEPT ![n][p] = m.ver]
                /\ dirty' = [dirty EXCEPT ![n][p] = FALSE]
           ELSE UNCHANGED <<data, ver, dirty>>
    /\ dataMsgs' = PopData(dataMsgs, s, n)
    /\ UNCHANGED <<membershipVars, storeVars, masterVars, msgs, late, clientVars, migCount, spent,
                   tableGhosts, decisions>>

\* Only without FinaliseBeforeCopy: a clean-up that was queued runs at last
\* @type: (Int, Int) => Bool;
CleanUpLate(n, p) ==
    /\ Up(n) /\ p \in late[n]
    /\ late' = [late EXCEPT ![n] = @ \ {p}]
    /\ data' = [data EXCEPT ![n][p] = {}]
    /\ ver' = [ver EXCEPT ![n][p] = 0]
    /\ dirty' = [dirty EXCEPT ![n][p] = FALSE]
    /\ UNCHANGED <<membershipVars, storeVars, masterVars, msgs, dataMsgs, clientVars, migCount, spent,
                   tableGhosts, decisions>>

-----------------------------------------------------------------------------
(* Properties *)

\* At most one member may change p and acknowledge
OneServer == \A p \in Partitions : Cardinality({n \in Members : Serves(n, p)}) <= 1

(* No acknowledged write is lost by at most f crashes: some live member has it,
   and so has whoever serves the partition now. *)
\* @type: (Int) => Bool;
AckedDurableUpTo(f) ==
    Cardinality(Crashed) <= f =>
        \A p \in Partitions : \A w \in acked[p] :
            /\ \E n \in Members : Up(n) /\ w \in data[n][p]
            /\ \A n \in Members : Serves(n, p) => w \in data[n][p]
AckedDurable == AckedDurableUpTo(Copies - 1)

\* @type: (Int, Int) => Bool;
AnswersReads(n, p) ==
    /\ Up(n) /\ Owner(table[n][p]) = n
    /\ frozen[n][p] => active[n][p] # NoMig /\ ~FreezeBlocksReads

\* Whoever answers a read has every acknowledged write
ReadFresh ==
    \A n \in Members, p \in Partitions : AnswersReads(n, p) => acked[p] \subseteq data[n][p]

\* A backup never loses a write under one and the same owner
BackupMonotonic ==
    [][\A n \in Members, p \in Partitions :
          /\ Up(n) /\ life'[n] = "up"
          /\ n \in Backups(table[n][p]) /\ n \in Backups(table'[n][p])
          /\ Owner(table[n][p]) = Owner(table'[n][p])
          => data[n][p] \subseteq data'[n][p]]_vars

(* A backup that counts as in line has what its owner has *)
VersionImpliesContent ==
    \A n, o \in Members, p \in Partitions :
        /\ Up(n) /\ Up(o) /\ n # o
        /\ table[n][p] = table[o][p] /\ Owner(table[o][p]) = o /\ n \in Backups(table[n][p])
        /\ ver[n][p] = ver[o][p] /\ ~dirty[n][p]
        => data[o][p] \subseteq data[n][p]
=============================================================================
