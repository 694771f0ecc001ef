----------------------------- MODULE Membership -----------------------------
(***************************************************************************)
(* Faults, and how members come to know of them.  There is no failure      *)
(* detector to trust: a crash is noticed by each member in its own time,   *)
(* and a member that is cut off is noticed just the same.                  *)
(***************************************************************************)
EXTENDS MasterFailover

(* n stops, crashed or left: all memory is gone.  What it had sent is still
   under way, until the receiver notices. *)
\* @type: (Int, Str) => Bool;
Vanish(n, how) ==
    /\ life' = [life EXCEPT ![n] = how]
    /\ view' = [view EXCEPT ![n] = {}]
    /\ master' = [master EXCEPT ![n] = None]
    /\ table' = [table EXCEPT ![n] = NoTable]
    /\ active' = [active EXCEPT ![n] = [p \in Partitions |-> NoMig]]
    /\ completed' = [completed EXCEPT ![n] = {}]
    /\ frozen' = [frozen EXCEPT ![n] = [p \in Partitions |-> FALSE]]
    /\ duty' = [duty EXCEPT ![n] = "none"]
    /\ fetch' = [fetch EXCEPT ![n] = NoFetch]
    /\ inflight' = [inflight EXCEPT ![n] = [p \in Partitions |-> NoFlight]]
    /\ promo' = [promo EXCEPT ![n] = NoPromo]
    /\ pub' = [pub EXCEPT ![n] = NoPub]
    /\ leaving' = [leaving EXCEPT ![n] = {}]
    /\ data' = [data EXCEPT ![n] = [p \in Partitions |-> {}]]
    /\ ver' = [ver EXCEPT ![n] = [p \in Partitions |-> 0]]
    /\ dirty' = [dirty EXCEPT ![n] = [p \in Partitions |-> FALSE]]
    /\ late' = [late EXCEPT ![n] = {}]
    /\ serving' = [serving EXCEPT ![n] = [p \in Partitions |-> NoServing]]
    /\ pending' = [pending EXCEPT ![n] = [p \in Partitions |-> {}]]
    /\ floor' = [floor EXCEPT ![n] = [p \in Partitions |-> 0]]
    /\ stamp' = [stamp EXCEPT ![n] = StampOf(NoTable)]
    /\ msgs' = [s \in Members |-> [msgs[s] EXCEPT ![n] = <<>>]]
    /\ dataMsgs' = [s \in Members |-> [dataMsgs[s] EXCEPT ![n] = <<>>]]
    /\ UNCHANGED <<cut, writeCount, acked, migCount, spent, hist, finalised, dropped, strays, decisions>>

\* @type: (Int) => Bool;
Crash(n) ==
    /\ Cardinality(Crashed) < MaxCrashes
    /\ Up(n)
    /\ Vanish(n, "crashed")

-----------------------------------------------------------------------------
(* n takes d out of its view: the connection is closed with what is still in
   it, nobody waits for d any longer. *)
\* @type: (Int, Int) => Bool;
Forget(n, d) ==
    LET left == pub[n].waiting \ {d}
        ends == pub[n] # NoPub /\ left = {}
        free == {m \in completed[n] : /\ m.status = "SUCCESS" /\ m.dst = n /\ m.feeder = d
                                      /\ active[n][m.p].id = m.id /\ Leads(n)}
        P(p) == {[w EXCEPT !.waiting = @ \ {d}] : w \in pending[n][p]}
    IN  /\ view' = [view EXCEPT ![n] = @ \ {d}]
        /\ fetch' = [fetch EXCEPT ![n].waiting = @ \ {d}]
        /\ pub' = [pub EXCEPT ![n] = IF ends THEN NoPub ELSE [@ EXCEPT !.waiting = left]]
        /\ Adopt(n, table[n], free,
                 IF ends /\ pub[n].ok THEN completed[n] \ pub[n].list ELSE completed[n], n)
        /\ pending' = [pending EXCEPT ![n] = [p \in Partitions |-> {w \in P(p) : w.waiting # {}}]]
        /\ acked' = [p \in Partitions |-> acked[p] \cup {w.write : w \in {x \in P(p) : x.waiting = {}}}]
        /\ UNCHANGED <<life, master, duty, inflight, promo, leaving,
                       serving, writeCount, migCount, decisions>>

\* @type: (Int, Int) => Bool;
CloseFrom(d, n) ==
    /\ msgs' = [msgs EXCEPT ![d][n] = <<>>]
    /\ dataMsgs' = [dataMsgs EXCEPT ![d][n] = <<>>]

\* n notices that d is gone, or that it cannot be reached any more
\* @type: (Int, Int) => Bool;
Detect(n, d) ==
    /\ Up(n) /\ d \in view[n] \ {n}
    /\ ~Up(d) \/ <<n, d>> \in cut \/ <<d, n>> \in cut
    /\ Forget(n, d)
    /\ CloseFrom(d, n)
    /\ UNCHANGED <<cut, spent>>

(* A false suspicion: n gives d up although it is alive and the link works.  d
   does not know; what it sends still arrives. *)
\* @type: (Int, Int) => Bool;
Suspect(n, d) ==
    /\ spent.suspicions < MaxSuspicions /\ n \in Suspecters
    /\ Up(n) /\ Up(d) /\ d \in view[n] \ {n} /\ <<d, n>> \notin cut
    /\ Forget(n, d)
    /\ spent' = [spent EXCEPT !.suspicions = @ + 1]
    /\ UNCHANGED <<cut, msgs, dataMsgs>>

(* A link dies, both ways, with what is in it.  A network partition is several
   cuts.  Nothing heals: what the product does then is to reset the smaller
   side, which is no protocol to check but a decision to lose its writes. *)
\* @type: (Int, Int) => Bool;
CutLink(a, b) ==
    /\ spent.cuts < MaxCuts
    /\ a < b /\ Up(a) /\ Up(b) /\ <<a, b>> \notin cut
    /\ cut' = cut \cup {<<a, b>>, <<b, a>>}
    /\ msgs' = [msgs EXCEPT ![a][b] = <<>>, ![b][a] = <<>>]
    /\ dataMsgs' = [dataMsgs EXCEPT ![a][b] = <<>>, ![b][a] = <<>>]
    /\ spent' = [spent EXCEPT !.cuts = @ + 1]
    /\ UNCHANGED <<life, view, master, storeVars, masterVars, replicaVars, clientVars, migCount,
                   tableGhosts, decisions>>

-----------------------------------------------------------------------------
(* A new process joins through the master, which sends it its state; the new
   view reaches the others in the same step, because a member that does not
   know the newcomer yet has nothing to do with it. *)
\* @type: (Int, Int) => Bool;
Join(m, n) ==
    /\ Cardinality({x \in Members \ InitialMembers : life[x] # "off"}) < MaxJoins
    /\ Leads(m) /\ duty[m] = "ready" /\ NothingInFlight(m)
    /\ life[n] = "off" /\ n \notin InitialMembers
    /\ \A x \in Members \ InitialMembers : life[x] = "off" => n <= x
    /\ n = RebornAs => life[RebornOf] = "left" /\ RebornOf \notin view[m]   \* one process per address
    /\ life' = [life EXCEPT ![n] = "up"]
    /\ view' = [x \in Members |-> IF x = n THEN view[m] \cup {n}
                                  ELSE IF Up(x) /\ x \in view[m] /\ m \in view[x] THEN view[x] \cup {n}
                                  ELSE view[x]]
    /\ master' = [master EXCEPT ![n] = m]
    /\ table' = [table EXCEPT ![n] = table[m]]
    /\ stamp' = [stamp EXCEPT ![n] = StampOf(table[m])]
    /\ hist' = [hist EXCEPT ![n] = {<<p, table[m][p].version, table[m][p].replicas>> : p \in Partitions}]
    /\ floor' = [floor EXCEPT ![n] = Versions(table[m])]
    /\ completed' = [completed EXCEPT ![n] = completed[m]]
    /\ UNCHANGED <<cut, active, frozen, masterVars, msgs, dataMsgs, replicaVars, clientVars,
                   migCount, spent, finalised, dropped, strays, decisions>>
=============================================================================
