package io.godwit.protocol.quorum.table;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import java.util.Arrays;

/**
 * The configuration of one partition: one immutable value, overwritten whole ({@code spec/common/Configuration.tla}).
 *
 * <p>The replicas have an order: index 0 is the primary, 1 and up are the backups, and the planner thinks in these indices.
 * In the specification the backups are a set; two configurations that differ in the order of their backups are the same
 * value there and two values here. Which of them is decided is decided by the registers, like everything else, and no
 * guard looks at the order.
 *
 * <p>The migration is two members. Without one both are {@link Members#NONE}.
 */
public final class Configuration {
    /** Greatest number of replicas. The planner never asks for more than 7; moves need a few more for a while. */
    public static final int MAX_REPLICAS = 31;

    /** Nobody has a part in it: the configuration of {@link Entry#NONE}. */
    public static final Configuration NONE = new Configuration(new int[] {Members.NONE}, 0, Members.NONE, Members.NONE);

    /** Index 0 is the primary. */
    private final int[] replicas;

    /** Bit i: replica i is in sync. */
    private final int inSync;

    private final int source;
    private final int destination;

    private Configuration(int[] replicas, int inSync, int source, int destination) {
        this.replicas = replicas;
        this.inSync = inSync;
        this.source = source;
        this.destination = destination;
    }

    /**
     * A configuration from its parts.
     *
     * @param primary serves the partition
     * @param backups the other replicas, in order; at most 30
     * @param inSync those replicas that have every acknowledged write; others are left out
     * @param source of the migration, or {@code NONE}
     * @param destination of the migration, or {@code NONE}
     * @throws IllegalArgumentException if there are more than 30 backups
     */
    public static Configuration of(int primary, int[] backups, MemberSet inSync, int source, int destination) {
        if (backups.length >= MAX_REPLICAS) {
            throw new IllegalArgumentException("at most 30 backups: " + backups.length);
        }
        int[] replicas = new int[backups.length + 1];
        replicas[0] = primary;
        System.arraycopy(backups, 0, replicas, 1, backups.length);
        return new Configuration(replicas, mask(replicas, inSync), source, destination);
    }

    private static int mask(int[] replicas, MemberSet inSync) {
        int mask = 0;
        for (int i = 0; i < replicas.length; i++) {
            if (inSync.contains(replicas[i])) {
                mask |= 1 << i;
            }
        }
        return mask;
    }

    /** Everybody in sync and nothing going on; {@code Settled}. */
    public static Configuration settled(int primary, int... backups) {
        return of(primary, backups, MemberSet.of(backups).with(primary), Members.NONE, Members.NONE);
    }

    /** Who serves the partition. */
    public int primary() {
        return replicas[0];
    }

    /** Number of replicas, the primary included. */
    public int size() {
        return replicas.length;
    }

    /**
     * The replica at an index.
     *
     * @param index 0 for the primary, up to {@code size() - 1}
     */
    public int replica(int index) {
        return replicas[index];
    }

    /** The index of a member among the replicas, or -1. */
    public int indexOf(int member) {
        for (int i = 0; i < replicas.length; i++) {
            if (replicas[i] == member) {
                return i;
            }
        }
        return -1;
    }

    /** Is the member a replica? */
    public boolean isReplica(int member) {
        return indexOf(member) >= 0;
    }

    /** Is the member a replica, and not the primary? */
    public boolean isBackup(int member) {
        return indexOf(member) > 0;
    }

    /** Is the member a replica that has every acknowledged write? */
    public boolean isInSync(int member) {
        int index = indexOf(member);
        return index >= 0 && (inSync & (1 << index)) != 0;
    }

    /** Is the member a replica or the learner? {@code Participants} */
    public boolean isParticipant(int member) {
        return isReplica(member) || (isMigrating() && destination == member);
    }

    /** The replicas as a set. */
    public MemberSet replicas() {
        return MemberSet.of(replicas);
    }

    /** The backups in their order, as a new array. */
    public int[] backups() {
        return Arrays.copyOfRange(replicas, 1, replicas.length);
    }

    /** The replicas that have every acknowledged write. */
    public MemberSet inSync() {
        int[] members = new int[inSyncSize()];
        int size = 0;
        for (int i = 0; i < replicas.length; i++) {
            if ((inSync & (1 << i)) != 0) {
                members[size++] = replicas[i];
            }
        }
        return MemberSet.of(members);
    }

    /** How many replicas have every acknowledged write. */
    public int inSyncSize() {
        return Integer.bitCount(inSync);
    }

    /** The replicas and the learner; {@code Participants}. */
    public MemberSet participants() {
        return isMigrating() ? replicas().with(destination) : replicas();
    }

    /** Does a migration go on? {@code Migrating} */
    public boolean isMigrating() {
        return destination != Members.NONE;
    }

    /** The source of the migration; {@code NONE} when there is no migration, or when it makes an additional copy. */
    public int source() {
        return source;
    }

    /** The destination of the migration, a learner; or {@code NONE}. */
    public int destination() {
        return destination;
    }

    /** {@code DistinctReplicas}: nobody is named twice. */
    public boolean isDistinct() {
        return replicas().size() == replicas.length && !(isMigrating() && isReplica(destination));
    }

    /** {@code ValidConfiguration}. */
    public boolean isValid() {
        return !isReplica(Members.NONE)
                && isDistinct()
                && isInSync(primary())
                && (source == Members.NONE || (isMigrating() && isReplica(source)));
    }

    /** A migration starts: its destination becomes a learner; {@code WithMigration}. */
    public Configuration withMigration(int newSource, int newDestination) {
        return new Configuration(replicas, inSync, newSource, newDestination);
    }

    /** A migration is given up; {@code WithoutMigration}. */
    public Configuration withoutMigration() {
        return withMigration(Members.NONE, Members.NONE);
    }

    /**
     * A migration succeeds; {@code Migrated}. The destination takes the index of the source, and the source keeps its copy
     * at the next one: when it is dropped later, everybody else is where it was. Without a source the destination is
     * the last.
     */
    public Configuration migrated() {
        int at = isReplica(source) ? indexOf(source) : replicas.length;
        int[] more = new int[replicas.length + 1];
        System.arraycopy(replicas, 0, more, 0, at);
        more[at] = destination;
        System.arraycopy(replicas, at, more, at + 1, replicas.length - at);
        return settle(more, inSync().with(destination));
    }

    /** A backup has missed a write; {@code WithoutInSync}. */
    public Configuration withoutInSync(int member) {
        return new Configuration(replicas, mask(replicas, inSync().without(member)), source, destination);
    }

    /** It is in line again; {@code WithInSync}. */
    public Configuration withInSync(int member) {
        return new Configuration(replicas, mask(replicas, inSync().with(member)), source, destination);
    }

    /** A backup is dropped, and with it a migration away from it; {@code WithoutBackup}. */
    public Configuration withoutBackup(int member) {
        int[] fewer = without(replicas, member);
        MemberSet still = inSync().without(member);
        return source == member
                ? settle(fewer, still)
                : new Configuration(fewer, mask(fewer, still), source, destination);
    }

    /** The primary is gone, another replica takes its place; {@code Promoted}. The order of the others stays. */
    public Configuration promoted(int member) {
        int[] rest = without(without(replicas, primary()), member);
        int[] next = new int[rest.length + 1];
        next[0] = member;
        System.arraycopy(rest, 0, next, 1, rest.length);
        return settle(next, inSync().without(primary()));
    }

    /** A backup and the living primary change places; {@code Switched}. */
    public Configuration switched(int member) {
        int[] next = replicas.clone();
        next[indexOf(member)] = replicas[0];
        next[0] = member;
        return settle(next, inSync());
    }

    /**
     * May the declaration that it is lost turn this into the other? Somebody who is not in sync goes on alone; {@code DeclaredStep}.
     *
     * @param next what is to come of it
     */
    public boolean mayBeDeclared(Configuration next) {
        return !isInSync(next.primary()) && next.equals(settled(next.primary()));
    }

    private static Configuration settle(int[] replicas, MemberSet inSync) {
        return new Configuration(replicas, mask(replicas, inSync), Members.NONE, Members.NONE);
    }

    private static int[] without(int[] members, int member) {
        int[] others = new int[members.length];
        int size = 0;
        for (int m : members) {
            if (m != member) {
                others[size++] = m;
            }
        }
        return Arrays.copyOf(others, size);
    }

    /**
     * May one decision turn this into the other, the order of backups aside? {@code ValidStep}
     *
     * @param next what is to come of it; this configuration itself is a valid step, too
     */
    public boolean mayBecome(Configuration next) {
        return Successors.contains(this, next);
    }

    /** Are both the same value in the specification, which does not know the order of the backups? */
    public boolean sameAs(Configuration other) {
        return primary() == other.primary()
                && size() == other.size()
                && source == other.source
                && destination == other.destination
                && replicas().equals(other.replicas())
                && inSync().equals(other.inSync());
    }

    /** Equal, the order of the backups included. */
    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof Configuration that
                        && inSync == that.inSync
                        && source == that.source
                        && destination == that.destination
                        && Arrays.equals(replicas, that.replicas));
    }

    @Override
    public int hashCode() {
        return 31 * (31 * (31 * Arrays.hashCode(replicas) + inSync) + source) + destination;
    }

    /** The replicas in order, those that are not in sync with a question mark, then the migration. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < replicas.length; i++) {
            text.append(i == 0 ? "" : " ").append(replicas[i]).append((inSync & (1 << i)) == 0 ? "?" : "");
        }
        if (isMigrating()) {
            text.append(", ").append(source).append("->").append(destination);
        }
        return text.append(']').toString();
    }
}
