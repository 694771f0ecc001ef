package io.godwit.simulation.toy;

import io.godwit.protocol.Event;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Step;
import io.godwit.simulation.Violation;
import io.godwit.simulation.subject.Assumption;
import io.godwit.simulation.subject.Cluster;
import io.godwit.simulation.subject.Identity;
import io.godwit.simulation.subject.Invariants;
import io.godwit.simulation.subject.MemberView;
import io.godwit.simulation.subject.Subject;
import io.godwit.simulation.subject.Window;
import java.util.List;
import java.util.Set;

/** The toy, with some of its bugs. */
public final class ToySubject implements Subject<ToyState> {
    private final Toy toy;
    private final Identity identity;

    public ToySubject(Toy.Bug... bugs) {
        this(Identity.OWN, bugs);
    }

    public ToySubject(Identity identity, Toy.Bug... bugs) {
        this.toy = new Toy(Set.of(bugs));
        this.identity = identity;
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public String name() {
        return "toy";
    }

    @Override
    public Protocol<ToyState> protocol() {
        return toy;
    }

    @Override
    public Invariants<ToyState> invariants() {
        return new OneServer();
    }

    @Override
    public List<Window<ToyState>> windows() {
        return List.of(new Answering(), new Never());
    }

    @Override
    public Assumption<ToyState> assumption() {
        return new Assumption<>() {
            @Override
            public String forbidsLoss(Cluster<ToyState> cluster, Set<Integer> victims) {
                return victims.contains(1) ? "member 1 has everything" : "";
            }

            @Override
            public String forbidsReboot(Cluster<ToyState> cluster, Set<Integer> victims) {
                return "";
            }
        };
    }

    private static final class OneServer implements Invariants<ToyState> {
        @Override
        public List<String> names() {
            return List.of("OneServer");
        }

        @Override
        public Violation stepped(
                Cluster<ToyState> cluster,
                MemberView<ToyState> member,
                ToyState before,
                Event event,
                Step<ToyState> step) {
            if (step.state().server() && !before.server()) {
                for (MemberView<ToyState> other : cluster.members()) {
                    if (other != member && other.up() && other.state().server()) {
                        return new Violation("OneServer", other.number() + " and " + member.number() + " serve");
                    }
                }
            }
            return null;
        }

        @Override
        public String unsettled(Cluster<ToyState> cluster) {
            long count = cluster.member(1).state().data().count();
            for (MemberView<ToyState> member : cluster.members()) {
                long has = member.state().data().count();
                // Calls go on meanwhile; a copy may be a few of them behind.
                if (member.up() && has < count - 100) {
                    return "member " + member.number() + " has " + has + " of " + count + " calls";
                }
            }
            return "";
        }
    }

    /** Member 1 has a write that it has not acknowledged. */
    private static final class Answering implements Window<ToyState> {
        @Override
        public String name() {
            return "answering";
        }

        @Override
        public int[] opened(
                Cluster<ToyState> cluster,
                MemberView<ToyState> member,
                ToyState before,
                Event event,
                Step<ToyState> step) {
            return step.state().data().count() > before.data().count()
                            && step.state().server()
                    ? new int[] {1}
                    : new int[0];
        }
    }

    private static final class Never implements Window<ToyState> {
        @Override
        public String name() {
            return "never";
        }

        @Override
        public int[] opened(
                Cluster<ToyState> cluster,
                MemberView<ToyState> member,
                ToyState before,
                Event event,
                Step<ToyState> step) {
            return new int[0];
        }
    }
}
