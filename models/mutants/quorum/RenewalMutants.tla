-------------------------- MODULE RenewalMutants --------------------------
(* Defects of Renewal, each in place of the definition that an entry of the manifest names ("replace"). *)
EXTENDS Renewal

\* Renew: under the version that the primary has led under.
RenewInPlace(n, p) ==
  LET base == committed[n][p]
      e == [base EXCEPT !.baseTerm = base.term, !.baseNumber = base.number]
  IN
  /\ used.repairs[p] < MaxRepairs
  /\ MayPropose(n, p)
  /\ outstanding[n][p] = NoEntry
  /\ outstanding' = [outstanding EXCEPT ![n][p] = e]
  /\ accepted' = [accepted EXCEPT ![n][p] = e]
  /\ stamp' = [stamp EXCEPT ![n] = Exchange(@, p, accepted[n][p], e)]
  /\ msgs' = msgs \cup {AcceptMessage(n, p, e), AcceptedMessage(n, n, p, e)}
  /\ used' = [used EXCEPT !.repairs[p] = @ + 1]
  /\ UNCHANGED <<term, role, committed, voting, alive, calm, ghosts>>

\* Renew: by a member that has voted in the term, without having been elected.
RenewUnelected(n, p) ==
  LET base == committed[n][p]
      e == [term |-> term[n], number |-> base.number + 1,
            baseTerm |-> base.term, baseNumber |-> base.number, configuration |-> base.configuration]
  IN
  /\ used.repairs[p] < MaxRepairs
  /\ term[n] > 0
  /\ outstanding[n][p] = NoEntry
  /\ outstanding' = [outstanding EXCEPT ![n][p] = e]
  /\ accepted' = [accepted EXCEPT ![n][p] = e]
  /\ stamp' = [stamp EXCEPT ![n] = Exchange(@, p, accepted[n][p], e)]
  /\ msgs' = msgs \cup {AcceptMessage(n, p, e), AcceptedMessage(n, n, p, e)}
  /\ used' = [used EXCEPT !.repairs[p] = @ + 1]
  /\ UNCHANGED <<term, role, committed, voting, alive, calm, ghosts>>
=============================================================================
