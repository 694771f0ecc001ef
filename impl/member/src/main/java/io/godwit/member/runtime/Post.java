package io.godwit.member.runtime;

import io.godwit.member.transfer.Courier;
import io.godwit.protocol.Event;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Moment;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.net.Network;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The engine's messages on their way to other members, and the signs of life. Belongs to the loop. */
public final class Post implements Courier.Roads {
    private final Loop loop;
    private final Book book;
    private final PeerLinks links;
    private final Heart heart;
    private final BooleanSupplier full;
    private final Supplier<Moment> clock;
    private final LongSupplier listened;
    private final Consumer<Event> events;

    /**
     * A post without connections.
     *
     * @param greeting what to say to a member of that incarnation
     * @param patience nanoseconds of silence after which a member is suspected
     * @param listened nanoseconds in which this member was there to hear others ({@link Attention})
     * @param full is the member's disk nearly full?
     * @param clock what the member knows to have happened; empty if it writes no event log
     * @param events gets who is suspected, and who is not any more
     */
    public Post(
            Loop loop,
            Network network,
            FrameCodec codec,
            Book book,
            Function<Bytes, Hello> greeting,
            long patience,
            LongSupplier listened,
            BooleanSupplier full,
            Supplier<Moment> clock,
            Consumer<Event> events) {
        this.loop = loop;
        this.book = book;
        this.links = new PeerLinks(loop, network, codec, book, greeting, this::gone);
        this.heart = new Heart(patience);
        this.listened = listened;
        this.full = full;
        this.clock = clock;
        this.events = events;
    }

    /**
     * Writes a message of the engine, to be sent with the next {@link #flush}.
     *
     * @param to a member, or {@link Members#EVERYBODY}
     * @param sync takes those that do not travel in letters
     */
    public void send(int to, Message message, BiConsumer<Integer, Message> sync) {
        List<Message> messages = message instanceof Batch batch ? batch.messages() : List.of(message);
        if (to == Members.EVERYBODY) {
            links.all().forEach(link -> write(link, messages, sync));
        } else if (links.to(to) != null) {
            write(links.to(to), messages, sync);
        }
    }

    private void write(PeerLink link, List<Message> messages, BiConsumer<Integer, Message> sync) {
        for (Message message : messages) {
            int to = link.peer().number();
            if (message instanceof Append || message instanceof Probe || message instanceof Confirm) {
                loop.hurry();
            }
            if (message instanceof Sync copy) {
                long bytes = Enclosed.bytes(to, copy);
                if (bytes < 0) {
                    sync.accept(to, message);
                } else {
                    link.post(message, bytes, clock);
                }
            } else {
                link.post(message, message instanceof Append append ? Enclosed.bytes(append.entry()) : 0, clock);
            }
        }
    }

    /** Sends all that was written. */
    public void flush() {
        links.all().forEach(link -> link.flush(clock));
    }

    /** A sign of life from a member. */
    public void heard(int member) {
        if (heart.hear(member, listened.getAsLong())) {
            events.accept(new Event.Trust(member));
        }
    }

    private void gone(int member) {
        if (heart.gone(member)) {
            events.accept(new Event.Suspect(member));
        }
    }

    /** A member has opened a connection to this one. */
    public void came(int member) {
        links.came(member);
    }

    /** A connection that a member has opened to this one is over. */
    public void went(int member) {
        links.went(member, System.nanoTime());
    }

    /** Tells all that the member lives, and tends to the connections. */
    public void beat(long now) {
        links.tend(now);
        links.all().forEach(link -> link.send(new Frame.Beat(full.getAsBoolean())));
    }

    /** Looks who else lives. */
    public void look() {
        List<Integer> others = book.others().stream().map(Peer::number).toList();
        heart.look(others, listened.getAsLong()).forEach(events);
    }

    @Override
    public long send(int member, Frame frame) {
        PeerLink link = links.to(member);
        return link == null ? -1 : link.give(frame);
    }

    @Override
    public void post(int member, Frame frame) {
        PeerLink link = links.to(member);
        if (link == null) {
            return;
        }
        if (frame instanceof Frame.Offer) {
            Moment now = clock.get();
            if (!now.isEmpty()) {
                link.post(new Frame.Clock(now), clock);
            }
        }
        link.post(frame, clock);
    }

    @Override
    public boolean isOpen(int member) {
        PeerLink link = links.to(member);
        return link != null && link.isOpen();
    }
}
