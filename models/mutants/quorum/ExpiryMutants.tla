---------------------------- MODULE ExpiryMutants ----------------------------
(* A defect of Expiry, in place of the definition that an entry of the manifest names ("replace"). *)
EXTENDS Expiry

\* DueUnused: in a map with an idle time a lifetime does not count.
\* @type: (Int, Int) => Int;
DueWhenUnused(time, latest) == IF Idle = 0 THEN latest ELSE time + Idle + Grain
==============================================================================
