package io.godwit.storage.recovery;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What a recovery makes of one partition.
 *
 * @param partition the partition
 * @param choice how the new primary was chosen
 * @param newest the newest value that any of those who are left has accepted
 * @param copies the copies that are left, with whom
 * @param configuration what is decided in the recovered cluster
 */
public record RecoveredPartition(
        int partition, Choice choice, Entry newest, Map<Integer, CopyLeft> copies, Configuration configuration) {

    /** How a primary is chosen. */
    public enum Choice {
        /** In the newest value, members that are left are in sync: they have all writes that they can know of. */
        IN_SYNC,
        /** None of those is left, and the newest copy of somebody else is taken. */
        NEWEST_COPY,
        /** No copy is left: the partition begins empty. */
        EMPTY
    }

    /**
     * A copy.
     *
     * @param writes how many writes it has
     * @param last the version under which its last write was made
     */
    public record CopyLeft(int writes, Version last) implements Comparable<CopyLeft> {
        /** That of a log. */
        public static CopyLeft of(Log log) {
            return new CopyLeft(log.length(), log.lastEpoch());
        }

        @Override
        public int compareTo(CopyLeft other) {
            return Comparator.comparing(CopyLeft::last)
                    .thenComparing(CopyLeft::writes)
                    .compare(this, other);
        }
    }

    /** Copies the map. */
    public RecoveredPartition {
        Objects.requireNonNull(choice, "choice");
        Objects.requireNonNull(newest, "newest");
        Objects.requireNonNull(configuration, "configuration");
        copies = new TreeMap<>(copies);
    }

    /**
     * Chooses.
     *
     * @param members who is left
     * @param copies the copies that are not empty
     */
    public static RecoveredPartition choose(
            int partition, MemberSet members, Entry newest, Map<Integer, CopyLeft> copies) {
        Configuration c = newest.configuration();
        MemberSet inSync = newest.isNone() ? MemberSet.of() : c.inSync().intersect(members);
        if (!inSync.isEmpty()) {
            int primary = inSync.contains(c.primary()) ? c.primary() : best(inSync, copies);
            int[] backups = Arrays.stream(c.backups())
                    .filter(it -> it != primary && members.contains(it))
                    .toArray();
            Configuration left = Configuration.of(primary, backups, inSync, NONE, NONE);
            return new RecoveredPartition(partition, Choice.IN_SYNC, newest, copies, left);
        }
        boolean empty = copies.isEmpty();
        int primary = empty ? members.get(partition % members.size()) : best(MemberSet.of(copies.keySet()), copies);
        return new RecoveredPartition(
                partition, empty ? Choice.EMPTY : Choice.NEWEST_COPY, newest, copies, Configuration.settled(primary));
    }

    private static final int NONE = io.godwit.protocol.Members.NONE;

    /** The member with the newest copy, the first one of several. */
    private static int best(MemberSet among, Map<Integer, CopyLeft> copies) {
        CopyLeft nothing = new CopyLeft(0, Version.NONE);
        int best = among.get(0);
        for (int member : among.toArray()) {
            if (copies.getOrDefault(member, nothing).compareTo(copies.getOrDefault(best, nothing)) > 0) {
                best = member;
            }
        }
        return best;
    }

    /** The value of the register in the recovered cluster. */
    Entry decided(int term) {
        Version base = newest.isNone() ? Version.BEFORE_FIRST : newest.version();
        return new Entry(base.next(term), base, configuration);
    }
}
