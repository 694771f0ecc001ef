package io.godwit.member.runtime;

import io.godwit.environment.Clock;
import io.godwit.environment.Environment;
import io.godwit.environment.Executor;
import io.godwit.environment.Storage;
import io.godwit.member.transfer.CopyStore;
import io.godwit.member.transfer.SnapshotTransfer;
import io.godwit.member.transfer.TransferProgress;
import io.godwit.member.transfer.TransferStatistics;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.storage.MemberStore;
import io.godwit.transport.codec.FrameCodec;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.connection.Receiver;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.VectorTime;
import io.godwit.transport.frame.Versions;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A member that belongs to a cluster: its engine, and the parts that carry out the engine's commands. Events from connections, timers
 * and the failure detector are taken one after the other; a step's commands are carried out in their order.
 */
public final class ClusterMember implements MemberHandshakes.Accepting {
    private static final long TICK_MILLIS = 10;
    private static final long HOUSEKEEPING_MILLIS = 1_000;

    private final Protocol<QuorumState> protocol;
    private final Identity identity;
    private final RuntimeHooks hooks;
    private final Clock clock;
    private final EventLoop loop;
    private final Backlog backlog;
    private final PeerRegistry registry;
    private final PeerTransport peers;
    private final SnapshotTransfer transfers;
    private final MemberSpace space;
    private final LoadMonitor load = new LoadMonitor();
    private final PauseTolerantClock listened;
    private final MapCounts mapCounts;
    private final Expiry expiry;
    private final LedPartitions led;
    private final RetainedLogs logs;
    private final ClientRequestHandler clients;
    private final StateLogger stateLogger;
    private final PartitionCounts partitionCounts = new PartitionCounts();
    private final Access access;
    private final DurabilityQueue durability;
    private final EventRecorder recorder;
    private final ActionReporter actionListener;
    private final MemberExecutors executors;
    private final Versions versions;
    private final HeldClients held;
    private final RunConfirmations confirmations;
    /** Whether the engine is told the time of each event, because there are read leases. */
    private final boolean timed;

    private volatile QuorumState state;

    /**
     * A member that is not running yet.
     *
     * @param store the store for data that survives a restart, or null
     * @param image the image from which it restarts, or null
     * @param confirmations answers members that start
     * @param log takes log messages
     */
    ClusterMember(
            RuntimeConfig config,
            Environment environment,
            RuntimeHooks hooks,
            Identity identity,
            Connections connections,
            FrameCodec codec,
            MemberStore store,
            Image image,
            RunConfirmations confirmations,
            Consumer<String> log) {
        this.protocol = hooks.protocol();
        this.identity = identity;
        this.confirmations = confirmations;
        this.hooks = hooks;
        this.clock = environment.clock();
        int number = identity.self().number();
        this.timed = config.leases().exist();
        EngineClock engineClock = new EngineClock(config.heartbeatMillis());
        Setup setup = identity.setup().with(config.leases());
        this.state = first(number, config.onLoss().addTo(setup, engineClock), image);
        this.recorder = hooks.recorders().begin(identity, image != null, state);
        this.actionListener = new ActionReporter(recorder.actionListener(), hooks.steps(), log, clock::nanoTime);
        this.executors = MemberExecutors.create(
                environment, "godwit-" + number, store != null, config.heapReserveBytes() > 0, hooks::failed);
        this.loop = new EventLoop(executors.engine(), clock);
        this.backlog = new Backlog(loop, config.maxBacklog(), config.maxBacklogBytes(), hooks);
        Executor disk = executors.disk();
        this.durability = store == null ? null : new DurabilityQueue(store, loop, disk, clock, this::carryOut, log);
        slowDisk(config.diskDelayMillis());
        this.held = new HeldClients(durability, config.maxBacklog(), loop, hooks);
        this.registry = new PeerRegistry(identity.self());
        identity.peers().forEach(registry::learn);
        this.versions = config.versions();
        registry.speaks(identity.self(), versions.greatest());
        Storage storage = store == null ? null : environment.storage();
        this.space = MemberSpace.create(number, config, environment, storage, executors, backlog::received, hooks, log);
        this.listened = new PauseTolerantClock(clock.nanoTime());
        this.access = new Access();
        long patience = TimeUnit.MILLISECONDS.toNanos(config.suspectMillis());
        this.peers = new PeerTransport(loop, clock, connections, codec, registry, access, patience, hooks);
        this.transfers = new SnapshotTransfer(
                access,
                store == null ? null : new CopyStore(store, space::isDiskFull),
                clock,
                new SnapshotTransfer.Executors(loop, executors.transfer(), executors.files()),
                hooks,
                log);
        this.mapCounts = new MapCounts(config.mapSettings());
        this.expiry = new Expiry(access, config.mapSettings(), mapCounts);
        this.clients = new ClientRequestHandler(
                clock, identity.maps(), config.mapSettings(), access, load, mapCounts, expiry, hooks);
        Sessions sessions = new Sessions(TimeUnit.SECONDS.toNanos(config.sessionSeconds()));
        this.led = new LedPartitions(access, expiry, sessions);
        LogShortener shortener = new LogShortener(access, durability);
        this.logs = new RetainedLogs(config.logs(), () -> state.data().replicas(), shortener, hooks, clock.nanoTime());
        this.stateLogger = new StateLogger(hooks.log());
        loop.afterwards(() -> {
            clients.flush();
            peers.flush();
        });
        loop.every(config.heartbeatMillis(), () -> {
            peers.beat();
            stateLogger.logMembers(state);
        });
        loop.everyInTurn(config.heartbeatMillis(), peers::detect);
        loop.every(TICK_MILLIS, this::maintain);
        loop.everyInTurn(TICK_MILLIS, () -> {
            registry.news(state.local().peers().zones(), state.local().peers().versions())
                    .forEach(this::take);
            take(new Event.Tick(engineClock.micros(listened.advance(clock.nanoTime()))));
        });
        loop.every(HOUSEKEEPING_MILLIS, this::housekeep);
    }

    /** What the parts of the member ask of it, and tell it. */
    private final class Access
            implements PeerTransport.Member, SnapshotTransfer.Member, ClientRequestHandler.Member, Expiry.Primary {
        @Override
        public boolean isMajority(MemberSet members) {
            return state.control().voting().isMajority(members);
        }

        @Override
        public QuorumState state() {
            return state;
        }

        @Override
        public void take(Event event) {
            ClusterMember.this.take(event);
        }

        @Override
        public Hello hello(Bytes expected) {
            return identity.hello(expected, versions.from(clusterVersion()));
        }

        @Override
        public List<Peer> known() {
            return registry.all();
        }

        @Override
        public long listened() {
            return listened.listened();
        }

        @Override
        public VectorTime vectorTime() {
            return recorder.vectorTime();
        }

        @Override
        public Frame.KeepAlive keepAlive() {
            return space.keepAlive();
        }

        @Override
        public FullMembers full() {
            return space.full();
        }

        @Override
        public void later(Runnable task) {
            loop.execute(task);
        }

        @Override
        public void hurry() {
            loop.hurry();
        }

        @Override
        public boolean isCalled() {
            return load.isRecent(clock.nanoTime());
        }

        @Override
        public Replica replica(int partition) {
            return state.data().replica(partition);
        }

        @Override
        public Log log(int partition) {
            return replica(partition).log();
        }

        @Override
        public boolean takesWrites(int partition) {
            // A member with a full disk that is not a participant has no copy, and is not waited for.
            return state.data().isPrimary(partition)
                    && state.control().voting().state().allowsWrites()
                    && replica(partition)
                            .configuration()
                            .participants()
                            .intersect(full().disks())
                            .isEmpty();
        }

        @Override
        public void arrived(int from, Sync sync) {
            take(new Event.Deliver(from, sync));
        }

        @Override
        public long send(int member, Frame frame) {
            return peers.sendNow(member, frame);
        }

        @Override
        public void post(int member, Frame frame) {
            peers.send(member, frame);
        }

        @Override
        public boolean isOpen(int member) {
            return peers.isOpen(member);
        }
    }

    private QuorumState first(int number, Setup setup, Image image) {
        if (image != null) {
            return protocol.restart(number, setup, image, clock.nanoTime());
        }
        return identity.founder() ? protocol.found(number, setup, clock.nanoTime()) : protocol.join(number, setup);
    }

    /** Starts the member. */
    void start() throws IOException {
        space.start();
        loop.start();
        confirmations.answer(new RunningVoter(loop, () -> state.control().voting(), peers::hears, durability));
    }

    /** One step of the engine. */
    private void take(Event event) {
        QuorumState before = state;
        Event timedEvent = timed ? new Event.Timed(clock.nanoTime(), event) : event;
        Step<QuorumState> step = protocol.step(before, timedEvent, actionListener);
        state = step.state();
        hooks.steps().stepped(before, event, step);
        int clusterVersion = clusterVersion();
        if (clusterVersion > before.control().voting().clusterVersion()) {
            peers.closeBelow(clusterVersion);
        }
        if (durability == null) {
            step.commands().forEach(this::carryOut);
        } else {
            durability.take(step.commands());
        }
    }

    private void carryOut(Command command) {
        if (command instanceof Command.Send send) {
            peers.send(send.to(), send.message(), transfers::send);
        } else if (command instanceof Command.Answer answer) {
            loop.hurry();
            hooks.steps().answered(answer);
            clients.answer(answer);
        } else if (command instanceof Command.Stop) {
            hooks.left();
        }
        // A Persist comes here only if the member has no disk.
    }

    private void maintain() {
        clients.maintain();
        expiry.tick(clock.wallMillis());
        held.release();
        transfers.index(identity.setup().partitions());
        transfers.tick();
        logs.tick();
    }

    private void housekeep() {
        transfers.tidy();
        if (durability != null) {
            durability.identify(identity.welcome(registry.all()));
        }
        stateLogger.logPartitions(state);
        partitionCounts.of(state);
        long now = clock.nanoTime();
        led.look(state.data(), now);
        logs.housekeep(now);
    }

    /** Whether so little space is left on the disk that the member takes no writes. Any thread may call. */
    public boolean isDiskFull() {
        return space.isDiskFull();
    }

    /** Whether so little of the heap is free that the member takes no writes that add data. Any thread may call. */
    public boolean isHeapFull() {
        return space.isHeapFull();
    }

    /** Adds milliseconds to each write to the disk. Any thread may call. */
    public void slowDisk(int millis) {
        if (durability != null) {
            durability.slowDown(millis);
        }
    }

    /** Sets the number of bytes that are to stay free on the disk. Any thread may call. */
    public void diskReserve(long bytes) {
        space.diskReserve(bytes);
    }

    /** Gives an event to the engine. Any thread may call. */
    public void submit(Event event) {
        loop.execute(() -> take(event));
    }

    /** Snapshots that are being sent. Any thread may call. */
    public List<TransferProgress> transfers() {
        return transfers.transfers();
    }

    /** Counts the partitions of its states. Any thread may call. */
    public PartitionCounts partitionCounts() {
        return partitionCounts;
    }

    /** Statistics of sent snapshots. Any thread may call. */
    public TransferStatistics traffic() {
        return transfers.traffic();
    }

    /** The load of the engine. Any thread may call. */
    public EngineLoad load() {
        return loop.load();
    }

    /** Estimated size of logs in bytes, without the last entry of each. Any thread may call. */
    public long logBytes() {
        return logs.bytes();
    }

    /** Number of client calls that have ended, by outcome. Any thread may call. */
    public CallCounts calls() {
        return clients.counts();
    }

    /** How long client calls have waited for their answers. Any thread may call. */
    public CallLatencies latencies() {
        return clients.latencies();
    }

    /** What settings of maps and full members have done. Any thread may call. */
    public MapCounts mapCounts() {
        return mapCounts;
    }

    /** The engine's state after its last step. Any thread may call. */
    public QuorumState state() {
        return state;
    }

    @Override
    public int clusterVersion() {
        return state.control().voting().clusterVersion();
    }

    @Override
    public Identity identity() {
        return identity;
    }

    @Override
    public List<Peer> known() {
        return registry.all();
    }

    @Override
    public boolean allows(Peer peer) {
        return peer.number() > 0 && registry.allows(peer.number(), peer.incarnation());
    }

    @Override
    public Receiver member(Peer peer, Versions spoken) {
        loop.execute(() -> {
            confirmations.heard(peer);
            registry.greeted(peer, spoken);
            peers.accepted(peer.number());
        });
        return new Receiver() {
            @Override
            public void received(Connection connection, Frame frame) {
                backlog.add(connection, frame, () -> fromMember(peer, connection, frame));
            }

            @Override
            public void closed(Connection connection) {
                loop.execute(() -> peers.ended(peer.number()));
            }
        };
    }

    @Override
    public Receiver client() {
        return new ClientReceiver(clients, clock, loop, backlog, held);
    }

    private void fromMember(Peer peer, Connection connection, Frame frame) {
        int from = peer.number();
        boolean replaced = !confirmations.runs().allows(from, peer.run());
        if (replaced || connection.version() < clusterVersion()) {
            connection.close();
            return;
        }
        peers.heard(from);
        if (frame instanceof Frame.MessageBatch batch) {
            fromMember(from, batch);
        } else if (frame instanceof Frame.Clock sent) {
            recorder.heard(sent.time());
        } else if (frame instanceof Frame.Peers sent) {
            sent.peers().forEach(registry::learn);
        } else if (frame instanceof Frame.KeepAlive beat) {
            space.heard(from, beat);
        } else if (!space.refuses(frame, state.data()) && !transfers.received(from, frame)) {
            connection.close();
        }
    }

    private void fromMember(int from, Frame.MessageBatch batch) {
        recorder.heard(batch.clock());
        if (batch.messages().stream().anyMatch(Append.class::isInstance)) {
            loop.hurry();
        }
        List<Message> messages = space.allowed(batch.messages(), state.data());
        take(new Event.Deliver(from, messages.size() == 1 ? messages.get(0) : new Batch(messages)));
    }

    /** Stops at once. */
    void close() {
        loop.close();
        executors.close();
        recorder.close(state);
    }
}
