package io.godwit.member;

import io.godwit.member.config.MemberConfig;
import io.godwit.member.log.MemberLog;
import io.godwit.member.runtime.Load;
import io.godwit.member.transfer.Traffic;
import io.godwit.member.transfer.Transfer;
import io.godwit.protocol.Guards;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.storage.MemberStore;
import io.godwit.storage.MemberStore.Stored;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.net.Limits;
import io.godwit.transport.net.Network;
import io.godwit.transport.net.Tls;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A member of a cluster in this process.
 *
 * <p>{@link #bind} takes the port, {@link #start} looks for a cluster or founds one. A member ends with {@link #close}, at
 * once and without telling anybody, or with {@link #leave}, when nothing depends on it any more.
 */
public final class Member implements AutoCloseable {
    /** The protocol's name in the handshake. */
    public static final String PROTOCOL = "quorum";

    /** The protocol's generation in the handshake. */
    public static final int GENERATION = 1;

    /** One is woken less often than two, and can keep a processor busy: the engine's thread needs another one. */
    private static final int NETWORK_THREADS = Runtime.getRuntime().availableProcessors() > 2 ? 2 : 1;

    private final MemberConfig config;
    private final Guards guards;
    private final MemberLog sink;
    private final Consumer<String> log = this::say;
    private final Network network;
    private final FrameCodec codec;
    private final Network.Listener listener;
    private final Gate gate;
    private final Tls tls;
    private final MemberStore store;
    private final Optional<Stored> stored;
    private final Peer self;
    private final CompletableFuture<Void> joined = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private Thread founding;
    private volatile MemberRuntime runtime;
    private volatile boolean closed;

    private Member(MemberConfig config, Guards guards, Tls tls, Network network, MemberStore store, MemberLog sink)
            throws IOException {
        this.config = config;
        this.guards = guards;
        this.store = store;
        this.stored = store == null ? Optional.empty() : store.load();
        this.tls = tls;
        this.network = network;
        this.sink = sink;
        this.codec = new FrameCodec(config.maps().ranges() * config.partitions());
        this.gate = new Gate(config, log);
        // Nobody can greet before the address is known: the port is part of it.
        Bytes incarnation = incarnation();
        Peer unknown = new Peer(0, incarnation, config.host(), 0);
        gate.self(unknown);
        this.listener = network.listen(config.host(), config.port(), codec, gate);
        this.self = new Peer(0, incarnation, config.host(), listener.port());
        gate.self(self);
        if (stored.isPresent()) {
            check(stored.get().identity());
        }
    }

    private void say(String text) {
        MemberRuntime running = runtime;
        int term = running == null ? 0 : running.state().control().term();
        sink.write(number(), term, MemberLog.NO_PARTITION, text);
    }

    private Bytes incarnation() throws IOException {
        if (stored.isPresent()) {
            return stored.get().identity().self().incarnation();
        }
        return store == null ? Founding.random() : store.incarnation(Founding::random);
    }

    /** Where data lie depends on the number of partitions and on backups; others know the member by its address. */
    private void check(Welcome identity) throws IOException {
        String name = store.clusterName().orElse(config.clusterName());
        if (!name.equals(config.clusterName())) {
            throw new IOException(config.dataDir() + " is of cluster \"" + name + "\"; the configuration says \""
                    + config.clusterName() + "\"");
        } else if (identity.partitions() != config.partitions()) {
            throw new IOException(config.dataDir() + " is of a cluster with " + identity.partitions()
                    + " partitions; the configuration says " + config.partitions());
        } else if (!identity.maps().equals(config.maps())) {
            throw new IOException("the configuration says " + config.maps().difference(identity.maps())
                    + ", whose data are in " + config.dataDir());
        } else if (!identity.self().address().equals(self.address())) {
            throw new IOException(config.dataDir() + " is of a member at "
                    + identity.self().address() + "; the configuration says " + self.address());
        }
    }

    /**
     * Takes the port of a member that is to start.
     *
     * @param log gets a line for what people may want to know
     * @throws IOException if the port, or a file that the configuration names, cannot be had
     */
    public static Member bind(MemberConfig config, Consumer<String> log) throws IOException {
        return bind(config, (member, term, partition, text) -> log.accept(text));
    }

    /**
     * The same with all that is known of a line.
     *
     * @param log gets a line for what people may want to know, with member, term and partition
     * @throws IOException if the port, or a file that the configuration names, cannot be had
     */
    public static Member bind(MemberConfig config, MemberLog log) throws IOException {
        return bind(config, Guards.ALL, log);
    }

    /**
     * The same with other guards than the protocol's: for experiments that show what a guard prevents.
     *
     * @throws IOException if the port, or a file that the configuration names, cannot be had
     */
    public static Member bind(MemberConfig config, Guards guards, MemberLog log) throws IOException {
        MemberConfig.TlsFiles files = config.tls();
        Tls tls = files == null
                ? null
                : Tls.of(files.certificate(), files.key(), files.authorities(), files.verifyHost(), config.host());
        MemberStore store = config.dataDir() == null ? null : MemberStore.open(config.dataDir());
        Network network = new Network("godwit-net", NETWORK_THREADS, Limits.DEFAULT, tls, config.via());
        try {
            return new Member(config, guards, tls, network, store, log);
        } catch (IOException e) {
            network.close();
            if (store != null) {
                store.close();
            }
            throw e;
        }
    }

    /** What it was told. */
    public MemberConfig config() {
        return config;
    }

    /** Where it listens, {@code host:port}. */
    public String address() {
        return self.address();
    }

    /**
     * Looks for a cluster, or founds one, in the background.
     *
     * @param members the list of the configuration, in case it was not known when the member was bound
     * @return completes when the member belongs to a cluster, or fails with the reason why it does not
     */
    public synchronized CompletableFuture<Void> start(List<String> members) {
        if (founding == null && !closed) {
            Founding search = new Founding(config.withMembers(members), self, tls, network, codec, log, () -> closed);
            founding = new Thread(() -> join(search), "godwit-founding");
            founding.setDaemon(true);
            founding.start();
        }
        return joined;
    }

    private void join(Founding search) {
        try {
            if (stored.isPresent()) {
                begin(
                        Identity.of(config.clusterName(), stored.get().identity()),
                        stored.get().image().orElse(null));
            } else {
                Identity found = search.find();
                if (store != null) {
                    store.name(config.clusterName());
                    store.identify(found.welcome(found.peers()));
                }
                begin(found, null);
            }
            joined.complete(null);
        } catch (IOException | RuntimeException | Error e) {
            joined.completeExceptionally(e);
        } catch (InterruptedException e) {
            joined.completeExceptionally(new IOException("closed before it belonged to a cluster"));
        }
    }

    private synchronized void begin(Identity identity, Image image) throws IOException {
        if (closed) {
            return;
        }
        MemberRuntime started = new MemberRuntime(
                config, guards, identity, network, codec, store, image, sink, log, this::failed, this::released);
        gate.open(started);
        runtime = started;
        started.start();
        String how = identity.founder() ? " founds " : " joins ";
        log.accept("member " + identity.self() + (image == null ? how : " comes back to ") + config.clusterName()
                + " of " + identity.setup().partitions() + " partitions");
    }

    private void failed(Throwable cause) {
        log.accept("member fails: " + cause);
        ended.completeExceptionally(cause);
        new Thread(this::close, "godwit-close").start();
    }

    private void released() {
        log.accept("member " + number() + " has left");
        new Thread(this::close, "godwit-close").start();
    }

    /**
     * Asks to leave. Copies move to others first.
     *
     * @return completes when the member has stopped
     */
    public CompletableFuture<Void> leave() {
        MemberRuntime running = runtime;
        if (running == null) {
            close();
        } else {
            running.leave();
        }
        return ended;
    }

    /**
     * Says whether migrations may be started, which they may until somebody says otherwise. All members have to be told: any of
     * them may be master, and that one decides. What goes on already goes on.
     *
     * @throws IllegalStateException if the member does not belong to a cluster
     */
    public void balance(boolean allowed) {
        belonging().balance(allowed);
    }

    /**
     * Has somebody look at the engine's state after each step, for measurements.
     *
     * @param watcher is called by the thread that runs the engine, which waits for it
     * @throws IllegalStateException if the member does not belong to a cluster
     */
    public void watch(Consumer<QuorumState> watcher) {
        belonging().watch(watcher);
    }

    private MemberRuntime belonging() {
        MemberRuntime running = runtime;
        if (running == null) {
            throw new IllegalStateException("the member does not belong to a cluster yet");
        }
        return running;
    }

    /** Completes when the member has stopped, for whatever reason; fails with the reason if it broke down. */
    public CompletableFuture<Void> ended() {
        return ended;
    }

    /** The member's number, 0 as long as it has none. */
    public int number() {
        MemberRuntime running = runtime;
        return running == null ? 0 : running.identity().self().number();
    }

    /** The engine's state after its last step, if the member belongs to a cluster. For looking at, not for deciding anything. */
    public Optional<QuorumState> state() {
        MemberRuntime running = runtime;
        return Optional.ofNullable(running).map(MemberRuntime::state);
    }

    /** Is so little room left on its disk that it takes no writes? */
    public boolean isFull() {
        MemberRuntime running = runtime;
        return running != null && running.isFull();
    }

    /**
     * Lets each write to the member's disk take so many milliseconds longer from now on, if it belongs to a cluster and has a
     * disk; for tests of slow disks.
     */
    public void slowDisk(int millis) {
        MemberRuntime running = runtime;
        if (running != null) {
            running.slowDisk(millis);
        }
    }

    /**
     * Changes how many MiB are to stay free on the member's disk from now on, if it belongs to a cluster and has a disk.
     *
     * @param mebibytes 0 or more; with more than there are, the member behaves as with a full disk
     */
    public void diskReserve(int mebibytes) {
        MemberRuntime running = runtime;
        if (running != null) {
            running.diskReserve(mebibytes);
        }
    }

    /** Copies of partitions that the member is sending to others now. */
    public List<Transfer> transfers() {
        MemberRuntime running = runtime;
        return running == null ? List.of() : running.transfers();
    }

    /** What the member has sent of copies of partitions to others since it started. */
    public Traffic traffic() {
        MemberRuntime running = runtime;
        return running == null ? Traffic.NONE : running.traffic();
    }

    /** How much the engine's thread has to do, and had since the member started. */
    public Load load() {
        MemberRuntime running = runtime;
        return running == null ? Load.NONE : running.load();
    }

    /** How many calls of clients have come to an end at the member since it started. */
    public Calls calls() {
        MemberRuntime running = runtime;
        return running == null ? Calls.NONE : running.calls();
    }

    /** How many connections the member has refused since it started, or closed because of what came in; its log says why. */
    public long refusedConnections() {
        return gate.refused();
    }

    /** How many copies the member has got as files, and taken into its store as they were, since it started. */
    public long loaded() {
        return store == null ? 0 : store.loaded();
    }

    /** Stops at once. To all others it has crashed, unless it had left before. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        if (founding != null) {
            founding.interrupt();
        }
        listener.close();
        if (runtime != null) {
            runtime.close();
        }
        network.close();
        if (store != null) {
            store.close();
        }
        ended.complete(null);
    }
}
