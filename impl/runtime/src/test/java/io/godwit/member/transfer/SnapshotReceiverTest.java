package io.godwit.member.transfer;

import static io.godwit.member.transfer.StepwiseTransfer.MS;
import static io.godwit.member.transfer.StepwiseTransfer.V1;
import static io.godwit.member.transfer.StepwiseTransfer.log;
import static io.godwit.member.transfer.StepwiseTransfer.replica;
import static io.godwit.member.transfer.StepwiseTransfer.view;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.UndoneWrites;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a receiver does, frame by frame. */
class SnapshotReceiverTest {
    private static final Log LOG = log(6, 1);
    private static final long STUCK_MS = SnapshotTransfer.STUCK_NANOS / MS;

    private final StepwiseTransfer two = new StepwiseTransfer(true);

    private void manifest(long transfer, View view) {
        two.received(new Frame.SnapshotManifest(transfer, 0, view, LOG.length(), LOG.lastEpoch()));
    }

    /** Holds the first entries of the log. */
    private void hold(int entries) {
        two.replicas.put(0, replica(Log.of(LOG.entries(1, entries))));
    }

    private static Frame.SnapshotRequest request(long transfer, int length, boolean files) {
        return new Frame.SnapshotRequest(transfer, length, V1, UndoneWrites.NONE, files);
    }

    private void part(long transfer, int index, boolean last, int from, int to) {
        two.received(new Frame.SnapshotChunk(transfer, index, last, true, List.of(), List.of(), LOG.entries(from, to)));
    }

    @Test
    void partsAreAcknowledgedAndMakeTheLog() {
        hold(2);
        manifest(9, view(1));
        assertEquals(List.of(request(9, 2, true)), two.sent());
        part(9, 0, false, 3, 4);
        assertEquals(List.of(new Frame.ChunkAck(9, 0)), two.sent());
        part(9, 1, true, 5, 6);
        assertEquals(List.of(new Frame.ChunkAck(9, 1)), two.sent());
        assertEquals(List.of(new Sync(0, view(1), LOG)), two.complete);
        // It is over: another part is one of nothing.
        part(9, 2, true, 3, 6);
        assertEquals(List.of(), two.sent());
        assertEquals(1, two.complete.size());
    }

    @Test
    void missingPartEndsTheTransfer() {
        hold(2);
        manifest(9, view(1));
        two.sent();
        part(9, 1, true, 5, 6);
        part(9, 0, true, 3, 6);
        assertEquals(List.of(), two.sent());
        assertEquals(List.of(), two.complete);
    }

    @Test
    void offerThatIsRepeatedContinues() {
        hold(2);
        manifest(9, view(1));
        part(9, 0, false, 3, 4);
        two.sent();
        two.scheduler.pass((STUCK_MS - 1) * MS);
        manifest(9, view(1));
        assertEquals(List.of(request(9, 2, true)), two.sent());
        // That was a sign of life, too.
        two.scheduler.pass((STUCK_MS - 1) * MS);
        manifest(9, view(1));
        part(9, 1, true, 5, 6);
        assertEquals(1, two.complete.size());
    }

    @Test
    void offerAfterALongSilenceBeginsAgain() {
        hold(2);
        manifest(9, view(1));
        part(9, 0, false, 3, 4);
        two.scheduler.pass(STUCK_MS * MS);
        manifest(9, view(1));
        part(9, 1, true, 5, 6);
        assertEquals(List.of(), two.complete);
        manifest(9, view(1));
        part(9, 0, true, 3, 6);
        assertEquals(1, two.complete.size());
    }

    @Test
    void offerOfAnotherTransferOrVersionBeginsAgain() {
        hold(2);
        manifest(9, view(1));
        part(9, 0, false, 3, 4);
        manifest(10, view(1));
        part(9, 1, true, 5, 6);
        part(10, 0, false, 3, 4);
        assertEquals(List.of(), two.complete);
        two.received(new Frame.SnapshotManifest(10, 0, view(2), LOG.length(), LOG.lastEpoch()));
        part(10, 1, true, 5, 6);
        assertEquals(List.of(), two.complete);
        part(10, 0, true, 3, 6);
        assertEquals(List.of(), two.complete, "the missing part has ended it");
    }

    /** The engine answers with what it knows. */
    @Test
    void offerThatIsTooLateGoesToTheEngineAndEndsTheTransfer() {
        hold(2);
        manifest(9, view(1));
        Log held = two.replicas.get(0).log();
        two.replicas.put(0, new Replica(view(1), held, MemberSet.of(), PrimaryState.NONE));
        manifest(9, view(1));
        assertEquals(1, two.complete.size());
        assertSame(held, two.complete.get(0).log());
        part(9, 0, true, 3, 6);
        assertEquals(1, two.complete.size());
    }

    @Test
    void transferWithoutProgressIsForgotten() {
        hold(2);
        manifest(9, view(1));
        two.scheduler.pass(4 * STUCK_MS * MS);
        two.transfer.tidy();
        part(9, 0, false, 3, 4);
        two.sent();
        two.scheduler.pass(4 * STUCK_MS * MS);
        two.transfer.tidy();
        two.scheduler.pass(1);
        two.transfer.tidy();
        part(9, 1, true, 5, 6);
        assertEquals(List.of(), two.sent());
        assertEquals(List.of(), two.complete);
    }

    /** A request for something else than before begins nothing; of the requests of many transfers the oldest are forgotten. */
    @Test
    void requestsOfTheLastTransfersAreRemembered() {
        hold(2);
        for (int transfer = 1; transfer <= SnapshotReceivers.REQUESTS_KEPT + 1; transfer++) {
            manifest(transfer, view(1));
        }
        hold(3);
        manifest(2, view(1));
        part(2, 0, true, 4, 6);
        assertEquals(List.of(), two.complete);
        manifest(1, view(1));
        part(1, 0, true, 4, 6);
        assertEquals(List.of(new Sync(0, view(1), LOG)), two.complete);
    }

    // ---- Files

    private static final FileSlice BYTES = new FileSlice.Held(ByteBuffer.wrap(new byte[7]));

    private void filePart(int index, boolean last) {
        two.received(new Frame.FileChunk(9, index, last, BYTES));
    }

    /** Offers, and takes the first of two parts. */
    private StepwiseTransfer.FakeArrival begin() {
        hold(2);
        manifest(9, view(1));
        assertEquals(List.of(request(9, 2, true)), two.sent());
        filePart(0, false);
        assertEquals(List.of(), two.sent());
        two.files.remove().run();
        assertEquals(List.of(new Frame.ChunkAck(9, 0)), two.sent());
        assertEquals(7, two.store.arrivals.get(0).bytes);
        return two.store.arrivals.get(0);
    }

    private void assertRefused(String why) {
        assertEquals(List.of("a copy of partition 0 from member 2 came as a file that is of no use: " + why), two.log);
    }

    @Test
    void fileGoesToTheStore() {
        StepwiseTransfer.FakeArrival file = begin();
        two.store.arrived = LOG;
        filePart(1, true);
        two.files.remove().run();
        assertEquals(14, file.bytes);
        two.replicas.put(0, replica(LOG));
        assertEquals(List.of(new Frame.ChunkAck(9, 1)), two.sent());
        assertEquals(List.of(new Sync(0, view(1), LOG)), two.complete);
        two.settle();
        assertEquals(List.of(), two.store.dismissed);
        assertEquals(List.of(), two.log);
        assertTrue(file.discards > 0);
        filePart(2, true);
        assertEquals(0, two.files.size());
    }

    @Test
    void copyThatTheEngineDoesNotTakeIsDismissed() {
        begin();
        two.store.arrived = LOG;
        filePart(1, true);
        two.settle();
        assertEquals(1, two.store.dismissed.size());
        assertSame(LOG, two.store.dismissed.get(0));
    }

    @Test
    void copyThatCannotBeDismissedStays() {
        begin();
        two.store.arrived = LOG;
        filePart(1, true);
        two.files.remove().run();
        two.sent();
        two.store.failing = true;
        two.settle();
        assertEquals(List.of("a copy that is not used stays until the next start: no room"), two.log);
    }

    @Test
    void fileThatIsOfNoUseIsAskedForInParts() {
        StepwiseTransfer.FakeArrival file = begin();
        filePart(1, true);
        two.files.remove().run();
        assertEquals(List.of(request(9, 2, false)), two.sent());
        assertRefused("damaged");
        two.settle();
        assertTrue(file.discards > 0);
        filePart(2, true);
        assertEquals(0, two.files.size(), "it is over");
    }

    @Test
    void fileWithAnotherLogIsOfNoUse() {
        begin();
        two.store.arrived = log(5, 1);
        filePart(1, true);
        two.files.remove().run();
        assertEquals(List.of(new Frame.ChunkAck(9, 1), request(9, 2, false)), two.sent());
        assertRefused("not the log that was offered");
        two.settle();
        assertEquals(1, two.store.dismissed.size());
        assertEquals(List.of(), two.complete);
    }

    @Test
    void fileThatCannotBeWrittenIsOfNoUse() {
        StepwiseTransfer.FakeArrival file = begin();
        file.failing = true;
        filePart(1, false);
        filePart(2, false);
        two.files.remove().run();
        assertTrue(file.discards > 0);
        file.failing = false;
        two.files.remove().run();
        assertEquals(List.of(request(9, 2, false)), two.sent());
        assertEquals(7, file.bytes);
        assertRefused("no room");
    }

    @Test
    void missingPartOfAFileEndsTheTransfer() {
        StepwiseTransfer.FakeArrival file = begin();
        filePart(2, true);
        two.settle();
        assertEquals(1, file.discards);
        filePart(1, true);
        assertEquals(0, two.files.size());
    }

    @Test
    void newerOfferRemovesTheFile() {
        StepwiseTransfer.FakeArrival file = begin();
        filePart(1, true);
        manifest(10, view(2));
        two.store.arrived = LOG;
        two.settle();
        assertEquals(List.of(), two.complete);
        assertTrue(file.discards > 0);
        assertEquals(1, two.store.dismissed.size());
        assertEquals(List.of(), two.log);
    }

    @Test
    void memberWithoutRoomOrStoreTakesNoFiles() {
        two.store.full = true;
        hold(2);
        manifest(9, view(1));
        assertEquals(List.of(request(9, 2, false)), two.sent());
        StepwiseTransfer none = new StepwiseTransfer(false);
        none.received(new Frame.SnapshotManifest(9, 0, view(1), LOG.length(), LOG.lastEpoch()));
        assertEquals(List.of(new Frame.SnapshotRequest(9, 0, Version.NONE, UndoneWrites.NONE, false)), none.sent());
        none.received(new Frame.FileChunk(9, 0, true, BYTES));
        assertEquals(0, none.files.size());
    }
}
