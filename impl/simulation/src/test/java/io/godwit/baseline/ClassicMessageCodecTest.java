package io.godwit.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.godwit.baseline.ClassicFailureDetector.ClassicHeartbeat;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicSettings;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage;
import io.godwit.protocol.classic.DataMessage;
import io.godwit.protocol.classic.MasterPhase;
import io.godwit.protocol.classic.ParallelMigration;
import io.godwit.protocol.classic.ParallelMigration.Order;
import io.godwit.protocol.classic.ProcessStatus;
import io.godwit.protocol.classic.data.Channel;
import io.godwit.protocol.classic.data.LinkMessage;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.Migration.Status;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.StateChange;
import io.godwit.protocol.classic.data.Update;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ClassicMessageCodecTest {
    private static final Migration ACTIVE = new Migration(7, 2, 1, 3, 1, 1, 0, -1, -1, 0, 4, 2, Status.ACTIVE);
    private static final MigrationSet DONE = MigrationSet.of(ACTIVE.with(Status.FAILED), ACTIVE.with(Status.SUCCESS));
    private static final PartitionTable TABLE = PartitionTable.of(3, p -> PartitionEntry.of(p + 4, p, 0, 9));

    private static final StateChange CHANGE = new StateChange(1, 2, ClusterState.FROZEN, MemberSet.of(1, 2));

    private static OnMap operation(Verb verb, String key, Bytes value) {
        return new OnMap(verb, bytes("map"), bytes(key), value, bytes("old"));
    }

    private static Bytes bytes(String text) {
        return Bytes.owning(text.getBytes(StandardCharsets.UTF_8));
    }

    private static MapContent content() {
        return MapContent.EMPTY
                .apply(1, 1, operation(Verb.PUT, "a", bytes("x")))
                .apply(1, 2, operation(Verb.APPEND, "b", bytes("y")))
                .apply(2, 1, operation(Verb.APPEND, "b", bytes("z")))
                .apply(3, 1, operation(Verb.ADD, "c", bytes("u")))
                .apply(3, 2, operation(Verb.ADD, "c", bytes("v")))
                .apply(4, 1, operation(Verb.INCREMENT, "d", Bytes.ofNumber(5)))
                .apply(5, 1, operation(Verb.REPLACE, "a", bytes("w")))
                .apply(6, 1, operation(Verb.ADD, "a", bytes("wrong kind")));
    }

    static List<Message> messages() {
        Update update = new Update(8, 9, operation(Verb.PUT, "k", bytes("v")));
        List<Message> plain = List.of(
                new ControlMessage.PartitionState(TABLE, DONE),
                new ControlMessage.PublishReply(false, MigrationSet.EMPTY),
                new ControlMessage.PublishCompleted(DONE, TABLE),
                new ControlMessage.PublishCompleted(DONE, MigrationSet.of(ACTIVE)),
                new ControlMessage.MigrationRequest(ACTIVE, DONE),
                new ControlMessage.MigrationReply(ACTIVE, true),
                new ControlMessage.MigrationCommit(ACTIVE),
                new ControlMessage.CommitReply(ACTIVE, true),
                new ControlMessage.MigrationDecision(ACTIVE, DONE),
                new ControlMessage.PromotionReply(List.of(3), true),
                new ControlMessage.PartitionStateCheckReply(true),
                new ControlMessage.ShutdownRequest(5),
                new ControlMessage.ShutdownResponse(5),
                new ControlMessage.JoinRequest(),
                new ControlMessage.StatePrepareReply(CHANGE, true),
                new ControlMessage.StateDecision(CHANGE),
                new ControlMessage.StateDecisionReply(CHANGE),
                new ControlMessage.StateCommit(CHANGE),
                new ControlMessage.StateCommitReply(CHANGE),
                new ControlMessage.StateRollback(CHANGE),
                new ControlMessage.StateResolve(CHANGE),
                new DataMessage.SyncCheck(2, 8),
                new DataMessage.SyncRequest(2),
                new ControlMessage.PromotionCommit(TABLE, List.of(1, 2), DONE),
                new ControlMessage.FetchRequest(),
                new ControlMessage.FetchReply(TABLE, DONE, MigrationSet.of(ACTIVE)),
                new ControlMessage.PartitionStateCheck(Long.MIN_VALUE),
                new ControlMessage.FinalizeJoin(MemberSet.of(1, 2, 6), TABLE, DONE, ClusterState.NO_MIGRATION),
                new ControlMessage.StatePrepare(CHANGE, 7),
                new ControlMessage.MembersUpdate(6),
                new DataMessage.MigrationData(ACTIVE, DONE, 8, content()),
                new DataMessage.Backup(2, 5, 8, update),
                new DataMessage.BackupAck(2, update),
                new DataMessage.SyncResponse(2, 5, 8, MapContent.EMPTY));
        return Stream.concat(
                        plain.stream(),
                        plain.stream().map(it -> new LinkMessage.Packet(Channel.of(it), 1L << 40, 3, it)))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("messages")
    void messageArrivesAsItWasSent(Message message) throws IOException {
        ClassicMessageCodec.AddressedMessage letter = new ClassicMessageCodec.AddressedMessage(3, 8, message);
        assertEquals(letter, ClassicMessageCodec.read(ClassicMessageCodec.of(letter)));
    }

    /** The bytes of all that a master sends for one migration that succeeds, with so many partitions. */
    private static int bytesOfAMigration(int partitions) {
        Classic classic = new Classic(Rules.ALL);
        ClassicState master = ClassicState.off(1, new ClassicSettings(partitions, 2, 2, 2))
                .but()
                .life(ProcessStatus.UP)
                .view(MemberSet.of(1, 2, 3, 4))
                .master(1)
                .duty(MasterPhase.READY)
                .table(PartitionTable.of(partitions, p -> PartitionEntry.of(2, 2, 3)))
                .done();
        Step<ClassicState> request =
                classic.migration().startMigration(master, new Order(0, ParallelMigration.Kind.MOVE, 0, 0, 4));
        Migration migration = request.state().inflight().get(0).migration();
        Step<ClassicState> commit = classic.migration()
                .handleMigrationReply(request.state(), 4, new ControlMessage.MigrationReply(migration, true));
        Step<ClassicState> decision = classic.migration()
                .handleCommitReply(commit.state(), 4, new ControlMessage.CommitReply(migration, true));
        Step<ClassicState> publication = classic.versioning().publishCompleted(decision.state());
        List<Command.Send> sent = Stream.of(request, commit, decision, publication)
                .flatMap(step -> step.commands().stream())
                .map(Command.Send.class::cast)
                .toList();
        assertEquals(6, sent.size());
        return sent.stream()
                .mapToInt(
                        it -> ClassicMessageCodec.of(new ClassicMessageCodec.AddressedMessage(1, it.to(), it.message()))
                                .length)
                .sum();
    }

    @Test
    void successfulMigrationCostsTheSameWithMorePartitions() {
        assertEquals(bytesOfAMigration(2), bytesOfAMigration(2_000));
    }

    @Test
    void signArrivesAsItWasGiven() throws IOException {
        ClassicHeartbeat sign = new ClassicHeartbeat(6, MemberSet.of(1, 6));
        assertEquals(sign, ClassicMessageCodec.read(ClassicMessageCodec.of(sign)));
    }

    @Test
    void listHasAllRecordsThatMayBeSent() {
        Set<Class<?>> sent = Stream.of(
                        ControlMessage.class, DataMessage.class, LinkMessage.class, Operation.class, Result.class)
                .flatMap(it -> Stream.<Class<?>>of(it.getPermittedSubclasses()))
                .collect(Collectors.toCollection(HashSet::new));
        sent.addAll(List.of(Migration.class, StateChange.class, Update.class));
        // Members of the quorum protocol alone have readers of changes.
        sent.removeAll(List.of(
                Operation.ReadChanges.class,
                Operation.Scan.class,
                Result.Changes.class,
                Result.Scanned.class,
                Result.Forgotten.class));
        List<Class<?>> types = SentRecords.types();
        assertEquals(sent, Set.copyOf(types));
        assertEquals(sent.size(), types.size());
    }

    @Test
    void rubbishIsRefused() {
        byte[] bytes = ClassicMessageCodec.of(new ClassicHeartbeat(6, MemberSet.of(1, 6)));
        bytes[9] = 100;
        assertThrows(IOException.class, () -> ClassicMessageCodec.read(bytes));
        assertThrows(IOException.class, () -> ClassicMessageCodec.read(new byte[4]));
        byte[] sign = ClassicMessageCodec.of(new ClassicHeartbeat(6, MemberSet.of(1, 6)));
        sign[0] = 0;
        assertThrows(IOException.class, () -> ClassicMessageCodec.read(sign));
    }
}
