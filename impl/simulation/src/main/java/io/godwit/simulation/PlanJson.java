package io.godwit.simulation;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.protocol.Copies;
import io.godwit.simulation.RunPlan.OmittedCalls;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Plans as files, which people may write and change. */
public final class PlanJson {
    private static final String FORMAT = "godwit-schedule";
    private static final int VERSION = 1;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private PlanJson() {}

    /** The text of the file: one fault a line. */
    public static String write(RunPlan plan) {
        ObjectNode head = MAPPER.createObjectNode();
        head.put("format", FORMAT).put("version", VERSION);
        head.put("protocol", plan.protocol()).put("seed", plan.seed()).put("members", plan.members());
        head.put("partitions", plan.partitions());
        if (plan.copies().ranges() == 1) {
            head.put("copies", plan.copies().only());
        } else {
            ArrayNode copies = head.putArray("copies");
            Arrays.stream(plan.copies().toArray()).forEach(copies::add);
        }
        head.put("parallel", plan.parallel());
        head.put("micros", plan.micros()).put("calmFrom", plan.calmFrom()).put("clients", plan.clients());
        String open = head.toString();
        return open.substring(0, open.length() - 1) + ",\n \"faults\": ["
                + lines(plan.faults().stream().map(PlanJson::tree).toList()) + "],\n \"skips\": ["
                + lines(plan.skips().stream().map(PlanJson::tree).toList()) + "]}\n";
    }

    private static String lines(List<ObjectNode> nodes) {
        return nodes.stream().map(node -> "\n  " + node).collect(Collectors.joining(","));
    }

    private static ObjectNode tree(Fault fault) {
        ObjectNode node = MAPPER.createObjectNode();
        node.put("kind", fault.kind().text()).put("at", fault.at());
        if (fault.aimed()) {
            node.put("window", fault.window()).put("delay", fault.delay());
        }
        node.put("site", fault.site()).put("other", fault.other());
        return node.put("amount", fault.amount()).put("duration", fault.duration());
    }

    private static ObjectNode tree(OmittedCalls skip) {
        return MAPPER.createObjectNode()
                .put("client", skip.client())
                .put("from", skip.from())
                .put("to", skip.to());
    }

    /**
     * Reads a plan.
     *
     * @param file how errors call the text
     * @throws InputException when it is none
     */
    public static RunPlan read(String file, String text) {
        try {
            return new Reader(file).plan(MAPPER.readTree(text));
        } catch (JsonProcessingException e) {
            throw new InputException(file + ":" + e.getLocation().getLineNr() + ": no JSON: " + e.getOriginalMessage());
        }
    }

    private record Reader(String file) {
        RunPlan plan(JsonNode root) {
            keys(
                    "",
                    root,
                    Set.of(
                            "format",
                            "version",
                            "protocol",
                            "seed",
                            "members",
                            "partitions",
                            "copies",
                            "parallel",
                            "micros",
                            "calmFrom",
                            "clients",
                            "faults",
                            "skips"));
            if (!FORMAT.equals(root.path("format").asText())
                    || root.path("version").asInt() != VERSION) {
                throw bad("/format", "is no schedule: format must be " + FORMAT + ", version " + VERSION);
            }
            int members = (int) number("", root, "members", 1, 50);
            long micros = number("", root, "micros", 1_000, 86_400_000_000L);
            int partitions = (int) number("", root, "partitions", 1, 1_000);
            List<Fault> faults = new ArrayList<>();
            for (JsonNode node : array(root, "faults")) {
                faults.add(fault("/faults/" + faults.size(), node, members + RunPlan.SPARE_SITES));
            }
            List<OmittedCalls> skips = new ArrayList<>();
            for (JsonNode node : array(root, "skips")) {
                skips.add(skip("/skips/" + skips.size(), node));
            }
            return new RunPlan(
                    text("", root, "protocol"),
                    number("", root, "seed", Long.MIN_VALUE, Long.MAX_VALUE),
                    members,
                    partitions,
                    copies(root, partitions),
                    (int) number("", root, "parallel", 1, 1_000),
                    micros,
                    number("", root, "calmFrom", 0, micros),
                    (int) number("", root, "clients", 0, 1_000),
                    faults,
                    skips);
        }

        /** A number, or one for each range of partitions. */
        private Copies copies(JsonNode root, int partitions) {
            JsonNode copies = root.path("copies");
            if (!copies.isArray()) {
                return Copies.all((int) number("", root, "copies", 1, 7));
            }
            int[] counts = new int[copies.size()];
            for (int range = 0; range < counts.length; range++) {
                JsonNode count = copies.get(range);
                if (!count.canConvertToInt() || count.asInt() < 1 || count.asInt() > 7) {
                    throw bad("/copies/" + range, "must be a whole number from 1 to 7");
                }
                counts[range] = count.asInt();
            }
            if (counts.length == 0 || partitions % counts.length != 0) {
                throw bad("/copies", "must be a number, or a list whose length divides the number of partitions");
            }
            return Copies.ranges(partitions / counts.length, counts);
        }

        private Fault fault(String at, JsonNode node, int sites) {
            keys(at, node, Set.of("kind", "at", "window", "delay", "site", "other", "amount", "duration"));
            FaultKind kind = FaultKind.of(text(at, node, "kind"));
            if (kind == null) {
                throw bad(
                        at + "/kind",
                        "is none of "
                                + Arrays.stream(FaultKind.values())
                                        .map(FaultKind::text)
                                        .collect(Collectors.joining(", ")));
            }
            return new Fault(
                    kind,
                    number(at, node, "at", 0, Long.MAX_VALUE),
                    node.path("window").asText(""),
                    node.has("delay") ? number(at, node, "delay", 0, 60_000_000) : 0,
                    (int) number(at, node, "site", -9, sites),
                    (int) number(at, node, "other", -9, sites),
                    number(at, node, "amount", Long.MIN_VALUE, Long.MAX_VALUE),
                    number(at, node, "duration", 0, 86_400_000_000L));
        }

        private OmittedCalls skip(String at, JsonNode node) {
            keys(at, node, Set.of("client", "from", "to"));
            return new OmittedCalls(
                    (int) number(at, node, "client", 1, 1_000),
                    (int) number(at, node, "from", 0, Integer.MAX_VALUE),
                    (int) number(at, node, "to", 0, Integer.MAX_VALUE));
        }

        private void keys(String at, JsonNode node, Set<String> known) {
            if (!node.isObject()) {
                throw bad(at, "is no object");
            }
            for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
                String name = names.next();
                if (!known.contains(name)) {
                    throw bad(at + "/" + name, "is not known here");
                }
            }
        }

        private JsonNode array(JsonNode root, String name) {
            JsonNode node = root.path(name);
            if (!node.isArray()) {
                throw bad("/" + name, "must be a list");
            }
            return node;
        }

        private String text(String at, JsonNode node, String name) {
            if (!node.path(name).isTextual()) {
                throw bad(at + "/" + name, "must be text");
            }
            return node.path(name).asText();
        }

        private long number(String at, JsonNode node, String name, long least, long most) {
            JsonNode value = node.path(name);
            if (!value.canConvertToLong() || value.asLong() < least || value.asLong() > most) {
                throw bad(at + "/" + name, "must be a whole number from " + least + " to " + most);
            }
            return value.asLong();
        }

        private InputException bad(String at, String problem) {
            return new InputException(file + ": " + (at.isEmpty() ? "/" : at) + " " + problem);
        }
    }
}
