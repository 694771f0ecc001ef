package io.godwit.member.transfer;

import static io.godwit.member.transfer.StepwiseTransfer.MS;
import static io.godwit.member.transfer.StepwiseTransfer.OTHER;
import static io.godwit.member.transfer.StepwiseTransfer.V1;
import static io.godwit.member.transfer.StepwiseTransfer.log;
import static io.godwit.member.transfer.StepwiseTransfer.view;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.UndoneWrites;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a sender does, frame by frame. */
class SnapshotSenderTest {
    private static final int PART = ChunkSource.CHUNK_BYTES;
    /** A value and what counts with it fill a part. */
    private static final int FILLING = PART - 64 - 8 - 64;

    private static final long STUCK_MS = SnapshotTransfer.STUCK_NANOS / MS;

    private final StepwiseTransfer one = new StepwiseTransfer(true);

    private Frame.SnapshotManifest manifest(Sync sync) {
        one.transfer.send(OTHER, sync);
        List<Frame> sent = one.sent();
        assertEquals(1, sent.size(), sent.toString());
        return assertInstanceOf(Frame.SnapshotManifest.class, sent.get(0));
    }

    private void request(Frame.SnapshotManifest manifest, int length, boolean files) {
        one.received(new Frame.SnapshotRequest(
                manifest.transfer(), length, length == 0 ? Version.NONE : V1, UndoneWrites.NONE, files));
    }

    private void acknowledge(Frame.SnapshotManifest manifest, int index) {
        one.received(new Frame.ChunkAck(manifest.transfer(), index));
    }

    private static List<Integer> indexes(List<Frame> parts) {
        return parts.stream()
                .map(part -> part instanceof Frame.SnapshotChunk it ? it.index() : ((Frame.FileChunk) part).index())
                .toList();
    }

    private List<TransferProgress> transfers() {
        one.transfer.tick();
        return one.transfer.transfers();
    }

    /** Two parts may be on their way at first, and more when acknowledgements come quickly. */
    @Test
    void progressIsTold() {
        Frame.SnapshotManifest manifest = manifest(new Sync(3, view(1), log(4, FILLING)));
        assertEquals(List.of(new TransferProgress(3, OTHER, 0, 0)), transfers());
        request(manifest, 0, false);
        assertEquals(List.of(0, 1), indexes(one.sent()));
        assertEquals(List.of(new TransferProgress(3, OTHER, 2, 4)), transfers());
        acknowledge(manifest, 1);
        assertEquals(List.of(2, 3), indexes(one.sent()));
        // The last entry stands in a part of its own.
        acknowledge(manifest, 3);
        List<Frame> last = one.sent();
        assertEquals(List.of(4), indexes(last));
        assertTrue(((Frame.SnapshotChunk) last.get(0)).last());
        assertEquals(List.of(), transfers());
        assertEquals(new TransferStatistics(5_000, 0, 1, 0, 0, 0), one.transfer.traffic());
    }

    @Test
    void progressOfADifferenceIsToldInEntries() {
        Frame.SnapshotManifest manifest = manifest(new Sync(3, view(1), log(9, PART)));
        request(manifest, 4, false);
        assertEquals(List.of(0, 1), indexes(one.sent()));
        assertEquals(List.of(new TransferProgress(3, OTHER, 2, 5)), transfers());
    }

    @Test
    void differenceOfLessThanAPartDoesNotWait() {
        for (int p = 0; p < SendQueue.MAX_ACTIVE; p++) {
            request(manifest(new Sync(p, view(1), log(9, FILLING))), 0, false);
            one.sent();
        }
        Log small = log(3, PART / 2 - 64 - 8);
        Frame.SnapshotManifest manifest = manifest(new Sync(7, view(1), small));
        request(manifest, 1, false);
        // Two entries fill a part.
        assertEquals(List.of(), one.sent());
        manifest = manifest(new Sync(8, view(1), log(3, PART / 2 - 64 - 8 - 1)));
        request(manifest, 1, false);
        assertEquals(List.of(0), indexes(one.sent()));
    }

    /** Who asks for the same again is not sent anything twice; who asks for something else is offered it again. */
    @Test
    void anotherRequestGivesTheTransferUp() {
        Sync sync = new Sync(3, view(1), log(9, FILLING));
        Frame.SnapshotManifest manifest = manifest(sync);
        request(manifest, 0, false);
        one.sent();
        request(manifest, 0, false);
        assertEquals(List.of(), one.sent());
        request(manifest, 0, true);
        assertEquals(List.of(), one.sent());
        assertEquals(List.of(), transfers());
        assertNotEquals(manifest.transfer(), manifest(sync).transfer());
    }

    @Test
    void stalledLogIsSentAgain() {
        Sync sync = new Sync(3, view(1), log(9, FILLING));
        Frame.SnapshotManifest manifest = manifest(sync);
        request(manifest, 0, false);
        one.sent();
        one.scheduler.pass((STUCK_MS - 1) * MS);
        one.transfer.send(OTHER, sync);
        assertEquals(List.of(), one.sent());
        one.scheduler.pass(MS);
        assertNotEquals(manifest.transfer(), manifest(sync).transfer());
    }

    @Test
    void acknowledgementIsProgress() {
        Sync sync = new Sync(3, view(1), log(9, FILLING));
        Frame.SnapshotManifest manifest = manifest(sync);
        request(manifest, 0, false);
        one.sent();
        one.scheduler.pass((STUCK_MS - 1) * MS);
        acknowledge(manifest, 0);
        one.sent();
        one.scheduler.pass((STUCK_MS - 1) * MS);
        one.transfer.send(OTHER, sync);
        assertEquals(List.of(), one.sent());
    }

    /** Each version of a partition replaces the offer of the version before; most receivers hold the log already. */
    @Test
    void offerThatNobodyWantsNeedsNoTask() {
        manifest(new Sync(3, view(1), log(9, FILLING)));
        one.scheduler.run();
        one.transfer.send(OTHER, new Sync(3, view(2), log(9, FILLING)));
        assertEquals(0, one.scheduler.waiting());
    }

    /** Whoever has not asked hears of the offer again. */
    @Test
    void offerIsRepeatedUntilItIsWanted() {
        Sync sync = new Sync(3, view(1), log(9, FILLING));
        Frame.SnapshotManifest manifest = manifest(sync);
        one.scheduler.pass(2 * STUCK_MS * MS);
        assertEquals(manifest, manifest(sync));
        one.scheduler.pass(2 * STUCK_MS * MS);
        one.transfer.tidy();
        assertEquals(1, one.transfer.transfers().size());
        one.scheduler.pass(MS);
        one.transfer.tidy();
        assertEquals(List.of(), one.transfer.transfers());
        assertNotEquals(manifest, manifest(sync));
    }

    @Test
    void newerVersionReplacesAnOlderOne() {
        Frame.SnapshotManifest older = manifest(new Sync(3, view(1), log(9, FILLING)));
        Frame.SnapshotManifest newer = manifest(new Sync(3, view(2), log(9, FILLING)));
        request(older, 0, false);
        assertEquals(List.of(), one.sent());
        request(newer, 0, false);
        assertEquals(List.of(0, 1), indexes(one.sent()));
        assertEquals(1, transfers().size());
    }

    @Test
    void lostConnectionEndsATransferInParts() {
        Frame.SnapshotManifest manifest = manifest(new Sync(3, view(1), log(9, FILLING)));
        request(manifest, 0, false);
        assertEquals(List.of(0, 1), indexes(one.sent()));
        one.open = false;
        acknowledge(manifest, 1);
        assertEquals(List.of(), one.sent());
        assertEquals(List.of(), transfers());
        one.scheduler.pass(100 * MS);
        assertFalse(one.scheduler.hasTimers());
    }

    // ---- Files

    /** Of a size that is worth a file. */
    private Frame.SnapshotManifest large(int partition) {
        Frame.SnapshotManifest manifest = manifest(new Sync(partition, view(1), log(4, PART)));
        request(manifest, 0, true);
        assertEquals(List.of(), one.sent());
        return manifest;
    }

    private void writeFile() {
        one.files.remove().run();
    }

    @Test
    void fileIsSentInPiecesAndEndsWithTheLastAcknowledgement() {
        one.store.size = 2L * PART + 4;
        Frame.SnapshotManifest manifest = large(3);
        assertEquals(1, one.files.size());
        writeFile();
        List<Frame> parts = one.sent();
        assertEquals(List.of(0, 1), indexes(parts));
        FileSlice.OfFile slice = (FileSlice.OfFile) ((Frame.FileChunk) parts.get(1)).data();
        assertEquals(PART, slice.offset());
        acknowledge(manifest, 1);
        assertEquals(List.of(2), indexes(one.sent()));
        assertEquals(List.of(new TransferProgress(3, OTHER, 4, 4)), transfers());
        assertEquals(0, one.transfer.traffic().files());
        acknowledge(manifest, 2);
        one.sent();
        assertEquals(List.of(), transfers());
        assertEquals(new TransferStatistics(0, 3_000, 0, 1, 0, 0), one.transfer.traffic());
        assertEquals(0, one.store.open);
        one.scheduler.pass(100 * MS);
        assertFalse(one.scheduler.hasTimers());
    }

    @Test
    void lostConnectionEndsTheWaitForAcknowledgements() {
        Frame.SnapshotManifest manifest = large(3);
        writeFile();
        assertEquals(List.of(0), indexes(one.sent()));
        one.scheduler.pass(200 * MS);
        assertEquals(1, transfers().size());
        assertEquals(1, one.store.open);
        one.open = false;
        one.scheduler.pass(50 * MS);
        assertEquals(List.of(), transfers());
        assertEquals(0, one.store.open);
        assertFalse(one.scheduler.hasTimers());
        acknowledge(manifest, 0);
        one.sent();
        assertEquals(0, one.transfer.traffic().files());
    }

    @Test
    void smallLogOrFullDiskIsSentInChunks() {
        Frame.SnapshotManifest small = manifest(new Sync(3, view(1), log(3, PART)));
        request(small, 0, true);
        assertEquals(List.of(0, 1), indexes(one.sent()));
        one.store.full = true;
        Frame.SnapshotManifest large = manifest(new Sync(4, view(1), log(4, PART)));
        request(large, 0, true);
        one.sent();
        assertEquals(0, one.files.size());
    }

    @Test
    void fileThatCannotBeWrittenIsReplacedByParts() {
        one.store.failing = true;
        for (int partition = 0; partition < ExportedFiles.MAX_FILES + 1; partition++) {
            large(partition);
            writeFile();
            assertInstanceOf(Frame.SnapshotChunk.class, one.sent().get(0));
            one.transfer.send(OTHER, new Sync(partition, view(9), Log.EMPTY));
            one.sent();
        }
    }

    @Test
    void twoFilesAreOnTheDiskAtOnce() {
        List<Frame.SnapshotManifest> offers = List.of(large(0), large(1), large(2));
        assertEquals(2, one.files.size());
        writeFile();
        writeFile();
        one.sent();
        assertEquals(2, one.store.open);
        acknowledge(offers.get(0), 0);
        one.sent();
        assertEquals(1, one.files.size());
        writeFile();
        one.sent();
        assertEquals(3, one.store.exports);
        assertEquals(2, one.store.open);
    }

    /** Whoever waits for a file and is given up does not get one. */
    @Test
    void transferThatIsGivenUpGetsNoFile() {
        large(0);
        large(1);
        Frame.SnapshotManifest waiting = large(2);
        request(waiting, 1, true);
        one.sent();
        writeFile();
        writeFile();
        one.open = false;
        one.scheduler.pass(100 * MS);
        assertEquals(0, one.store.open);
        assertEquals(0, one.files.size());
    }

    /** Given up before its file is written: nothing is written. Given up while it is: it is removed. */
    @Test
    void fileOfATransferThatIsGivenUpIsNotKept() {
        for (int partition = 0; partition < 3; partition++) {
            request(large(partition), 1, true);
            one.sent();
            writeFile();
            assertEquals(List.of(), one.sent());
        }
        assertEquals(0, one.store.exports);
        for (int partition = 0; partition < 3; partition++) {
            Frame.SnapshotManifest manifest = large(partition);
            writeFile();
            // Its file is written, but the sender has not heard of it.
            request(manifest, 1, true);
            one.sent();
            assertEquals(0, one.store.open);
        }
        assertEquals(3, one.store.exports);
    }
}
