package io.godwit.tracecheck.log;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.CharConversionException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reads the log of one life of a member, event by event. The last line may be cut off: the member was killed in the middle of it. A log that
 * is still being written is read up to a given position, and further when that is moved.
 */
public final class LogReader implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The limit of a log that is not written any more. */
    static final long WHOLE = Long.MAX_VALUE;

    private static final int BUFFER = 1 << 16;

    private final Path path;
    private final FileChannel in;
    private final byte[] buffer = new byte[BUFFER];
    private int from;
    private int to;
    /** Where the next line begins. */
    private long position;

    private long readable = WHOLE;
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private final Shorthand shorthand = new Shorthand();
    private final Map<String, Long> refusals = new TreeMap<>();
    private JsonNode header;
    private LogSchema form;
    private JsonNode end;
    private int refusalLines;
    private int line;
    private long events;

    private LogReader(Path path) throws IOException {
        this.path = path;
        this.in = FileChannel.open(path);
    }

    /**
     * Opens a log, and reads its first line.
     *
     * @throws LogException if it has none, or one that no member writes
     */
    public static LogReader open(Path path) throws LogException, IOException {
        LogReader log = new LogReader(path);
        try {
            String place = path.getFileName() + ":1";
            JsonNode first = log.line(place);
            if (first == null) {
                throw new LogException(path + ": is empty; a log begins with a line that says whose it is");
            }
            log.header = header(first, place);
            log.form = new LogSchema(first.get("partitions").asInt());
            log.form.header(first, place);
            return log;
        } catch (LogException | IOException e) {
            log.close();
            throw e;
        }
    }

    /**
     * The next event, or null after the last one, which in a log that is still being written is the last one up to now.
     *
     * @throws LogException if a line is none that a member writes, or an event is missing
     */
    public LoggedEvent next() throws LogException, IOException {
        while (true) {
            String place = path.getFileName() + ":" + (line + 1);
            JsonNode next = line(place);
            if (next == null) {
                complete();
                return null;
            } else if (next instanceof ObjectNode event && next.has("s")) {
                shorthand.expand(event, place);
                LoggedEvent read = event(header, next, place);
                form.event(next, place);
                inLine(read);
                return read;
            } else if (next.has("refused")) {
                form.refused(next, place);
                next.get("refused")
                        .fields()
                        .forEachRemaining(
                                it -> refusals.merge(it.getKey(), it.getValue().asLong(), Long::sum));
            } else if (next.has("refusal")) {
                form.refusal(next, place);
                refusalLines++;
            } else if (next.has("end")) {
                form.end(next, place);
                end = next;
            } else {
                throw new LogException(place + ": no event, and nothing else that a log has");
            }
        }
    }

    private void inLine(LoggedEvent event) throws LogException {
        events++;
        if (event.number() != number()) {
            throw new LogException(event.place() + ": event " + number() + " of member " + member()
                    + " is missing; after it comes " + event.number());
        }
    }

    /** The number of the last event. */
    private long number() {
        return ((long) life() << Integer.SIZE) + events;
    }

    private void complete() throws LogException {
        if (end != null && end.path("dropped").asLong() > 0) {
            throw new LogException(path + ": says that " + end.path("dropped")
                    + " events could not be written; nothing can be said about this run");
        }
        if (end != null && end.path("end").asLong() != number()) {
            throw new LogException(
                    path + ": its last event is " + end.path("end") + ", but the last that is there is " + number());
        }
    }

    /** The next line, or null if there is none that is whole. After the last line of a file that is not closed there are zeros. */
    private JsonNode line(String place) throws LogException, IOException {
        text.reset();
        while (position < readable) {
            int at = from;
            while (at < to && buffer[at] != '\n') {
                at++;
            }
            text.write(buffer, from, at - from);
            from = at + 1;
            if (at < to) {
                line++;
                position += text.size() + 1;
                return parse(text.toByteArray(), place);
            }
            from = 0;
            to = Math.max(0, in.read(ByteBuffer.wrap(buffer)));
            if (to == 0) {
                return null;
            }
        }
        return null;
    }

    private static JsonNode parse(byte[] bytes, String place) throws LogException, IOException {
        try {
            return JSON.readTree(bytes);
        } catch (JsonProcessingException | CharConversionException e) {
            String text = new String(bytes, 0, Math.min(bytes.length, 80), StandardCharsets.US_ASCII);
            throw new LogException(place + ": not JSON: " + text);
        }
    }

    private static JsonNode header(JsonNode line, String place) throws LogException {
        if (!"godwit-events".equals(line.path("format").asText())) {
            throw new LogException(place + ": no event log; its first line says {\"format\":\"godwit-events\",...}");
        }
        if (line.path("version").asInt() != 4) {
            throw new LogException(
                    place + ": version " + line.path("version") + " of the format; this reads version 4");
        }
        for (String name : List.of("member", "life", "began", "founders", "partitions", "copies", "control", "data")) {
            if (!line.has(name)) {
                throw new LogException(place + ": '" + name + "' is missing");
            }
        }
        JsonNode copies = line.get("copies");
        int partitions = line.get("partitions").asInt();
        boolean ranges = copies.isArray() && copies.size() > 0 && partitions % copies.size() == 0;
        if (!copies.isInt() && !ranges) {
            throw new LogException(place + ": 'copies' is a number, or a list of them that divides 'partitions'");
        }
        return line;
    }

    private static LoggedEvent event(JsonNode header, JsonNode line, String place) throws LogException {
        if (!line.path("s").isIntegralNumber()
                || !line.path("a").isTextual()
                || (line.has("d") && !line.get("d").isObject())) {
            throw new LogException(place + ": an event has a number 's', an action 'a' and what it changed, 'd'");
        }
        if (line.has("l")
                && (line.has("d") || !line.path("p").isInt() || !isList(line, "l", 3) || !isList(line, "o", 2))) {
            throw new LogException(place + ": a write that was added is 'l', [length, term, number], with its partition"
                    + " 'p' and its name 'o', and without 'd'");
        }
        if (line.get("a").asText().equals("ProposeMember")
                && (!line.path("n").canConvertToInt() || line.get("n").asInt() < 0)) {
            throw new LogException(place + ": whoever proposes a member says how many entries it knew to be held by all"
                    + " for whom it waits, 'n'; without it nobody can tell whether the member had caught up");
        }
        return new LoggedEvent(
                header.get("member").asInt(),
                line.get("s").asLong(),
                line.get("a").asText(),
                line,
                place);
    }

    private static boolean isList(JsonNode line, String name, int size) {
        return line.path(name).isArray() && line.get(name).size() == size;
    }

    /** Where it is. */
    public Path path() {
        return path;
    }

    /** Its first line. */
    public JsonNode header() {
        return header;
    }

    /**
     * The log is still being written, or has been.
     *
     * @param upTo the end of a line, behind which nothing is read yet; {@link #WHOLE} if nothing is written any more
     */
    void growsTo(long upTo) throws IOException {
        readable = upTo;
        // What was read beyond the limit may have changed.
        from = 0;
        to = 0;
        in.position(position);
    }

    /** Its last line, or null when the member was killed; known after the last event. */
    public JsonNode end() {
        return end;
    }

    /** How many events were read. */
    public long events() {
        return events;
    }

    /** How often which action was refused because of which rule, by the lines up to now. */
    public Map<String, Long> refusals() {
        return refusals;
    }

    /** Lines about a single refusal up to now, which the check passes over. */
    public int refusalLines() {
        return refusalLines;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Whose log it is. */
    public int member() {
        return header.get("member").asInt();
    }

    /** Which life of the member. */
    public int life() {
        return header.get("life").asInt();
    }

    /**
     * What the lines of a log leave out because it stands before, or elsewhere in the line, is put in: clients that have a place,
     * and the version and position of a write that was added. One for each log.
     */
    public static final class Shorthand {
        private final Map<Integer, Long> clients = new HashMap<>();

        /**
         * Puts in what an event's line leaves out.
         *
         * @param place where the line is
         * @throws LogException if a client's place was given to nobody
         */
        public void expand(ObjectNode line, String place) throws LogException {
            if (line.path("o").size() == 3) {
                ArrayNode call = (ArrayNode) line.get("o");
                clients.put(call.remove(2).asInt(), call.get(0).asLong());
            } else if (line.has("k")) {
                JsonNode call = line.remove("k");
                Long client = clients.get(call.path(0).asInt(-1));
                if (client == null || call.size() != 2 || line.has("o")) {
                    throw new LogException(
                            place + ": 'k' is [place, call], with the place of a client that was named before");
                }
                line.putArray("o").add(client).add(call.get(1));
            }
            JsonNode added = line.path("l");
            if (line.path("a").asText().equals("HandleAppend") && added.size() == 3 && !line.has("v")) {
                line.putArray("v").add(added.get(1)).add(added.get(2));
                line.set("n", added.get(0));
            }
        }
    }
}
