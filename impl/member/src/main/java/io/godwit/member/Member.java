package io.godwit.member;

import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.environment.Clock;
import io.godwit.environment.Environment;
import io.godwit.environment.Storage;
import io.godwit.environment.threads.JvmHeap;
import io.godwit.environment.threads.SystemClock;
import io.godwit.member.config.LeavePolicy;
import io.godwit.member.config.MemberConfig;
import io.godwit.member.runtime.CallCounts;
import io.godwit.member.runtime.CallLatencies;
import io.godwit.member.runtime.ClusterMember;
import io.godwit.member.runtime.EngineLoad;
import io.godwit.member.runtime.EventRecorder;
import io.godwit.member.runtime.Identity;
import io.godwit.member.runtime.MapCounts;
import io.godwit.member.runtime.MemberLog;
import io.godwit.member.runtime.MemberRuntime;
import io.godwit.member.runtime.PartitionCounts;
import io.godwit.member.runtime.RuntimeHooks;
import io.godwit.member.runtime.StepListener;
import io.godwit.member.transfer.TransferProgress;
import io.godwit.member.transfer.TransferStatistics;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Event;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.storage.StoreException;
import io.godwit.storage.rocksdb.RocksStorage;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.netty.NettyTransport;
import io.godwit.transport.netty.Tls;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * A member of a cluster in this process: a {@link MemberRuntime} with real threads, sockets and disk.
 *
 * <p>{@link #start(MemberConfig)} starts a member and waits until it belongs to a cluster; {@link #bind} and {@link #start(List)} are the
 * same in two steps. A member ends with {@link #close}, at once and without telling others, or with {@link #leave}, when nothing depends
 * on it any more.
 */
public final class Member implements AutoCloseable {
    /** A thread is woken less often than two, and sends to all connections without waking another one. */
    private static final int NETWORK_THREADS = Runtime.getRuntime().availableProcessors() > 2 ? 2 : 1;

    private final MemberConfig config;
    private final Tls tls;
    private final Storage storage;
    private final NettyTransport transport;
    private final MemberRuntime runtime;
    private final MemberLog log;
    private final CompletableFuture<Void> joined = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile Consumer<QuorumState> watcher = state -> {};
    private final AtomicBoolean asked = new AtomicBoolean();
    private volatile LeaveTimeoutException gaveUp;
    private boolean closed;

    private Member(MemberConfig config, Quorum quorum, Tls tls, Storage storage, MemberLog log) throws IOException {
        this.config = config;
        this.tls = tls;
        this.storage = storage;
        this.log = log;
        Clock clock = new SystemClock();
        this.transport =
                new NettyTransport("godwit-net", NETWORK_THREADS, Limits.DEFAULT.patience(), tls, config.via());
        Environment environment = new Environment(clock, transport.executors(), transport, storage, new JvmHeap());
        try {
            this.runtime = new MemberRuntime(config.runtime(), environment, new Hooks(quorum));
        } catch (IOException | RuntimeException e) {
            transport.close();
            throw e;
        }
        if (tls != null) {
            tls.onRenewal(this::log);
        }
    }

    /** What the runtime is given, and what happens when it has ended. */
    private final class Hooks implements RuntimeHooks, StepListener<QuorumState> {
        private final Protocol<QuorumState> protocol;

        Hooks(Quorum quorum) {
            this.protocol = new QuorumProtocol(quorum);
        }

        @Override
        public Protocol<QuorumState> protocol() {
            return protocol;
        }

        @Override
        public StepListener<QuorumState> steps() {
            return this;
        }

        @Override
        public void stepped(QuorumState before, Event event, Step<QuorumState> step) {
            watcher.accept(step.state());
        }

        @Override
        public EventRecorder.Factory recorders() {
            return EventLogRecorder.of(config.tracing());
        }

        @Override
        public MemberLog log() {
            return log;
        }

        @Override
        public void running() {
            joined.complete(null);
        }

        @Override
        public void notJoined(IOException cause) {
            joined.completeExceptionally(cause);
        }

        @Override
        public void left() {
            log.write(number(), 0, MemberLog.NO_PARTITION, "member " + number() + " has left");
            closeLater();
        }

        @Override
        public void failed(Throwable cause) {
            String why = StoreException.damageOf(cause)
                    .map(damage -> "found damage: " + damage.getMessage())
                    .orElse("member fails: " + cause);
            log.write(number(), 0, MemberLog.NO_PARTITION, why);
            joined.completeExceptionally(cause);
            ended.completeExceptionally(cause);
            closeLater();
        }
    }

    /** The runtime's own threads cannot wait for themselves. */
    private void closeLater() {
        new Thread(this::close, "godwit-close").start();
    }

    /**
     * Starts a member in this process, and waits until it belongs to a cluster: to a running one if the configuration names members
     * of it, or else to a new one that it founds.
     *
     * @throws IOException if the port, or a file that the configuration names, cannot be had, or the cluster refuses the member
     * @throws InterruptedException if the thread is interrupted while it waits; the member is closed then
     */
    public static Member start(MemberConfig config) throws IOException, InterruptedException {
        return start(config, line -> {});
    }

    /**
     * Starts a member in this process as {@link #start(MemberConfig)} does.
     *
     * @param log gets a line for what people may want to know
     * @throws IOException if the port, or a file that the configuration names, cannot be had, or the cluster refuses the member
     * @throws InterruptedException if the thread is interrupted while it waits; the member is closed then
     */
    public static Member start(MemberConfig config, Consumer<String> log) throws IOException, InterruptedException {
        Member member = bind(config, log);
        boolean started = false;
        try {
            member.start(config.members()).get();
            started = true;
            return member;
        } catch (ExecutionException e) {
            throw new IOException("the member has not started: " + e.getCause().getMessage(), e.getCause());
        } finally {
            if (!started) {
                member.close();
            }
        }
    }

    /**
     * A new client of the member's cluster, which it finds by this member; the caller closes it. Its calls go through sockets, also
     * those to partitions that this member leads.
     */
    public GodwitClient client() {
        ClientConfig client =
                ClientConfig.of(config.clusterName(), List.of(address())).withVia(config.via());
        return GodwitClient.connect(tls == null ? client : client.with(tls));
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
     * Takes the port of a member that is to start.
     *
     * @param log gets a line for what people may want to know, with member, term and partition
     * @throws IOException if the port, or a file that the configuration names, cannot be had
     */
    public static Member bind(MemberConfig config, MemberLog log) throws IOException {
        return bind(config, Quorum.whole(), log);
    }

    /**
     * Takes the port of a member with another protocol: for experiments that show what a rule prevents.
     *
     * @param log gets a line for what people may want to know, with member, term and partition
     * @throws IOException if the port, or a file that the configuration names, cannot be had
     */
    public static Member bind(MemberConfig config, Quorum quorum, MemberLog log) throws IOException {
        MemberConfig.TlsFiles files = config.tls();
        Tls tls = files == null
                ? null
                : Tls.of(
                        files.certificate(),
                        files.key(),
                        files.authorities(),
                        files.verifyHost(),
                        files.requireRole(),
                        config.host());
        Storage storage = config.dataDir() == null ? null : RocksStorage.open(config.dataDir());
        try {
            return new Member(config, quorum, tls, storage, log);
        } catch (IOException | RuntimeException e) {
            if (storage != null) {
                storage.close();
            }
            throw e;
        }
    }

    /** Encryption, or null for none. */
    public Tls tls() {
        return tls;
    }

    /** Writes a line to the member's log. */
    public void log(String text) {
        log.write(number(), state().map(it -> it.control().term()).orElse(0), MemberLog.NO_PARTITION, text);
    }

    /** The configuration. */
    public MemberConfig config() {
        return config;
    }

    /** Where it listens, {@code host:port}. */
    public String address() {
        return runtime.address();
    }

    /**
     * Looks for a cluster, or founds one, in the background.
     *
     * @param members the list of the configuration, in case it was not known when the member was bound
     * @return completes when the member belongs to a cluster, or fails with the reason why it does not
     */
    public CompletableFuture<Void> start(List<String> members) {
        runtime.start(members);
        return joined;
    }

    /**
     * Asks to leave. Copies move to others first. What happens when that takes long is {@link MemberConfig#leaving() configured}.
     *
     * @return completes when the member has stopped; fails with {@link LeaveTimeoutException} if it gave up
     */
    public CompletableFuture<Void> leave() {
        if (asked.compareAndSet(false, true)) {
            leave(false);
        }
        return ended;
    }

    private void leave(boolean becauseOfSigterm) {
        if (runtime.member().isEmpty()) {
            close();
        } else {
            runtime.submit(new Event.Leave());
            LeaveTimer.start(this, config.leaving().givesUp(becauseOfSigterm));
        }
    }

    /** For SIGTERM: stops the member, or lets it leave if configured, unless the cluster is {@code STOPPING}; returns when it has stopped. */
    public void terminate() {
        // In STOPPING nobody leaves before ACTIVE; the member is to stop with all others.
        boolean stopping = state().map(it -> it.control().voting().state() == ClusterState.STOPPING)
                .orElse(false);
        if (config.leaving().onSigterm() == LeavePolicy.OnSigterm.LEAVE && !ended.isDone() && !stopping) {
            log("SIGTERM: leaves");
            leave(true);
            ended.exceptionally(failure -> null).join();
        }
        close();
    }

    /** Stops a member that has not left in time. */
    void giveUp(String why) {
        gaveUp = new LeaveTimeoutException(why);
        close();
    }

    /** Asks the master for another state of the cluster, once. If it does not come, because there was no master for example, ask again. */
    public void changeState(ClusterState state) {
        requireMember();
        runtime.submit(new Event.ChangeState(state));
    }

    /** Asks the master for a higher cluster version, once. It rises when all members can go by it; ask again if it does not. */
    public void raiseVersion(int clusterVersion) {
        requireMember();
        runtime.submit(new Event.RaiseVersion(clusterVersion));
    }

    /**
     * Sets what sees the engine's state after each step, for measurements.
     *
     * @param newWatcher is called by the thread that runs a step of the engine, which waits for it
     * @throws IllegalStateException if the member does not belong to a cluster
     */
    public void watch(Consumer<QuorumState> newWatcher) {
        requireMember();
        watcher = newWatcher;
    }

    /**
     * Declares that all in-sync members of a partition are gone for good. Only a master that knows none of them to answer decides so.
     *
     * @param member the number of the member that goes on, with the copy that it has
     * @throws IllegalStateException if this member does not belong to a cluster
     */
    public void declareLost(int partition, int member) {
        requireMember();
        runtime.submit(new Event.DeclareLost(partition, member));
    }

    private void requireMember() {
        if (runtime.member().isEmpty()) {
            throw new IllegalStateException("the member does not belong to a cluster yet");
        }
    }

    /** Completes when the member has stopped, for whatever reason; fails with the reason if it broke down. */
    public CompletableFuture<Void> ended() {
        return ended;
    }

    /** The member's number, 0 as long as it has none. */
    public int number() {
        return runtime.member().map(it -> it.identity().self().number()).orElse(0);
    }

    /** The identity of a member that belongs to a cluster. */
    public Optional<Identity> identity() {
        return runtime.member().map(ClusterMember::identity);
    }

    /** The members that it knows, itself included, by number; none as long as it belongs to no cluster. */
    public List<Peer> known() {
        return runtime.member().map(ClusterMember::known).orElse(List.of());
    }

    /** The engine's state after its last step, if the member belongs to a cluster. */
    public Optional<QuorumState> state() {
        return runtime.state();
    }

    /** Counts the partitions in a state of the member, which belongs to a cluster. Any thread may call. */
    public PartitionCounts.Counts partitions(QuorumState state) {
        return runtime.member().orElseThrow().partitionCounts().of(state);
    }

    /** Whether so little space is left on its disk that it takes no writes. */
    public boolean isDiskFull() {
        return runtime.member().map(ClusterMember::isDiskFull).orElse(false);
    }

    /** Whether so little of the heap is free that it takes no writes that add data. */
    public boolean isHeapFull() {
        return runtime.member().map(ClusterMember::isHeapFull).orElse(false);
    }

    /**
     * Lets each write to the member's disk take so many milliseconds longer from now on, if it belongs to a cluster and has a
     * disk; for tests of slow disks.
     */
    public void slowDisk(int millis) {
        runtime.member().ifPresent(it -> it.slowDisk(millis));
    }

    /**
     * Changes how many MiB are to stay free on the member's disk, if it belongs to a cluster and has a disk.
     *
     * @param mebibytes 0 or more; with more than there are, the member behaves as with a full disk
     */
    public void diskReserve(int mebibytes) {
        runtime.member().ifPresent(it -> it.diskReserve((long) mebibytes << 20));
    }

    /** Copies of partitions that the member is sending to others now. */
    public List<TransferProgress> transfers() {
        return runtime.transfers();
    }

    /** Estimated size of the logs of the member's copies in bytes, without the last entry of each. */
    public long logBytes() {
        return runtime.logBytes();
    }

    /** What the member has sent of copies of partitions to others since it started. */
    public TransferStatistics traffic() {
        return runtime.traffic();
    }

    /** The load of the engine since the member started. */
    public EngineLoad load() {
        return runtime.member().map(ClusterMember::load).orElse(EngineLoad.NONE);
    }

    /** How many calls of clients have ended at the member since it started. */
    public CallCounts calls() {
        return runtime.member().map(ClusterMember::calls).orElse(CallCounts.NONE);
    }

    /** How long calls of clients have waited for their answers since the member started. */
    public CallLatencies latencies() {
        return runtime.member().map(ClusterMember::latencies).orElse(CallLatencies.NONE);
    }

    /** What the settings of maps, and full members, have done to entries and writes since the member started. */
    public MapCounts mapCounts() {
        return runtime.member().map(ClusterMember::mapCounts).orElse(MapCounts.NONE);
    }

    /** How many connections the member has refused since it started, or closed because of what came in; its log says why. */
    public long refusedConnections() {
        return runtime.refusedConnections();
    }

    /** How many copies have arrived as files and are in use, since the member started. */
    public long loaded() {
        return runtime.loaded();
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
        joined.completeExceptionally(new IOException("closed before it belonged to a cluster"));
        runtime.close();
        transport.close();
        if (storage != null) {
            storage.close();
        }
        if (gaveUp == null) {
            ended.complete(null);
        } else {
            ended.completeExceptionally(gaveUp);
        }
    }
}
