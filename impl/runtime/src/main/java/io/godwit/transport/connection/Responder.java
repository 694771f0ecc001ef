package io.godwit.transport.connection;

import io.godwit.environment.Clock;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.codec.MalformedFrameException;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Refusal;
import io.godwit.transport.frame.Versions;
import java.io.IOException;

/** The side that has accepted a connection: waits for the greeting, and answers it. */
final class Responder extends FrameHandler {
    private final HandshakeHandler handler;
    private final String remote;
    private boolean refused;

    Responder(Clock clock, FrameCodec codec, Limits limits, HandshakeHandler handler, String remote) {
        super(clock, codec, limits);
        this.handler = handler;
        this.remote = remote;
    }

    @Override
    void begin() {
        // The other side speaks first.
    }

    @Override
    void first(Frame frame) {
        if (!(frame instanceof Hello hello)) {
            throw new MalformedFrameException(
                    "the first frame is " + frame.getClass().getSimpleName());
        }
        if (isOld()) {
            refuse(new Refusal(
                    Reason.WIRE_VERSION, "wire format " + hello.versions() + "; this process speaks " + Versions.ALL));
            return;
        }
        HandshakeHandler.Decision decision = handler.greet(connection(), hello);
        if (decision instanceof HandshakeHandler.Accept accept) {
            connection()
                    .speak(Math.max(
                            ClusterVersion.FIRST,
                            hello.versions().common(accept.welcome().versions())));
            finish(accept.receiver());
            connection().send(accept.welcome());
        } else if (decision instanceof HandshakeHandler.Refuse refuse) {
            refuse(refuse.refusal());
        }
    }

    private void refuse(Refusal refusal) {
        refused = true;
        handler.refused(remote, refusal.text());
        connection().sendLast(refusal, isOld());
    }

    @Override
    void timedOut() {
        if (!refused) {
            handler.refused(remote, "no Hello in time");
        }
        connection().close();
    }

    @Override
    void malformed(MalformedFrameException cause) {
        handler.refused(remote, cause.getMessage());
    }

    @Override
    public void failed(boolean nobodyListens, IOException cause) {
        handler.refused(remote, cause.getMessage());
    }

    @Override
    void ended(IOException cause) {
        if (cause != null && !refused) {
            handler.refused(remote, cause.getMessage());
        }
    }
}
