/** Who proposes: elections, the new master, and what survives a restart ({@code spec/quorum/MasterFailover.tla}). */
package io.godwit.protocol.quorum.master;
