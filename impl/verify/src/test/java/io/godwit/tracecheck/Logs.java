package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.tracecheck.log.LogException;
import io.godwit.tracecheck.log.LogReader.Shorthand;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Event logs that a test changes. */
final class Logs {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<Path, List<ObjectNode>> files = new LinkedHashMap<>();

    Logs(Path directory) {
        try (Stream<Path> all = Files.list(directory)) {
            for (Path file : all.sorted().toList()) {
                List<ObjectNode> lines = new ArrayList<>();
                Shorthand shorthand = new Shorthand();
                for (String line : Files.readAllLines(file)) {
                    if (line.startsWith("\0")) {
                        // The file was still written.
                        break;
                    }
                    ObjectNode node = (ObjectNode) JSON.readTree(line);
                    shorthand.expand(node, line);
                    lines.add(node);
                }
                files.put(file, lines);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (LogException e) {
            throw new IllegalStateException(e);
        }
    }

    void write() throws IOException {
        for (Map.Entry<Path, List<ObjectNode>> file : files.entrySet()) {
            Files.write(
                    file.getKey(),
                    file.getValue().stream().map(ObjectNode::toString).toList());
        }
    }

    List<ObjectNode> of(int member) {
        return files.entrySet().stream()
                .filter(it -> it.getKey().endsWith("member-" + member + "-0.ndjson"))
                .findFirst()
                .orElseThrow()
                .getValue();
    }

    /** The first event of a member that fits; its index among the lines. */
    int find(int member, Predicate<JsonNode> wanted) {
        List<ObjectNode> lines = of(member);
        for (int i = 1; i < lines.size(); i++) {
            if (lines.get(i).has("s") && wanted.test(lines.get(i))) {
                return i;
            }
        }
        throw new AssertionError("member " + member + " has no such event");
    }

    /** The events of a member that fit, in their order. */
    List<ObjectNode> all(int member, Predicate<JsonNode> wanted) {
        return of(member).stream()
                .filter(line -> line.has("s") && wanted.test(line))
                .toList();
    }

    /** The first line of the second life of some member, or null if all have one life. */
    ObjectNode restarted() {
        return files.values().stream()
                .map(lines -> lines.get(0))
                .filter(header -> header.get("life").asInt() == 1)
                .findFirst()
                .orElse(null);
    }

    /** The members in their first lives. */
    List<Integer> members() {
        return files.values().stream()
                .map(lines -> lines.get(0))
                .filter(header -> header.get("life").asInt() == 0)
                .map(header -> header.get("member").asInt())
                .toList();
    }

    /** Whether an event of a member is a cause of another member's event, as the clocks say. */
    boolean precedes(int member, ObjectNode event, int other, ObjectNode effect) {
        long heard = 0;
        for (ObjectNode line : of(other)) {
            heard = line.path("c").path(Integer.toString(member)).asLong(heard);
            if (line.path("s").asLong() == effect.get("s").asLong()) {
                return event.get("s").asLong() <= heard;
            }
        }
        throw new IllegalArgumentException("member " + other + " has no event " + effect);
    }

    /** The length of the log that a proposed member holds, as far as the primary that proposes it can know. */
    int heldWhenProposed(int primary, ObjectNode proposal) {
        int held = 0;
        String partition = proposal.get("p").asText();
        for (ObjectNode line : all(proposal.get("m").asInt(), event -> true)) {
            if (precedes(proposal.get("m").asInt(), line, primary, proposal)) {
                held = line.path("d")
                        .path("replicas")
                        .path(partition)
                        .path("log")
                        .path(0)
                        .asInt(held);
                held = line.path("p").asText().equals(partition)
                        ? line.path("l").path(0).asInt(held)
                        : held;
            }
        }
        return held;
    }

    /**
     * The last event by which the read of a probe began at a primary, if it began under a newer version than the probe's and the
     * client began no other read there since; otherwise null.
     */
    ObjectNode beganAgain(int primary, ObjectNode probe) {
        if (probe.get("f").asInt() != primary) {
            return null;
        }
        boolean newer = false;
        ObjectNode last = null;
        for (ObjectNode line : all(primary, event -> event.path("p").equals(probe.get("p")))) {
            String action = line.get("a").asText();
            if (action.equals("Activate")) {
                newer |= isNewer(line.get("v"), probe.get("v"));
            } else if (action.equals("StartRead")
                    && line.get("o").get(0).equals(probe.get("o").get(0))) {
                last = newer && line.get("o").equals(probe.get("o")) ? line : null;
            }
        }
        return last;
    }

    /** Whether some member takes calls in a later life, before it has activated a version of the partition. */
    boolean leadsAfterRestart() {
        return files.values().stream()
                .filter(lines -> lines.get(0).get("life").asInt() > 0)
                .anyMatch(Logs::callsComeFirst);
    }

    private static boolean callsComeFirst(List<ObjectNode> life) {
        Set<Integer> activated = new HashSet<>();
        for (ObjectNode line : life) {
            String action = line.path("a").asText();
            int partition = line.path("p").asInt();
            if (action.equals("Activate") || action.equals("HandleSync")) {
                activated.add(partition);
            } else if ((action.equals("Write") || action.equals("StartRead")) && !activated.contains(partition)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isNewer(JsonNode version, JsonNode other) {
        int terms = Integer.compare(version.get(0).asInt(), other.get(0).asInt());
        return terms > 0 || (terms == 0 && version.get(1).asInt() > other.get(1).asInt());
    }

    boolean has(int member, Predicate<JsonNode> wanted) {
        return of(member).stream().anyMatch(line -> line.has("s") && wanted.test(line));
    }

    /** Lets an event of a member happen after another one's, as far as anybody can tell. */
    static void after(ObjectNode event, int member, ObjectNode cause) {
        event.withObject("/c").put(Integer.toString(member), cause.get("s").asLong());
    }

    /** A member that has such an event. */
    int whoHas(Predicate<JsonNode> wanted) {
        for (int member = 1; member <= files.size(); member++) {
            if (of(member).stream().anyMatch(line -> line.has("s") && wanted.test(line))) {
                return member;
            }
        }
        throw new AssertionError("nobody has such an event");
    }

    /**
     * Lets a member start again without the last write that it took, although it acknowledged that write and its client was answered
     * after that. False if there is no such member.
     */
    boolean loseAcknowledged() {
        for (List<ObjectNode> lines : files.values()) {
            ObjectNode header = lines.get(0);
            int member = header.get("member").asInt();
            ObjectNode last = header.get("life").asInt() == 1 ? lastChange(member) : null;
            if (last != null && last.get("a").asText().equals("HandleAppend") && isAnswered(member, last)) {
                JsonNode log = header.at("/data/replicas/" + last.get("p").asText() + "/log");
                if (log.path(0).equals(last.path("l").path(0)) && log.size() > 2) {
                    ((ArrayNode) log).remove(log.size() - 1);
                    ((ArrayNode) log).set(0, log.get(0).asInt() - 1);
                    return true;
                }
            }
        }
        return false;
    }

    private ObjectNode lastChange(int member) {
        ObjectNode last = null;
        for (ObjectNode line : of(member)) {
            last = line.has("s") && (line.has("l") || !line.path("d").isEmpty()) ? line : last;
        }
        return last;
    }

    private boolean isAnswered(int member, ObjectNode append) {
        int primary = append.get("f").asInt();
        return all(
                        primary,
                        it -> it.get("a").asText().equals("AnswerWrite")
                                && it.get("o").equals(append.get("o")))
                .stream()
                .anyMatch(answer -> precedes(member, append, primary, answer));
    }

    /** Takes an event out, as if it had never been: later ones move up, and clocks with them. */
    void drop(int member, int index) {
        List<ObjectNode> lines = of(member);
        long gone = lines.remove(index).get("s").asLong();
        for (ObjectNode line : lines) {
            for (String name : List.of("s", "end")) {
                if (line.path(name).asLong() > gone) {
                    line.put(name, line.get(name).asLong() - 1);
                }
            }
        }
        String name = Integer.toString(member);
        files.values()
                .forEach(all -> all.forEach(line -> {
                    if (line.path("c").path(name).asLong() >= gone) {
                        ((ObjectNode) line.get("c"))
                                .put(name, line.get("c").get(name).asLong() - 1);
                    }
                }));
    }

    /** Lets two events of a member change places, except for their numbers and clocks. */
    void exchange(int member, int one, int other) {
        ObjectNode first = of(member).get(one);
        ObjectNode second = of(member).get(other);
        ObjectNode copy = first.deepCopy();
        put(first, second);
        put(second, copy);
    }

    private static void put(ObjectNode line, ObjectNode content) {
        ObjectNode kept = line.deepCopy().retain("s", "c");
        ObjectNode rest = content.deepCopy();
        rest.remove(List.of("s", "c"));
        line.removeAll();
        line.setAll(kept);
        line.setAll(rest);
    }

    /** Whether a primary takes a write again, with others of the partition in between. */
    boolean takesAWriteTwice() {
        return members().stream().anyMatch(member -> {
            List<ObjectNode> writes = all(member, LoggedRuns.action("Write"));
            for (int i = 0; i < writes.size(); i++) {
                ObjectNode first = writes.get(i);
                List<ObjectNode> later = writes.subList(i + 1, writes.size()).stream()
                        .filter(it -> it.get("p").equals(first.get("p")))
                        .toList();
                int again = later.stream().map(it -> it.get("o")).toList().indexOf(first.get("o"));
                if (again > 0) {
                    return true;
                }
            }
            return false;
        });
    }

    /** Whether a member has lost what came right after an entry that its log kept. */
    boolean losesAfterAKeptEntry() {
        for (List<ObjectNode> lines : files.values()) {
            ObjectNode found = lines.get(0);
            if (found.get("life").asInt() == 1) {
                List<ObjectNode> before = all(found.get("member").asInt(), event -> true);
                for (int i = 1; i < before.size(); i++) {
                    ObjectNode line = before.get(i);
                    int kept = found.at("/data/replicas/" + line.path("p").asText() + "/log/0")
                            .asInt();
                    if (line.path("l").path(0).asInt() > kept) {
                        if (before.get(i - 1).has("l")) {
                            return true;
                        }
                        break;
                    }
                }
            }
        }
        return false;
    }
}
