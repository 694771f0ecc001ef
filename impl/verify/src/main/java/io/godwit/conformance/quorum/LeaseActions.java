package io.godwit.conformance.quorum;

import io.godwit.conformance.replay.Constants;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.Offers.Offerer;
import io.godwit.conformance.replay.SpecActions;
import io.godwit.conformance.replay.SpecActions.Action;
import io.godwit.conformance.replay.Trials;
import io.godwit.conformance.replay.Trials.Trial;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.data.DataState;

/** Read leases: what the actions of {@code spec/quorum/ReadLeases.tla} mean as events for members. */
final class LeaseActions {
    static final String HOLDERS = "n \\in Holders";
    static final String REQUESTS = "requests[r]: numbers are used in turn";
    static final String CONFIRMING = "Confirming";
    static final String RESTARTS = "Up(n), restarts < MaxRestarts";

    private final DataClusterState clusterState;
    private final Constants constants;
    private final DataStateCodec codec;
    private final SpecActions<DataState> actions;
    private final Trials.Counter counter;

    LeaseActions(
            DataClusterState clusterState,
            Constants constants,
            DataStateCodec codec,
            SpecActions<DataState> actions,
            Trials.Counter counter) {
        this.clusterState = clusterState;
        this.constants = constants;
        this.codec = codec;
        this.actions = actions;
        this.counter = counter;
    }

    /** A primary asks for leases. */
    Offerer request(int n, int p, int r) {
        boolean holder = constants
                .texts("Holders")
                .contains(codec.members().name(clusterState.members()[n]));
        Action<DataState> ask = actions.of("quorum/ReadLeases!RequestLeases");
        Trial<DataState, Integer> trial = new Trials<DataState, Integer, Integer>(
                        counter, ask.method(), (state, it) -> ask.take(state, p, (long) it), it -> it)
                .of(r);
        return offers -> {
            if (!holder) {
                offers.ruledOut(HOLDERS);
            } else if (!codec.leases().isNext(clusterState.copy(), r)) {
                offers.ruledOut(REQUESTS);
            } else {
                clusterState.offer(n, trial, offers);
            }
        };
    }

    /** A primary takes a promise back. */
    Offerer release(int n, int p, int version) {
        Action<DataState> release = actions.of("quorum/ReadLeases!ReleasePromise");
        Trials<DataState, MemberSet, MemberSet> trials = new Trials<>(
                counter,
                release.method(),
                (state, dead) -> release.take(state, p, DataStateCodec.version(version), dead),
                it -> it);
        return offers -> clusterState.offer(n, trials.of(clusterState.dead()), offers);
    }

    /** A member starts again with all that it had but times. */
    Offerer restart(int n) {
        Action<DataState> restart = actions.of("quorum/ReadLeases!RestartFromDisk");
        Trial<DataState, String> trial = new Trials<DataState, String, String>(
                        counter, restart.method(), (state, it) -> restart.take(state), it -> it)
                .of("starts again");
        return offers -> {
            if (clusterState.status(n).equals("up") && clusterState.restarts() < constants.number("MaxRestarts")) {
                clusterState.restart(n, trial, offers);
            } else {
                offers.ruledOut(RESTARTS);
            }
        };
    }

    /** Are members asked to confirm reads, too? */
    boolean isConfirming(Offers offers) {
        if (codec.leases() == null || constants.truth("Confirming")) {
            return true;
        }
        offers.ruledOut(CONFIRMING);
        return false;
    }
}
