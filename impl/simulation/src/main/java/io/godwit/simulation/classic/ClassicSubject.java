package io.godwit.simulation.classic;

import io.godwit.protocol.Guards;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicProtocol;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.simulation.cluster.ClusterSimulation;
import io.godwit.simulation.subject.Assumption;
import io.godwit.simulation.subject.Identity;
import io.godwit.simulation.subject.Invariants;
import io.godwit.simulation.subject.Portrait;
import io.godwit.simulation.subject.Runner;
import io.godwit.simulation.subject.Subject;
import io.godwit.simulation.subject.Window;
import java.util.List;

/** The classic protocol under some guards. */
public final class ClassicSubject implements Subject<ClassicState> {
    private final String name;
    private final Guards guards;
    private final ClassicProtocol protocol;

    /** With these guards, called {@code classic}. */
    public ClassicSubject(Guards guards) {
        this("classic", guards);
    }

    /** With these guards, under another name. */
    public ClassicSubject(String name, Guards guards) {
        this.name = name;
        this.guards = guards;
        this.protocol = new ClassicProtocol(guards);
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
    public Identity identity() {
        return guards.has(ClassicGuard.LEAVER_CHECKS_INCARNATION) ? Identity.OWN : Identity.ADDRESS;
    }

    @Override
    public Invariants<ClassicState> invariants() {
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
                new ClassicProcesses(subject.protocol(), subject.identity() != Identity.ADDRESS));
    }

    @Override
    public Portrait<ClassicState> portrait() {
        return new ClassicPortrait();
    }
}
