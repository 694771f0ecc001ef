package io.godwit.protocol.classic.data;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import java.util.Arrays;

/**
 * A partition's version and its replicas by slot: slot 0 is the owner, the others are backups. Immutable. A slot may be
 * empty: {@link Members#NONE}.
 */
public final class PartitionEntry {
    private final int version;
    private final int[] replicas;

    private PartitionEntry(int version, int[] replicas) {
        this.version = version;
        this.replicas = replicas;
    }

    /**
     * An entry.
     *
     * @param version 0 or more
     * @param replicas the member in each slot, {@link Members#NONE} where there is none
     */
    public static PartitionEntry of(int version, int... replicas) {
        return new PartitionEntry(version, replicas.clone());
    }

    /** The entry of a partition that was never assigned. */
    public static PartitionEntry empty(int slots) {
        return new PartitionEntry(0, new int[slots]);
    }

    /** The version, 0 or more. */
    public int version() {
        return version;
    }

    /** Number of slots. */
    public int slots() {
        return replicas.length;
    }

    /** Who is in a slot, or {@link Members#NONE}. */
    public int replica(int slot) {
        return replicas[slot];
    }

    /** The owner, or {@link Members#NONE}. */
    public int owner() {
        return replicas[0];
    }

    /** Has the member a slot? */
    public boolean holds(int member) {
        return contains(0, member);
    }

    /** Has the member a slot behind the owner's? */
    public boolean isBackup(int member) {
        return contains(1, member);
    }

    private boolean contains(int firstSlot, int member) {
        for (int i = firstSlot; i < replicas.length; i++) {
            if (replicas[i] == member) {
                return true;
            }
        }
        return false;
    }

    /** The members in slots 1 and up. */
    public MemberSet backups() {
        return MemberSet.of(
                Arrays.stream(replicas).skip(1).filter(m -> m != Members.NONE).toArray());
    }

    /** Whoever is in the first slot that is not empty, or {@link Members#NONE}. */
    public int firstSurvivor() {
        return Arrays.stream(replicas)
                .filter(m -> m != Members.NONE)
                .findFirst()
                .orElse(Members.NONE);
    }

    /** Is there an empty owner's slot, and somebody to fill it? */
    public boolean isOrphan() {
        return owner() == Members.NONE && firstSurvivor() != Members.NONE;
    }

    /** Is every slot empty? */
    public boolean isLost() {
        return firstSurvivor() == Members.NONE;
    }

    /** Are those who have a slot all in the set? */
    public boolean heldWithin(MemberSet members) {
        return goneFrom(members) == 0;
    }

    /** How many slots belong to somebody outside the set. */
    public int goneFrom(MemberSet members) {
        return (int) Arrays.stream(replicas)
                .filter(m -> m != Members.NONE && !members.contains(m))
                .count();
    }

    /** The same replicas at a version that is greater by {@code k}. */
    public PartitionEntry raised(int k) {
        return k == 0 ? this : new PartitionEntry(version + k, replicas);
    }

    /** The same replicas at another version. */
    public PartitionEntry at(int newVersion) {
        return new PartitionEntry(newVersion, replicas);
    }

    /** The same version with another member in a slot. */
    public PartitionEntry with(int slot, int member) {
        int[] copy = replicas.clone();
        copy[slot] = member;
        return new PartitionEntry(version, copy);
    }

    /** The same version, with empty slots for those outside the set. */
    public PartitionEntry within(MemberSet members) {
        return new PartitionEntry(
                version,
                Arrays.stream(replicas)
                        .map(m -> members.contains(m) ? m : Members.NONE)
                        .toArray());
    }

    /** The same version, with the first survivor in the owner's slot and its own one empty. */
    public PartitionEntry promoted() {
        int[] copy = replicas.clone();
        for (int i = 1; i < copy.length; i++) {
            if (copy[i] != Members.NONE) {
                copy[0] = copy[i];
                copy[i] = Members.NONE;
                break;
            }
        }
        return new PartitionEntry(version, copy);
    }

    /** Have both the same replicas? */
    public boolean sameReplicas(PartitionEntry other) {
        return Arrays.equals(replicas, other.replicas);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PartitionEntry entry && version == entry.version && sameReplicas(entry);
    }

    @Override
    public int hashCode() {
        return 31 * version + Arrays.hashCode(replicas);
    }

    @Override
    public String toString() {
        return "v" + version + Arrays.toString(replicas);
    }
}
