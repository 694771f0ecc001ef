package io.godwit.bench.migration;

import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.function.Consumer;

/** Takes the time of each migration, from its proposal until the decision that the destination is a replica; at the master. */
final class Migrations implements Consumer<QuorumState> {
    private final RunTimer meter;
    private final long[] begun;
    private PartitionVector<Entry> committed;
    private PartitionVector<Entry> outstanding;

    Migrations(RunTimer meter, QuorumState state) {
        this.meter = meter;
        this.committed = state.control().committed();
        this.outstanding = state.control().outstanding();
        this.begun = new long[committed.size()];
    }

    @Override
    public void accept(QuorumState state) {
        long now = System.nanoTime();
        outstanding.differences(state.control().outstanding(), p -> {
            Configuration c = state.control().outstanding().get(p).configuration();
            begun[p] = c.isMigrating() && !committed.get(p).configuration().isMigrating() ? now : begun[p];
        });
        committed.differences(state.control().committed(), p -> {
            Configuration before = committed.get(p).configuration();
            Configuration after = state.control().committed().get(p).configuration();
            if (begun[p] > 0
                    && state.control().isMaster()
                    && before.isMigrating()
                    && after.isReplica(before.destination())) {
                meter.migrated(now - begun[p]);
            }
        });
        committed = state.control().committed();
        outstanding = state.control().outstanding();
    }
}
