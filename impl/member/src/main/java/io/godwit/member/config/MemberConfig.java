package io.godwit.member.config;

import io.godwit.member.log.LogFormat;
import io.godwit.protocol.scheduler.Schedule;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * What a member is told.
 *
 * @param clusterName members of another name are refused
 * @param name of the process, for people
 * @param host where it listens, and where others reach it
 * @param port 0 for any that is free
 * @param httpPort for status, metrics and health; 0 for any that is free, -1 for none
 * @param members {@code host:port} of the members that found the cluster, the own address among them; or of some members of a
 *     running cluster
 * @param partitions how many partitions the cluster has, 1 to 50,021
 * @param backups copies of each partition beside the primary, 0 to 6
 * @param parallel migrations that a member takes part in at once, 1 or more
 * @param heartbeat milliseconds between two signs of life
 * @param suspectAfter milliseconds of silence after which a member is suspected
 * @param tls files for encryption, or null for none
 * @param dataDir where the member keeps what survives a restart, or null for nowhere
 * @param via where to dial instead of an address, both {@code host:port}
 * @param logFormat how the lines of its log look
 * @param sessionExpiry seconds after which a client's session that writes nothing may be forgotten; far more than a call may take
 * @param diskReserve MiB that are to stay free where the data directory is: with less, writes are refused
 * @param diskDelay milliseconds that each write to the disk takes longer, 0 or more; for tests of slow disks
 * @param tracing where the member writes its event log, or null for nowhere
 */
public record MemberConfig(
        String clusterName,
        String name,
        String host,
        int port,
        int httpPort,
        List<String> members,
        int partitions,
        int backups,
        int parallel,
        int heartbeat,
        int suspectAfter,
        TlsFiles tls,
        Path dataDir,
        Map<String, String> via,
        LogFormat logFormat,
        int sessionExpiry,
        int diskReserve,
        int diskDelay,
        Tracing tracing) {
    /** Largest number of partitions. */
    public static final int MOST_PARTITIONS = 50_021;

    /** Seconds that a session is kept, unless something else is said: six times what a call may take at most. */
    public static final int EXPIRY = 3_600;

    /** Free space that is kept, in MiB, unless something else is said. */
    public static final int RESERVE = 256;

    /** How large an event log may become, in MiB, unless something else is said. */
    public static final int TRACE_LIMIT = 4_096;

    /** Most copies beside the primary. */
    public static final int MOST_BACKUPS = 6;

    /**
     * Files for encryption, PEM.
     *
     * @param certificate the own one
     * @param key its private key
     * @param authorities whose certificates are believed
     * @param verifyHost must a certificate be for the host that was dialled?
     */
    public record TlsFiles(Path certificate, Path key, Path authorities, boolean verifyHost) {}

    /**
     * An event log.
     *
     * @param directory where it is written
     * @param limit MiB that it may have; what comes after that is counted and lost
     */
    public record Tracing(Path directory, int limit) {}

    /** Refuses what makes no sense. */
    public MemberConfig {
        Objects.requireNonNull(clusterName, "clusterName");
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(host, "host");
        Objects.requireNonNull(logFormat, "logFormat");
        members = List.copyOf(members);
        via = Map.copyOf(via);
        if (partitions < 1 || partitions > MOST_PARTITIONS) {
            throw new IllegalArgumentException("partitions: 1 to " + MOST_PARTITIONS + ", not " + partitions);
        }
        if (backups < 0 || backups > MOST_BACKUPS) {
            throw new IllegalArgumentException("backups: 0 to " + MOST_BACKUPS + ", not " + backups);
        }
        if (parallel < 1) {
            throw new IllegalArgumentException("parallel-migrations: 1 or more, not " + parallel);
        }
        if (heartbeat < 1 || suspectAfter <= heartbeat) {
            throw new IllegalArgumentException("suspect-after is longer than heartbeat, and both are positive");
        }
        if (sessionExpiry < 1) {
            throw new IllegalArgumentException("session-expiry: 1 s or more, not " + sessionExpiry);
        }
        if (diskReserve < 0) {
            throw new IllegalArgumentException("disk-reserve: 0 or more MiB, not " + diskReserve);
        }
        if (diskDelay < 0) {
            throw new IllegalArgumentException("disk-delay: 0 or more ms, not " + diskDelay);
        }
    }

    /** As usual: 271 partitions, one backup, ten migrations at once, on 127.0.0.1 at ports that are free. */
    public static MemberConfig of(String clusterName, String name) {
        return new MemberConfig(
                clusterName,
                name,
                "127.0.0.1",
                0,
                -1,
                List.of(),
                271,
                1,
                Schedule.DEFAULT_CAP,
                100,
                1_000,
                null,
                null,
                Map.of(),
                LogFormat.TEXT,
                EXPIRY,
                RESERVE,
                0,
                null);
    }

    /** The same with other ports. */
    public MemberConfig withPorts(int newPort, int newHttpPort) {
        return but(edit -> {
            edit.port = newPort;
            edit.httpPort = newHttpPort;
        });
    }

    /** The same with other numbers of partitions and backups. */
    public MemberConfig withPartitions(int newPartitions, int newBackups) {
        return but(edit -> {
            edit.partitions = newPartitions;
            edit.backups = newBackups;
        });
    }

    /** The same with other members. */
    public MemberConfig withMembers(List<String> newMembers) {
        return but(edit -> edit.members = newMembers);
    }

    /** The same with encryption. */
    public MemberConfig withTls(TlsFiles files) {
        return but(edit -> edit.tls = files);
    }

    /** The same with a directory for what survives a restart. */
    public MemberConfig withDataDir(Path directory) {
        return but(edit -> edit.dataDir = directory);
    }

    /** The same with another time until sessions are forgotten, in seconds. */
    public MemberConfig withSessionExpiry(int newExpiry) {
        return but(edit -> edit.sessionExpiry = newExpiry);
    }

    /** The same with another space to be kept free, in MiB. */
    public MemberConfig withDiskReserve(int newReserve) {
        return but(edit -> edit.diskReserve = newReserve);
    }

    /** The same with a disk that is slower, by so many milliseconds for each write. */
    public MemberConfig withDiskDelay(int newDelay) {
        return but(edit -> edit.diskDelay = newDelay);
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
        private int port;
        private int httpPort;
        private List<String> members;
        private int partitions;
        private int backups;
        private TlsFiles tls;
        private Path dataDir;
        private int sessionExpiry;
        private int diskReserve;
        private int diskDelay;
        private Tracing tracing;

        Edit(MemberConfig old) {
            this.old = old;
            this.port = old.port;
            this.httpPort = old.httpPort;
            this.members = old.members;
            this.partitions = old.partitions;
            this.backups = old.backups;
            this.tls = old.tls;
            this.dataDir = old.dataDir;
            this.sessionExpiry = old.sessionExpiry;
            this.diskReserve = old.diskReserve;
            this.diskDelay = old.diskDelay;
            this.tracing = old.tracing;
        }

        MemberConfig done() {
            return new MemberConfig(
                    old.clusterName,
                    old.name,
                    old.host,
                    port,
                    httpPort,
                    members,
                    partitions,
                    backups,
                    old.parallel,
                    old.heartbeat,
                    old.suspectAfter,
                    tls,
                    dataDir,
                    old.via,
                    old.logFormat,
                    sessionExpiry,
                    diskReserve,
                    diskDelay,
                    tracing);
        }
    }
}
