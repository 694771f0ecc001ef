package io.godwit.member.runtime;

import io.godwit.protocol.Message;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Moment;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.net.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** What a member sends to another one goes here. While there is no connection it is lost. */
final class PeerLink {
    private static final long LEAST_PAUSE = 50_000_000;
    private static final long MOST_PAUSE = 1_000_000_000;

    /** A letter is sealed when it holds so many bytes, about; a larger message goes alone. */
    private static final int LETTER = 256 << 10;

    private static final int MESSAGE = 64;

    private final Peer peer;
    private List<Frame> outbox = new ArrayList<>();
    private List<Message> letter = new ArrayList<>();
    private long size;
    private volatile Connection connection;
    private boolean dialling;
    private long pause = LEAST_PAUSE;
    private long next;
    private long since;

    PeerLink(Peer peer, long now) {
        this.peer = peer;
        this.next = now;
    }

    Peer peer() {
        return peer;
    }

    /**
     * Puts a message into the letter that is being written; for the loop only.
     *
     * @param bytes what it carries beside a few numbers
     * @param clock what the member knows to have happened, for letters that are sealed
     */
    void post(Message message, long bytes, Supplier<Moment> clock) {
        letter.add(message);
        size += MESSAGE + bytes;
        if (size >= LETTER) {
            seal(clock);
        }
    }

    /** Puts a frame behind what was written before; for the loop only. */
    void post(Frame frame, Supplier<Moment> clock) {
        seal(clock);
        outbox.add(frame);
    }

    private void seal(Supplier<Moment> clock) {
        if (!letter.isEmpty()) {
            outbox.add(new Frame.Letter(letter, clock.get()));
            letter = new ArrayList<>();
            size = 0;
        }
    }

    /** Sends, or loses, all that was written; for the loop only. */
    void flush(Supplier<Moment> clock) {
        seal(clock);
        if (!outbox.isEmpty()) {
            outbox.forEach(this::send);
            outbox = new ArrayList<>();
        }
    }

    /** Sends, or loses; any thread may. */
    boolean send(Frame frame) {
        return give(frame) >= 0;
    }

    /** Sends, and says how many bytes that took, or loses, which is -1; any thread may. */
    long give(Frame frame) {
        Connection to = connection;
        return to == null ? -1 : to.give(frame);
    }

    boolean isOpen() {
        Connection to = connection;
        return to != null && to.isOpen();
    }

    /** Is it time to try to connect? */
    boolean isDue(long now) {
        return !dialling && !isOpen() && now - next >= 0;
    }

    void dialling() {
        dialling = true;
    }

    void opened(Connection opened, long now) {
        dialling = false;
        connection = opened;
        since = now;
        pause = LEAST_PAUSE;
    }

    /**
     * A connection is over. It may be one that was given up for another one before; and if its end was seen before it was told, the
     * next one is dialled already.
     */
    void closed(Connection over, long now) {
        if (connection == over && dialling) {
            connection = null;
        } else if (connection == over) {
            boolean lasted = now - since > MOST_PAUSE;
            closed(now);
            if (lasted) {
                knock(now);
            }
        }
    }

    /** Something has happened at the other end, so that it is worth looking whether somebody is there, without a pause. */
    void knock(long now) {
        next = now;
    }

    /** It did not work, or is over. */
    void closed(long now) {
        dialling = false;
        connection = null;
        next = now + pause;
        pause = Math.min(MOST_PAUSE, pause * 2);
    }

    void close() {
        Connection to = connection;
        if (to != null) {
            to.close();
        }
    }
}
