package io.godwit.transport.connection;

import io.godwit.environment.CertificateRole;
import io.godwit.environment.Clock;
import io.godwit.environment.Credentials;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.codec.MalformedFrameException;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Refusal;
import io.godwit.transport.frame.Frame.Welcome;
import java.io.IOException;

/** The side that has opened a connection: sends the greeting, and waits for the answer. */
final class Initiator extends FrameHandler {
    private static final String CLOSED =
            "closed before the greeting was answered: it is no member, speaks another wire format,"
                    + " or TLS is on at one of the two only";

    private final Hello hello;
    private final Receiver receiver;
    private final Connections.Outcome outcome;
    private boolean failed;

    Initiator(
            Clock clock, FrameCodec codec, Limits limits, Hello hello, Receiver receiver, Connections.Outcome outcome) {
        super(clock, codec, limits);
        this.hello = hello;
        this.receiver = receiver;
        this.outcome = outcome;
    }

    @Override
    void begin() {
        Credentials other = connection().credentials();
        if (other.allows(CertificateRole.MEMBER)) {
            connection().send(hello);
        } else {
            fail(new IOException(other.refusal(CertificateRole.MEMBER)));
        }
    }

    @Override
    void first(Frame frame) {
        if (frame instanceof Welcome welcome) {
            int common = hello.versions().common(welcome.versions());
            if (common == 0) {
                fail(new IOException("wire format " + hello.versions() + "; the other side speaks " + welcome.versions()
                        + ": start a newer version of the program there"));
                return;
            }
            connection().speak(common);
            finish(receiver);
            outcome.welcomed(connection(), welcome);
        } else if (frame instanceof Refusal refusal) {
            fail(new RefusedException(refusal));
        } else {
            throw new MalformedFrameException(
                    "the first frame is " + frame.getClass().getSimpleName());
        }
    }

    private void fail(IOException cause) {
        if (!failed) {
            failed = true;
            outcome.failed(cause, false);
        }
        connection().close();
    }

    @Override
    void timedOut() {
        fail(new IOException("no answer to the greeting"));
    }

    @Override
    void malformed(MalformedFrameException cause) {
        // After the handshake, the receiver hears that the connection is closed.
        if (!isFinished()) {
            fail(new IOException(cause.getMessage(), cause));
        }
    }

    @Override
    public void failed(boolean nobodyListens, IOException cause) {
        failed = true;
        outcome.failed(cause, nobodyListens);
    }

    @Override
    void ended(IOException cause) {
        if (!isFinished()) {
            fail(cause == null ? new IOException(CLOSED) : cause);
        }
    }
}
