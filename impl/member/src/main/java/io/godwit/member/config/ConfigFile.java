package io.godwit.member.config;

import io.godwit.member.config.LeavePolicy.OnSigterm;
import io.godwit.member.config.LeavePolicy.OnTimeout;
import io.godwit.member.config.MemberConfig.TlsFiles;
import io.godwit.member.config.MemberConfig.Tracing;
import io.godwit.member.log.LogFormat;
import io.godwit.member.runtime.LogRetention;
import io.godwit.protocol.LeaseTimes;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.transport.frame.Maps;
import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;

/** Reads the configuration of a member: {@code docs/operate/configuration.md}. Whatever it does not know it refuses, with the line. */
public final class ConfigFile {
    private static final Set<String> KEYS = Set.of(
            "cluster",
            "name",
            "host",
            "zone",
            "port",
            "http-port",
            "token-file",
            "members",
            "partitions",
            "backups",
            "maps",
            "on-loss",
            "on-loss-delay",
            "parallel-migrations",
            "heartbeat",
            "suspect-after",
            "tls",
            "data-dir",
            "via",
            "log-format",
            "session-expiry",
            "log-entries",
            "log-memory",
            "log-age",
            "disk-reserve",
            "heap-reserve",
            "disk-delay",
            "reads",
            "lease-time",
            "clock-drift",
            "on-sigterm",
            "leave-timeout",
            "on-leave-timeout",
            "max-version",
            "trace-dir",
            "trace-limit");
    private static final Set<String> TLS_KEYS =
            Set.of("certificate", "key", "authorities", "verify-host", "require-role");
    static final int LONGEST_TIME = 3_600_000;
    /** Twice what a call may take at most, in seconds. */
    private static final int LEAST_EXPIRY = 1_200;

    private static final int MOST_MIB = 1 << 20;
    private static final int MOST_ENTRIES = 1_000_000;

    private final String file;

    private ConfigFile(String file) {
        this.file = file;
    }

    /**
     * Reads a file.
     *
     * @throws ConfigException if it cannot be read, or says what cannot be used
     */
    public static MemberConfig read(Path file) throws ConfigException {
        try {
            return parse(file.toString(), Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new ConfigException(file.toString(), 0, "there is no such file");
        } catch (MalformedInputException e) {
            throw new ConfigException(file.toString(), 0, "cannot be read: it is not UTF-8");
        } catch (IOException e) {
            throw new ConfigException(file.toString(), 0, "cannot be read: " + e.getMessage());
        }
    }

    /**
     * Reads a text.
     *
     * @param name what to call it in errors
     * @throws ConfigException if it says what cannot be used
     */
    public static MemberConfig parse(String name, String text) throws ConfigException {
        ConfigFile reader = new ConfigFile(name);
        try {
            LoadSettings settings = LoadSettings.builder().setLabel(name).build();
            Node root = new Compose(settings)
                    .composeString(text)
                    .orElseThrow(() -> new ConfigException(name, 0, "it is empty; at least cluster is needed"));
            return reader.member(reader.mapping(root, KEYS));
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
            throw new ConfigException(name, line, "not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw new ConfigException(name, 0, "not YAML: " + e.getMessage());
        }
    }

    private MemberConfig member(Map<String, Node> keys) throws ConfigException {
        if (!keys.containsKey("cluster")) {
            throw new ConfigException(file, 0, "cluster is missing: the name of the cluster");
        }
        String cluster = text(keys.get("cluster"));
        MemberConfig usual = MemberConfig.of(cluster, "");
        int port = number(keys, "port", 5_701, 0, Addresses.LAST_PORT);
        String host = keys.containsKey("host") ? host(keys.get("host")) : usual.host();
        int heartbeat = number(keys, "heartbeat", usual.heartbeat(), 1, LONGEST_TIME);
        int suspectAfter = number(keys, "suspect-after", usual.suspectAfter(), 1, LONGEST_TIME);
        if (suspectAfter <= heartbeat) {
            Node at = keys.getOrDefault("suspect-after", keys.get("heartbeat"));
            throw wrong(
                    at,
                    "suspect-after (" + suspectAfter + " ms) has to be longer than heartbeat (" + heartbeat + " ms)");
        }
        int backups = number(keys, "backups", usual.maps().backups(), 0, Maps.MOST_BACKUPS);
        MapSections sections = new MapSections(this, keys.get("maps"));
        Maps maps = Maps.of(backups, sections.backups());
        return new MemberConfig(
                cluster,
                keys.containsKey("name") ? text(keys.get("name")) : host + ":" + port,
                host,
                keys.containsKey("zone") ? zone(keys.get("zone")) : usual.zone(),
                port,
                number(keys, "http-port", usual.httpPort(), -1, Addresses.LAST_PORT),
                keys.containsKey("token-file") ? path(keys.get("token-file")) : null,
                keys.containsKey("members") ? addresses(keys.get("members")) : List.of(),
                partitions(keys, usual.partitions(), maps),
                maps,
                sections.settings(),
                number(keys, "parallel-migrations", usual.parallel(), 1, MemberConfig.MOST_PARTITIONS),
                heartbeat,
                suspectAfter,
                keys.containsKey("tls") ? tls(keys.get("tls")) : null,
                keys.containsKey("data-dir") ? path(keys.get("data-dir")) : null,
                keys.containsKey("via") ? via(keys.get("via")) : Map.of(),
                keys.containsKey("log-format") ? logFormat(keys.get("log-format")) : usual.logFormat(),
                number(keys, "session-expiry", usual.sessionExpiry(), LEAST_EXPIRY, LONGEST_TIME),
                logs(keys, usual.logs()),
                number(keys, "disk-reserve", usual.diskReserve(), 0, MOST_MIB),
                heapReserve(keys, usual.heapReserve()),
                number(keys, "disk-delay", usual.diskDelay(), 0, LONGEST_TIME),
                tracing(keys),
                leases(keys),
                leaving(keys),
                number(keys, "max-version", usual.maxVersion(), ClusterVersion.FIRST, ClusterVersion.NEWEST),
                sections.onLoss(keys, maps));
    }

    private LeavePolicy leaving(Map<String, Node> keys) throws ConfigException {
        LeavePolicy usual = LeavePolicy.DEFAULT;
        return new LeavePolicy(
                choice(keys, "on-sigterm", OnSigterm.values(), usual.onSigterm()),
                number(keys, "leave-timeout", usual.timeout(), 1, LONGEST_TIME),
                choice(keys, "on-leave-timeout", OnTimeout.values(), usual.onTimeout()));
    }

    <T> T choice(Map<String, Node> keys, String key, T[] values, T otherwise) throws ConfigException {
        if (!keys.containsKey(key)) {
            return otherwise;
        }
        String text = text(keys.get(key));
        for (T value : values) {
            if (value.toString().equals(text)) {
                return value;
            }
        }
        String known = Arrays.stream(values).map(Object::toString).collect(Collectors.joining(", "));
        throw wrong(keys.get(key), key + " is one of " + known + ", not " + text);
    }

    private LeaseTimes leases(Map<String, Node> keys) throws ConfigException {
        int millis = number(keys, "lease-time", MemberConfig.LEASE_TIME, MemberConfig.LEAST_LEASE_TIME, LONGEST_TIME);
        int drift = number(keys, "clock-drift", MemberConfig.CLOCK_DRIFT, 0, MemberConfig.MOST_CLOCK_DRIFT);
        String reads = keys.containsKey("reads") ? text(keys.get("reads")) : "confirm";
        if (reads.equals("lease")) {
            if (keys.containsKey("trace-dir")) {
                throw wrong(
                        keys.get("trace-dir"),
                        "trace-dir cannot be used with reads: lease, because the check of event logs does not know leases");
            }
            return LeaseTimes.within(TimeUnit.MILLISECONDS.toNanos(millis), drift);
        } else if (!reads.equals("confirm")) {
            throw wrong(keys.get("reads"), "reads is confirm or lease, not " + reads);
        }
        for (String key : List.of("lease-time", "clock-drift")) {
            if (keys.containsKey(key)) {
                throw wrong(keys.get(key), key + " is for read leases: reads is confirm, not lease");
            }
        }
        return LeaseTimes.NONE;
    }

    private LogRetention logs(Map<String, Node> keys, LogRetention usual) throws ConfigException {
        return new LogRetention(
                number(keys, "log-entries", usual.entries(), 1, MOST_ENTRIES),
                keys.containsKey("log-memory")
                        ? (long) number(keys, "log-memory", 0, 1, MOST_MIB) << 20
                        : usual.bytes(),
                number(keys, "log-age", usual.seconds(), 1, LONGEST_TIME));
    }

    private int heapReserve(Map<String, Node> keys, int usual) throws ConfigException {
        int reserve = number(keys, "heap-reserve", usual, 0, MOST_MIB);
        long heap = Runtime.getRuntime().maxMemory() >> 20;
        if (keys.containsKey("heap-reserve") && reserve >= heap) {
            throw wrong(
                    keys.get("heap-reserve"),
                    "heap-reserve (" + reserve + " MiB) has to be less than the heap, which has " + heap
                            + " MiB; -Xmx sets its size");
        }
        return reserve;
    }

    /** Each number of backups has as many partitions. */
    private int partitions(Map<String, Node> keys, int usual, Maps maps) throws ConfigException {
        int partitions = number(keys, "partitions", usual, 1, MemberConfig.MOST_PARTITIONS);
        if (partitions > MemberConfig.MOST_PARTITIONS / maps.ranges()) {
            throw wrong(
                    keys.getOrDefault("partitions", keys.get("maps")),
                    partitions + " partitions for each of " + maps.ranges() + " numbers of backups are more than "
                            + MemberConfig.MOST_PARTITIONS + " in all");
        }
        return partitions;
    }

    static String sorted(Set<String> keys) {
        return String.join(", ", keys.stream().sorted().toList());
    }

    private Tracing tracing(Map<String, Node> keys) throws ConfigException {
        int limit = number(keys, "trace-limit", MemberConfig.TRACE_LIMIT, 1, MOST_MIB);
        if (keys.containsKey("trace-limit") && !keys.containsKey("trace-dir")) {
            throw wrong(keys.get("trace-limit"), "trace-limit is for an event log: trace-dir says where it is written");
        }
        return keys.containsKey("trace-dir") ? new Tracing(path(keys.get("trace-dir")), limit) : null;
    }

    private LogFormat logFormat(Node node) throws ConfigException {
        return switch (text(node)) {
            case "text" -> LogFormat.TEXT;
            case "json" -> LogFormat.JSON;
            default -> throw wrong(node, "log-format is text or json, not " + text(node));
        };
    }

    private TlsFiles tls(Node node) throws ConfigException {
        Map<String, Node> keys = mapping(node, TLS_KEYS);
        for (String key : List.of("certificate", "key", "authorities")) {
            if (!keys.containsKey(key)) {
                throw wrong(node, "tls needs " + key + ": a PEM file");
            }
        }
        return new TlsFiles(
                path(keys.get("certificate")),
                path(keys.get("key")),
                path(keys.get("authorities")),
                truth(keys, "verify-host", true),
                truth(keys, "require-role", false));
    }

    private boolean truth(Map<String, Node> keys, String key, boolean otherwise) throws ConfigException {
        if (!keys.containsKey(key)) {
            return otherwise;
        }
        String value = text(keys.get(key));
        if (!value.equals("true") && !value.equals("false")) {
            throw wrong(keys.get(key), key + " is true or false, not " + value);
        }
        return value.equals("true");
    }

    Map<String, Node> mapping(Node node, Set<String> known) throws ConfigException {
        if (!(node instanceof MappingNode mapping)) {
            throw wrong(node, "keys with values are expected here");
        }
        Map<String, Node> keys = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            String key = text(tuple.getKeyNode());
            if (!known.contains(key)) {
                throw wrong(tuple.getKeyNode(), "unknown key " + key + "; known are " + sorted(known));
            }
            if (keys.put(key, tuple.getValueNode()) != null) {
                throw wrong(tuple.getKeyNode(), key + " is there twice");
            }
        }
        return keys;
    }

    private List<String> addresses(Node node) throws ConfigException {
        if (!(node instanceof SequenceNode sequence)) {
            throw wrong(node, "members is a list of host:port");
        }
        List<String> addresses = new ArrayList<>();
        for (Node item : sequence.getValue()) {
            addresses.add(address(item));
        }
        return addresses;
    }

    private Map<String, String> via(Node node) throws ConfigException {
        if (!(node instanceof MappingNode mapping)) {
            throw wrong(node, "via has an address as key and another one as value, each host:port");
        }
        Map<String, String> via = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            if (via.put(address(tuple.getKeyNode()), address(tuple.getValueNode())) != null) {
                throw wrong(tuple.getKeyNode(), text(tuple.getKeyNode()) + " is there twice");
            }
        }
        return via;
    }

    private String address(Node node) throws ConfigException {
        String address = text(node);
        String fault = Addresses.fault(address);
        if (!fault.isEmpty()) {
            throw wrong(node, fault);
        }
        return address;
    }

    private String host(Node node) throws ConfigException {
        String host = text(node);
        if (!host.matches(Addresses.HOST)) {
            throw wrong(node, "host is a name or an IPv4 address, not " + host);
        }
        return host;
    }

    private String zone(Node node) throws ConfigException {
        String zone = text(node);
        if (!zone.matches(MemberConfig.ZONE)) {
            throw wrong(node, "zone has " + MemberConfig.ZONE_IN_WORDS + ", not " + zone);
        }
        return zone;
    }

    String text(Node node) throws ConfigException {
        if (!(node instanceof ScalarNode scalar) || scalar.getValue().isBlank()) {
            throw wrong(node, "one value is expected here");
        }
        return scalar.getValue();
    }

    private Path path(Node node) throws ConfigException {
        try {
            return Path.of(text(node));
        } catch (InvalidPathException e) {
            throw wrong(node, "not a path: " + e.getReason());
        }
    }

    int number(Map<String, Node> keys, String key, int otherwise, int least, int most) throws ConfigException {
        Node node = keys.get(key);
        return node == null ? otherwise : (int) number(node, key, least, most, least + " to " + most);
    }

    long number(Node node, String key, long least, long most, String allowed) throws ConfigException {
        String value = text(node);
        try {
            long number = Long.parseLong(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw wrong(node, key + " is a whole number from " + allowed + ", not " + value);
        }
        throw wrong(node, key + " is a whole number from " + allowed + ", not " + value);
    }

    ConfigException wrong(Node node, String message) {
        int line = node.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
        return new ConfigException(file, line, message);
    }
}
