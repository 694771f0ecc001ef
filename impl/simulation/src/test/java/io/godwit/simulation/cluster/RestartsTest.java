package io.godwit.simulation.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import io.godwit.simulation.Cluster.MemberView;
import io.godwit.simulation.CoverageGoal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RestartsTest {
    private static final Setup SETUP = new Setup(MemberSet.of(1, 2, 3), 1, 3, 1);
    private static final Version OLD = new Version(0, 1);
    private static final Version NEW = new Version(0, 2);
    private static final Version LATER = new Version(0, 3);
    private static final int BACKUP = 2;

    private final QuorumProtocol protocol = new QuorumProtocol();
    private Restarts restarts = new Restarts();
    private final List<MemberView<QuorumState>> members = new ArrayList<>();

    /** Writes under the old version by client 1, and then some under the new one by client 2. */
    private static Log log(int old, int latest) {
        Log log = Log.EMPTY;
        for (int call = 1; call <= old; call++) {
            log = log.append(new LogEntry(OLD, 1, call, new Operation.Put(0, call)));
        }
        for (int call = 1; call <= latest; call++) {
            log = log.append(new LogEntry(NEW, 2, call, new Operation.Put(0, call)));
        }
        return log;
    }

    private Image image(Version version, Log log) {
        QuorumState state = protocol.join(BACKUP, SETUP);
        Replica replica = Replica.NONE
                .activated(new View(version, Configuration.settled(1, BACKUP, 3)))
                .withLog(log);
        return new Image(state.control(), state.data().with(0, replica), MemberSet.of());
    }

    private Set<CoverageGoal> restartAfter(Log before, Log after) {
        restarts = new Restarts();
        persist(image(OLD, before));
        Image last = image(NEW, after);
        persist(last);
        return restart(last);
    }

    private void persist(Image image) {
        restarts.stepped(List.of(new Command.Persist(image)), members);
    }

    private Set<CoverageGoal> restart(Image last) {
        Set<CoverageGoal> reached = EnumSet.noneOf(CoverageGoal.class);
        restarts.started(protocol.restart(BACKUP, SETUP, last), members, reached::add);
        reached.retainAll(EnumSet.of(
                CoverageGoal.RESTART_LONGER_LOG, CoverageGoal.RESTART_SHORTER_LOG, CoverageGoal.RESTART_FORGOTTEN_LOG));
        return reached;
    }

    @Test
    void logThatOnlyContinuesHasReplacedNothing() {
        assertEquals(Set.of(), restartAfter(log(3, 0), log(3, 2)));
        assertEquals(Set.of(), restartAfter(log(3, 0), log(5, 0)));
        assertEquals(Set.of(), restartAfter(log(3, 0), log(3, 0)));
    }

    @Test
    void logWithOtherEntriesHasReplacedShorterOne() {
        assertEquals(Set.of(CoverageGoal.RESTART_LONGER_LOG), restartAfter(log(3, 0), log(2, 2)));
    }

    @Test
    void shorterLogHasReplacedLongerOne() {
        assertEquals(Set.of(CoverageGoal.RESTART_SHORTER_LOG), restartAfter(log(3, 0), log(1, 1)));
        assertEquals(Set.of(CoverageGoal.RESTART_SHORTER_LOG), restartAfter(log(3, 0), log(2, 0)));
    }

    @Test
    void entryThatIsNotKeptIsKnownToAnotherMember() {
        assertEquals(Set.of(), restartAfter(log(3, 0), log(2, 2).keeping(1)), "nobody knows what stood at 3");
        assertEquals(
                Set.of(CoverageGoal.RESTART_LONGER_LOG),
                restartAfter(log(3, 0).keeping(1), log(2, 2).keeping(2)));
        members.add(new UnusedMember<>(1, protocol.restart(1, SETUP, image(NEW, log(3, 1)))));
        assertEquals(Set.of(), restartAfter(log(3, 0), log(2, 2).keeping(1)), "that is another log");
        members.add(new UnusedMember<>(3, protocol.restart(3, SETUP, image(NEW, log(2, 3)))));
        assertEquals(
                Set.of(CoverageGoal.RESTART_LONGER_LOG),
                restartAfter(log(3, 0), log(2, 2).keeping(1)));
        assertEquals(Set.of(), restartAfter(log(2, 0), log(2, 2).keeping(1)));
    }

    @Test
    void replacedLogMayHaveContinuedUnderLaterVersions() {
        persist(image(OLD, log(3, 0)));
        persist(image(NEW, log(2, 2)));
        Image later = image(LATER, log(2, 3));
        persist(later);
        assertEquals(Set.of(CoverageGoal.RESTART_LONGER_LOG), restart(later));
        assertEquals(Set.of(), restart(later), "it was before the last start");
    }

    @Test
    void logOnTheDiskMayHaveForgottenItsFirstEntries() {
        persist(image(OLD, log(3, 0)));
        Image shorter = image(OLD, log(3, 0).keeping(1));
        persist(shorter);
        assertEquals(Set.of(CoverageGoal.RESTART_FORGOTTEN_LOG), restart(shorter));
        assertEquals(Set.of(), restart(shorter), "it was before the last start");
        persist(image(OLD, log(4, 0).keeping(2)));
        assertEquals(Set.of(), restart(image(NEW, log(1, 0))), "the disk has not forgotten yet");
    }

    @Test
    void logThatWasNotYetReplacedOnTheDiskDoesNotCount() {
        Image first = image(OLD, log(3, 0));
        persist(first);
        persist(image(NEW, log(2, 2)));
        assertEquals(Set.of(), restart(first));
    }
}
