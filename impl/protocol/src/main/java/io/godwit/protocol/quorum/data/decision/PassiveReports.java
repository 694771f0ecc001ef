package io.godwit.protocol.quorum.data.decision;

import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.SpecVariable;
import io.godwit.protocol.quorum.QuorumMessage.PassiveReport;
import io.godwit.protocol.quorum.table.Version;
import java.util.Objects;

/**
 * What primaries have reported to a master while the cluster is to be {@code PASSIVE}. Immutable.
 *
 * @param state the version of the cluster's state that the reports name
 * @param versions per partition the version under which its primary has reported, or {@link Version#NONE}
 * @param acknowledged is {@code PASSIVE} acknowledged?
 */
public record PassiveReports(
        Version state,
        PartitionVector<Version> versions,
        @SpecVariable("quorum/ClusterStates!acknowledged") boolean acknowledged) {
    /** Refuses missing parts. */
    public PassiveReports {
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(versions, "versions");
    }

    /** No reports about a version of the state. */
    public static PassiveReports none(Version state, int partitions) {
        return new PassiveReports(state, PartitionVector.filled(partitions, Version.NONE), false);
    }

    /** With one more report. */
    public PassiveReports with(PassiveReport report) {
        PartitionVector<Version> more = versions;
        for (long p : report.versions().keys()) {
            more = more.with((int) p, report.versions().get(p));
        }
        return new PassiveReports(state, more, acknowledged);
    }

    /** With the acknowledgement. */
    public PassiveReports acknowledge() {
        return new PassiveReports(state, versions, true);
    }
}
