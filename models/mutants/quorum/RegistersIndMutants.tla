------------------------ MODULE RegistersIndMutants ------------------------
(* Defects of RegistersInd, each in place of the definition that an entry of the manifest names ("replace"). *)
EXTENDS RegistersInd

\* Bases: a master may also change the first configuration, whatever has been decided since.
\* @type: (Str, Int) => Set($entry);
BasesWithFirst(n, p) == {committed[n][p], FirstEntry}
=============================================================================
