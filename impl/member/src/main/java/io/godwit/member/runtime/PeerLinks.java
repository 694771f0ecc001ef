package io.godwit.member.runtime;

import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.net.Connection;
import io.godwit.transport.net.Network;
import io.godwit.transport.net.Receiver;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;

/** The links to all other members. Belongs to the loop; who sends parts of logs may look a link up. */
@SuppressWarnings("FutureReturnValueIgnored") // what comes of a dial is told by its own callback
final class PeerLinks {
    private final Loop loop;
    private final Network network;
    private final FrameCodec codec;
    private final Book book;
    private final Function<Bytes, Hello> greeting;
    private final Map<Integer, PeerLink> links = new ConcurrentSkipListMap<>();

    /**
     * No links.
     *
     * @param greeting what to say to a member of that incarnation
     */
    PeerLinks(Loop loop, Network network, FrameCodec codec, Book book, Function<Bytes, Hello> greeting) {
        this.loop = loop;
        this.network = network;
        this.codec = codec;
        this.book = book;
        this.greeting = greeting;
    }

    /** Connects to whom there is no connection, and lets those go who are not in the book any more. */
    void tend(long now) {
        List<Peer> others = book.others();
        links.values().removeIf(link -> {
            boolean gone = !others.contains(link.peer());
            if (gone) {
                link.close();
            }
            return gone;
        });
        for (Peer peer : others) {
            PeerLink link = links.computeIfAbsent(peer.number(), it -> new PeerLink(peer, now));
            if (link.isDue(now)) {
                dial(link);
            }
        }
    }

    private void dial(PeerLink link) {
        link.dialling();
        Peer peer = link.peer();
        network.dial(peer.host(), peer.port(), greeting.apply(peer.incarnation()), codec, ends(link))
                .whenComplete((call, failure) -> loop.execute(() -> {
                    if (failure != null || !call.connection().isOpen()) {
                        link.closed(System.nanoTime());
                        return;
                    } else if (links.get(peer.number()) != link) {
                        // Meanwhile another member took the peer's place.
                        call.connection().close();
                        return;
                    }
                    link.opened(call.connection());
                    call.welcome().peers().forEach(book::learn);
                    link.send(new Frame.Peers(book.all()));
                }));
    }

    /** On a connection that the member has opened it only sends. */
    private Receiver ends(PeerLink link) {
        return new Receiver() {
            @Override
            public void received(Connection connection, Frame frame) {
                connection.close();
            }

            @Override
            public void closed(Connection connection) {
                loop.execute(() -> link.closed(connection, System.nanoTime()));
            }
        };
    }

    /** The link to a member, or null if nobody knows it. */
    PeerLink to(int member) {
        return links.get(member);
    }

    List<PeerLink> all() {
        return new ArrayList<>(links.values());
    }
}
