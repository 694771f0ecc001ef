package io.godwit.simulation.quorum;

import io.godwit.member.runtime.EventRecorder;
import io.godwit.protocol.ActionListener;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumMessage;
import io.godwit.protocol.quorum.QuorumMessage.StateProgress;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.simulation.Assumption;
import io.godwit.simulation.ClusterInvariants;
import io.godwit.simulation.RandomPurpose;
import io.godwit.simulation.SeededRandom;
import io.godwit.simulation.Subject;
import io.godwit.simulation.Subject.RestartIdentity;
import io.godwit.simulation.Subject.Runner;
import io.godwit.simulation.TraceView;
import io.godwit.simulation.Window;
import io.godwit.simulation.cluster.ClusterSimulation;
import io.godwit.simulation.quorum.ClusterPlanes.PlaneAccess;
import io.godwit.transport.frame.VectorTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The quorum protocol, whole or without some of its rules. */
public final class QuorumSubject implements Subject<QuorumState> {
    private static final PlaneAccess<QuorumState> PARTS = new PlaneAccess<>() {
        @Override
        public ControlState control(QuorumState state) {
            return state.control();
        }

        @Override
        public DataState data(QuorumState state) {
            return state.data();
        }

        @Override
        public MemberSet leaving(QuorumState state) {
            return state.local().peers().leaving();
        }

        @Override
        public StateProgress progress(QuorumState state) {
            return state.local().state();
        }
    };

    private final Quorum quorum;
    private final QuorumProtocol protocol;

    /** Of these modules. */
    public QuorumSubject(Quorum quorum) {
        this.quorum = quorum;
        this.protocol = new QuorumProtocol(quorum);
    }

    @Override
    public String name() {
        return "quorum";
    }

    @Override
    public Protocol<QuorumState> protocol() {
        return protocol;
    }

    @Override
    public RestartIdentity identity() {
        return quorum.rules().has(QuorumRule.FRESH_IDENTITY) ? RestartIdentity.OWN : RestartIdentity.NUMBER;
    }

    @Override
    public ClusterInvariants<QuorumState> invariants() {
        return new QuorumInvariants<>(PARTS);
    }

    @Override
    public List<Window<QuorumState>> windows() {
        return new QuorumWindows<>(PARTS).all();
    }

    @Override
    public Assumption<QuorumState> assumption() {
        return new QuorumAssumption<>(PARTS);
    }

    @Override
    public Runner<QuorumState> runner() {
        return (subject, plan, observer) -> ClusterSimulation.run(
                subject, plan, observer, new QuorumProcesses(subject.protocol(), ClockRecorder.of(plan.seed())));
    }

    @Override
    public TraceView<QuorumState> traceView() {
        return new QuorumTraceView<>(PARTS);
    }

    /** The vector clock of a member that writes no event log: it travels as that of one that does. */
    static final class ClockRecorder implements EventRecorder {
        /** In one of so many seeds members have it. */
        private static final int SEEDS = 8;

        private final int self;
        private long[] events;

        private ClockRecorder(int self) {
            this.self = self;
            this.events = new long[self + 1];
        }

        /** For a seed. */
        static EventRecorder.Factory of(long seed) {
            return new SeededRandom(seed).below(SEEDS, RandomPurpose.MOMENTS, 0, 0) == 0
                    ? (identity, restarted, state) ->
                            new ClockRecorder(identity.self().number())
                    : (identity, restarted, state) -> NONE;
        }

        @Override
        public ActionListener actionListener() {
            return null;
        }

        @Override
        public VectorTime vectorTime() {
            return VectorTime.of(events);
        }

        @Override
        public void heard(VectorTime time) {
            events = Arrays.copyOf(events, Math.max(events.length, time.size()));
            for (int member = 0; member < time.size(); member++) {
                events[member] = Math.max(events[member], time.events(member));
            }
            events[self]++;
        }

        @Override
        public void close(QuorumState state) {
            // Nothing is written.
        }
    }

    /** A member of quorum as traces show it: what it acts on, and how many writes it has. */
    static final class QuorumTraceView<S> implements TraceView<S> {
        private final PlaneAccess<S> parts;

        QuorumTraceView(PlaneAccess<S> parts) {
            this.parts = parts;
        }

        @Override
        public List<Cell> cells(S state) {
            List<Cell> cells = new ArrayList<>();
            for (int p = 0; p < parts.data(state).replicas().size(); p++) {
                Replica replica = parts.data(state).replica(p);
                Configuration c = replica.configuration();
                boolean none = replica.epoch().number() == 0;
                cells.add(new Cell(
                        none ? "" : "v" + replica.epoch(),
                        none ? List.of() : ordered(c),
                        none ? List.of() : c.inSync().stream().boxed().toList(),
                        replica.log().length() + " writes"));
            }
            return cells;
        }

        @Override
        public List<String> marks(S state) {
            ControlState control = parts.control(state);
            return List.of(control.role().name().toLowerCase(Locale.ROOT) + " of term " + control.term());
        }

        @Override
        public String stamp(S state) {
            return Long.toHexString(parts.control(state).stamp());
        }

        /** The primary first. */
        private static List<Integer> ordered(Configuration c) {
            List<Integer> replicas = new ArrayList<>();
            for (int i = 0; i < c.size(); i++) {
                replicas.add(c.replica(i));
            }
            return replicas;
        }

        @Override
        public String name(Message message) {
            return message instanceof QuorumMessage.Batch batch
                    ? batch.messages().stream()
                            .map(TraceView.super::name)
                            .distinct()
                            .collect(Collectors.joining("And"))
                    : TraceView.super.name(message);
        }
    }
}
