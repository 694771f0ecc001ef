package io.godwit.protocol.quorum.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command;
import io.godwit.protocol.Command.Answer;
import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.ForwardedCommit;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Members 1 and 2 hold partition 0, 1 is its primary, 3 has no part in it. */
class DataInboxTest {
    private static final Version FIRST = new Version(0, 1);
    private static final Operation PUT = new Operation.Put(5, 77);

    private final QuorumProtocol protocol = new QuorumProtocol();
    private final Setup setup = new Setup(MemberSet.of(1, 2, 3), 1, 2, 2);
    private final List<Message> sent = new ArrayList<>();
    private final List<Answer> answers = new ArrayList<>();

    private QuorumState take(QuorumState state, Event event) {
        sent.clear();
        answers.clear();
        Step<QuorumState> step = protocol.step(state, event);
        for (Command command : step.commands()) {
            if (command instanceof Send send) {
                sent.addAll(send.message() instanceof Batch batch ? batch.messages() : List.of(send.message()));
            } else if (command instanceof Answer answer) {
                answers.add(answer);
            }
        }
        return step.state();
    }

    private QuorumState receive(QuorumState state, int from, Message message) {
        return take(state, new Event.Deliver(from, message));
    }

    private QuorumState found(int member) {
        return protocol.found(member, setup);
    }

    private static Entry entry(int term, Configuration configuration) {
        return new Entry(new Version(term, 2), new Version(0, 1), configuration);
    }

    @Test
    void writeIsAnsweredWhenTheBackupHasIt() {
        QuorumState primary = take(found(1), new Event.Call(7, 1, 0, PUT));
        assertEquals(List.of(new Append(0, FIRST, 1, new LogEntry(FIRST, 7, 1, PUT))), sent);
        assertEquals(List.of(), answers);
        receive(primary, 2, new Ack(0, FIRST, 1));
        assertEquals(List.of(new Answer(7, 1, new Done(List.of()), new Command.Basis(0, 1))), answers);
    }

    @Test
    void readIsAnsweredWhenTheBackupHasConfirmed() {
        QuorumState primary = take(found(1), new Event.Call(7, 1, 0, new Operation.Get(5)));
        assertEquals(List.of(new Probe(0, FIRST, 7, 1)), sent);
        receive(primary, 2, new Confirm(0, FIRST, 7, 1));
        assertEquals(List.of(new Answer(7, 1, new Done(List.of()), new Command.Basis(0, 0))), answers);
    }

    @Test
    void repeatedWriteIsAnsweredAgain() {
        QuorumState primary = take(found(1), new Event.Call(7, 1, 0, new Operation.Increment(5, 3)));
        primary = receive(primary, 2, new Ack(0, FIRST, 1));
        QuorumState again = take(primary, new Event.Call(7, 1, 0, new Operation.Increment(5, 3)));
        assertEquals(List.of(new Answer(7, 1, new Done(List.of(3L)), new Command.Basis(0, 1))), answers);
        assertEquals(1, again.data().replica(0).log().length());
    }

    @Test
    void backupNamesPrimary() {
        take(found(3), new Event.Call(7, 1, 0, PUT));
        assertEquals(List.of(new Answer(7, 1, new NotHere(1))), answers);
    }

    @Test
    void primaryThatIsAloneInSyncFromNowOnAnswersAtOnce() {
        QuorumState primary = take(found(1), new Event.Call(7, 1, 0, PUT));
        Entry evicted = entry(1, Configuration.settled(1, 2).withoutInSync(2));
        receive(primary, 3, new Commit(0, evicted));
        assertEquals(List.of(new Answer(7, 1, new Done(List.of()), new Command.Basis(0, 1))), answers);
    }

    @Test
    void copyThatCameTooLateIsDroppedAtOnce() {
        Entry without = entry(2, Configuration.settled(1, 2));
        QuorumState late = receive(found(3), 1, new Commit(0, without));
        Log log = Log.EMPTY.append(new LogEntry(FIRST, 7, 1, PUT));
        View learner = new View(new Version(1, 2), Configuration.settled(1, 2).withMigration(1, 3));
        QuorumState after = receive(late, 1, new Sync(0, learner, log));
        assertEquals(without.version(), after.data().replica(0).epoch());
        assertTrue(after.data().replica(0).log().isEmpty());
    }

    @Test
    void backupTellsAgainWhatItHas() {
        Append append = new Append(0, FIRST, 1, new LogEntry(FIRST, 7, 1, PUT));
        QuorumState backup = receive(found(2), 1, append);
        assertEquals(List.of(new Ack(0, FIRST, 1)), sent);
        receive(backup, 1, append);
        assertEquals(List.of(new Ack(0, FIRST, 1)), sent);
        receive(backup, 1, new Append(0, FIRST, 3, new LogEntry(FIRST, 8, 1, PUT)));
        assertEquals(List.of(new Ack(0, FIRST, 1)), sent);
        receive(backup, 1, new Sync(0, new View(FIRST, Configuration.settled(1, 2)), Log.EMPTY));
        assertEquals(List.of(new Ack(0, FIRST, 1)), sent);
    }

    @Test
    void oldPrimaryIsToldWhatWasDecided() {
        Entry newer = entry(1, Configuration.settled(2, 1));
        QuorumState backup = receive(found(2), 3, new Commit(0, newer));
        receive(backup, 1, new Append(0, FIRST, 1, new LogEntry(FIRST, 7, 1, PUT)));
        assertEquals(List.of(new ForwardedCommit(new Commit(0, newer))), sent);
        receive(backup, 1, new Probe(0, FIRST, 7, 1));
        assertEquals(List.of(new ForwardedCommit(new Commit(0, newer))), sent);
        receive(backup, 1, new Sync(0, new View(FIRST, Configuration.settled(1, 2)), Log.EMPTY));
        assertEquals(List.of(new ForwardedCommit(new Commit(0, newer))), sent);
    }
}
