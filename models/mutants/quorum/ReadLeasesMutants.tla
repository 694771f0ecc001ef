------------------------- MODULE ReadLeasesMutants -------------------------
(* Defects of ReadLeases, each in place of the definition that an entry of the manifest names ("replace"). *)
EXTENDS ReadLeases

\* MayAnswer: for whatever was written under an older version than the own.
\* @type: (Str, Int, Int) => Bool;
MayAnswerOlder(n, p, k) ==
  LET newest == IF k = 0 THEN 0 ELSE log[n][p][k].epoch
  IN promised[n][p] # NoPromise => newest < Epoch(n, p)

\* Minus: the last unit does not pass.
\* @type: (Int, Int) => Int;
MinusToOne(left, units) == IF left = 0 THEN 0 ELSE IF left > units THEN left - units ELSE 1
=============================================================================
