package io.godwit.member.config;

import io.godwit.member.log.LogFormat;
import io.godwit.member.runtime.LogRetention;
import io.godwit.member.runtime.MapSettings;
import io.godwit.member.runtime.OnLoss;
import io.godwit.member.runtime.RuntimeConfig;
import io.godwit.protocol.LeaseTimes;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.transport.connection.Limits;
import io.godwit.transport.frame.Maps;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The configuration of a member, with a component for each documented option.
 *
 * @param clusterName members of another name are refused
 * @param name of the process, for people
 * @param host where it listens, and where others reach it
 * @param zone what it fails together with: a machine, a rack, a data centre; empty if it fails alone
 * @param port 0 for any that is free
 * @param httpPort for status, metrics and health; 0 for any that is free, -1 for none
 * @param tokenFile file with the token that commands over HTTP need, or null for the one in the data directory
 * @param members {@code host:port} of the members that found the cluster, the own address among them; or of some members of a
 *     running cluster
 * @param partitions how many partitions each map has, 1 to 50,021; as many for each number of backups, and no more in all
 * @param maps how many copies they have beside the primary
 * @param mapSettings what else is set for maps
 * @param parallel migrations that a member takes part in at once, 1 or more
 * @param heartbeat milliseconds between two signs of life
 * @param suspectAfter milliseconds of silence after which a member is suspected
 * @param tls files for encryption, or null for none
 * @param dataDir where the member keeps what survives a restart, or null for nowhere
 * @param via where to dial instead of an address, both {@code host:port}
 * @param logFormat how the lines of its log look
 * @param sessionExpiry seconds after which a client's session that writes nothing may be forgotten; far more than a call may take
 * @param logs how much the member keeps of the logs of its partitions
 * @param diskReserve MiB that are to stay free where the data directory is: with less, writes are refused
 * @param heapReserve MiB that are to stay free in the heap: with less, writes that add data are refused; 0 for no check
 * @param diskDelay milliseconds that each write to the disk takes longer, 0 or more; for tests of slow disks
 * @param tracing where the member writes its event log, or null for nowhere
 * @param leases how long read leases last; none if reads are confirmed
 * @param leaving how the member leaves
 * @param maxVersion the greatest cluster version that it can go by
 * @param onLoss what it does as master when the only copies of partitions of maps without backups are gone
 */
public record MemberConfig(
        String clusterName,
        String name,
        String host,
        String zone,
        int port,
        int httpPort,
        Path tokenFile,
        List<String> members,
        int partitions,
        Maps maps,
        MapSettings mapSettings,
        int parallel,
        int heartbeat,
        int suspectAfter,
        TlsFiles tls,
        Path dataDir,
        Map<String, String> via,
        LogFormat logFormat,
        int sessionExpiry,
        LogRetention logs,
        int diskReserve,
        int heapReserve,
        int diskDelay,
        Tracing tracing,
        LeaseTimes leases,
        LeavePolicy leaving,
        int maxVersion,
        OnLoss onLoss) {
    /** Largest number of partitions. */
    public static final int MOST_PARTITIONS = 50_021;

    /** Migrations that a member takes part in at once, unless something else is said; chosen by measurement. */
    public static final int PARALLEL = 100;

    /** Seconds that a session is kept, unless something else is said: six times what a call may take at most. */
    public static final int EXPIRY = 3_600;

    /** Free space that is kept, in MiB, unless something else is said. */
    public static final int RESERVE = 256;

    private static final long HEAP = Runtime.getRuntime().maxMemory();
    /** Part of the heap that the backlog, or what waits for one connection, may take, and part that is to stay free. */
    private static final int HEAP_PART = 8;

    /** Space in the heap that is kept free, in MiB, unless something else is said. */
    public static final int HEAP_RESERVE = (int) Math.max(1, (HEAP / HEAP_PART) >> 20);

    /** How long a promise of a read lease runs in milliseconds, unless something else is said. */
    public static final int LEASE_TIME = 800;

    /** The least of that, in milliseconds: a lease is renewed when a quarter of it has passed, which needs ticks and round trips. */
    public static final int LEAST_LEASE_TIME = 100;

    /** By how much clocks may deviate in parts per million where there are leases, unless something else is said: 1 %. */
    public static final int CLOCK_DRIFT = 10_000;

    /** The most of that, in parts per million: a lease is then a third of the promise. */
    public static final int MOST_CLOCK_DRIFT = 500_000;

    /** How large an event log may become, in MiB, unless something else is said. */
    public static final int TRACE_LIMIT = 4_096;

    /** What the name of a zone looks like, as a regular expression; empty is none. */
    public static final String ZONE = "[A-Za-z0-9._-]{0,64}";

    /** The same for people. */
    public static final String ZONE_IN_WORDS = "at most 64 letters, digits, dots, hyphens and underscores";

    /**
     * Files for encryption, PEM.
     *
     * @param certificate the own one
     * @param key its private key
     * @param authorities whose certificates are believed
     * @param verifyHost must a certificate be for the host that was dialled?
     * @param requireRole whether certificates without roles are refused
     */
    public record TlsFiles(Path certificate, Path key, Path authorities, boolean verifyHost, boolean requireRole) {
        /** Files where certificates need no role. */
        public TlsFiles(Path certificate, Path key, Path authorities, boolean verifyHost) {
            this(certificate, key, authorities, verifyHost, false);
        }
    }

    /**
     * An event log.
     *
     * @param directory where it is written
     * @param limit MiB that it may have; what comes after that is counted and lost
     */
    public record Tracing(Path directory, int limit) {
        /** Event logs of the default size. */
        public Tracing(Path directory) {
            this(directory, TRACE_LIMIT);
        }
    }

    /** Refuses what makes no sense. */
    public MemberConfig {
        Objects.requireNonNull(clusterName, "clusterName");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(host, "host");
        if (!zone.matches(ZONE)) {
            throw new IllegalArgumentException("zone: " + ZONE_IN_WORDS + ", not " + zone);
        }
        Objects.requireNonNull(logFormat, "logFormat");
        Objects.requireNonNull(logs, "logs");
        Objects.requireNonNull(leases, "leases");
        Objects.requireNonNull(leaving, "leaving");
        Objects.requireNonNull(onLoss, "onLoss");
        members = List.copyOf(members);
        via = Map.copyOf(via);
        Objects.requireNonNull(maps, "maps");
        Objects.requireNonNull(mapSettings, "mapSettings");
        if (partitions < 1 || partitions > MOST_PARTITIONS / maps.ranges()) {
            throw new IllegalArgumentException(
                    "partitions: 1 to " + MOST_PARTITIONS / maps.ranges() + ", not " + partitions);
        }
        if (parallel < 1) {
            throw new IllegalArgumentException("parallel-migrations: 1 or more, not " + parallel);
        }
        if (heartbeat < 1 || suspectAfter <= heartbeat) {
            throw new IllegalArgumentException("suspect-after is longer than heartbeat, and both are positive");
        }
        if (tracing != null && leases.exist()) {
            throw new IllegalArgumentException(
                    "trace-dir: the check of event logs does not know read leases; reads has to be confirm");
        }
        if (sessionExpiry < 1) {
            throw new IllegalArgumentException("session-expiry: 1 s or more, not " + sessionExpiry);
        }
        if (diskReserve < 0) {
            throw new IllegalArgumentException("disk-reserve: 0 or more MiB, not " + diskReserve);
        }
        if (heapReserve < 0) {
            throw new IllegalArgumentException("heap-reserve: 0 or more MiB, not " + heapReserve);
        }
        if (diskDelay < 0) {
            throw new IllegalArgumentException("disk-delay: 0 or more ms, not " + diskDelay);
        }
    }

    /** What of this the runtime is told. */
    public RuntimeConfig runtime() {
        return new RuntimeConfig(
                clusterName,
                host,
                port,
                zone,
                members,
                partitions,
                maps,
                mapSettings,
                parallel,
                heartbeat,
                suspectAfter,
                sessionExpiry,
                (long) diskReserve << 20,
                (long) heapReserve << 20,
                diskDelay,
                RuntimeConfig.MAX_BACKLOG,
                Math.min(RuntimeConfig.MAX_BACKLOG_BYTES, HEAP / HEAP_PART),
                Math.min(Limits.DEFAULT.queue(), HEAP / HEAP_PART),
                logs,
                leases,
                maxVersion,
                onLoss);
    }

    /** As usual: 271 partitions, one backup, {@value #PARALLEL} migrations at once, on 127.0.0.1 at ports that are free. */
    public static MemberConfig of(String clusterName, String name) {
        return new MemberConfig(
                clusterName,
                name,
                "127.0.0.1",
                "",
                0,
                -1,
                null,
                List.of(),
                271,
                Maps.all(1),
                MapSettings.NONE,
                PARALLEL,
                100,
                1_000,
                null,
                null,
                Map.of(),
                LogFormat.TEXT,
                EXPIRY,
                LogRetention.ofHeap(HEAP),
                RESERVE,
                HEAP_RESERVE,
                0,
                null,
                LeaseTimes.NONE,
                LeavePolicy.DEFAULT,
                ClusterVersion.NEWEST,
                OnLoss.WAIT);
    }

    /** The same at another host. */
    public MemberConfig withHost(String newHost) {
        return but(edit -> edit.host = newHost);
    }

    /** The same in a zone, or in none if it is empty. */
    public MemberConfig withZone(String newZone) {
        return but(edit -> edit.zone = newZone);
    }

    /** The same with other ports. */
    public MemberConfig withPorts(int newPort, int newHttpPort) {
        return but(edit -> {
            edit.port = newPort;
            edit.httpPort = newHttpPort;
        });
    }

    /** The same with another file with the token that commands over HTTP need. */
    public MemberConfig withTokenFile(Path file) {
        return but(edit -> edit.tokenFile = file);
    }

    /** The same with other numbers of partitions and backups. */
    public MemberConfig withPartitions(int newPartitions, int newBackups) {
        return but(edit -> {
            edit.partitions = newPartitions;
            edit.maps = Maps.of(newBackups, maps.named());
        });
    }

    /**
     * The same with other backups of some maps.
     *
     * @param backups by name or pattern
     */
    public MemberConfig withMaps(Map<String, Integer> backups) {
        return but(edit -> edit.maps = Maps.of(maps.backups(), backups));
    }

    /** The same with other settings of maps, except their backups. */
    public MemberConfig withMapSettings(MapSettings settings) {
        return but(edit -> edit.mapSettings = settings);
    }

    /** The same with another number of migrations that a member takes part in at once. */
    public MemberConfig withParallel(int newParallel) {
        return but(edit -> edit.parallel = newParallel);
    }

    /** The same with other members. */
    public MemberConfig withMembers(List<String> newMembers) {
        return but(edit -> edit.members = newMembers);
    }

    /** The same with other times between signs of life, and until silence makes suspect, in milliseconds. */
    public MemberConfig withHeartbeat(int newHeartbeat, int newSuspectAfter) {
        return but(edit -> {
            edit.heartbeat = newHeartbeat;
            edit.suspectAfter = newSuspectAfter;
        });
    }

    /** The same with another greatest cluster version. */
    public MemberConfig withMaxVersion(int newMaxVersion) {
        return but(edit -> edit.maxVersion = newMaxVersion);
    }

    /** The same with something else to do when the only copies of partitions of maps without backups are gone. */
    public MemberConfig withOnLoss(OnLoss newOnLoss) {
        return but(edit -> edit.onLoss = newOnLoss);
    }

    /** The same with encryption. */
    public MemberConfig withTls(TlsFiles files) {
        return but(edit -> edit.tls = files);
    }

    /** The same with a directory for what survives a restart. */
    public MemberConfig withDataDir(Path directory) {
        return but(edit -> edit.dataDir = directory);
    }

    /** The same with other addresses to dial instead of some, both {@code host:port}. */
    public MemberConfig withVia(Map<String, String> newVia) {
        return but(edit -> edit.via = newVia);
    }

    /** The same with another time until sessions are forgotten, in seconds. */
    public MemberConfig withSessionExpiry(int newExpiry) {
        return but(edit -> edit.sessionExpiry = newExpiry);
    }

    /** The same with another space to be kept free, in MiB. */
    public MemberConfig withDiskReserve(int newReserve) {
        return but(edit -> edit.diskReserve = newReserve);
    }

    /** The same with another space to be kept free in the heap, in MiB. */
    public MemberConfig withHeapReserve(int newReserve) {
        return but(edit -> edit.heapReserve = newReserve);
    }

    /** The same with a disk that is slower, by so many milliseconds for each write. */
    public MemberConfig withDiskDelay(int newDelay) {
        return but(edit -> edit.diskDelay = newDelay);
    }

    /** The same with read leases. */
    public MemberConfig withLeases(LeaseTimes newLeases) {
        return but(edit -> edit.leases = newLeases);
    }

    /** The same with another way to leave. */
    public MemberConfig withLeaving(LeavePolicy newLeaving) {
        return but(edit -> edit.leaving = newLeaving);
    }

    /** The same with an event log. */
    public MemberConfig withTracing(Tracing newTracing) {
        return but(edit -> edit.tracing = newTracing);
    }

    private MemberConfig but(Consumer<Edit> change) {
        Edit edit = new Edit(this);
        change.accept(edit);
        return edit.done();
    }

    /** What may be said otherwise in a copy. */
    private static final class Edit {
        private final MemberConfig old;
        private String host;
        private String zone;
        private int port;
        private int httpPort;
        private Path tokenFile;
        private List<String> members;
        private int partitions;
        private Maps maps;
        private MapSettings mapSettings;
        private int parallel;
        private int heartbeat;
        private int suspectAfter;
        private TlsFiles tls;
        private Path dataDir;
        private Map<String, String> via;
        private int sessionExpiry;
        private int diskReserve;
        private int heapReserve;
        private int diskDelay;
        private Tracing tracing;
        private LeaseTimes leases;
        private LeavePolicy leaving;
        private int maxVersion;
        private OnLoss onLoss;

        Edit(MemberConfig old) {
            this.old = old;
            this.host = old.host;
            this.zone = old.zone;
            this.port = old.port;
            this.httpPort = old.httpPort;
            this.tokenFile = old.tokenFile;
            this.members = old.members;
            this.partitions = old.partitions;
            this.maps = old.maps;
            this.mapSettings = old.mapSettings;
            this.parallel = old.parallel;
            this.heartbeat = old.heartbeat;
            this.suspectAfter = old.suspectAfter;
            this.tls = old.tls;
            this.dataDir = old.dataDir;
            this.via = old.via;
            this.sessionExpiry = old.sessionExpiry;
            this.diskReserve = old.diskReserve;
            this.heapReserve = old.heapReserve;
            this.diskDelay = old.diskDelay;
            this.tracing = old.tracing;
            this.leases = old.leases;
            this.leaving = old.leaving;
            this.maxVersion = old.maxVersion;
            this.onLoss = old.onLoss;
        }

        MemberConfig done() {
            return new MemberConfig(
                    old.clusterName,
                    old.name,
                    host,
                    zone,
                    port,
                    httpPort,
                    tokenFile,
                    members,
                    partitions,
                    maps,
                    mapSettings,
                    parallel,
                    heartbeat,
                    suspectAfter,
                    tls,
                    dataDir,
                    via,
                    old.logFormat,
                    sessionExpiry,
                    old.logs,
                    diskReserve,
                    heapReserve,
                    diskDelay,
                    tracing,
                    leases,
                    leaving,
                    maxVersion,
                    onLoss);
        }
    }
}
