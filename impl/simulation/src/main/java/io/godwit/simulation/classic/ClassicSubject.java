package io.godwit.simulation.classic;

import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicProtocol;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.data.LinkMessage;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.simulation.Assumption;
import io.godwit.simulation.Cluster;
import io.godwit.simulation.Cluster.MemberView;
import io.godwit.simulation.ClusterInvariants;
import io.godwit.simulation.Subject;
import io.godwit.simulation.Subject.RestartIdentity;
import io.godwit.simulation.Subject.Runner;
import io.godwit.simulation.TraceView;
import io.godwit.simulation.Window;
import io.godwit.simulation.cluster.ClusterSimulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The classic protocol with some modules. */
public final class ClassicSubject implements Subject<ClassicState> {
    private final String name;
    private final Classic classic;
    private final ClassicProtocol protocol;

    /** With these modules, called {@code classic}. */
    public ClassicSubject(Classic classic) {
        this("classic", classic);
    }

    /** With these modules, under another name. */
    public ClassicSubject(String name, Classic classic) {
        this.name = name;
        this.classic = classic;
        this.protocol = new ClassicProtocol(classic);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Protocol<ClassicState> protocol() {
        return protocol;
    }

    @Override
    public RestartIdentity identity() {
        return classic.rules().has(ClassicRule.LEAVER_CHECKS_INCARNATION)
                ? RestartIdentity.OWN
                : RestartIdentity.ADDRESS;
    }

    @Override
    public ClusterInvariants<ClassicState> invariants() {
        return new ClassicInvariants();
    }

    @Override
    public List<Window<ClassicState>> windows() {
        return ClassicWindows.all();
    }

    @Override
    public Assumption<ClassicState> assumption() {
        return new ClassicAssumption();
    }

    @Override
    public Runner<ClassicState> runner() {
        return (subject, plan, observer) -> ClusterSimulation.run(
                subject,
                plan,
                observer,
                new ClassicProcesses(subject.protocol(), subject.identity() != RestartIdentity.ADDRESS));
    }

    @Override
    public TraceView<ClassicState> traceView() {
        return new ClassicTraceView();
    }

    /** One replica of each partition, as any survivor knows them, survives. Nothing is durable. */
    static final class ClassicAssumption implements Assumption<ClassicState> {
        @Override
        public String forbidsLoss(Cluster<ClassicState> cluster, Set<Integer> victims) {
            for (MemberView<ClassicState> member : cluster.members()) {
                ClassicState state = member.state();
                for (int p = 0; member.up() && state.up() && p < state.table().size(); p++) {
                    if (!survives(cluster, state.table().get(p), victims)) {
                        return "no replica of partition " + p + " survives: "
                                + state.table().get(p);
                    }
                }
            }
            return "";
        }

        private static boolean survives(Cluster<ClassicState> cluster, PartitionEntry entry, Set<Integer> victims) {
            for (int i = 0; i < entry.slots(); i++) {
                int member = entry.replica(i);
                if (member > 0 && cluster.member(member).up() && !victims.contains(member)) {
                    return true;
                }
            }
            return false;
        }

        @Override
        public String forbidsReboot(Cluster<ClassicState> cluster, Set<Integer> victims) {
            return forbidsLoss(cluster, victims);
        }
    }

    /** A member of classic as traces show it. */
    static final class ClassicTraceView implements TraceView<ClassicState> {
        @Override
        public List<Cell> cells(ClassicState state) {
            List<Cell> cells = new ArrayList<>();
            for (int p = 0; p < state.table().size(); p++) {
                PartitionEntry entry = state.table().get(p);
                List<Integer> replicas = new ArrayList<>();
                for (int i = 0; i < entry.slots(); i++) {
                    if (entry.replica(i) > 0) {
                        replicas.add(entry.replica(i));
                    }
                }
                String frozen = state.frozen().get(p) ? ", frozen" : "";
                cells.add(new Cell(
                        "v" + entry.version(),
                        replicas,
                        List.of(),
                        state.replicas().get(p).content().applied() + " writes" + frozen));
            }
            return cells;
        }

        @Override
        public List<String> marks(ClassicState state) {
            List<String> marks = new ArrayList<>();
            if (state.master() == state.self()) {
                marks.add("master, " + state.duty().name().toLowerCase(Locale.ROOT));
            } else {
                marks.add("follows " + state.master());
            }
            return marks;
        }

        @Override
        public String stamp(ClassicState state) {
            return state.stamp().toString();
        }

        @Override
        public String name(Message message) {
            return message instanceof LinkMessage.Packet packet
                    ? TraceView.super.name(packet.payload())
                    : TraceView.super.name(message);
        }
    }
}
