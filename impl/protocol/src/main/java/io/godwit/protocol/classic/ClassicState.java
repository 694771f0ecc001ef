package io.godwit.protocol.classic;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.SpecVariable;
import io.godwit.protocol.classic.data.Fetch;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.Pending;
import io.godwit.protocol.classic.data.Promotion;
import io.godwit.protocol.classic.data.Publication;
import io.godwit.protocol.classic.data.Replica;
import io.godwit.protocol.classic.data.Serving;
import io.godwit.protocol.classic.data.StateTransition;
import io.godwit.protocol.classic.data.TableStamp;
import java.util.List;
import java.util.Optional;

/**
 * What one member of the classic protocol knows. Immutable. Partitions count from 0, slots too. It has a component for each
 * variable that a member has in the specification.
 *
 * @param self the member
 * @param settings what all members are configured with alike
 * @param life whether it takes part
 * @param view the members that it believes to be in the cluster, itself included; those that it suspects are not in it
 * @param master whom it follows, or {@link Members#NONE}
 * @param table who holds which partition, at which version, as far as it knows
 * @param stamp the stamp of its table
 * @param active the migrations in which it takes part
 * @param completed the decided migrations that it remembers
 * @param frozen the "migrating" flag of each partition
 * @param duty what it does as master
 * @param fetch what it has gathered as a new master; present while {@code duty} is {@code FETCH}
 * @param inflight as master: the migrations that are not decided
 * @param promotion as master: the promotion under way; present while {@code duty} is {@code PROMOTE}
 * @param publication as master: the publication under way
 * @param leaving itself when it wants to leave; as master also those whose requests it has accepted
 * @param migCount how many migrations it has started
 * @param replicas its copies
 * @param serving the replica syncs that it serves
 * @param pending writes that it has applied as owner and that wait for backups, in the order of writing, never empty
 * @param transition the state of the cluster, and a change to it
 * @param timers what is no part of the protocol: timers and what is to be tried again
 */
public record ClassicState(
        int self,
        ClassicSettings settings,
        @SpecVariable("classic/ClassicState!life") ProcessStatus life,
        @SpecVariable({"classic/ClassicState!view", "classic/ClusterStateTables!view"}) MemberSet view,
        @SpecVariable("classic/ClassicState!master") int master,
        @SpecVariable("classic/ClassicState!table") PartitionTable table,
        @SpecVariable("classic/ClassicState!stamp") TableStamp stamp,
        @SpecVariable("classic/ClassicState!active") PartitionMap<Migration> active,
        @SpecVariable("classic/ClassicState!completed") MigrationSet completed,
        @SpecVariable("classic/ClassicState!frozen") PartitionVector<Boolean> frozen,
        @SpecVariable("classic/ClassicState!duty") MasterPhase duty,
        @SpecVariable("classic/ClassicState!fetch") Optional<Fetch> fetch,
        @SpecVariable("classic/ClassicState!inflight") PartitionMap<MigrationProgress> inflight,
        @SpecVariable("classic/ClassicState!promo") Optional<Promotion> promotion,
        @SpecVariable("classic/ClassicState!pub") Optional<Publication> publication,
        @SpecVariable("classic/ClassicState!leaving") MemberSet leaving,
        @SpecVariable("classic/ClassicState!migCount") int migCount,
        PartitionVector<Replica> replicas,
        @SpecVariable("classic/ClassicState!serving") PartitionMap<Serving> serving,
        @SpecVariable("classic/ClassicState!pending") PartitionMap<List<Pending>> pending,
        StateTransition transition,
        TimerState timers) {

    /** A process that is no member and has nothing. */
    public static ClassicState off(int self, ClassicSettings settings) {
        PartitionTable table = PartitionTable.empty(settings.partitions(), settings.copies());
        return new ClassicState(
                self,
                settings,
                ProcessStatus.OFF,
                MemberSet.of(),
                Members.NONE,
                table,
                TableStamp.of(table, false),
                PartitionMap.empty(),
                MigrationSet.EMPTY,
                PartitionVector.filled(settings.partitions(), false),
                MasterPhase.NONE,
                Optional.empty(),
                PartitionMap.empty(),
                Optional.empty(),
                Optional.empty(),
                MemberSet.of(),
                0,
                PartitionVector.filled(settings.partitions(), Replica.EMPTY),
                PartitionMap.empty(),
                PartitionMap.empty(),
                StateTransition.ACTIVE,
                TimerState.NONE);
    }

    /** What is left of the member when it has left: nothing. */
    public ClassicState left() {
        return off(self, settings).but().life(ProcessStatus.LEFT).done();
    }

    /** Does it run as a member? */
    public boolean up() {
        return life == ProcessStatus.UP;
    }

    /** Does it act as master: it is its own master and has finished the fetch? */
    public boolean leads() {
        return up() && master == self && (duty == MasterPhase.READY || duty == MasterPhase.PROMOTE);
    }

    /** Is it a member's view that holds nobody else? */
    public boolean alone() {
        return view.equals(MemberSet.of(self));
    }

    /** The members of its view but itself. */
    public MemberSet others() {
        return view.without(self);
    }

    /** Is no migration in flight? */
    public boolean nothingInFlight() {
        return inflight.isEmpty();
    }

    /** Does it take part in this migration? */
    public boolean takesPartIn(Migration migration) {
        Migration mine = active.get(migration.partition());
        return mine != null && mine.is(migration);
    }

    /** The migrations in which it takes part. */
    public MigrationSet activeSet() {
        MigrationSet set = MigrationSet.EMPTY;
        for (Migration migration : active.values()) {
            set = set.with(migration);
        }
        return set;
    }

    /** The migrations that it has in flight as master. */
    public MigrationSet inflightSet() {
        MigrationSet set = MigrationSet.EMPTY;
        for (MigrationProgress flight : inflight.values()) {
            set = set.with(flight.migration());
        }
        return set;
    }

    /** The version of a partition in its table. */
    public int version(int partition) {
        return table.version(partition);
    }

    /** A state that differs in a few parts. */
    public ClassicEdit but() {
        return new ClassicEdit(this);
    }
}
