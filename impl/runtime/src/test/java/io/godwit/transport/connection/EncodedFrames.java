package io.godwit.transport.connection;

import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.codec.Samples;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Versions;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/** Frames as bytes on a connection, and back. */
final class EncodedFrames {
    static final FrameCodec CODEC = new FrameCodec(Samples.PARTITIONS);

    static final Frame.Welcome WELCOME = new Frame.Welcome(
                    Samples.PEER, Samples.IDENTITY, Samples.PARTITIONS, Samples.MAPS, 1, List.of(), List.of())
            .with(Versions.ALL);

    private EncodedFrames() {}

    /** The greeting of a client of a cluster. */
    static Frame.Hello hello(int wireVersion, String cluster) {
        return new Frame.Hello(
                wireVersion, Frame.Role.CLIENT, cluster, "quorum", 1, 0, null, Bytes.EMPTY, Peer.NOBODY, Bytes.EMPTY);
    }

    static byte[] payload(Frame frame) {
        FrameCodec.Encoded encoded = CODEC.encode(frame);
        ByteBuffer payload = ByteBuffer.allocate(encoded.size());
        encoded.write(payload);
        return payload.array();
    }

    /** A payload with the header that belongs to it. */
    static byte[] framed(byte[] payload) {
        CRC32C checksum = new CRC32C();
        checksum.update(payload);
        return ByteBuffer.allocate(12 + payload.length)
                .putInt(payload.length)
                .putInt(~payload.length)
                .putInt((int) checksum.getValue())
                .put(payload)
                .array();
    }

    /** A payload as wire format 2 had it. */
    static byte[] old(byte[] payload) {
        return ByteBuffer.allocate(4 + payload.length)
                .putInt(payload.length)
                .put(payload)
                .array();
    }

    static byte[] bytes(Frame frame) {
        byte[] framed = framed(payload(frame));
        if (frame instanceof Frame.FileChunk part && part.data() instanceof FileSlice.Held held) {
            byte[] file = new byte[held.length()];
            held.bytes().duplicate().get(file);
            return join(framed, file);
        }
        return framed;
    }

    static byte[] bytes(List<Frame> frames) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        frames.forEach(frame -> all.writeBytes(bytes(frame)));
        return all.toByteArray();
    }

    static byte[] join(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }

    /** The frames in chunks of so many bytes. */
    static List<Frame> read(FrameDecoder decoder, byte[] bytes, int chunk) {
        List<Frame> frames = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += chunk) {
            ByteBuffer piece = ByteBuffer.wrap(bytes, at, Math.min(chunk, bytes.length - at));
            for (Frame frame = decoder.next(piece); frame != null; frame = decoder.next(piece)) {
                frames.add(frame);
            }
        }
        return frames;
    }
}
