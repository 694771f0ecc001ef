package io.godwit.simulation.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.simulation.InputException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Figures as a file: to be looked at, and to go on from. */
public final class FiguresJson {
    private static final String FORMAT = "godwit-simulation-figures";
    private static final int VERSION = 1;
    private static final double MICROS = 1e6;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private FiguresJson() {}

    /** The text of the file. */
    public static String write(Figures figures) {
        RunCounts counts = figures.counts();
        ObjectNode root = MAPPER.createObjectNode();
        root.put("format", FORMAT).put("version", VERSION);
        ObjectNode settings = root.putObject("settings");
        figures.settings().forEach(settings::put);
        root.put("first", figures.first()).put("seeds", counts.runs());
        root.put("passed", counts.runs() - figures.failures().size())
                .put("failed", figures.failures().size());
        root.put("seconds", Math.round(figures.seconds()))
                .put("processorSeconds", Math.round(figures.processorSeconds()));
        root.put("virtualSeconds", counts.virtualMicros() / MICROS);
        root.put("messages", counts.delivered()).put("calls", counts.calls()).put("unknown", counts.unknown());
        root.put("gaveUpKeys", counts.gaveUp()).put("lostMoreThanClaimed", counts.waived());
        root.put("latestAtRestMicros", counts.slowestSettling());
        ObjectNode faults = root.putObject("faults");
        counts.planned().forEach((name, planned) -> faults.putObject(name)
                .put("planned", planned)
                .put("happened", counts.happened().getOrDefault(name, 0L)));
        ObjectNode windows = root.putObject("windows");
        figures.windows().forEach(windows::put);
        ArrayNode failures = root.putArray("failures");
        for (Figures.Failure failure : figures.failures()) {
            failures.addObject()
                    .put("seed", failure.seed())
                    .put("property", failure.property())
                    .put("text", failure.text());
        }
        return root.toPrettyString() + "\n";
    }

    /**
     * Reads figures.
     *
     * @param file how errors call the text
     * @throws InputException when there are none
     */
    public static Figures read(String file, String text) {
        JsonNode root;
        try {
            root = MAPPER.readTree(text);
        } catch (JsonProcessingException e) {
            throw new InputException(file + ":" + e.getLocation().getLineNr() + ": no JSON: " + e.getOriginalMessage());
        }
        if (!root.path("format").asText().equals(FORMAT) || root.path("version").asInt() != VERSION) {
            throw new InputException(
                    file + ": it does not say \"format\": \"" + FORMAT + "\", \"version\": " + VERSION);
        }
        SortedMap<String, String> settings = new TreeMap<>();
        root.path("settings")
                .fields()
                .forEachRemaining(e -> settings.put(e.getKey(), e.getValue().asText()));
        SortedMap<String, Long> planned = new TreeMap<>();
        SortedMap<String, Long> happened = new TreeMap<>();
        root.path("faults").fields().forEachRemaining(e -> {
            planned.put(e.getKey(), e.getValue().path("planned").asLong());
            long times = e.getValue().path("happened").asLong();
            if (times > 0) {
                happened.put(e.getKey(), times);
            }
        });
        List<Figures.Failure> failures = new ArrayList<>();
        root.path("failures")
                .forEach(f -> failures.add(new Figures.Failure(
                        f.path("seed").asLong(),
                        f.path("property").asText(),
                        f.path("text").asText())));
        RunCounts counts = new RunCounts(
                root.path("seeds").asLong(),
                Math.round(root.path("virtualSeconds").asDouble() * MICROS),
                root.path("messages").asLong(),
                root.path("calls").asLong(),
                root.path("unknown").asLong(),
                root.path("gaveUpKeys").asLong(),
                root.path("lostMoreThanClaimed").asLong(),
                root.path("latestAtRestMicros").asLong(),
                planned,
                happened);
        return new Figures(
                settings,
                root.path("first").asLong(),
                root.path("seconds").asDouble(),
                root.path("processorSeconds").asDouble(),
                counts,
                failures);
    }
}
