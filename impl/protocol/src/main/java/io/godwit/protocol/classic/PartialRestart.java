package io.godwit.protocol.classic;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A cluster that has been stopped starts again from its disks, some of which may be gone. The members that return are grouped by
 * equal tables, one group starts with its data, and that of the others is deleted. A member that returns at another address is
 * replaced in the table. {@code spec/classic/PartialRestart.tla}, where a table has owners and no backups.
 *
 * <p>The state is that of the whole cluster, not of one member. Members have the numbers from 1, and an address is a number as
 * well: at first that of the member, as in the entries of a table.
 */
public class PartialRestart extends ClassicModule {
    private final PartitionVersioning versioning;

    /** The module under these rules. */
    public PartialRestart(Rules rules, PartitionVersioning versioning) {
        super(rules);
        this.versioning = versioning;
    }

    private void requireRuns(RestartState state, int member) {
        rules.require(
                ClassicRule.NOT_STOPPED, !state.stopped().contains(member), "{} is among {}", member, state.stopped());
    }

    /** A partition passes to a member that runs; the master's table changes. */
    @SpecAction("classic/PartialRestart!Change")
    public Step<RestartState> change(RestartState state, int partition, int owner) {
        requireRuns(state, owner);
        PartitionTable table = state.newest();
        rules.require(
                ClassicRule.OTHER_OWNER, table.owner(partition) != owner, "{} owns partition {}", owner, partition);
        PartitionTable raised = versioning.bump(table, partition, 1);
        return Step.to(
                state.withNewest(raised.with(partition, raised.get(partition).with(0, owner))));
    }

    /** A member is told of a partition's last change and stores it; with one version for all partitions, the whole table. */
    @SpecAction("classic/PartialRestart!Learn")
    public Step<RestartState> learn(RestartState state, int member, int partition) {
        requireRuns(state, member);
        PartitionTable table = state.storedBy(member);
        PartitionEntry newest = state.newest().get(partition);
        rules.require(ClassicRule.NOT_TOLD, !table.get(partition).equals(newest), "{} has stored {}", member, newest);
        return Step.to(state.withStored(
                member, rules.has(ClassicRule.VERSION_PER_PARTITION) ? table.with(partition, newest) : state.newest()));
    }

    /** A member stops. In a proper shutdown it has been told every change before. */
    @SpecAction("classic/PartialRestart!Stop")
    public Step<RestartState> stop(RestartState state, int member) {
        requireRuns(state, member);
        rules.require(
                ClassicRule.STOP_KNOWS_ALL,
                state.storedBy(member).equals(state.newest()),
                "{} has stored {}",
                member,
                state.storedBy(member));
        return Step.to(state.withStopped(member));
    }

    /**
     * The cluster starts with the table of a member, if no other table is preferred. All who return with an equal table keep
     * their data. Several tables may be preferred equally; it may start with any of them.
     *
     * @param returning the address of each member that returns, by its number
     * @param member one of them
     */
    @SpecAction("classic/PartialRestart!Restart")
    public Step<RestartState> restart(
            RestartState state, RestartPolicy policy, Map<Integer, Integer> returning, int member) {
        rules.require(ClassicRule.ALL_STOPPED, state.allStopped(), "only {}", state.stopped());
        rules.require(ClassicRule.NOT_STARTED, state.chosen().isEmpty(), "{} have started", state.chosen());
        MemberSet back = MemberSet.of(returning.keySet());
        rules.require(ClassicRule.RETURNS, back.contains(member), "{} is not among {}", member, back);
        int preference = preference(state, policy, back, member);
        rules.require(
                ClassicRule.PREFERRED_MOST,
                back.allMatch(other -> preference(state, policy, back, other) <= preference),
                "not the table of {}: {}",
                member,
                policy);
        MemberSet chosen = group(state, back, member);
        return Step.to(state.started(chosen, withNewAddresses(state.storedBy(member), chosen, returning)));
    }

    /** {@code Group}: who of those who return has stored the same table. */
    private static MemberSet group(RestartState state, MemberSet back, int member) {
        return back.filter(other -> state.storedBy(other).equals(state.storedBy(member)));
    }

    private int preference(RestartState state, RestartPolicy policy, MemberSet back, int member) {
        PartitionTable table = state.storedBy(member);
        int members = group(state, back, member).size();
        return policy == RestartPolicy.MOST_RECENT ? recent(table, members) : complete(table, members);
    }

    /**
     * By how much MOST_RECENT prefers a table. After proper shutdowns the greatest sum is the newest table; after crashes it
     * need not be.
     *
     * @param members how many of those who return have stored it
     */
    protected int recent(PartitionTable table, int members) {
        return sum(table);
    }

    /**
     * By how much MOST_COMPLETE prefers a table.
     *
     * @param members how many of those who return have stored it
     */
    protected int complete(PartitionTable table, int members) {
        return members;
    }

    /** {@code Sum}: all versions together. */
    protected final int sum(PartitionTable table) {
        return IntStream.range(0, table.size()).map(table::version).sum();
    }

    private PartitionTable withNewAddresses(PartitionTable table, MemberSet members, Map<Integer, Integer> addresses) {
        MemberSet moved = members.filter(member -> addresses.get(member) != member);
        int touched = (int) IntStream.range(0, table.size())
                .filter(p -> moved.anyMatch(table.get(p)::holds))
                .count();
        return table.map(p -> {
            PartitionEntry entry = table.get(p);
            boolean named = moved.anyMatch(entry::holds);
            return (named ? replaced(entry, moved, addresses) : entry).raised(increment(named, touched));
        });
    }

    /** An entry with the new addresses of members that have moved. */
    protected PartitionEntry replaced(PartitionEntry entry, MemberSet moved, Map<Integer, Integer> addresses) {
        PartitionEntry replaced = entry;
        for (int slot = 0; slot < entry.slots(); slot++) {
            if (moved.contains(entry.replica(slot))) {
                replaced = replaced.with(slot, addresses.get(entry.replica(slot)));
            }
        }
        return replaced;
    }

    /**
     * By how much new addresses raise the version of a partition.
     *
     * @param named whether the partition's entry has a new address
     * @param touched number of partitions whose entries have one
     */
    protected int increment(boolean named, int touched) {
        return versioning.added(named ? 1 : 0, touched);
    }
}
