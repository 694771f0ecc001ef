package io.godwit.storage;

import io.godwit.protocol.Message;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.codec.MalformedFrameException;
import io.godwit.transport.frame.Frame;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Values on disk: some bytes, mostly a frame of the wire format, behind a checksum over them and their key. The checksum is
 * end to end: whatever lies below may have others.
 */
final class ChecksummedValues {
    private final FrameCodec codec;
    private final int partitions;

    ChecksummedValues(int partitions) {
        this.partitions = partitions;
        codec = new FrameCodec(partitions);
    }

    /** The partitions of the cluster; 0 if that is not known. */
    int partitions() {
        return partitions;
    }

    byte[] encode(byte[] key, Frame frame) {
        FrameCodec.Encoded encoded = codec.encode(frame);
        byte[] value = new byte[Integer.BYTES + encoded.size()];
        encoded.write(ByteBuffer.wrap(value, Integer.BYTES, encoded.size()).slice());
        return summed(key, value);
    }

    byte[] encode(byte[] key, Message message) {
        return encode(key, new Frame.MessageBatch(List.of(message)));
    }

    /** Puts the checksum in front of some bytes. */
    static byte[] seal(byte[] key, byte[] bytes) {
        byte[] value = new byte[Integer.BYTES + bytes.length];
        ByteBuffer.wrap(value).position(Integer.BYTES).put(bytes);
        return summed(key, value);
    }

    private static byte[] summed(byte[] key, byte[] value) {
        ByteBuffer.wrap(value).putInt(sum(key, value));
        return value;
    }

    private static int sum(byte[] key, byte[] value) {
        CRC32C sum = new CRC32C();
        sum.update(key);
        sum.update(value, Integer.BYTES, value.length - Integer.BYTES);
        return (int) sum.getValue();
    }

    /** Whether a value has the checksum that belongs to it and its key. */
    static boolean isWhole(byte[] key, byte[] value) {
        return value.length >= Integer.BYTES && ByteBuffer.wrap(value).getInt() == sum(key, value);
    }

    /** What is behind the checksum. Everything that is read from a store or a file goes through here. */
    static ByteBuffer open(byte[] key, byte[] value) throws StoreException {
        if (!isWhole(key, value)) {
            throw damaged(key, "the checksum does not fit");
        }
        return ByteBuffer.wrap(value, Integer.BYTES, value.length - Integer.BYTES)
                .slice();
    }

    static byte[] bytes(ByteBuffer content) {
        byte[] bytes = new byte[content.remaining()];
        content.get(bytes);
        return bytes;
    }

    private static StoreException damaged(byte[] key, String why) {
        return StoreException.damaged("the value under key " + Bytes.of(key) + " is damaged: " + why);
    }

    <T extends Frame> T frame(byte[] key, ByteBuffer content, Class<T> kind) throws StoreException {
        try {
            Frame frame = codec.decode(content);
            if (kind.isInstance(frame)) {
                return kind.cast(frame);
            }
            throw damaged(key, "it is something else");
        } catch (MalformedFrameException e) {
            throw StoreException.damaged("the value under key " + Bytes.of(key) + " is damaged", e);
        }
    }

    <T extends Message> T message(byte[] key, ByteBuffer content, Class<T> kind) throws StoreException {
        List<Message> messages = frame(key, content, Frame.MessageBatch.class).messages();
        if (messages.size() == 1 && kind.isInstance(messages.get(0))) {
            return kind.cast(messages.get(0));
        }
        throw damaged(key, "it is something else");
    }
}
