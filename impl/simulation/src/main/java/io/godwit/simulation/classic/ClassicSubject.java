package io.godwit.simulation.classic;

import io.godwit.protocol.Protocol;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicProtocol;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.simulation.cluster.ClusterSimulation;
import io.godwit.simulation.subject.Assumption;
import io.godwit.simulation.subject.ClusterInvariants;
import io.godwit.simulation.subject.RestartIdentity;
import io.godwit.simulation.subject.Runner;
import io.godwit.simulation.subject.Subject;
import io.godwit.simulation.subject.TraceView;
import io.godwit.simulation.subject.Window;
import java.util.List;

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
}
