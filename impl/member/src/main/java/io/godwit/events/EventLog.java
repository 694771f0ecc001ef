package io.godwit.events;

import io.godwit.protocol.ActionListener;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.Refusal;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The event log of a member's process: a line for each action of the specification that it takes. A line is in the
 * file before any message that the action sends leaves the member, and survives if the process is killed. When the file
 * is full, the member continues, and the last line gives the number of missing events. One thread writes events; another
 * may then close the log.
 */
public final class EventLog implements ActionListener, AutoCloseable {
    /** Name of the format. */
    public static final String FORMAT = "godwit-events";

    /** Version of the format. */
    public static final int VERSION = 4;

    /** Bytes reserved for the last lines. */
    private static final int RESERVE = 1 << 12;

    /** Characters of a refusal's text; the rest is cut off. */
    private static final int MAX_REFUSAL_TEXT = 300;

    /** Number of events between two writes of the refusal counts, which a killed member would otherwise lose. */
    private static final int COUNTS_EVERY = 1 << 14;

    private final int self;
    private final LogFile file;
    private final long limit;
    private final Path path;
    private final JsonLine line = new JsonLine();
    private final VectorClock clock = new VectorClock();
    private final VariableChanges changes = new VariableChanges();
    private final ActionArguments arguments = new ActionArguments();
    private final ActionCounts actions = new ActionCounts();
    private long written;
    private final AtomicLong dropped = new AtomicLong();
    private boolean full;
    private int untilCounts = COUNTS_EVERY;
    private volatile boolean closed;

    /** How a member started. */
    public enum Began {
        /** It formed a new cluster with others. */
        FOUND,
        /** It started without data. */
        JOIN,
        /** It started with its stored data. */
        RESTART
    }

    /** The writer of a log. */
    public record Origin(String cluster, String incarnation, Setup setup) {}

    private EventLog(int self, Path path, LogFile file, long limit) {
        this.self = self;
        this.path = path;
        this.file = file;
        this.limit = limit;
    }

    /**
     * Begins a log in a file of its own: {@code member-N-L.ndjson} for the L-th life of member N.
     *
     * @param directory made if it is not there
     * @param limit bytes that the file may have at most
     * @param began how this life began; {@code state} is what it began with
     * @throws UncheckedIOException if the file cannot be written
     */
    public static EventLog begin(Path directory, long limit, Origin origin, Began began, QuorumState state) {
        try {
            Files.createDirectories(directory);
            for (int life = 0; ; life++) {
                Path path = directory.resolve("member-" + state.self() + "-" + life + ".ndjson");
                try {
                    EventLog log = new EventLog(state.self(), path, new LogFile(path, limit), limit);
                    log.clock.beginAt(state.self(), (long) life << Integer.SIZE);
                    log.header(origin, began, life, state);
                    return log;
                } catch (FileAlreadyExistsException e) {
                    // An earlier life; the next name is tried.
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot begin an event log in " + directory, e);
        }
    }

    private void header(Origin origin, Began began, int life, QuorumState state) throws IOException {
        Setup setup = origin.setup();
        line.clear();
        line.open('{').name("format").text(FORMAT).name("version").number(VERSION);
        line.name("member").number(self).name("life").number(life);
        line.name("incarnation").text(origin.incarnation()).name("cluster").text(origin.cluster());
        line.name("began").text(began.name().toLowerCase(java.util.Locale.ROOT));
        JsonValues.members(line.name("founders"), setup.founders());
        line.name("partitions").number(setup.partitions());
        JsonValues.copies(line.name("copies"), setup.copies());
        changes.state(line, state.control(), state.data());
        line.end();
        file.add(line.bytes(), line.size());
        written = line.size();
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /**
     * The vector clock, to be sent with the member's messages: for each member the last event that this one knows of.
     * The same object until something happens; not to be changed.
     */
    public long[] clock() {
        return clock.copy();
    }

    /** Merges the clock of a received message. */
    public void heard(long[] other) {
        clock.merge(other);
    }

    /** The number of events that could not be written. */
    public long dropped() {
        return dropped.get();
    }

    @Override
    public <S> void took(String name, Object event, S before, Step<S> step) {
        Action action = actions.of(name);
        if (!action.isSpecified()) {
            return;
        }
        long number = clock.tick(self);
        if (full || closed) {
            dropped.incrementAndGet();
            return;
        }
        line.begin(number, action);
        boolean added = changes.look(event, before, step.state());
        arguments.write(line, action, event, before, step, added);
        clock.writeNews(line, self);
        changes.write(line, before, step.state());
        line.end();
        add();
        if (--untilCounts == 0) {
            untilCounts = COUNTS_EVERY;
            counts();
        }
    }

    private void add() {
        try {
            if (written + line.size() > limit - RESERVE || !file.add(line.bytes(), line.size())) {
                full = true;
                dropped.incrementAndGet();
            } else {
                written += line.size();
            }
        } catch (IOException e) {
            full = true;
            dropped.incrementAndGet();
        }
    }

    @Override
    public void refused(String action, Refusal refusal) {
        long count = actions.of(action).refused(refusal.rule());
        if (Long.bitCount(count) == 1 && !full && !closed) {
            refusal(action, refusal, count);
        }
    }

    /** Writes a refusal with its values. Of each action and rule, these are the first, second, fourth, eighth, ... one. */
    private void refusal(String action, Refusal refusal, long count) {
        String words = refusal.words();
        line.clear();
        line.open('{')
                .name("refusal")
                .text(action)
                .name("rule")
                .text(refusal.rule().name());
        line.name("n").number(count).name("text");
        line.quoted(words.substring(0, Math.min(words.length(), MAX_REFUSAL_TEXT)))
                .end();
        add();
    }

    @Override
    public void refused(Refusal refusal) {
        throw new IllegalArgumentException("refused, and nobody says what: " + refusal);
    }

    /** Writes the number of refusals by guard since the last such line. */
    private void counts() {
        Map<String, Long> told = new TreeMap<>();
        actions.forEach(action -> action.takeRefusals((name, count) -> told.merge(name, count, Long::sum)));
        if (told.isEmpty() || full) {
            return;
        }
        line.clear();
        line.open('{').name("refused").open('{');
        told.forEach((name, count) -> line.name(name).number(count));
        line.close('}').end();
        add();
    }

    /**
     * Ends the log.
     *
     * @param state the member's last state, or null if it is not known
     */
    public void end(QuorumState state) {
        if (closed) {
            return;
        }
        counts();
        line.clear();
        line.open('{').name("end").number(clock.copy().length > self ? clock.copy()[self] : 0);
        line.name("dropped").number(dropped.get());
        if (state != null && dropped.get() == 0) {
            changes.state(line, state.control(), state.data());
        }
        line.end();
        closed = true;
        try {
            file.add(line.bytes(), line.size());
            file.close();
        } catch (IOException e) {
            // Without its last line, a log counts as one of a member that was killed.
        }
    }

    /** Ends the log of a member whose last state is not known. */
    @Override
    public void close() {
        end(null);
    }
}
