package io.godwit.simulation.quorum;

import io.godwit.protocol.Command;
import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.QuorumMessage;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.Same;
import io.godwit.simulation.quorum.QuorumInvariants.PropertyCheck;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The registers: versions, decisions, masters, stamps. Properties of {@code spec/quorum/ControlPlane.tla}. */
final class TableCheck<S> implements PropertyCheck<S> {
    /**
     * The messages of a step are sorted by receiver, which says nothing of what came first. A master that is the only voter
     * proposes, decides and proposes again: decisions come behind the proposals, and in their own order.
     */
    private static final Comparator<ControlMessage> ORDER = Comparator.comparing(TableCheck::decided);

    private final ProposalHistory decisions;
    private final Map<Integer, Integer> masters = new HashMap<>();
    private final Stamps stamps = new Stamps();

    TableCheck(ProposalHistory decisions) {
        this.decisions = decisions;
    }

    @Override
    public Violation stepped(ClusterPlanes<S> members, StateChange change) {
        Violation found = masters(change);
        if (found == null && !Same.object(change.control(), change.controlBefore())) {
            found = registers(change);
            if (found == null
                    && !Same.object(
                            change.control().accepted(), change.controlBefore().accepted())) {
                found = stamp(members, change);
            }
        }
        return found;
    }

    /** Who proposes in a term, and who commits in it, is one member, and it is master. (Others pass on what is decided, as such.) */
    private Violation masters(StateChange change) {
        List<ControlMessage> sent = new ArrayList<>();
        for (Command command : change.commands()) {
            if (command instanceof Command.Send send) {
                collect(send.message(), sent);
            }
        }
        if (sent.size() > 1) {
            sent.sort(ORDER);
        }
        for (ControlMessage message : sent) {
            Violation found = master(change, message);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static void collect(Message sent, List<ControlMessage> into) {
        if (sent instanceof QuorumMessage.Batch batch) {
            batch.messages().forEach(one -> collect(one, into));
        } else if (sent instanceof ControlMessage message && fromMaster(message)) {
            into.add(message);
        }
    }

    /** The version that it decides, or none. */
    private static Version decided(ControlMessage message) {
        return message instanceof ControlMessage.Commit commit ? commit.entry().version() : Entry.NONE.version();
    }

    private Violation master(StateChange change, ControlMessage message) {
        // Of two messages in one batch the first may make a master decide, and the second depose it.
        if (isMaster(change.control(), message) || isMaster(change.controlBefore(), message)) {
            Integer other = masters.putIfAbsent(message.term(), change.member());
            return other == null || other == change.member()
                    ? told(change, message)
                    : new Violation(
                            "OneMasterPerTerm",
                            "members " + other + " and " + change.member() + " in term " + message.term());
        }
        ControlState now = change.control();
        return new Violation(
                "OnlyMasterMutates",
                "member " + change.member() + ", " + now.role() + " of term " + now.term() + ", sends " + message);
    }

    /** A master that is the only voter decides several times in one step; its messages tell what its state no longer shows. */
    private Violation told(StateChange change, ControlMessage message) {
        if (message instanceof ControlMessage.Accept accept) {
            return decisions.accept(accept.partition(), change.member(), accept.entry());
        } else if (message instanceof ControlMessage.Commit commit) {
            return decisions.decide(commit.partition(), change, commit.entry());
        }
        return null;
    }

    private static boolean isMaster(ControlState member, ControlMessage sent) {
        return member.isMaster() && member.term() == sent.term();
    }

    private static boolean fromMaster(ControlMessage message) {
        return message instanceof ControlMessage.Accept
                || message instanceof ControlMessage.Commit
                || message instanceof ControlMessage.Voters;
    }

    private Violation registers(StateChange change) {
        ControlState before = change.controlBefore();
        ControlState after = change.control();
        if (after.term() < before.term()) {
            return new Violation(
                    "VersionMonotonic",
                    "member " + change.member() + " goes from term " + before.term() + " to " + after.term());
        }
        for (int p = 0; p < after.partitions(); p++) {
            Violation found = null;
            if (change.accepted(p)) {
                found = decisions.accept(p, change.member(), after.accepted().get(p));
            }
            if (found == null && change.committed(p)) {
                found = committed(change, p);
            }
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private Violation committed(StateChange change, int partition) {
        Entry was = change.controlBefore().committed().get(partition);
        Entry is = change.control().committed().get(partition);
        if (!is.newerThan(was) && !is.sameVersion(was)) {
            return new Violation(
                    "VersionMonotonic",
                    "partition " + partition + ": member " + change.member() + " acts on " + is + " after " + was);
        }
        return decisions.decide(partition, change, is);
    }

    private Violation stamp(ClusterPlanes<S> members, StateChange change) {
        ControlState mine = change.control();
        if (mine.stamp() != stamps.of(mine.accepted())) {
            return new Violation(
                    "StampConsistent",
                    "member " + change.member() + " has stamp " + mine.stamp() + " over " + mine.accepted());
        }
        for (int other = 1; other <= members.count(); other++) {
            if (other != change.member() && members.alive(other)) {
                ControlState theirs = members.control(other);
                if (theirs.stamp() == mine.stamp() && !sameVersions(theirs, mine)) {
                    return new Violation(
                            "StampSound",
                            "members " + other + " and " + change.member() + " have one stamp and two tables");
                }
            }
        }
        return null;
    }

    private static boolean sameVersions(ControlState a, ControlState b) {
        for (int p = 0; p < a.partitions(); p++) {
            Entry one = a.accepted().get(p);
            Entry two = b.accepted().get(p);
            if (!Same.object(one, two)
                    && !(one.sameVersion(two) && one.configuration().sameAs(two.configuration()))) {
                return false;
            }
        }
        return true;
    }
}
