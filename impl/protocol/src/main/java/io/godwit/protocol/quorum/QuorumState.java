package io.godwit.protocol.quorum;

import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.engine.LocalState;
import io.godwit.protocol.quorum.engine.MasterState;
import io.godwit.protocol.quorum.registers.ControlState;
import java.util.Objects;

/**
 * A whole member. Immutable. The first two parts are what the specification speaks of, the others say when something is
 * tried.
 *
 * @param setup the cluster
 * @param control its part in the control plane
 * @param data what it holds
 * @param local what it knows of the others
 * @param master as master, what it has to do; {@link MasterState#NONE} otherwise
 */
public record QuorumState(Setup setup, ControlState control, DataState data, LocalState local, MasterState master) {
    /** Refuses missing parts. */
    public QuorumState {
        Objects.requireNonNull(setup, "setup");
        Objects.requireNonNull(control, "control");
        Objects.requireNonNull(data, "data");
        Objects.requireNonNull(local, "local");
        Objects.requireNonNull(master, "master");
    }

    /** With another state of the data plane. */
    public QuorumState with(DataState newData) {
        return new QuorumState(setup, control, newData, local, master);
    }

    /** The member. */
    public int self() {
        return control.self();
    }
}
