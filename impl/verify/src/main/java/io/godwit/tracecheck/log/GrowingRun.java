package io.godwit.tracecheck.log;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * A run that is still going on: logs grow, members join, and members start again without the last events of their logs. So the last events of a
 * log are held back: those of some seconds before a member has written last. A member that has written nothing for longer is taken not
 * to come back without them. Whoever finds later that an event was read that has been lost, or that there are more members than
 * it was prepared for, has to begin anew.
 */
public final class GrowingRun implements AutoCloseable {
    /** How far a member's disk may be behind its log. */
    private static final long UNSYNCED_NANOS = 10_000_000_000L;

    /** After so long without an event a member is taken not to start again without the last ones. */
    private static final long SILENCE_NANOS = 60_000_000_000L;

    /** Members that may join are prepared for up to twice the greatest number, and so many more. */
    private static final int SPARE = 16;

    private static final int BUFFER = 1 << 16;

    private final Path directory;
    private final LongSupplier clock;
    private final LoggedRun run;
    private final Map<Path, LogGrowth> growths = new HashMap<>();
    private final Path order = Files.createTempFile("godwit-order", ".txt");
    private final MergedEvents events = new MergedEvents(new MergeOrder.Writer(order));

    /** Something was read that is no longer so, or that nobody was prepared for. */
    public static final class OutdatedException extends Exception {
        private static final long serialVersionUID = 1;

        OutdatedException(String message) {
            super(message);
        }
    }

    private GrowingRun(Path directory, LongSupplier clock, LoggedRun run) throws IOException {
        this.directory = directory;
        this.clock = clock;
        this.run = run;
    }

    /**
     * Opens a run whose founders have all begun their logs; returns null if they have not.
     *
     * @param clock nanoseconds
     */
    public static GrowingRun open(Path directory, LongSupplier clock) throws IOException {
        Map<Integer, JsonNode> headers = new TreeMap<>();
        Set<Integer> founders = new HashSet<>();
        for (Path path : LoggedRun.logsIn(directory)) {
            JsonNode header = header(path);
            if (header != null) {
                header.get("founders").forEach(it -> founders.add(it.asInt()));
                if (header.get("life").asInt() == 0) {
                    headers.put(header.get("member").asInt(), header);
                }
            }
        }
        if (headers.isEmpty() || !headers.keySet().containsAll(founders)) {
            return null;
        }
        int most = 2 * headers.keySet().stream().mapToInt(it -> it).max().getAsInt() + SPARE;
        for (int member = 1; member <= most; member++) {
            headers.putIfAbsent(member, JsonNodeFactory.instance.objectNode());
        }
        return new GrowingRun(directory, clock, LoggedRun.of(headers));
    }

    /** The run as far as it is known, with numbers for members that may join. */
    public LoggedRun run() {
        return run;
    }

    /** The events that can be read. */
    public MergedEvents events() {
        return events;
    }

    /** Looks for more events, lives and members. */
    public void look() throws LogException, IOException, OutdatedException {
        List<Path> logs = LoggedRun.logsIn(directory);
        Map<Integer, Map<Integer, Path>> found = new TreeMap<>();
        for (Path path : logs) {
            LogGrowth growth = growths.get(path);
            if (growth == null) {
                JsonNode header = header(path);
                if (header == null) {
                    continue;
                }
                growth = new LogGrowth(path, header);
                growths.put(path, growth);
            }
            found.computeIfAbsent(growth.member(), it -> new TreeMap<>()).put(growth.life(), path);
        }
        for (Map.Entry<Integer, Map<Integer, Path>> it : found.entrySet()) {
            look(it.getKey(), it.getValue());
        }
    }

    private void look(int number, Map<Integer, Path> lives) throws LogException, IOException, OutdatedException {
        if (!lives.containsKey(0)) {
            return;
        }
        MemberEvents member = events.members().get(number);
        if (member == null) {
            JsonNode header = growths.get(lives.get(0)).header();
            if (!run.members().contains(number) || !isForeseen(header)) {
                throw new OutdatedException("member " + number + " has joined");
            }
            member = MemberEvents.growing(lives.get(0));
            events.add(number, member);
        }
        for (int life = member.knownLives(); lives.containsKey(life); life++) {
            Path before = member.lastLog();
            if (!member.startsAgain(lives.get(life), MemberRestarts.durable(before, lives.get(life)))) {
                throw new OutdatedException("member " + number + " has lost events that were read");
            }
        }
        member.growsTo(growths.get(member.lastLog()).readable(clock.getAsLong()));
    }

    /** A member of the beginning, or one that joins with nothing. */
    private boolean isForeseen(JsonNode header) {
        JsonNode known = run.headers().get(header.get("member").asInt());
        return known.equals(header)
                || (known.isEmpty()
                        && header.get("control").isEmpty()
                        && header.get("data").path("replicas").isEmpty());
    }

    /**
     * Nothing is written any more: what is left can be read.
     *
     * @param whole the run
     */
    public void end(LoggedRun whole) throws LogException, IOException, OutdatedException {
        look();
        if (!events.members().keySet().equals(whole.members())) {
            throw new OutdatedException("members have joined");
        }
        for (Map.Entry<Integer, MemberEvents> it : events.members().entrySet()) {
            if (it.getValue().knownLives() != whole.lives(it.getKey())) {
                throw new OutdatedException("member " + it.getKey() + " has started again");
            }
        }
        events.areWhole();
    }

    /** The first line of a log, or null if it is not there yet, or broken: that will be said in the end. */
    private static JsonNode header(Path path) throws IOException {
        try (LogReader log = LogReader.open(path)) {
            return log.header();
        } catch (LogException e) {
            return null;
        }
    }

    /** Keeps the order of the events, beside the logs: whoever checks them again is to find the same. */
    public void keepOrder() throws IOException {
        events.close();
        Files.copy(order, MergeOrder.in(directory), StandardCopyOption.REPLACE_EXISTING);
    }

    /** Forgets the order that somebody has kept earlier. */
    public static void forgetOrder(Path directory) throws IOException {
        Files.deleteIfExists(MergeOrder.in(directory));
    }

    @Override
    public void close() throws IOException {
        events.close();
        Files.deleteIfExists(order);
    }

    /** How the log of a life grows. */
    private static final class LogGrowth {
        private final Path path;
        private final JsonNode header;
        private final Deque<Mark> marks = new ArrayDeque<>();
        private long end;
        private long grownAt;
        private long readable;

        /** So long it was at that time. */
        private record Mark(long at, long end) {}

        LogGrowth(Path path, JsonNode header) {
            this.path = path;
            this.header = header;
        }

        JsonNode header() {
            return header;
        }

        int member() {
            return header.get("member").asInt();
        }

        int life() {
            return header.get("life").asInt();
        }

        /** Up to where the log can be read. */
        long readable(long now) throws IOException {
            long whole = whole();
            if (whole > end) {
                end = whole;
                grownAt = now;
                marks.add(new Mark(now, whole));
            }
            long settled = now - grownAt >= SILENCE_NANOS ? now : grownAt - UNSYNCED_NANOS;
            while (!marks.isEmpty() && marks.peek().at() <= settled) {
                readable = marks.remove().end();
            }
            return readable;
        }

        /** Up to where there are whole lines. */
        private long whole() throws IOException {
            long whole = end;
            ByteBuffer buffer = ByteBuffer.allocate(BUFFER);
            try (FileChannel in = FileChannel.open(path)) {
                long place = end;
                while (in.read(buffer.clear(), place) > 0) {
                    for (int i = 0; i < buffer.position(); i++) {
                        if (buffer.get(i) == 0) {
                            return whole;
                        } else if (buffer.get(i) == '\n') {
                            whole = place + i + 1;
                        }
                    }
                    place += buffer.position();
                }
            }
            return whole;
        }
    }
}
