package io.godwit.protocol.classic;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.StateChange;
import java.util.List;
import java.util.Optional;

/** The messages of the control channel, with the names of their types in the specification. Immutable. */
public sealed interface ControlMessage extends Message {
    /** The master's table and the completed migrations that it remembers. Nobody answers. */
    record PartitionState(PartitionTable table, MigrationSet done) implements ControlMessage {}

    /**
     * Completed migrations to everybody.
     *
     * @param done all that the sender remembers
     * @param inflight the migrations that it has in flight, with the repair of N2; none with a table
     * @param table its table, in the generation that publishes tables
     */
    record PublishCompleted(MigrationSet done, MigrationSet inflight, Optional<PartitionTable> table)
            implements ControlMessage {
        /** A list. */
        public PublishCompleted(MigrationSet done, MigrationSet inflight) {
            this(done, inflight, Optional.empty());
        }

        /** A table. */
        public PublishCompleted(MigrationSet done, PartitionTable table) {
            this(done, MigrationSet.EMPTY, Optional.of(table));
        }
    }

    /** Whether the receiver's table contains all of the list now. */
    record PublishReply(boolean ok, MigrationSet done) implements ControlMessage {}

    /** Master to owner: take part and send the copy. With the completed migrations of the partition. */
    record MigrationRequest(Migration migration, MigrationSet done) implements ControlMessage {}

    /** A participant to the master: the copy is there, or somebody refused. */
    record MigrationReply(Migration migration, boolean ok) implements ControlMessage {}

    /** Master to destination: apply the migration. */
    record MigrationCommit(Migration migration) implements ControlMessage {}

    /** Whether the destination has applied it. */
    record CommitReply(Migration migration, boolean ok) implements ControlMessage {}

    /** Master to destination: the migration has succeeded. With the completed migrations of the partition. Nobody answers. */
    record MigrationDecision(Migration migration, MigrationSet done) implements ControlMessage {}

    /**
     * Master to promoted member.
     *
     * @param table the table with the promotions applied
     * @param partitions what is promoted, ascending
     * @param done the completed migrations that the master remembers
     */
    record PromotionCommit(PartitionTable table, List<Integer> partitions, MigrationSet done)
            implements ControlMessage {
        /** Copies the list. */
        public PromotionCommit {
            partitions = List.copyOf(partitions);
        }
    }

    /** Whether the promoted member has applied it. */
    record PromotionReply(List<Integer> partitions, boolean ok) implements ControlMessage {
        /** Copies the list. */
        public PromotionReply {
            partitions = List.copyOf(partitions);
        }
    }

    /** A new master claims, and asks for everything. */
    record FetchRequest() implements ControlMessage {}

    /** What a member has: its table, the completed migrations that it remembers, and those it takes part in. */
    record FetchReply(PartitionTable table, MigrationSet done, MigrationSet active) implements ControlMessage {}

    /** The idle master's stamp. */
    record PartitionStateCheck(long stamp) implements ControlMessage {}

    /** Whether the receiver's stamp is the same. */
    record PartitionStateCheckReply(boolean ok) implements ControlMessage {}

    /** A member wants to leave. */
    record ShutdownRequest(int member) implements ControlMessage {}

    /** That member may leave. Goes to its address. */
    record ShutdownResponse(int member) implements ControlMessage {}

    /** A process that is no member yet asks to become one. */
    record JoinRequest() implements ControlMessage {}

    /** Master to newcomer: you are a member. The part of {@code Join} at the newcomer. */
    record FinalizeJoin(MemberSet view, PartitionTable table, MigrationSet completed, ClusterState state)
            implements ControlMessage {}

    /** Master to the others: there is a new member. The part of {@code Join} at them. */
    record MembersUpdate(int joined) implements ControlMessage {}

    /**
     * Initiator to all: lock yourself for this change, if your table is the same.
     *
     * @param compared the stamp of the table, or in the generation with one version for all partitions that version
     */
    record StatePrepare(StateChange change, long compared) implements ControlMessage {}

    /** Whether the member is locked. */
    record StatePrepareReply(StateChange change, boolean ok) implements ControlMessage {}

    /** Initiator to a second member: all are locked, keep that in mind. */
    record StateDecision(StateChange change) implements ControlMessage {}

    /** The decision is stored. */
    record StateDecisionReply(StateChange change) implements ControlMessage {}

    /** The new state holds. */
    record StateCommit(StateChange change) implements ControlMessage {}

    /** The commit has arrived. */
    record StateCommitReply(StateChange change) implements ControlMessage {}

    /** Nothing comes of the change. */
    record StateRollback(StateChange change) implements ControlMessage {}

    /** A locked member whose initiator is gone: what was decided? */
    record StateResolve(StateChange change) implements ControlMessage {}
}
