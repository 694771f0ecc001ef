----------------------------- MODULE CallsAgain -----------------------------
(***************************************************************************)
(* Calls that come twice. A client that has no answer calls again, with    *)
(* the same number, at whoever it takes for the primary: the call or its   *)
(* answer was lost, or is late. DataPlane has the write that is called     *)
(* again before it was answered (Write) and lets a read that is given up   *)
(* be followed by another one. Here is the rest: a write that was answered *)
(* is answered again, or is taken by whoever does not have it, and a read  *)
(* that began begins again where it began. That makes three things of a    *)
(* client's number that could go wrong: two effects, an answer before its  *)
(* effect, and confirmations that were given to the first beginning and    *)
(* count for the second.                                                   *)
(***************************************************************************)
EXTENDS DataPlane

\* A client whose write was answered did not hear it, calls again, and gets the same answer: what the log shows at the place
\* of the write. It may call at a primary that was replaced and has the write behind others which nobody else has.
AnswerAgain(n, p, w) ==
  /\ Up(n) /\ IsPrimary(n, p)
  /\ writes[w].state = "done" /\ writes[w].part = p
  /\ \E k \in DOMAIN log[n][p] :
       /\ log[n][p][k].op = w
       /\ AnswersAgainWhenHeld => Held(n, p, k)
       /\ TakeEffect(p, SubSeq(log[n][p], 1, k))
  /\ UNCHANGED <<history, status, view, log, waits, msgs, writes, reads, leaving, voters, spent, outcomes>>

\* The call of a write that was answered comes once more, late, to a primary that does not have it: one that was replaced and
\* does not know. It takes it like any other write; nobody waits for the answer.
WriteAgain(n, p, w) ==
  /\ Up(n) /\ IsPrimary(n, p)
  /\ writes[w].state = "done" /\ writes[w].part = p
  /\ Deduplicates => w \notin OpsIn(log[n][p])
  /\ LET entry == [epoch |-> Epoch(n, p), op |-> w]
         number == Len(log[n][p]) + 1
     IN /\ log' = [log EXCEPT ![n][p] = Append(log[n][p], entry)]
        /\ msgs' = msgs \cup {Message("Append", n, d, p, Epoch(n, p), number, <<entry>>, None) :
                                d \in Participants(view[n][p].config) \ {n}}
  /\ UNCHANGED <<history, status, view, waits, writes, reads, leaving, voters, spent, ghosts>>

\* A read comes once more to the primary at which it runs, under the version under which it began; or it comes after it was
\* answered, and nobody heard the answer, which is to say that it still runs. It sees what has been written since, and asks
\* no question that it has not asked: who has confirmed it has done so after the client called first, so at a moment of the
\* call nothing was acknowledged that is not in this log. Under another version, or at another member, it is another read.
ReadAgain(n, p, r) ==
  /\ Up(n) /\ IsPrimary(n, p)
  /\ reads[r].state = "pending" /\ reads[r].part = p /\ reads[r].at = n
  /\ reads[r].epoch = Epoch(n, p)
  /\ reads' = [reads EXCEPT ![r].num = Len(log[n][p])]
  /\ seen' = IF ConfirmNamesCall THEN seen ELSE [seen EXCEPT ![r] = {ValueAt(contents[p], Len(contents[p]))}]
  /\ UNCHANGED <<history, status, view, log, waits, msgs, writes, leaving, voters, spent, contents, outcomes>>

\* Beside everything that DataPlane has: migrations, leavers, crashes, restarts.
AgainNext ==
  \/ Next
  \/ \E n \in Members, p \in Partitions, w \in Writes : AnswerAgain(n, p, w)
  \/ \E n \in Members, p \in Partitions, w \in Writes : WriteAgain(n, p, w)
  \/ \E n \in Members, p \in Partitions, r \in Reads : ReadAgain(n, p, r)

AgainSpec == Init /\ [][AgainNext]_vars

-----------------------------------------------------------------------------
\* What models check. Each one is checked in the quick tier, and broken there by a mutant or a finding.
THEOREM AgainSpec => []AckedDurable
THEOREM AgainSpec => []ReadFresh
THEOREM AgainSpec => RefinesAtomicMap
=============================================================================
