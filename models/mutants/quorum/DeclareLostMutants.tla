------------------------- MODULE DeclareLostMutants -------------------------
(* Defects of DeclareLost, each in place of the definition that an entry of the manifest names ("replace"). *)
EXTENDS DeclareLost

\* NewerCopy: all copies count as equally new.
\* @type: (Str, Str, Int) => Bool;
NoCopyIsNewer(n, m, p) == FALSE

\* Chosen: an empty owner, as classic assigns one, whoever has a copy.
\* @type: ($configuration, Str, Int) => Bool;
ChosenEmpty(c, m, p) == Up(m) /\ m \notin c.inSync /\ log[m][p] = <<>>
=============================================================================
