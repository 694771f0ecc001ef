package io.godwit.protocol.classic;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Rules;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.data.UpgradingCluster;
import io.godwit.protocol.classic.data.UpgradingCluster.Entry;
import io.godwit.protocol.classic.data.UpgradingCluster.Flight;
import io.godwit.protocol.classic.data.UpgradingCluster.Life;
import io.godwit.protocol.classic.data.UpgradingCluster.Member;
import io.godwit.protocol.classic.data.UpgradingCluster.TableMessage;
import java.util.List;

/**
 * A running cluster passes from one version of the table to a version for each partition (seed 001 section 3.3). Members of the
 * newer build have both paths and go by the cluster version: in the older path a table has one version and is taken whole, and
 * migrations run one at a time; in the newer one each partition has its own, and they run in parallel. The cluster version rises
 * by a transaction over all members ({@link ClusterStateChange}); who commits it sets all versions to its last global one and
 * writes its disk anew. {@code spec/classic/RollingUpgrade.tla}, a method for each action, over the cluster as a whole.
 * Stateless.
 */
public class RollingUpgrade {
    private final Rules rules;

    /** The module under these rules. */
    public RollingUpgrade(Rules rules) {
        this.rules = rules;
    }

    // Members are replaced and join

    /** A member stops and comes back with the newer build; it gets the master's table. */
    @SpecAction("classic/RollingUpgrade!Replace")
    public Step<UpgradingCluster> replace(UpgradingCluster cluster, int n) {
        Member member = requireUp(cluster, n);
        rules.require(ClassicRule.OLDER_BUILD, !member.newBuild(), "{}", member);
        requireNotRaised(cluster);
        rules.require(ClassicRule.NOT_MASTER, !member.leads(), "{}", member);
        int m = cluster.master();
        rules.require(ClassicRule.HAS_MASTER, m != Members.NONE, "none of {}", cluster.live());
        Member master = cluster.member(m);
        return Step.to(cluster.with(n, member.withBuild(true).withTable(master.global(), master.table()))
                .lostTo(n));
    }

    /**
     * The master lets a process in, which goes by its cluster version.
     *
     * @param newBuild whether the process has the newer build
     */
    @SpecAction("classic/RollingUpgrade!Join")
    public Step<UpgradingCluster> join(UpgradingCluster cluster, int m, int n, boolean newBuild) {
        Member master = requireLeads(cluster, m);
        requireUnlocked(cluster.locked().isEmpty(), cluster);
        rules.require(ClassicRule.NOTHING_IN_FLIGHT, master.flights().isEmpty(), "{}", master.flights());
        Member newcomer = cluster.member(n);
        rules.require(ClassicRule.NOT_JOINED, newcomer.life() == Life.OFF, "{}", newcomer.life());
        rules.require(ClassicRule.JOIN_CHECKS_VERSION, !master.upgraded() || newBuild, "{} has the older build", n);
        boolean upgraded = master.upgraded() && newBuild;
        return Step.to(cluster.with(
                n,
                newcomer.withLife(Life.UP)
                        .withBuild(newBuild)
                        .withUpgraded(upgraded)
                        .withFormat(upgraded)
                        .withTable(master.global(), master.table())));
    }

    /**
     * The oldest member takes over with the newest table of all, read by its own path. A locked one finishes the transaction
     * first.
     */
    @SpecAction("classic/RollingUpgrade!Claim")
    public Step<UpgradingCluster> claim(UpgradingCluster cluster, int n) {
        Member member = requireUp(cluster, n);
        MemberSet live = cluster.live();
        rules.require(ClassicRule.OLDEST, live.oldest() == n, "{} of {}", n, live);
        rules.require(ClassicRule.NOT_MASTER, !member.leads(), "{}", member);
        boolean locked = cluster.locked().contains(n);
        rules.require(ClassicRule.COMMIT_BEFORE_CLAIM, !locked, "locked are {}", cluster.locked());
        Member claimed = member.withLeads(true);
        if (member.upgraded()) {
            claimed = claimed.withTable(
                    member.global(), PartitionVector.of(member.table().size(), p -> newestEntry(cluster, live, p)));
        } else {
            Member newest = newestByGlobal(cluster, live);
            claimed = claimed.withTable(newest.global(), newest.table());
        }
        return Step.to(published(cluster.with(n, claimed), n));
    }

    /** Who has the table with the greatest version of the older path. */
    private static Member newestByGlobal(UpgradingCluster cluster, MemberSet live) {
        Member newest = cluster.member(live.oldest());
        for (int x : live.toArray()) {
            newest = cluster.member(x).global() > newest.global() ? cluster.member(x) : newest;
        }
        return newest;
    }

    /** The entry with the greatest version; that of a member that is not upgraded has the version of its table. */
    private static Entry newestEntry(UpgradingCluster cluster, MemberSet live, int p) {
        Entry newest = null;
        for (int x : live.toArray()) {
            Member member = cluster.member(x);
            Entry entry = member.table().get(p);
            Entry read = member.upgraded() ? entry : entry.withVersion(member.global());
            newest = newest == null || read.version() > newest.version() ? read : newest;
        }
        return newest;
    }

    // Both paths

    /** The master begins to move a partition: in the older path when no other one moves. */
    @SpecAction("classic/RollingUpgrade!StartMigration")
    public Step<UpgradingCluster> startMigration(UpgradingCluster cluster, int n, int p, int d) {
        Member master = requireLeads(cluster, n);
        requireUnlocked(!cluster.locked().contains(n), cluster);
        rules.require(ClassicRule.NOT_IN_FLIGHT, master.flightOf(p).isEmpty(), "{} is in {}", p, master.flights());
        rules.require(
                ClassicRule.SERIAL_BEFORE_UPGRADE,
                master.upgraded() || master.flights().isEmpty(),
                "{}",
                master.flights());
        rules.require(
                ClassicRule.DESTINATION_IS_MEMBER, cluster.live().contains(d), "{} is not in {}", d, cluster.live());
        Entry entry = master.table().get(p);
        rules.require(ClassicRule.DESTINATION_IS_ANOTHER, entry.owner() != d, "{} owns {}", d, p);
        int from = master.upgraded() ? entry.version() : master.global();
        return Step.to(cluster.with(n, master.with(new Flight(p, d, from))));
    }

    /** The migration of a partition is done: the partition, or in the older path the table, has the next version. */
    @SpecAction("classic/RollingUpgrade!FinishMigration")
    public Step<UpgradingCluster> finishMigration(UpgradingCluster cluster, int n, int p) {
        Member master = requireUp(cluster, n);
        Flight flight = master.flightOf(p).orElse(null);
        rules.require(ClassicRule.IN_FLIGHT, flight != null, "{} is not in {}", p, master.flights());
        int next = flight.from() + 1;
        Entry moved = new Entry(
                master.upgraded() ? next : 0,
                flight.destination(),
                master.table().get(p).at() + 1);
        Member after = master.without(flight)
                .withTable(
                        master.upgraded() ? master.global() : next,
                        master.table().with(p, moved));
        return Step.to(published(cluster.with(n, after), n));
    }

    /**
     * A table arrives. The receiver goes by its own path. A table of the older path is understood in the newer one, where all
     * versions are the global one. The reverse is not possible: such a table waits for the commit.
     */
    @SpecAction("classic/RollingUpgrade!HandleTable")
    public Step<UpgradingCluster> handleTable(UpgradingCluster cluster, int s, int n) {
        Member member = requireUp(cluster, n);
        List<TableMessage> messages = cluster.underWay(s, n);
        rules.require(ClassicRule.TABLE_UNDER_WAY, !messages.isEmpty(), "from {} to {}", s, n);
        TableMessage m = messages.get(0);
        rules.require(ClassicRule.NEWER_TABLE_WAITS, !m.newer() || member.upgraded(), "{}", m);
        return Step.to(cluster.with(n, member.upgraded() ? mergedByPartition(member, m) : takenWhole(member, m))
                .received(s, n));
    }

    private static Member mergedByPartition(Member member, TableMessage m) {
        PartitionVector<Entry> table = m.newer() ? m.table() : withVersions(m.table(), m.global());
        PartitionVector<Entry> merged = PartitionVector.of(
                table.size(),
                p -> table.get(p).version() > member.table().get(p).version()
                        ? table.get(p)
                        : member.table().get(p));
        return member.withTable(member.global(), merged);
    }

    private static Member takenWhole(Member member, TableMessage m) {
        int global = m.newer() ? greatestVersion(m.table()) : m.global();
        return global > member.global() ? member.withTable(global, withVersions(m.table(), 0)) : member;
    }

    private static int greatestVersion(PartitionVector<Entry> table) {
        int greatest = 0;
        for (int p = 0; p < table.size(); p++) {
            greatest = Math.max(greatest, table.get(p).version());
        }
        return greatest;
    }

    // The cluster version rises

    /** All are locked, with equal tables by their global version, and it is decided. */
    @SpecAction("classic/RollingUpgrade!Raise")
    public Step<UpgradingCluster> raise(UpgradingCluster cluster) {
        requireNotRaised(cluster);
        MemberSet live = cluster.live();
        MemberSet older = live.filter(n -> !cluster.member(n).newBuild());
        rules.require(ClassicRule.RAISE_CHECKS_BUILDS, older.isEmpty(), "{} have the older build", older);
        MemberSet moving = live.filter(n -> !cluster.member(n).flights().isEmpty());
        rules.require(ClassicRule.NOTHING_IN_FLIGHT, moving.isEmpty(), "{} have", moving);
        requireLeads(cluster, live.oldest());
        int global = cluster.member(live.oldest()).global();
        MemberSet others = live.filter(n -> cluster.member(n).global() != global);
        rules.require(ClassicRule.EQUAL_TABLES, others.isEmpty(), "{} have another version than {}", others, global);
        return Step.to(cluster.withLocked(live).withRaised());
    }

    /**
     * A locked member goes by the newer cluster version: the versions of all partitions become its global one, and its disk is
     * written anew.
     */
    @SpecAction("classic/RollingUpgrade!CommitVersion")
    public Step<UpgradingCluster> commitVersion(UpgradingCluster cluster, int n) {
        Member member = requireUp(cluster, n);
        rules.require(ClassicRule.LOCKED, cluster.locked().contains(n), "{} is not in {}", n, cluster.locked());
        rules.require(ClassicRule.NEWER_BUILD, member.newBuild(), "{}", member);
        Member after = member.withUpgraded(true)
                .withFormat(true)
                .withTable(member.global(), withVersions(member.table(), member.global()));
        return Step.to(cluster.with(n, after).withLocked(cluster.locked().without(n)));
    }

    // What the actions have in common

    /** A table in which all partitions have that version. */
    public static PartitionVector<Entry> withVersions(PartitionVector<Entry> table, int version) {
        return PartitionVector.of(table.size(), p -> table.get(p).withVersion(version));
    }

    /** A member's table to everybody. */
    private static UpgradingCluster published(UpgradingCluster cluster, int n) {
        Member member = cluster.member(n);
        return cluster.sent(n, new TableMessage(member.upgraded(), member.global(), member.table()));
    }

    private Member requireUp(UpgradingCluster cluster, int n) {
        Member member = cluster.member(n);
        rules.require(ClassicRule.UP, member.up(), "{}", member.life());
        return member;
    }

    private Member requireLeads(UpgradingCluster cluster, int n) {
        Member member = requireUp(cluster, n);
        rules.require(ClassicRule.LEADS, member.leads(), "{} of {}", n, cluster.live());
        return member;
    }

    private void requireUnlocked(boolean unlocked, UpgradingCluster cluster) {
        rules.require(ClassicRule.UNLOCKED, unlocked, "locked are {}", cluster.locked());
    }

    private void requireNotRaised(UpgradingCluster cluster) {
        rules.require(
                ClassicRule.NOT_RAISED,
                !cluster.raised(),
                "{} of {} have yet to commit",
                cluster.locked(),
                cluster.live());
    }
}
