package io.godwit.storage;

import io.godwit.protocol.Message;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.codec.MalformedFrameException;
import io.godwit.transport.frame.Frame;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;

/** Values on disk: a frame of the wire format behind its checksum. The storage engine has checksums, too; these are end to end. */
final class Values {
    private final FrameCodec codec;

    Values(int partitions) {
        codec = new FrameCodec(partitions);
    }

    byte[] encode(Frame frame) {
        FrameCodec.Encoded encoded = codec.encode(frame);
        ByteBuffer out = ByteBuffer.allocate(Integer.BYTES + encoded.size());
        encoded.write(out.slice(Integer.BYTES, encoded.size()));
        return seal(out.array());
    }

    byte[] encode(Message message) {
        return encode(new Frame.Letter(List.of(message)));
    }

    /** Puts the checksum before what stands behind the first four bytes. */
    static byte[] seal(byte[] bytes) {
        ByteBuffer.wrap(bytes).putInt(sum(bytes));
        return bytes;
    }

    private static int sum(byte[] bytes) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, Integer.BYTES, bytes.length - Integer.BYTES);
        return (int) sum.getValue();
    }

    static ByteBuffer open(byte[] key, byte[] bytes) throws StoreException {
        if (bytes.length < Integer.BYTES || ByteBuffer.wrap(bytes).getInt() != sum(bytes)) {
            throw damaged(key, "the checksum does not fit");
        }
        return ByteBuffer.wrap(bytes, Integer.BYTES, bytes.length - Integer.BYTES);
    }

    private static StoreException damaged(byte[] key, String why) {
        return StoreException.damaged("the value under key " + Bytes.of(key) + " is damaged: " + why);
    }

    <T extends Frame> T frame(byte[] key, byte[] bytes, Class<T> kind) throws StoreException {
        try {
            Frame frame = codec.decode(open(key, bytes).slice());
            if (kind.isInstance(frame)) {
                return kind.cast(frame);
            }
            throw damaged(key, "it is something else");
        } catch (MalformedFrameException e) {
            throw StoreException.damaged("the value under key " + Bytes.of(key) + " is damaged", e);
        }
    }

    <T extends Message> T message(byte[] key, byte[] bytes, Class<T> kind) throws StoreException {
        List<Message> messages = frame(key, bytes, Frame.Letter.class).messages();
        if (messages.size() == 1 && kind.isInstance(messages.get(0))) {
            return kind.cast(messages.get(0));
        }
        throw damaged(key, "it is something else");
    }
}
