package io.godwit.protocol.quorum.data.decision;

import io.godwit.protocol.SpecVariable;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.Objects;

/**
 * The base and the result of a master's decision about one partition. Immutable.
 *
 * @param decided the latest entry that it knows to be decided: the last of the specification's {@code history}
 * @param vouched who is caught up
 * @param cluster the members
 * @param copies wanted in-sync replicas of this partition, 1 or more
 * @param proposed what is to be decided next, {@link Configuration#NONE} for nothing; the specification appends it to its
 *     {@code history} in the same step
 */
public record MasterView(
        @SpecVariable("quorum/DataState!history") Entry decided,
        @SpecVariable("quorum/DataState!msgs") CaughtUpVersions vouched,
        ClusterView cluster,
        int copies,
        @SpecVariable("quorum/DataState!history") Configuration proposed) {
    /** Refuses missing parts. */
    public MasterView {
        Objects.requireNonNull(decided, "decided");
        Objects.requireNonNull(vouched, "vouched");
        Objects.requireNonNull(cluster, "cluster");
        Objects.requireNonNull(proposed, "proposed");
    }

    /** With nothing proposed, in a cluster where all partitions want the same number of replicas. */
    public MasterView(Entry decided, CaughtUpVersions vouched, ClusterView cluster) {
        this(decided, vouched, cluster, cluster.copies().only(), Configuration.NONE);
    }

    /** With a proposal. */
    public MasterView proposing(Configuration configuration) {
        return new MasterView(decided, vouched, cluster, copies, configuration);
    }

    /** With other reports of primaries. */
    public MasterView with(CaughtUpVersions more) {
        return new MasterView(decided, more, cluster, copies, proposed);
    }
}
