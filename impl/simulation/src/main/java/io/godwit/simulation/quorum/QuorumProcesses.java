package io.godwit.simulation.quorum;

import io.godwit.environment.Clock;
import io.godwit.environment.Environment;
import io.godwit.environment.Storage;
import io.godwit.member.limit.Limit;
import io.godwit.member.runtime.CallCounts;
import io.godwit.member.runtime.CallLatencies;
import io.godwit.member.runtime.ClusterMember;
import io.godwit.member.runtime.EngineLoad;
import io.godwit.member.runtime.EventRecorder;
import io.godwit.member.runtime.Identity;
import io.godwit.member.runtime.MemberLog;
import io.godwit.member.runtime.MemberRuntime;
import io.godwit.member.runtime.RuntimeHooks;
import io.godwit.member.runtime.StepListener;
import io.godwit.member.transfer.TransferStatistics;
import io.godwit.protocol.Event;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.simulation.cluster.MemberProcess;
import io.godwit.storage.MemberStore;
import io.godwit.transport.frame.Frame.Welcome;
import java.io.IOException;
import java.util.List;

/** Makes members of the quorum protocol: {@link MemberRuntime} as it runs in processes. */
final class QuorumProcesses implements MemberProcess.Factory<QuorumState> {
    private final Protocol<QuorumState> protocol;
    private final EventRecorder.Factory recorders;

    /**
     * Members that run this engine.
     *
     * @param recorders of their event logs
     */
    QuorumProcesses(Protocol<QuorumState> protocol, EventRecorder.Factory recorders) {
        this.protocol = protocol;
        this.recorders = recorders;
    }

    @Override
    public boolean hasDisks() {
        return true;
    }

    @Override
    public MemberProcess<QuorumState> create(
            MemberProcess.Start start, Environment environment, MemberProcess.Hooks<QuorumState> hooks)
            throws IOException {
        return new QuorumProcess(start, environment, hooks);
    }

    private final class QuorumProcess implements MemberProcess<QuorumState>, RuntimeHooks {
        private final List<String> founders;
        private final Clock clock;
        private final MemberProcess.Hooks<QuorumState> hooks;
        private final MemberRuntime runtime;
        private Identity identity;
        private MemberFigures seen;

        QuorumProcess(MemberProcess.Start start, Environment environment, MemberProcess.Hooks<QuorumState> hooks)
                throws IOException {
            this.founders = start.config().members();
            this.clock = environment.clock();
            this.hooks = hooks;
            this.runtime = new MemberRuntime(start.config(), environment, this);
            this.seen = MemberFigures.of(runtime);
        }

        @Override
        public void start() {
            runtime.start(founders);
        }

        @Override
        public void submit(Event event) {
            runtime.submit(event);
        }

        @Override
        public void close() {
            runtime.close();
        }

        @Override
        public void look() {
            MemberFigures now = MemberFigures.of(runtime);
            if (!now.follow(seen)) {
                hooks.failed(
                        new IllegalStateException("figures that only grow have fallen: " + seen + ", then " + now));
            }
            seen = now;
        }

        @Override
        public void identify(Storage storage) throws IOException {
            try (MemberStore store = new MemberStore(storage, clock)) {
                store.name(identity.clusterName());
                // It does not start as a founder, who would hold the first table.
                store.identify(new Welcome(
                        identity.self(),
                        identity.cluster(),
                        identity.setup().width(),
                        identity.maps(),
                        identity.setup().parallel(),
                        identity.founders().stream()
                                .filter(it -> it.number() != identity.self().number())
                                .toList(),
                        identity.peers()));
            }
        }

        @Override
        public Protocol<QuorumState> protocol() {
            return protocol;
        }

        @Override
        public StepListener<QuorumState> steps() {
            return hooks;
        }

        @Override
        public EventRecorder.Factory recorders() {
            return recorders;
        }

        @Override
        public MemberLog log() {
            return (member, term, partition, text) -> hooks.log(text);
        }

        @Override
        public void joined(Identity joined) {
            identity = joined;
            hooks.joined(joined.self().number(), runtime.state().orElseThrow());
        }

        @Override
        public void running() {
            hooks.running();
        }

        @Override
        public void reached(Limit limit) {
            hooks.reached(limit);
        }

        @Override
        public void left() {
            hooks.stopped();
        }

        @Override
        public void notJoined(IOException cause) {
            hooks.notStarted(cause);
        }

        @Override
        public void failed(Throwable cause) {
            hooks.failed(cause);
        }
    }

    /**
     * What a member shows to its operator.
     *
     * @param calls that have ended
     * @param timed calls whose time has been measured
     * @param traffic of copies
     * @param load of the engine
     * @param transfers how many copies are under way
     * @param refused connections
     * @param loaded copies that came as files
     */
    record MemberFigures(
            CallCounts calls,
            long timed,
            TransferStatistics traffic,
            EngineLoad load,
            int transfers,
            long refused,
            long loaded) {
        static MemberFigures of(MemberRuntime runtime) {
            return new MemberFigures(
                    runtime.member().map(ClusterMember::calls).orElse(CallCounts.NONE),
                    runtime.member()
                            .map(ClusterMember::latencies)
                            .orElse(CallLatencies.NONE)
                            .calls(),
                    runtime.traffic(),
                    runtime.member().map(ClusterMember::load).orElse(EngineLoad.NONE),
                    runtime.transfers().size(),
                    runtime.refusedConnections(),
                    runtime.loaded());
        }

        /** Whether what only grows while a process runs is at least what it was before. */
        boolean follow(MemberFigures before) {
            return calls.answered() >= before.calls.answered()
                    && calls.redirected() >= before.calls.redirected()
                    && calls.refused() >= before.calls.refused()
                    && calls.turnedAway() >= before.calls.turnedAway()
                    && timed >= before.timed
                    && timed <= calls.answered()
                    && traffic.bytes() >= before.traffic.bytes()
                    && traffic.whole() + traffic.differences() >= before.traffic.whole() + before.traffic.differences()
                    && load.busyNanos() >= before.load.busyNanos()
                    && load.backlog() >= 0
                    && refused >= before.refused
                    && loaded >= before.loaded;
        }
    }
}
