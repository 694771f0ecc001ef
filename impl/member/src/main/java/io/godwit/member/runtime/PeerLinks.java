package io.godwit.member.runtime;

import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.net.Connection;
import io.godwit.transport.net.Network;
import io.godwit.transport.net.Receiver;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.function.IntConsumer;

/** The links to all other members. Belongs to the loop; who sends parts of logs may look a link up. */
@SuppressWarnings("FutureReturnValueIgnored") // what comes of a dial is told by its own callback
final class PeerLinks {
    private final Loop loop;
    private final Network network;
    private final FrameCodec codec;
    private final Book book;
    private final Function<Bytes, Hello> greeting;
    private final IntConsumer gone;
    private final Map<Integer, PeerLink> links = new ConcurrentSkipListMap<>();
    /** How many connections each member has opened to this one. */
    private final Map<Integer, Integer> incoming = new HashMap<>();

    /**
     * No links.
     *
     * @param greeting what to say to a member of that incarnation
     * @param gone is told whose process has ended: no connection is left, and nobody listens at its address
     */
    PeerLinks(
            Loop loop,
            Network network,
            FrameCodec codec,
            Book book,
            Function<Bytes, Hello> greeting,
            IntConsumer gone) {
        this.loop = loop;
        this.network = network;
        this.codec = codec;
        this.book = book;
        this.greeting = greeting;
        this.gone = gone;
    }

    /** A member has opened a connection. */
    void came(int member) {
        incoming.merge(member, 1, Integer::sum);
    }

    /** A connection that a member has opened is over. If it was the last one, it is time to look whether the member is there. */
    void went(int member, long now) {
        incoming.merge(member, -1, Integer::sum);
        if (incoming.remove(member, 0) && links.containsKey(member)) {
            links.get(member).knock(now);
            dialIfDue(links.get(member), now);
        }
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
            dialIfDue(link, now);
        }
    }

    private void dialIfDue(PeerLink link, long now) {
        if (link.isDue(now)) {
            dial(link);
        }
    }

    private void dial(PeerLink link) {
        link.dialling();
        Peer peer = link.peer();
        network.dial(peer.host(), peer.port(), greeting.apply(peer.incarnation()), codec, ends(link))
                .whenComplete((call, failure) -> loop.execute(() -> {
                    if (failure != null || !call.connection().isOpen()) {
                        link.closed(System.nanoTime());
                        if (network.isNobodyThere(peer.host(), peer.port(), failure)
                                && links.get(peer.number()) == link
                                && !incoming.containsKey(peer.number())) {
                            gone.accept(peer.number());
                        }
                        return;
                    } else if (links.get(peer.number()) != link) {
                        // Meanwhile another member took the peer's place.
                        call.connection().close();
                        return;
                    }
                    link.opened(call.connection(), System.nanoTime());
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
                loop.execute(() -> {
                    long now = System.nanoTime();
                    link.closed(connection, now);
                    if (links.get(link.peer().number()) == link) {
                        dialIfDue(link, now);
                    }
                });
            }
        };
    }

    /** The link to a member, or null if nobody knows it. */
    PeerLink to(int member) {
        return links.get(member);
    }

    /** All of them, as they are while somebody looks through them. */
    Collection<PeerLink> all() {
        return links.values();
    }
}
