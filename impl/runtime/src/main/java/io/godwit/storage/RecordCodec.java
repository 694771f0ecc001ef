package io.godwit.storage;

import io.godwit.protocol.Message;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.QuorumMessage.HeartbeatReply;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.storage.StoredRecord.Activated;
import io.godwit.storage.StoredRecord.CellValue;
import io.godwit.storage.StoredRecord.LastExecuted;
import io.godwit.storage.StoredRecord.LoggedWrite;
import io.godwit.storage.StoredRecord.Membership;
import io.godwit.storage.StoredRecord.Register;
import io.godwit.storage.StoredRecord.WaitedFor;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.codec.MalformedFrameException;
import io.godwit.transport.frame.CellChunk;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.MessageBatch;
import io.godwit.transport.frame.Frame.SnapshotChunk;
import io.godwit.transport.frame.Frame.SnapshotManifest;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.LastWrite;
import io.godwit.transport.frame.MapKey;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Records as values of the store, behind their checksums. A record is written as the frame of the wire format that has the same
 * content, so that store and wire have one schema; what else such a frame says is 0 or empty. Nothing outside of this class knows
 * which frame that is.
 */
final class RecordCodec {
    private final FrameCodec codec;
    private final int partitions;

    /** For the store of a cluster with so many partitions; 0 if that is not known. */
    RecordCodec(int partitions) {
        this.partitions = partitions;
        codec = new FrameCodec(partitions);
    }

    /** The partitions of the cluster; 0 if that is not known. */
    int partitions() {
        return partitions;
    }

    /** The value that is stored under a key. */
    byte[] encode(byte[] key, StoredRecord stored) {
        FrameCodec.Encoded encoded = codec.encode(frame(stored));
        byte[] value = ChecksummedValues.room(encoded.size());
        encoded.write(ChecksummedValues.content(value));
        return ChecksummedValues.summed(key, value);
    }

    private static Frame frame(StoredRecord stored) {
        if (stored instanceof LoggedWrite write) {
            return batch(new Append(write.partition(), write.entry().epoch(), write.position(), write.entry()));
        } else if (stored instanceof CellValue part) {
            CellChunk cell = new CellChunk(part.place().map(), part.place().key(), part.kind(), List.of(part.value()));
            return new SnapshotChunk(0, 0, true, false, List.of(cell), List.of(), List.of());
        } else if (stored instanceof LastExecuted last) {
            LastWrite write = new LastWrite(last.client(), last.executed());
            return new SnapshotChunk(0, 0, true, false, List.of(), List.of(write), List.of());
        } else if (stored instanceof Register register) {
            return batch(new Accept(register.partition(), register.entry()));
        } else if (stored instanceof Activated activated) {
            return new SnapshotManifest(
                    0,
                    activated.partition(),
                    activated.view(),
                    0,
                    activated.view().version());
        } else if (stored instanceof WaitedFor waits) {
            return batch(new HeartbeatReply(0, waits.members()));
        }
        return ((Membership) stored).identity();
    }

    private static Frame batch(Message message) {
        return new MessageBatch(List.of(message));
    }

    /**
     * The record that is stored under a key.
     *
     * @param content what is behind the checksum
     * @param kind which record it has to be
     * @throws StoreException if it is damaged, or another record
     */
    <T extends StoredRecord> T decode(byte[] key, ByteBuffer content, Class<T> kind) throws StoreException {
        try {
            StoredRecord stored = stored(codec.decode(content));
            if (kind.isInstance(stored)) {
                return kind.cast(stored);
            }
            throw ChecksummedValues.damaged(key, "it is something else");
        } catch (MalformedFrameException e) {
            throw StoreException.damaged("the value under key " + Bytes.of(key) + " is damaged", e);
        }
    }

    /** The record that is written as this frame, or null. */
    private static StoredRecord stored(Frame frame) {
        if (frame instanceof MessageBatch batch && batch.messages().size() == 1) {
            return stored(batch.messages().get(0));
        } else if (frame instanceof SnapshotChunk chunk && chunk.cells().size() == 1) {
            CellChunk cell = chunk.cells().get(0);
            return new CellValue(
                    new MapKey(cell.map(), cell.key()),
                    cell.kind(),
                    cell.values().get(0));
        } else if (frame instanceof SnapshotChunk chunk && chunk.executed().size() == 1) {
            LastWrite last = chunk.executed().get(0);
            return new LastExecuted(last.client(), last.executed());
        } else if (frame instanceof SnapshotManifest manifest) {
            return new Activated(manifest.partition(), manifest.view());
        } else if (frame instanceof Welcome identity) {
            return new Membership(identity);
        }
        return null;
    }

    private static StoredRecord stored(Message message) {
        if (message instanceof Append append) {
            return new LoggedWrite(append.partition(), append.number(), append.entry());
        } else if (message instanceof Accept accept) {
            return new Register(accept.partition(), accept.entry());
        } else if (message instanceof HeartbeatReply reply) {
            return new WaitedFor(reply.leaving());
        }
        return null;
    }
}
