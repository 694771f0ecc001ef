package io.godwit.transport.frame;

import io.godwit.protocol.quorum.ClusterVersion;

/**
 * The versions that a process speaks: of the wire format, and of the cluster. Immutable.
 *
 * @param least the least one
 * @param greatest the greatest one
 */
public record Versions(int least, int greatest) {
    /** All versions that this program speaks. */
    public static final Versions ALL = new Versions(ClusterVersion.FIRST, ClusterVersion.NEWEST);

    /** What a process speaks that does not say what it speaks besides its least version. */
    public static Versions only(int version) {
        return new Versions(version, version);
    }

    /** The greatest version that both ends speak, or 0. */
    public int common(Versions other) {
        int common = Math.min(greatest, other.greatest);
        return common >= Math.max(least, other.least) ? common : 0;
    }

    /** Those from a version on. */
    public Versions from(int version) {
        return new Versions(Math.max(least, version), greatest);
    }

    /** The features of a member: with the first version only, it does as the first program, which had none. */
    public int features() {
        return greatest > ClusterVersion.FIRST ? Frame.Welcome.ALL_FEATURES : 0;
    }

    /** In words. */
    @Override
    public String toString() {
        return least == greatest ? Integer.toString(least) : least + " to " + greatest;
    }
}
