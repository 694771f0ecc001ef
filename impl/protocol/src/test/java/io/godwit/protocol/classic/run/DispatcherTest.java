package io.godwit.protocol.classic.run;

import static io.godwit.protocol.classic.ClassicFixture.MOVE;
import static io.godwit.protocol.classic.ClassicFixture.MOVED;
import static io.godwit.protocol.classic.ClassicFixture.VIEW;
import static io.godwit.protocol.classic.ClassicFixture.classic;
import static io.godwit.protocol.classic.ClassicFixture.content;
import static io.godwit.protocol.classic.ClassicFixture.member;
import static io.godwit.protocol.classic.ClassicFixture.repaired;
import static io.godwit.protocol.classic.ClassicFixture.update;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Message;
import io.godwit.protocol.classic.ControlMessage;
import io.godwit.protocol.classic.DataMessage;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.StateChange;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DispatcherTest {
    private static final MigrationSet NONE = MigrationSet.EMPTY;

    private static final StateChange CHANGE = new StateChange(1, 1, ClusterState.FROZEN, VIEW);

    private static final List<Message> ALL = List.of(
            new ControlMessage.PartitionState(MOVED, NONE),
            new ControlMessage.PublishCompleted(NONE, MOVED),
            new ControlMessage.PublishReply(true, NONE),
            new ControlMessage.MigrationRequest(MOVE, NONE),
            new ControlMessage.MigrationReply(MOVE, true),
            new ControlMessage.MigrationCommit(MOVE),
            new ControlMessage.CommitReply(MOVE, true),
            new ControlMessage.MigrationDecision(MOVE, NONE),
            new ControlMessage.PromotionCommit(MOVED, List.of(0), NONE),
            new ControlMessage.PromotionReply(List.of(0), true),
            new ControlMessage.FetchRequest(),
            new ControlMessage.FetchReply(MOVED, NONE, NONE),
            new ControlMessage.PartitionStateCheck(1),
            new ControlMessage.PartitionStateCheckReply(true),
            new ControlMessage.ShutdownRequest(3),
            new ControlMessage.ShutdownResponse(3),
            new ControlMessage.JoinRequest(),
            new ControlMessage.FinalizeJoin(VIEW, MOVED, NONE, ClusterState.ACTIVE),
            new ControlMessage.StatePrepare(CHANGE, 1),
            new ControlMessage.StatePrepareReply(CHANGE, true),
            new ControlMessage.StateDecision(CHANGE),
            new ControlMessage.StateDecisionReply(CHANGE),
            new ControlMessage.StateCommit(CHANGE),
            new ControlMessage.StateCommitReply(CHANGE),
            new ControlMessage.StateRollback(CHANGE),
            new ControlMessage.StateResolve(CHANGE),
            new ControlMessage.MembersUpdate(5),
            new DataMessage.MigrationData(MOVE, NONE, 1, content(1)),
            new DataMessage.Backup(0, 3, 1, update(1)),
            new DataMessage.BackupAck(0, update(1)),
            new DataMessage.SyncCheck(0, 1),
            new DataMessage.SyncRequest(0),
            new DataMessage.SyncResponse(0, 3, 1, content(1)));

    @Test
    void dispatcherTakesEveryMessage() {
        Dispatcher dispatcher = new Dispatcher(classic(repaired()));
        for (Message message : ALL) {
            assertNotNull(dispatcher.receive(member(2), 1, message), message::toString);
        }
    }

    @Test
    void theseAreAllMessages() {
        Set<Class<?>> types = new HashSet<>(List.of(ControlMessage.class.getPermittedSubclasses()));
        types.addAll(List.of(DataMessage.class.getPermittedSubclasses()));
        Set<Class<?>> seen = new HashSet<>();
        ALL.forEach(message -> seen.add(message.getClass()));
        assertEquals(types, seen);
    }
}
