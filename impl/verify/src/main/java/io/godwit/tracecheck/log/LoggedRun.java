package io.godwit.tracecheck.log;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A run: the logs of all its members, and their events in one order in which every cause comes before its effect.
 *
 * @param files by member, the lives in order
 * @param events of all members
 */
public record LoggedRun(Map<Integer, List<ParsedLog>> files, List<LoggedEvent> events) {
    /**
     * Reads all logs in a directory and below.
     *
     * @throws LogException if a log is broken or missing, or has lost events, or if effects have no causes
     */
    public static LoggedRun read(Path directory) throws LogException, IOException {
        Map<Integer, List<ParsedLog>> files = new TreeMap<>();
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.filter(it -> String.valueOf(it.getFileName()).endsWith(".ndjson"))
                    .sorted()
                    .toList()) {
                ParsedLog file = ParsedLog.read(path);
                files.computeIfAbsent(file.member(), it -> new ArrayList<>()).add(file);
            }
        }
        if (files.isEmpty()) {
            throw new LogException(
                    directory
                            + ": there is no event log (member-N-L.ndjson); members write them where trace-dir says, or cluster start with --trace");
        }
        Map<Integer, List<LoggedEvent>> events = new TreeMap<>();
        for (var member : files.entrySet()) {
            member.getValue().sort(Comparator.comparing(ParsedLog::life));
            complete(member.getKey(), member.getValue());
            events.put(member.getKey(), MemberRestarts.join(member.getValue()));
        }
        sameCluster(files);
        allThere(files);
        return new LoggedRun(files, CausalOrder.merge(events, highest(files)));
    }

    private static void complete(int member, List<ParsedLog> lives) throws LogException {
        for (int i = 0; i < lives.size(); i++) {
            ParsedLog file = lives.get(i);
            if (file.life() != i) {
                throw new LogException(file.path() + ": the log of life " + i + " of member " + member
                        + (file.life() < i ? " is there twice" : " is missing"));
            }
            long expected = ((long) i << Integer.SIZE) + 1;
            for (LoggedEvent event : file.events()) {
                if (event.number() != expected) {
                    throw new LogException(event.place() + ": event " + expected + " of member " + member
                            + " is missing; after it comes " + event.number());
                }
                expected++;
            }
            if (file.end() != null && file.end().path("dropped").asLong() > 0) {
                throw new LogException(file.path() + ": says that " + file.end().path("dropped")
                        + " events could not be written; nothing can be said about this run");
            }
            if (file.end() != null && file.end().path("end").asLong() != expected - 1) {
                throw new LogException(file.path() + ": its last event is "
                        + file.end().path("end") + ", but the last that is there is " + (expected - 1));
            }
        }
    }

    private static void sameCluster(Map<Integer, List<ParsedLog>> files) throws LogException {
        ParsedLog first = files.values().iterator().next().get(0);
        for (List<ParsedLog> lives : files.values()) {
            for (ParsedLog file : lives) {
                for (String name : List.of("cluster", "partitions", "copies")) {
                    if (!file.header().path(name).equals(first.header().path(name))) {
                        throw new LogException(file.path() + ": '" + name + "' is not what it is in " + first.path()
                                + "; the logs are of different clusters");
                    }
                }
            }
        }
    }

    /** Everybody who is named anywhere must have a log. */
    private static void allThere(Map<Integer, List<ParsedLog>> files) throws LogException {
        for (List<ParsedLog> lives : files.values()) {
            for (ParsedLog file : lives) {
                for (JsonNode founder : file.header().get("founders")) {
                    there(files, founder.asInt(), "a founder, by " + file.path().getFileName() + ":1");
                }
                for (LoggedEvent event : file.events()) {
                    JsonNode line = event.line();
                    if (line.has("f")) {
                        there(files, event.from(), "who has sent a message, by " + event.place());
                    }
                    for (Iterator<String> it = line.path("c").fieldNames(); it.hasNext(); ) {
                        there(files, Integer.parseInt(it.next()), "in a vector clock, by " + event.place());
                    }
                }
            }
        }
    }

    private static void there(Map<Integer, List<ParsedLog>> files, int member, String how) throws LogException {
        if (!files.containsKey(member)) {
            throw new LogException("member " + member + " has no log, but took part: it is named as " + how
                    + ". Every member must write one (trace-dir)");
        }
    }

    private static Map<Integer, Long> highest(Map<Integer, List<ParsedLog>> files) {
        Map<Integer, Long> highest = new TreeMap<>();
        files.forEach((member, lives) -> {
            ParsedLog last = lives.get(lives.size() - 1);
            highest.put(
                    member, ((long) last.life() << Integer.SIZE) + last.events().size());
        });
        return highest;
    }

    /** The first line of the first log. */
    public JsonNode header() {
        return files.values().iterator().next().get(0).header();
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
        return new TreeSet<>(files.keySet());
    }

    /**
     * What a member could know at an event: of each other member the last event that may be a cause of it. What comes after that may
     * as well have happened later, whatever order the events were put into.
     */
    public static final class CausalPast {
        private final Map<String, Map<Integer, Long>> byPlace = new HashMap<>();

        /** For the events with one action. */
        public CausalPast(LoggedRun run, String action) {
            Map<Integer, Map<Integer, Long>> clocks = new HashMap<>();
            for (LoggedEvent event : run.events()) {
                Map<Integer, Long> clock = clocks.computeIfAbsent(event.member(), it -> new HashMap<>());
                for (Iterator<Map.Entry<String, JsonNode>> it =
                                event.line().path("c").fields();
                        it.hasNext(); ) {
                    Map.Entry<String, JsonNode> entry = it.next();
                    clock.put(Integer.parseInt(entry.getKey()), entry.getValue().asLong());
                }
                clock.put(event.member(), event.number());
                if (event.action().equals(action)) {
                    byPlace.put(event.place(), Map.copyOf(clock));
                }
            }
        }

        /** Can the event of a member with this number be a cause of the event? */
        public boolean mayCause(int member, long number, LoggedEvent event) {
            return number <= byPlace.get(event.place()).getOrDefault(member, 0L);
        }
    }
}
