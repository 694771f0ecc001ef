---- MODULE Lamp ----
(* The smallest thing with a guard, a fault budget, an invariant and a liveness property: a lamp that is turned up step by step. *)
EXTENDS Naturals, Steps

CONSTANTS
    Max,         \* the brightest level
    MaxResets,   \* how often it may be turned off
    LimitGuard,  \* TRUE: it is not turned up beyond Max
    PowerGuard,  \* TRUE: it has power
    StepGuard    \* TRUE: it is turned up by one level at a time

VARIABLES level, resets

vars == <<level, resets>>

TypeOK == level \in Nat /\ resets \in 0 .. MaxResets
Bounded == level <= Max
EventuallyFull == <>(level = Max)

Init == level = 0 /\ resets = 0

Rise ==
    /\ PowerGuard
    /\ LimitGuard => level < Max
    /\ level <= Max
    /\ level' = IF StepGuard THEN Up(level) ELSE Up(Up(level))
    /\ UNCHANGED resets

Reset ==
    /\ level = Max
    /\ resets < MaxResets
    /\ level' = 0
    /\ resets' = resets + 1

Next == Rise \/ Reset
Spec == Init /\ [][Next]_vars /\ WF_vars(Rise)

THEOREM Spec => []Bounded
THEOREM Spec => EventuallyFull
====
