package io.godwit.baseline;

import io.godwit.baseline.ClassicFailureDetector.ClassicHeartbeat;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What members send to each other, as bytes: messages of the protocol, and signs of life. */
final class ClassicMessageCodec {
    private ClassicMessageCodec() {}

    /** A message on its way; {@code to} is the member that it is for, since another one may be at its place by now. */
    record AddressedMessage(int from, int to, Message message) {}

    static byte[] of(AddressedMessage letter) {
        return bytes(false, letter.from(), letter.to(), letter.message());
    }

    static byte[] of(ClassicHeartbeat sign) {
        return bytes(true, sign.from(), 0, sign.view());
    }

    private static byte[] bytes(boolean sign, int from, int to, Object content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeBoolean(sign);
            out.writeInt(from);
            out.writeInt(to);
            ValueCodec.write(out, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /**
     * A {@link AddressedMessage} or a {@link ClassicHeartbeat}.
     *
     * @throws IOException if it is neither
     */
    static Object read(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        boolean sign = in.readBoolean();
        int from = in.readInt();
        int to = in.readInt();
        Object content = ValueCodec.read(in);
        if (sign && content instanceof MemberSet view) {
            return new ClassicHeartbeat(from, view);
        } else if (!sign && content instanceof Message message) {
            return new AddressedMessage(from, to, message);
        }
        throw new IOException("neither a message nor a sign of life");
    }
}
