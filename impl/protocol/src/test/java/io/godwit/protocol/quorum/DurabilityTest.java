package io.godwit.protocol.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Command.Basis;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Operation.Put;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.Fetch;
import io.godwit.protocol.quorum.QuorumMessage.Heartbeat;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Lease;
import io.godwit.protocol.quorum.data.message.DataMessage.LeaseRequest;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DurabilityTest {
    private static final Version FIRST = new Version(0, 1);
    private static final LogEntry ENTRY = new LogEntry(FIRST, 7, 1, new Put(1, 2));

    private static final Entry OTHER = new Entry(new Version(1, 2), new Version(0, 1), Configuration.settled(1, 2));

    private final QuorumState state = new QuorumProtocol().found(1, new Setup(MemberSet.of(1, 2), 2, 2, 1));
    private final Image image = new Image(state.control(), state.data(), MemberSet.of());
    private final Replica replica = state.data().replica(0);

    private final Message ack = new Ack(0, FIRST, 1);
    private final Message append = new Append(0, FIRST, 1, ENTRY);
    private final Message sync = new Sync(0, replica.view(), Log.EMPTY);
    private final Message leaseRequest = new LeaseRequest(0, FIRST, 1, 5);
    private final Message caughtUp = new CaughtUp(0, FIRST, 2);
    private final Message accepted = new Accepted(0, state.control().accepted().get(0));
    private final Message request = new VoteRequest(1, state.control().voting());
    private final Message released = new Released();
    private final Message fetch =
            new Fetch(state.control().accepted(), state.control().committed());
    private final List<Message> free = List.of(
            new Heartbeat(1, 0, 0, MemberSet.of()),
            new Probe(0, FIRST, 7, 1),
            new Confirm(0, FIRST, 7, 1),
            new Resumed(0, FIRST),
            new Lease(0, FIRST, 1));
    private final List<Message> promises =
            List.of(ack, append, sync, leaseRequest, caughtUp, accepted, request, released);

    private Image with(Replica other) {
        return new Image(image.control(), image.data().with(0, other), MemberSet.of());
    }

    private void assertWait(List<Message> expected, Image next) {
        assertEquals(
                expected,
                Stream.concat(promises.stream(), free.stream())
                        .filter(message -> Durability.dependsOn(message, image, next))
                        .toList());
    }

    @Test
    void fetchWaitsForEachWrite() {
        assertTrue(Durability.dependsOn(fetch, image, image));
    }

    @Test
    void acknowledgementsWaitForTheLogAndEntriesDoNot() {
        assertWait(List.of(ack), with(replica.withLog(Log.EMPTY.append(ENTRY))));
    }

    @Test
    void messagesUnderVersionWaitForItsWrite() {
        View view = new View(new Version(1, 2), replica.configuration());
        Image next = with(new Replica(view, replica.log(), replica.waits(), replica.primaryState()));
        assertWait(List.of(ack, append, sync, leaseRequest), next);
        assertTrue(Durability.answerDependsOn(new Basis(0, 0), image, next));
        assertFalse(Durability.answerDependsOn(new Basis(1, 0), image, next));
    }

    @Test
    void proposalOfMemberWaitsForThoseThatThePrimaryWaitsFor() {
        assertWait(List.of(caughtUp), with(replica.waitingFor(2)));
    }

    @Test
    void controlPlaneWaitsForItsOwnPart() {
        List<Message> all = List.of(accepted, request, released);
        assertWait(all, new Image(image.control().inTerm(1, Role.FOLLOWER), image.data(), MemberSet.of()));
        assertWait(
                all,
                new Image(
                        image.control()
                                .withAccepted(
                                        image.control().accepted().with(0, OTHER),
                                        image.control().stamp()),
                        image.data(),
                        MemberSet.of()));
        assertWait(
                all,
                new Image(
                        image.control()
                                .withCommitted(image.control().committed().with(0, OTHER)),
                        image.data(),
                        MemberSet.of()));
        assertWait(
                all,
                new Image(
                        image.control().withVoting(image.control().voting().next(1, MemberSet.of(1))),
                        image.data(),
                        MemberSet.of()));
        assertWait(List.of(), new Image(image.control(), image.data(), MemberSet.of(2)));
    }

    @Test
    void anotherPartitionIsNoMatter() {
        Replica other = image.data().replica(1).withLog(Log.EMPTY.append(ENTRY));
        assertWait(List.of(), new Image(image.control(), image.data().with(1, other), MemberSet.of()));
    }

    @Test
    void answersWaitForTheirEntries() {
        Image next = with(replica.withLog(Log.EMPTY.append(ENTRY)));
        assertTrue(Durability.answerDependsOn(new Basis(0, 1), image, next));
        assertFalse(Durability.answerDependsOn(new Basis(0, 0), image, next));
        assertFalse(Durability.answerDependsOn(new Basis(0, 1), next, next));
    }

    @Test
    void promisesWaitForTheFirstImage() {
        promises.forEach(message -> assertTrue(Durability.dependsOn(message, null, image)));
        free.forEach(message -> assertFalse(Durability.dependsOn(message, null, image)));
        assertTrue(Durability.answerDependsOn(new Basis(0, 0), null, image));
    }

    @Test
    void eachMessageOfABatchIsLookedAtByItself() {
        assertThrows(
                IllegalArgumentException.class, () -> Durability.dependsOn(new Batch(List.of(released)), image, image));
    }
}
