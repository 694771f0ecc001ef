package io.godwit.client;

import io.godwit.client.CallException.Outcome;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.net.Call;
import io.godwit.transport.net.Connection;
import io.godwit.transport.net.Network;
import io.godwit.transport.net.Receiver;
import io.godwit.transport.net.RefusedException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The connections of a client, one for each address that it uses. Belongs to the client's thread, once it has started. */
@SuppressWarnings("FutureReturnValueIgnored") // what comes of a dial is told by its own callback
final class Links implements AutoCloseable {
    private static final String PROTOCOL = "quorum";
    private static final int GENERATION = 1;
    private static final long PAUSE = 50;
    /** So long one address is waited for before the next one is tried. */
    private static final long ANSWER = TimeUnit.SECONDS.toNanos(2);

    private final ClientConfig config;
    private final Listener listener;
    private final Network network;
    private final FrameCodec codec = new FrameCodec(0);
    private final Map<Address, Link> links = new LinkedHashMap<>();
    private Executor thread;
    private Bytes cluster = Bytes.EMPTY;

    /** Who is told, in the client's thread. */
    interface Listener {
        void received(Link from, Frame frame);

        void opened(Link link);

        void closed(Link link);
    }

    Links(ClientConfig config, Listener listener) {
        this.config = config;
        this.listener = listener;
        this.network = new Network("godwit-client-net", 1, config.limits(), config.tls(), config.via());
    }

    /** Waits until some member has answered, and tells of how many partitions it knows. */
    Routes first(Executor clientThread) {
        thread = clientThread;
        List<Address> addresses =
                config.addresses().stream().map(Address::parse).toList();
        addresses.forEach(this::to);
        long deadline = System.nanoTime() + config.timeout().toNanos();
        String last = "no member belongs to a cluster yet";
        do {
            for (Address address : addresses) {
                try {
                    Link link = to(address);
                    Call call = network.dial(address.host(), address.port(), hello(), codec, receiver(link))
                            .get(Math.min(ANSWER, config.timeout().toNanos()), TimeUnit.NANOSECONDS);
                    if (!call.welcome().cluster().equals(Bytes.EMPTY)) {
                        cluster = call.welcome().cluster();
                        Routes routes =
                                new Routes(call.welcome().maps(), call.welcome().partitions());
                        routes.learn(call.welcome().peers());
                        link.opened(call.connection());
                        return routes;
                    }
                    call.connection().close();
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof RefusedException refused
                            && refused.reason() != Frame.Reason.NOT_READY) {
                        throw new CallException(Outcome.NOT_DONE, address + " refuses: " + refused.getMessage());
                    }
                    last = address + ": " + e.getCause().getMessage();
                } catch (TimeoutException e) {
                    last = address + ": no answer";
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new CallException(Outcome.NOT_DONE, "interrupted");
                }
            }
            pause();
        } while (System.nanoTime() < deadline);
        throw new CallException(Outcome.NOT_DONE, "no member was reached; " + last);
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CallException(Outcome.NOT_DONE, "interrupted");
        }
    }

    private Hello hello() {
        return new Hello(
                Frame.WIRE_VERSION,
                Frame.Role.CLIENT,
                config.clusterName(),
                PROTOCOL,
                GENERATION,
                0,
                null,
                cluster,
                Peer.NOBODY,
                Bytes.EMPTY);
    }

    /** What comes in on a connection goes to the client's thread. */
    private Receiver receiver(Link link) {
        return new Receiver() {
            @Override
            public void received(Connection connection, Frame frame) {
                inThread(() -> listener.received(link, frame));
            }

            @Override
            public void closed(Connection connection) {
                inThread(() -> {
                    if (link.isOf(connection)) {
                        link.lost(System.nanoTime());
                        listener.closed(link);
                    }
                });
            }
        };
    }

    private void inThread(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException e) {
            // The client is closed: nobody waits for this any more.
        }
    }

    /** The link to an address. */
    Link to(Address address) {
        return links.computeIfAbsent(address, Link::new);
    }

    /** A link to some member, if possible not to one that was not there a moment ago. */
    Link any(Routes routes) {
        List<Address> addresses = new ArrayList<>(routes.addresses());
        config.addresses().forEach(address -> addresses.add(Address.parse(address)));
        long now = System.nanoTime();
        List<Address> there =
                addresses.stream().filter(address -> !to(address).isGone(now)).toList();
        List<Address> from = there.isEmpty() ? addresses : there;
        return to(from.get(ThreadLocalRandom.current().nextInt(from.size())));
    }

    /** A link that is open, or null. */
    Link anyOpen() {
        List<Link> open = links.values().stream().filter(Link::isOpen).toList();
        return open.isEmpty() ? null : open.get(ThreadLocalRandom.current().nextInt(open.size()));
    }

    /** Opens a link, if nobody does so already; the listener hears what comes of it. */
    void open(Link link) {
        if (link.isOpen() || link.isDialling()) {
            return;
        }
        link.dialling();
        Address address = link.address();
        network.dial(address.host(), address.port(), hello(), codec, receiver(link))
                .whenComplete((call, failure) -> inThread(() -> {
                    if (failure == null && call.connection().isOpen()) {
                        link.opened(call.connection());
                        listener.opened(link);
                    } else {
                        link.closed(System.nanoTime());
                        listener.closed(link);
                    }
                }));
    }

    @Override
    public void close() {
        network.close();
    }
}
