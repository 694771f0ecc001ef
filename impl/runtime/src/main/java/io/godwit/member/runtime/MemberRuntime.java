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
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.storage.MemberStore;
import io.godwit.storage.MemberStore.Stored;
import io.godwit.storage.StoreException;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Run;
import java.io.IOException;
import java.util.List;
import java.util.Map;
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
    private final RunConfirmations confirmations;
    private RunAdmission admission;
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
        if (store != null && store.copyNote().isPresent()) {
            throw copy(store.copyNote().get());
        }
        this.confirmations = new RunConfirmations(new RunTable(store == null ? Map.of() : store.confirmedRuns()));
        this.connections =
                new Connections(environment.transport(), clock, Limits.DEFAULT.withQueue(config.maxQueueBytes()));
        this.codec = new FrameCodec(config.allPartitions());
        this.handshakes = new MemberHandshakes(config, confirmations, clock, this::log);
        // The port is part of the address, and greetings may arrive before it is known.
        Bytes incarnation = incarnation();
        handshakes.self(new Peer(0, incarnation, config.host(), 0, config.zone()));
        this.listener = connections.listen(config.host(), config.port(), codec, handshakes);
        Peer here = new Peer(0, incarnation, config.host(), listener.port(), config.zone());
        if (stored.isPresent()) {
            check(stored.get().identity(), here.address());
        }
        this.self = hasRuns() ? here.withRun(nextRun(here.address())) : here;
        handshakes.self(self);
    }

    /** Whether the cluster had runs when the store was written last. */
    private boolean hasRuns() throws IOException {
        return stored.isPresent()
                && (store.run().isDurable()
                        || stored.get()
                                        .image()
                                        .map(MemberRuntime::clusterVersion)
                                        .orElse(0)
                                >= ClusterVersion.RAISED);
    }

    private static int clusterVersion(Image image) {
        return image.control().voting().clusterVersion();
    }

    /** Raises the number of the run, which is durable before it is sent: {@code MemberRuns!StartProcess}. */
    private Run nextRun(String address) throws IOException {
        Run last = store.run();
        long nonce = Math.max(1, clock.random() >>> 1);
        boolean stays = stored.get().identity().self().address().equals(address);
        Run run = new Run(last.number() + 1, nonce, stays ? last.moved() : nonce);
        store.run(new Run(run.number(), nonce, last.moved()));
        return run;
    }

    private CopyException copy(String note) {
        return new CopyException(
                note + "; " + environment.storage()
                        + " is a copy of its directory, or older: delete it. To move a member, stop it, move its directory, and start it there");
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
     * backups, and without runs other members know this one by its address.
     */
    private void check(Welcome identity, String address) throws IOException {
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
        } else if (!hasRuns() && !identity.self().address().equals(address)) {
            fault = where + " is of a member at " + identity.self().address() + "; the configuration says " + address
                    + ", where it may come back from cluster version " + ClusterVersion.RAISED + " on";
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
            comeBack(stored.get(), members);
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

    /** Asks to be let in, if there are runs; answers others that ask meanwhile. */
    private void comeBack(Stored kept, List<String> members) {
        Identity known = Identity.of(config.clusterName(), kept.identity());
        Identity identity = known.with(self.withNumber(known.self().number()), known.peers());
        Image image = kept.image().orElse(null);
        if (!self.run().isDurable()) {
            bootstrapExecutor.execute(() -> begin(identity, image, false));
            return;
        }
        Voting voting = image == null || image.control().voting().voters().isEmpty()
                ? Voting.first(Identity.numbers(identity.founders()))
                : image.control().voting();
        handshakes.starting(identity);
        admission = new RunAdmission(
                config.withMembers(members),
                identity,
                voting,
                clock,
                bootstrapExecutor,
                new FrameConnector(connections),
                this::log);
        confirmations.answer(new StartingVoter(identity, voting));
        admission.start(new RunAdmission.Outcome() {
            @Override
            public void admitted(Run run, List<Peer> peers) {
                Identity admitted = identity.with(identity.self().withRun(run), peers);
                try {
                    // In one write: a copy of the directory whose address is older than its move would count itself
                    // there.
                    store.identify(admitted.welcome(peers));
                } catch (StoreException e) {
                    hooks.notJoined(e);
                    return;
                }
                begin(admitted, image, false);
            }

            @Override
            public void refused(String text, boolean copy, int number) {
                try {
                    store.run(new Run(
                            Math.max(number, self.run().number()),
                            self.run().nonce(),
                            store.run().moved()));
                    if (copy) {
                        store.noteCopy(text);
                    }
                    hooks.notJoined(
                            copy
                                    ? copy(text)
                                    : new CopyException(text + "; if no other one runs, start this one again"));
                } catch (StoreException e) {
                    hooks.notJoined(e);
                }
            }

            @Override
            public void failed(IOException cause) {
                hooks.notJoined(cause);
            }
        });
    }

    /** Answers others that start while this member has not been let in itself. */
    private final class StartingVoter implements RunConfirmations.Voter {
        private final Identity identity;
        private final Voting voting;

        StartingVoter(Identity identity, Voting voting) {
            this.identity = identity;
            this.voting = voting;
        }

        @Override
        public Executor executor() {
            return bootstrapExecutor;
        }

        @Override
        public Voting voting() {
            return voting;
        }

        @Override
        public boolean hears(int other) {
            return false;
        }

        @Override
        public void met(Peer starting) {
            handshakes.starting(identity.with(identity.self(), admission.met(starting)));
        }

        @Override
        public void store(int other, Run run, Runnable then) {
            try {
                store.confirm(Map.of(other, run));
            } catch (StoreException e) {
                admission.close();
                hooks.notJoined(e);
                return;
            }
            then.run();
        }
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
                        config,
                        environment,
                        hooks,
                        identity,
                        connections,
                        codec,
                        store,
                        image,
                        confirmations,
                        this::log);
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
        if (admission != null) {
            admission.close();
        }
        listener.close();
        if (member != null) {
            member.close();
        }
    }
}
