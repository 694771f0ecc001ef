package io.godwit.member.runtime;

import io.godwit.client.invocation.FrameConnector;
import io.godwit.environment.Clock;
import io.godwit.environment.Environment;
import io.godwit.environment.Executor;
import io.godwit.environment.Transport;
import io.godwit.member.transfer.TransferProgress;
import io.godwit.member.transfer.TransferStatistics;
import io.godwit.protocol.Event;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.storage.MemberStore;
import io.godwit.storage.MemberStore.Stored;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Peer;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The parts of a member between its engine and its {@link Environment}: store, connections, the search for a cluster, and
 * the engine once the member belongs to one. Any thread may call.
 */
public final class MemberRuntime {
    /** The protocol's name in the handshake. */
    public static final String PROTOCOL = "quorum";

    /** The protocol's generation in the handshake. */
    public static final int GENERATION = 1;

    private final RuntimeConfig config;
    private final Environment environment;
    private final RuntimeHooks hooks;
    private final Clock clock;
    private final Connections connections;
    private final FrameCodec codec;
    private final MemberHandshakes handshakes;
    private final MemberStore store;
    private final Optional<Stored> stored;
    private final Transport.Listener listener;
    private final Peer self;
    /** Runs the search for a cluster; null before the start. */
    private Executor bootstrapExecutor;

    private ClusterBootstrap bootstrap;
    private boolean closed;
    private volatile ClusterMember member;

    /**
     * Loads the member's stored data, and listens.
     *
     * @throws IOException if the port is not available, or the data on the disk cannot be used; the message says where and
     *     why
     */
    public MemberRuntime(RuntimeConfig config, Environment environment, RuntimeHooks hooks) throws IOException {
        this.config = config;
        this.environment = environment;
        this.hooks = hooks;
        this.clock = environment.clock();
        this.store = environment.storage() == null
                ? null
                : new MemberStore(environment.storage(), clock, config.maxVersion());
        this.stored = store == null ? Optional.empty() : store.load();
        this.connections =
                new Connections(environment.transport(), clock, Limits.DEFAULT.withQueue(config.maxQueueBytes()));
        this.codec = new FrameCodec(config.allPartitions());
        this.handshakes = new MemberHandshakes(config, clock, this::log);
        // The port is part of the address, and greetings may arrive before it is known.
        Bytes incarnation = incarnation();
        handshakes.self(new Peer(0, incarnation, config.host(), 0, config.zone()));
        this.listener = connections.listen(config.host(), config.port(), codec, handshakes);
        this.self = new Peer(0, incarnation, config.host(), listener.port(), config.zone());
        handshakes.self(self);
        if (stored.isPresent()) {
            check(stored.get().identity());
        }
    }

    private void log(String text) {
        ClusterMember running = member;
        int number = running == null ? 0 : running.identity().self().number();
        int term = running == null ? 0 : running.state().control().term();
        hooks.log().write(number, term, MemberLog.NO_PARTITION, text);
    }

    private Bytes incarnation() throws IOException {
        if (stored.isPresent()) {
            return stored.get().identity().self().incarnation();
        }
        return store == null ? ClusterBootstrap.random(clock) : store.incarnation(() -> ClusterBootstrap.random(clock));
    }

    /**
     * Refuses a store that does not fit the configuration: the place of data depends on the number of partitions and on
     * backups, and other members know this one by its address.
     */
    private void check(Welcome identity) throws IOException {
        String where = environment.storage().toString();
        String name = store.clusterName().orElse(config.clusterName());
        String fault = "";
        if (!name.equals(config.clusterName())) {
            fault = where + " is of cluster \"" + name + "\"; the configuration says \"" + config.clusterName() + "\"";
        } else if (identity.partitions() != config.partitions()) {
            fault = where + " is of a cluster with " + identity.partitions() + " partitions; the configuration says "
                    + config.partitions();
        } else if (!identity.maps().equals(config.maps())) {
            fault = "the configuration says " + config.maps().difference(identity.maps()) + ", whose data are in "
                    + where;
        } else if (!identity.self().address().equals(self.address())) {
            fault = where + " is of a member at " + identity.self().address() + "; the configuration says "
                    + self.address();
        }
        if (!fault.isEmpty()) {
            listener.close();
            throw new IOException(fault);
        }
    }

    /** The address at which it listens, {@code host:port}. */
    public String address() {
        return self.address();
    }

    /**
     * Searches for a cluster, or founds one. The hooks receive the outcome.
     *
     * @param members {@code host:port} of founders, or of members of a running cluster
     */
    public synchronized void start(List<String> members) {
        if (bootstrapExecutor != null || closed) {
            return;
        }
        bootstrapExecutor = environment.executors().create("godwit-bootstrap", hooks::failed);
        if (stored.isPresent()) {
            Stored kept = stored.get();
            bootstrapExecutor.execute(() -> begin(
                    Identity.of(config.clusterName(), kept.identity()).withZone(config.zone()),
                    kept.image().orElse(null),
                    false));
            return;
        }
        bootstrap = new ClusterBootstrap(
                config.withMembers(members),
                self,
                clock,
                bootstrapExecutor,
                new FrameConnector(connections),
                this::log);
        bootstrap.start(new ClusterBootstrap.Outcome() {
            @Override
            public void found(Identity identity) {
                begin(identity, null, true);
            }

            @Override
            public void failed(IOException cause) {
                hooks.notJoined(cause);
            }
        });
    }

    private void begin(Identity identity, Image image, boolean isNew) {
        try {
            if (store != null && isNew) {
                store.name(config.clusterName());
                store.identify(identity.welcome(identity.peers()));
            }
            synchronized (this) {
                if (closed) {
                    return;
                }
                ClusterMember joined = new ClusterMember(
                        config, environment, hooks, identity, connections, codec, store, image, this::log);
                member = joined;
                hooks.joined(identity);
                handshakes.accept(joined);
                joined.start();
            }
            String how = identity.founder() ? " founds " : " joins ";
            log("member " + identity.self() + (image == null ? how : " comes back to ") + config.clusterName() + " of "
                    + identity.setup().partitions() + " partitions");
            hooks.running();
        } catch (IOException e) {
            hooks.notJoined(e);
        } finally {
            bootstrapExecutor.close();
        }
    }

    /** The part that belongs to a cluster, if the member does. */
    public Optional<ClusterMember> member() {
        return Optional.ofNullable(member);
    }

    /** Gives an event to the engine, if the member belongs to a cluster. */
    public void submit(Event event) {
        member().ifPresent(it -> it.submit(event));
    }

    /** The engine's state after its last step, if the member belongs to a cluster. */
    public Optional<QuorumState> state() {
        return member().map(ClusterMember::state);
    }

    /** Snapshots that are being sent. */
    public List<TransferProgress> transfers() {
        return member().map(ClusterMember::transfers).orElse(List.of());
    }

    /** Statistics of snapshots sent since the start. */
    public TransferStatistics traffic() {
        return member().map(ClusterMember::traffic).orElse(TransferStatistics.NONE);
    }

    /** Estimated size of logs in bytes, without the last entry of each. */
    public long logBytes() {
        return member().map(ClusterMember::logBytes).orElse(0L);
    }

    /** Number of connections that were refused, or closed because of invalid frames, since the start. */
    public long refusedConnections() {
        return handshakes.refused();
    }

    /** Number of copies that have arrived as files and are in use, since the start. */
    public long loaded() {
        return store == null ? 0 : store.loaded();
    }

    /** Stops at once. To other members it has crashed, unless it had left before. Does not close the environment. */
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        if (bootstrapExecutor != null) {
            bootstrapExecutor.close();
        }
        if (bootstrap != null) {
            bootstrap.close();
        }
        listener.close();
        if (member != null) {
            member.close();
        }
    }
}
