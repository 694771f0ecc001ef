package io.godwit.simulation.cluster;

import io.godwit.environment.Environment;
import io.godwit.member.limit.Limit;
import io.godwit.member.runtime.RuntimeConfig;
import io.godwit.simulation.Fault;
import io.godwit.simulation.RandomPurpose;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.transport.frame.Maps;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * A process with the configuration of another cluster that tries to join this one. It must not become a member.
 *
 * @param <S> the state of one member
 */
final class MisconfiguredMember<S> implements MemberProcess.Hooks<S> {
    private static final int PORT = SimulatedCluster.PORT + 1;
    /** In microseconds; a closed runtime has ended by then. */
    private static final long ENDS = 1_000;

    private final SimulatedCluster<S> cluster;
    private final Fault fault;
    private final SimulatedProcess process;
    private final SimulatedTransport transport;
    private MemberProcess<S> runtime;

    MisconfiguredMember(SimulatedCluster<S> cluster, Fault fault) {
        this.cluster = cluster;
        this.fault = fault;
        this.process = cluster.process(fault.site(), cluster.random().of(RandomPurpose.MISCONFIGURED, fault.id(), 0));
        this.transport = new SimulatedTransport(cluster.network(), process, fault.site());
    }

    void start() {
        process.create().execute(() -> {
            try {
                runtime = cluster.factory()
                        .create(
                                new MemberProcess.Start(
                                        config(cluster.configs()
                                                .of(
                                                        fault.site(),
                                                        PORT,
                                                        cluster.addresses(
                                                                cluster.plan().members()))),
                                        cluster.addresses(cluster.plan().sites()),
                                        fault.site(),
                                        () -> 0),
                                new Environment(process, process, transport, null),
                                this);
                runtime.start();
            } catch (IOException e) {
                // The same process started there before, and has not ended yet.
                cluster.tell("ends", () -> this + " cannot start: " + e.getMessage());
            }
        });
        cluster.after(fault.duration(), () -> {
            process.create().execute(() -> {
                if (runtime != null) {
                    runtime.close();
                }
            });
            cluster.after(ENDS, () -> {
                process.end();
                transport.end();
            });
        });
    }

    private RuntimeConfig config(RuntimeConfig right) {
        Map<String, Integer> named = new TreeMap<>(right.maps().named());
        if (fault.amount() == 3 && named.isEmpty()) {
            named.put("other", right.maps().backups());
        } else if (fault.amount() == 3) {
            named.clear();
        }
        int backups = right.maps().backups() + (fault.amount() == 2 ? 1 : 0);
        return new RuntimeConfig(
                fault.amount() == 0 ? "other" : right.clusterName(),
                right.host(),
                right.port(),
                right.members(),
                right.partitions() + (fault.amount() == 1 ? 1 : 0),
                Maps.of(backups, named),
                right.parallel(),
                right.heartbeatMillis(),
                right.suspectMillis(),
                right.sessionSeconds(),
                right.diskReserveBytes(),
                right.diskDelayMillis());
    }

    @Override
    public void log(String text) {
        cluster.tell("log", () -> this + ": " + text);
    }

    @Override
    public void joined(int number, S state) {
        cluster.note(new Violation("Refused", this + " has become member " + number));
    }

    @Override
    public void running() {
        // Heard of already.
    }

    @Override
    public void reached(Limit limit) {
        // No limit is of interest.
    }

    @Override
    public void stopped() {
        // It has not become a member.
    }

    @Override
    public void notStarted(IOException cause) {
        cluster.tell("refused", () -> this + ": " + cause.getMessage());
    }

    @Override
    public void failed(Throwable cause) {
        cluster.broke(toString(), cause);
    }

    @Override
    public String toString() {
        return "the misconfigured process at site " + fault.site();
    }
}
