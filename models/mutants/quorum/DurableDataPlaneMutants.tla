---------------------- MODULE DurableDataPlaneMutants ----------------------
(* Defects of DurableDataPlane, each in place of the definition that an entry of the manifest names ("replace"). *)
EXTENDS DurableDataPlane

\* LeadsOthers: a learner is nobody to whom entries are sent.
\* @type: (Str, {version: Int, config: $configuration}) => Bool;
LeadsBackups(n, v) == v.version > 0 /\ v.config.primary = n /\ v.config.backups # {}
=============================================================================
