package io.godwit.protocol.classic.data;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.SpecVariable;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A cluster that passes from one version of the table to a version for each partition, as a whole. Immutable.
 *
 * @param members the processes; the one at position {@code n - 1} is number {@code n}
 * @param locked who is locked by the transaction that raises the cluster version
 * @param raised whether that transaction is decided
 * @param underWay the messages from {@code s} to {@code d}, oldest first, at positions {@code s - 1} and {@code d - 1}
 */
public record UpgradingCluster(
        List<Member> members,
        @SpecVariable("classic/RollingUpgrade!locked") MemberSet locked,
        @SpecVariable("classic/RollingUpgrade!raised") boolean raised,
        @SpecVariable("classic/RollingUpgrade!msgs") List<List<List<TableMessage>>> underWay) {

    /** Copies the lists. */
    public UpgradingCluster {
        members = List.copyOf(members);
        underWay = List.copyOf(underWay);
    }

    /** Whether a process runs. */
    public enum Life {
        /** It has not joined yet. */
        OFF,
        /** It is a member. */
        UP,
        /** It has died. */
        CRASHED
    }

    /**
     * A partition in a table.
     *
     * @param version its version in the newer path; 0 in the older one, where the table has a version
     * @param owner who holds it
     * @param at how often it has moved; no rule asks for it
     */
    public record Entry(int version, int owner, int at) {
        /** The same at another version. */
        public Entry withVersion(int newVersion) {
            return new Entry(newVersion, owner, at);
        }
    }

    /**
     * A migration under way.
     *
     * @param partition from 0
     * @param destination who gets the partition
     * @param from the version at the start: that of the partition, or in the older path that of the table
     */
    public record Flight(int partition, int destination, int from) {}

    /**
     * A table on its way.
     *
     * @param newer whether its sender goes by the newer path
     * @param global its version in the older path
     * @param table its partitions
     */
    public record TableMessage(boolean newer, int global, PartitionVector<Entry> table) {}

    /**
     * A process.
     *
     * @param life whether it runs
     * @param newBuild whether it has the newer build, which has both paths
     * @param upgraded whether it goes by the newer cluster version
     * @param leads whether it is master
     * @param global the version of its table in the older path
     * @param table its table
     * @param flights a master's migrations
     * @param newFormat whether its disk has the newer format
     */
    public record Member(
            @SpecVariable("classic/RollingUpgrade!life") Life life,
            @SpecVariable("classic/RollingUpgrade!newBuild") boolean newBuild,
            @SpecVariable("classic/RollingUpgrade!upgraded") boolean upgraded,
            @SpecVariable("classic/RollingUpgrade!leads") boolean leads,
            @SpecVariable("classic/RollingUpgrade!global") int global,
            @SpecVariable("classic/RollingUpgrade!table") PartitionVector<Entry> table,
            @SpecVariable("classic/RollingUpgrade!flights") Set<Flight> flights,
            @SpecVariable("classic/RollingUpgrade!newFormat") boolean newFormat) {

        /** Copies the migrations. */
        public Member {
            flights = Set.copyOf(flights);
        }

        /** Is it a member that runs? */
        public boolean up() {
            return life == Life.UP;
        }

        /** The migration of a partition, of which there is one at most. */
        public Optional<Flight> flightOf(int partition) {
            return flights.stream()
                    .filter(flight -> flight.partition() == partition)
                    .findFirst();
        }

        /** In another condition. */
        public Member withLife(Life newLife) {
            return new Member(newLife, newBuild, upgraded, leads, global, table, flights, newFormat);
        }

        /** With another build. */
        public Member withBuild(boolean newer) {
            return new Member(life, newer, upgraded, leads, global, table, flights, newFormat);
        }

        /** By another cluster version. */
        public Member withUpgraded(boolean newer) {
            return new Member(life, newBuild, newer, leads, global, table, flights, newFormat);
        }

        /** As master, or not. */
        public Member withLeads(boolean master) {
            return new Member(life, newBuild, upgraded, master, global, table, flights, newFormat);
        }

        /** With another table. */
        public Member withTable(int newGlobal, PartitionVector<Entry> newTable) {
            return new Member(life, newBuild, upgraded, leads, newGlobal, newTable, flights, newFormat);
        }

        /** With other migrations. */
        public Member withFlights(Set<Flight> newFlights) {
            return new Member(life, newBuild, upgraded, leads, global, table, newFlights, newFormat);
        }

        /** With one migration more. */
        public Member with(Flight flight) {
            Set<Flight> more = new HashSet<>(flights);
            more.add(flight);
            return withFlights(more);
        }

        /** With one migration less. */
        public Member without(Flight flight) {
            Set<Flight> fewer = new HashSet<>(flights);
            fewer.remove(flight);
            return withFlights(fewer);
        }

        /** With a disk of another format. */
        public Member withFormat(boolean newer) {
            return new Member(life, newBuild, upgraded, leads, global, table, flights, newer);
        }
    }

    /** The process of that number, from 1. */
    public Member member(int n) {
        return members.get(n - 1);
    }

    /** Those that run. */
    public MemberSet live() {
        MemberSet live = MemberSet.of();
        for (int n = 1; n <= members.size(); n++) {
            live = member(n).up() ? live.with(n) : live;
        }
        return live;
    }

    /** The master, or {@link Members#NONE}. */
    public int master() {
        return live().filter(n -> member(n).leads()).oldest();
    }

    /** The messages from one member to another, oldest first. */
    public List<TableMessage> underWay(int from, int to) {
        return underWay.get(from - 1).get(to - 1);
    }

    /** With another state of a process. */
    public UpgradingCluster with(int n, Member member) {
        return new UpgradingCluster(replaced(members, n, member), locked, raised, underWay);
    }

    /** With others locked. */
    public UpgradingCluster withLocked(MemberSet others) {
        return new UpgradingCluster(members, others, raised, underWay);
    }

    /** With the transaction decided. */
    public UpgradingCluster withRaised() {
        return new UpgradingCluster(members, locked, true, underWay);
    }

    /** With one message more to every other member that runs. */
    public UpgradingCluster sent(int from, TableMessage message) {
        UpgradingCluster after = this;
        for (int to : live().without(from).toArray()) {
            after = after.with(from, to, messages -> {
                List<TableMessage> longer = new ArrayList<>(messages);
                longer.add(message);
                return longer;
            });
        }
        return after;
    }

    /** Without the oldest message from one member to another. */
    public UpgradingCluster received(int from, int to) {
        return with(from, to, messages -> messages.subList(1, messages.size()));
    }

    /** Without what is under way to a process. */
    public UpgradingCluster lostTo(int to) {
        UpgradingCluster after = this;
        for (int from = 1; from <= members.size(); from++) {
            after = after.with(from, to, messages -> List.of());
        }
        return after;
    }

    /** Without what a process has sent. */
    public UpgradingCluster lostFrom(int from) {
        UpgradingCluster after = this;
        for (int to = 1; to <= members.size(); to++) {
            after = after.with(from, to, messages -> List.of());
        }
        return after;
    }

    private UpgradingCluster with(int from, int to, UnaryOperator<List<TableMessage>> change) {
        List<TableMessage> changed = List.copyOf(change.apply(underWay(from, to)));
        return new UpgradingCluster(
                members, locked, raised, replaced(underWay, from, replaced(underWay.get(from - 1), to, changed)));
    }

    private static <T> List<T> replaced(List<T> list, int n, T element) {
        List<T> copy = new ArrayList<>(list);
        copy.set(n - 1, element);
        return List.copyOf(copy);
    }
}
