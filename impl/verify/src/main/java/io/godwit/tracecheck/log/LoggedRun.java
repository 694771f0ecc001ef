package io.godwit.tracecheck.log;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.tracecheck.log.MemberEvents.Life;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A run: the logs of all its members. Their events are read one by one; in memory is what the members began with. */
public final class LoggedRun {
    private final Map<Integer, List<Life>> lives = new TreeMap<>();
    private final Map<Integer, JsonNode> headers = new TreeMap<>();

    /**
     * A log's first line, of later lives without the state.
     *
     * @param path where the log is
     * @param line the line
     */
    private record Header(Path path, JsonNode line) {
        int member() {
            return line.get("member").asInt();
        }

        int life() {
            return line.get("life").asInt();
        }
    }

    private final Path directory;

    private LoggedRun(Path directory) {
        this.directory = directory;
    }

    /**
     * Finds all logs in a directory and below.
     *
     * @throws LogException if a log's first line is broken, a log is missing, or a member starts again with a state that it never had
     */
    public static LoggedRun open(Path directory) throws LogException, IOException {
        Map<Integer, List<Header>> found = new TreeMap<>();
        for (Path path : logsIn(directory)) {
            Header header = header(path);
            found.computeIfAbsent(header.member(), it -> new ArrayList<>()).add(header);
        }
        if (found.isEmpty()) {
            throw new LogException(
                    directory
                            + ": there is no event log (member-N-L.ndjson); members write them where trace-dir says, or cluster start with --trace");
        }
        LoggedRun run = new LoggedRun(directory);
        for (List<Header> logs : found.values()) {
            logs.sort(Comparator.comparing(Header::life));
            numbered(logs);
            run.headers.put(logs.get(0).member(), logs.get(0).line());
        }
        sameCluster(found);
        foundersAreThere(found);
        for (List<Header> logs : found.values()) {
            List<Life> own = new ArrayList<>();
            for (int i = 0; i < logs.size(); i++) {
                Path log = logs.get(i).path();
                boolean last = i + 1 == logs.size();
                own.add(new Life(
                        log,
                        last
                                ? Long.MAX_VALUE
                                : MemberRestarts.durable(log, logs.get(i + 1).path())));
            }
            run.lives.put(logs.get(0).member(), own);
        }
        return run;
    }

    /** The logs in a directory and below. */
    static List<Path> logsIn(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(it -> String.valueOf(it.getFileName()).endsWith(".ndjson"))
                    .sorted()
                    .toList();
        }
    }

    /** A run of which nothing is known but the first lines of the logs; an empty one is that of a member that may join. */
    public static LoggedRun of(Map<Integer, JsonNode> headers) {
        LoggedRun run = new LoggedRun(null);
        run.headers.putAll(headers);
        return run;
    }

    private static Header header(Path path) throws LogException, IOException {
        try (LogReader log = LogReader.open(path)) {
            JsonNode line = log.header();
            return new Header(path, log.life() == 0 ? line : ((ObjectNode) line).without(List.of("control", "data")));
        }
    }

    private static void numbered(List<Header> logs) throws LogException {
        for (int i = 0; i < logs.size(); i++) {
            Header log = logs.get(i);
            if (log.life() != i) {
                throw new LogException(log.path() + ": the log of life " + i + " of member " + log.member()
                        + (log.life() < i ? " is there twice" : " is missing"));
            }
        }
    }

    private static void sameCluster(Map<Integer, List<Header>> found) throws LogException {
        Header first = found.values().iterator().next().get(0);
        for (List<Header> logs : found.values()) {
            for (Header log : logs) {
                for (String name : List.of("cluster", "partitions", "copies")) {
                    if (!log.line().path(name).equals(first.line().path(name))) {
                        throw new LogException(log.path() + ": '" + name + "' is not what it is in " + first.path()
                                + "; the logs are of different clusters");
                    }
                }
            }
        }
    }

    /** Everybody who is named anywhere must have a log; who is named in an event is looked for when it is read. */
    private static void foundersAreThere(Map<Integer, List<Header>> found) throws LogException {
        for (List<Header> logs : found.values()) {
            for (Header log : logs) {
                for (JsonNode founder : log.line().get("founders")) {
                    if (!found.containsKey(founder.asInt())) {
                        throw absent(
                                founder.asInt(), "a founder, by " + log.path().getFileName() + ":1");
                    }
                }
            }
        }
    }

    static LogException absent(int member, String how) {
        return new LogException("member " + member + " has no log, but took part: it is named as " + how
                + ". Every member must write one (trace-dir)");
    }

    /** The events of all members, from the first one on, in the order in which they were read while the run went on, if that is known. */
    public MergedEvents events() throws LogException, IOException {
        Map<Integer, MemberEvents> members = new TreeMap<>();
        for (Map.Entry<Integer, List<Life>> it : lives.entrySet()) {
            members.put(it.getKey(), new MemberEvents(it.getValue()));
        }
        Path order = MergeOrder.in(directory);
        return new MergedEvents(members, Files.exists(order) ? new MergeOrder.Reader(order) : null);
    }

    /** What each member began its first life with: the first line of its log. */
    public Map<Integer, JsonNode> headers() {
        return Collections.unmodifiableMap(headers);
    }

    /** The log of a member's first life. */
    public Path firstLog(int member) {
        return lives.get(member).get(0).log();
    }

    /** How many lives a member has had. */
    int lives(int member) {
        return lives.get(member).size();
    }

    private JsonNode header() {
        return headers.values().stream().filter(it -> !it.isEmpty()).findFirst().orElseThrow();
    }

    /** Number of partitions. */
    public int partitions() {
        return header().get("partitions").asInt();
    }

    /** How many copies a partition is to have: one number for all, or one for each of the ranges, which are equally long. */
    public int copies(int partition) {
        JsonNode copies = header().get("copies");
        return copies.isArray()
                ? copies.get(partition / (partitions() / copies.size())).asInt()
                : copies.asInt();
    }

    /** All partitions, those together that are to have the same number of copies. */
    public List<List<Integer>> alike() {
        Map<Integer, List<Integer>> alike = new TreeMap<>();
        for (int p = 0; p < partitions(); p++) {
            alike.computeIfAbsent(copies(p), it -> new ArrayList<>()).add(p);
        }
        return List.copyOf(alike.values());
    }

    /** All members that ever were. */
    public Set<Integer> members() {
        return headers.keySet();
    }
}
