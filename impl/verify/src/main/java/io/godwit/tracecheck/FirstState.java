package io.godwit.tracecheck;

import com.fasterxml.jackson.databind.JsonNode;
import io.godwit.tracecheck.log.LoggedRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tlc2.tool.TLCState;
import tlc2.value.impl.Value;

/** What the data plane of one partition begins with, by the first lines of the logs. */
final class FirstState {
    /** A read that has not begun. */
    static final Value IDLE_READ = V.record(
            "state", V.text("idle"),
            "part", V.number(0),
            "value", V.number(0),
            "at", V.NONE,
            "epoch", V.number(0),
            "num", V.number(0));

    private static final Value NO_VIEW = V.record("version", V.number(0), "config", V.NO_CONFIGURATION);

    private final Map<Integer, Value> view = new TreeMap<>();
    private final Map<Integer, Value> waits = new TreeMap<>();
    private final Map<Integer, Value> status = new TreeMap<>();
    private Value configuration = V.NO_CONFIGURATION;
    private Value voters = V.EMPTY_SET;

    /** Reads the first lines. */
    FirstState(LoggedRun run, int partition) {
        run.headers().forEach((member, header) -> member(member, header, Integer.toString(partition)));
    }

    private void member(int member, JsonNode header, String place) {
        JsonNode replica = header.path("data").path("replicas").path(place);
        if (replica.path("view").isArray()) {
            configuration = V.configuration(replica.get("view"), 2);
            view.put(member, V.single(view(1, configuration)));
        } else {
            view.put(member, V.single(NO_VIEW));
        }
        if (header.path("control").path("voting").isArray()) {
            voters = V.members(header.path("control").path("voting").get(2));
        }
        waits.put(member, V.single(V.EMPTY_SET));
        status.put(member, V.text("up"));
    }

    /** What a member has of a version. */
    static Value view(int version, Value configuration) {
        return V.record("version", V.number(version), "config", configuration);
    }

    /** The state, but for what a {@link StepWindow} adds. */
    TLCState state() {
        return SpecTool.state(
                "history",
                V.single(V.sequence(configuration)),
                "status",
                V.function(status),
                "view",
                V.function(view),
                "log",
                V.EMPTY_SEQUENCE,
                "waits",
                V.function(waits),
                "msgs",
                V.EMPTY_SET,
                "writes",
                V.EMPTY_SEQUENCE,
                "reads",
                V.EMPTY_SEQUENCE,
                "leaving",
                V.EMPTY_SET,
                "voters",
                voters,
                "spent",
                V.record("suspicions", V.number(0), "restamps", V.number(0), "migrations", V.number(0)),
                "contents",
                V.single(V.EMPTY_SEQUENCE),
                "seen",
                V.EMPTY_SEQUENCE,
                "outcomes",
                V.single(V.EMPTY_SET));
    }

    /** Who founds a partition knows of each backup that it holds nothing yet. */
    List<Value> acknowledgements() {
        Value primary = V.field(configuration, "primary");
        List<Value> acks = new ArrayList<>();
        for (Value backup : V.elements(V.field(configuration, "backups"))) {
            acks.add(V.record(
                    "type",
                    V.text("Ack"),
                    "src",
                    backup,
                    "dst",
                    primary,
                    "part",
                    V.number(1),
                    "epoch",
                    V.number(1),
                    "num",
                    V.number(0),
                    "log",
                    V.EMPTY_SEQUENCE,
                    "subject",
                    V.NONE));
        }
        return acks;
    }
}
