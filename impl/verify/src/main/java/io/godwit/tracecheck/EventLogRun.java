package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.trace.page.SpecificationText;
import io.godwit.trace.page.SpecificationText.Definition;
import io.godwit.tracecheck.log.LogException;
import io.godwit.tracecheck.log.LoggedEvent;
import io.godwit.tracecheck.log.LoggedRun;
import io.godwit.tracecheck.log.MergedEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The events of a run as a run of the viewer ({@code docs/verify/viewer.md}): a step for each event, in the order in which they are checked.
 * Logs have no times. Arrows come from the last event of the sender of which the receiver knows.
 */
public final class EventLogRun {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String QUORUM = "quorum";
    private static final String HANDLE = "Handle";

    private final LoggedRun run;
    private final int longest;
    private final Deque<Event> kept = new ArrayDeque<>();
    private final Map<List<Long>, Event> byNumber = new HashMap<>();
    /** How members look before the first event that is kept, and after the last. */
    private final Map<Integer, View> first = new TreeMap<>();

    private final Map<Integer, View> last = new TreeMap<>();
    /** By receiver and sender, the number of the last event of the sender of which the receiver knows. */
    private final Map<List<Integer>, Long> known = new HashMap<>();

    private long events;
    private int messages;

    private record Event(LoggedEvent logged, ObjectNode step) {
        List<Long> number() {
            return List.of((long) logged.member(), logged.number());
        }
    }

    private EventLogRun(LoggedRun run, int longest) {
        this.run = run;
        this.longest = longest;
    }

    /**
     * Reads the logs of a run.
     *
     * @param directory of the logs, searched recursively
     * @param specification where the definitions of actions are
     * @param longest how many events the run has at most; of longer ones it has the last
     * @return the run as JSON
     * @throws LogException if a log is missing or broken
     */
    public static String read(Path directory, SpecificationText specification, int longest)
            throws LogException, IOException {
        EventLogRun reader = new EventLogRun(LoggedRun.open(directory), longest);
        reader.begin();
        try (MergedEvents merged = reader.run.events()) {
            for (LoggedEvent event = merged.next(); event != null; event = merged.next()) {
                reader.add(event);
            }
        }
        return reader.json(directory, specification).toString();
    }

    private void begin() {
        run.headers().forEach((member, header) -> {
            first.put(member, new View(member, header));
            last.put(member, new View(member, header));
        });
    }

    private void add(LoggedEvent logged) {
        events++;
        ObjectNode step = JSON.createObjectNode();
        step.put("k", logged.startsLife() ? "restart" : "step");
        step.put("m", logged.member());
        step.put("x", sentence(logged));
        step.putArray("a").add(logged.action());
        Event event = new Event(logged, step);
        JsonNode changes = last.get(logged.member()).take(logged);
        if (!changes.isEmpty()) {
            step.putObject("v").set(Integer.toString(logged.member()), changes);
        }
        logged.line()
                .path("c")
                .properties()
                .forEach(it -> known.put(
                        List.of(logged.member(), Integer.parseInt(it.getKey())),
                        it.getValue().asLong()));
        if (logged.from() > 0 && logged.action().startsWith(HANDLE)) {
            drawArrow(event);
        }
        kept.add(event);
        byNumber.put(event.number(), event);
        if (kept.size() > longest) {
            Event gone = kept.remove();
            byNumber.remove(gone.number());
            first.get(gone.logged().member()).take(gone.logged());
        }
    }

    private void drawArrow(Event event) {
        int from = event.logged().from();
        Long number = known.get(List.of(event.logged().member(), from));
        Event sender = number == null ? null : byNumber.get(List.of((long) from, number));
        if (sender != null) {
            sender.step()
                    .withArray("o")
                    .addArray()
                    .add(++messages)
                    .add(event.logged().member())
                    .add(event.logged().action().substring(HANDLE.length()));
            event.step().putArray("i").add(messages);
        }
    }

    private static String sentence(LoggedEvent event) {
        if (event.startsLife()) {
            return "m" + event.member() + " starts again with what it has kept";
        }
        List<String> parts = new ArrayList<>();
        JsonNode line = event.line();
        if (line.has("f")) {
            parts.add("from m" + line.get("f"));
        }
        if (line.has("m")) {
            parts.add("of m" + line.get("m"));
        }
        if (line.has("p")) {
            parts.add("partition " + line.get("p"));
        }
        if (line.has("v")) {
            parts.add("version " + version(line.get("v")));
        }
        if (line.has("o")) {
            parts.add("call " + line.get("o").get(1) + " of client "
                    + Long.toHexString(line.get("o").get(0).asLong()));
        }
        if (line.has("n")) {
            parts.add("number " + line.get("n"));
        }
        return "m" + event.member() + (parts.isEmpty() ? "" : ": ") + String.join(", ", parts)
                + (event.lost() ? " (lost by its restart)" : "");
    }

    private static String version(JsonNode pair) {
        return pair.get(0) + "." + pair.get(1);
    }

    private ObjectNode json(Path directory, SpecificationText specification) {
        ObjectNode json = JSON.createObjectNode();
        json.put(
                "name",
                "Event logs of " + directory.toAbsolutePath().normalize().getFileName());
        json.put(
                "says",
                run.members().size() + " members, " + run.partitions() + " partitions, " + events + " events"
                        + (events > kept.size() ? ", the last " + kept.size() + " of which are here" : "")
                        + "; each comes after those of which its member knew. Logs have no times.");
        json.put("unit", "steps");
        json.put("versions", "v2.9 is version 9 of term 2, which the member has activated.");
        ArrayNode lanes = json.putArray("lanes");
        run.members().forEach(member -> lanes.addObject()
                .put("id", member)
                .put("name", "m" + member)
                .put("key", Integer.toString(member)));
        ArrayNode partitions = json.putArray("partitions");
        for (int p = 0; p < run.partitions(); p++) {
            partitions.add("p" + p);
        }
        ArrayNode steps = json.putArray("steps");
        ObjectNode views = steps.addObject()
                .put("t", 1)
                .put("k", "init")
                .put("x", "What is known before the first event.")
                .putObject("v");
        first.forEach((member, view) -> views.set(Integer.toString(member), view.whole(run.partitions())));
        Map<String, List<Definition>> definitions = specification.of(QUORUM);
        ObjectNode used = json.putObject("definitions");
        for (Event event : kept) {
            String action = event.step().path("a").path(0).asText();
            if (definitions.containsKey(action) && !used.has(action)) {
                used.set(action, JSON.valueToTree(definitions.get(action)));
            }
            steps.add(event.step().put("t", steps.size() + 1));
        }
        return json;
    }

    /** What a member says of itself in its log. */
    private static final class View {
        private final int member;
        private final Map<String, JsonNode> configurations = new HashMap<>();
        private final Map<String, Long> lengths = new HashMap<>();
        private long term;
        private String role = "follower";

        /** That of a member which begins with what the first line of its log says. */
        View(int member, JsonNode header) {
            this.member = member;
            begin(header);
        }

        private void begin(JsonNode header) {
            term = 0;
            role = "follower";
            configurations.clear();
            lengths.clear();
            change(header.path("control"));
            change(header.path("data"));
        }

        private void change(JsonNode changes) {
            term = changes.path("term").asLong(term);
            role = changes.path("role").asText(role);
            changes.path("replicas").properties().forEach(it -> {
                if (it.getValue().has("view")) {
                    configurations.put(it.getKey(), it.getValue().get("view"));
                }
                if (it.getValue().has("log")) {
                    lengths.put(it.getKey(), it.getValue().get("log").path(0).asLong());
                }
            });
        }

        /** Follows an event; returns how the member looks different than before, an empty object if not at all. */
        ObjectNode take(LoggedEvent event) {
            if (event.startsLife()) {
                begin(event.line());
                return whole(event.line().get("partitions").asInt());
            }
            JsonNode changes = event.changes();
            change(changes);
            if (!changes.has("term") && !changes.has("role") && !changes.has("replicas")) {
                return JSON.createObjectNode();
            }
            ObjectNode look = look().put("partial", true);
            ObjectNode cells = look.putObject("cells");
            changes.path("replicas").fieldNames().forEachRemaining(p -> cells.set(p, cell(p)));
            return look;
        }

        ObjectNode whole(int partitions) {
            ObjectNode look = look();
            ArrayNode cells = look.putArray("cells");
            for (int p = 0; p < partitions; p++) {
                cells.add(cell(Integer.toString(p)));
            }
            return look;
        }

        private ObjectNode look() {
            ObjectNode look = JSON.createObjectNode().put("up", true).put("role", role);
            look.putArray("lines").add(role + " of term " + term).add("");
            return look;
        }

        private ObjectNode cell(String partition) {
            JsonNode c = configurations.get(partition);
            ObjectNode cell = JSON.createObjectNode();
            if (c == null || !c.isArray()) {
                return cell.put("kind", "");
            }
            List<Integer> replicas = numbers(c.get(2));
            int destination = c.get(5).asInt();
            int index = replicas.indexOf(member);
            String kind = index == 0
                    ? "primary"
                    : index > 0 && numbers(c.get(3)).contains(member)
                            ? "backup"
                            : index > 0 || destination == member ? "learner" : "other";
            long length = lengths.getOrDefault(partition, 0L);
            return cell.put("kind", kind)
                    .put("version", "v" + version(c))
                    .put("data", length + (length == 1 ? " write" : " writes"))
                    .put(
                            "title",
                            "replicas " + replicas + ", in sync " + numbers(c.get(3))
                                    + (destination > 0 ? ", migrates to m" + destination : ""));
        }

        private static List<Integer> numbers(JsonNode list) {
            List<Integer> numbers = new ArrayList<>();
            list.forEach(each -> numbers.add(each.asInt()));
            return numbers;
        }
    }
}
