------------------------- MODULE DeclareLostMutants -------------------------
(* Defects of DeclareLost, each in place of the definition that an entry of the manifest names ("replace"). *)
EXTENDS DeclareLost

\* Chosen: whoever is left.
\* @type: ($configuration, Str, Int) => Bool;
ChosenAny(c, m, p) == Up(m) /\ m \notin c.inSync
=============================================================================
