package io.godwit.trace.json;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.trace.Trace;
import io.godwit.trace.Trace.Cell;
import io.godwit.trace.Trace.Change;
import io.godwit.trace.Trace.Mark;
import io.godwit.trace.Trace.MessageEvent;
import io.godwit.trace.Trace.Scope;
import io.godwit.trace.Trace.Step;
import io.godwit.trace.value.TlaValue;
import java.util.List;
import java.util.Locale;

/** A trace as a JSON tree. */
final class TraceWriter {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Trace trace;

    TraceWriter(Trace trace) {
        this.trace = trace;
    }

    ObjectNode tree() {
        ObjectNode root = NODES.objectNode();
        root.put("format", Trace.FORMAT);
        root.put("version", Trace.VERSION);
        root.set("meta", meta(trace.meta()));
        ArrayNode members = root.putArray("members");
        trace.members().forEach(m -> members.add(ValueJson.write(m)));
        ArrayNode variables = root.putArray("variables");
        for (Trace.Variable variable : trace.variables()) {
            ObjectNode node = variables.addObject();
            node.put("name", variable.name());
            node.put("scope", lower(variable.scope()));
            if (variable.ghost()) {
                node.put("ghost", true);
            }
            if (variable.quiet()) {
                node.put("quiet", true);
            }
        }
        ArrayNode steps = root.putArray("steps");
        trace.steps().forEach(step -> steps.add(step(step)));
        return root;
    }

    private static ObjectNode meta(Trace.Meta meta) {
        ObjectNode node = NODES.objectNode();
        node.put("name", meta.name());
        node.put("module", meta.module());
        node.put("protocol", meta.protocol());
        node.put("property", meta.property());
        node.put("meaning", meta.meaning());
        node.put("faults", meta.faults());
        node.put("says", meta.says());
        node.put("source", meta.source());
        node.putObject("tool").put("name", meta.tool()).put("version", meta.toolVersion());
        if (meta.loopStart() > 0) {
            node.put("loopStart", meta.loopStart());
        }
        if (meta.stuttering()) {
            node.put("stuttering", true);
        }
        return node;
    }

    private ObjectNode step(Step step) {
        ObjectNode node = NODES.objectNode();
        node.put("index", step.index());
        node.put("action", step.action());
        if (step.where() != null) {
            node.putObject("where")
                    .put("module", step.where().module())
                    .put("line", step.where().line())
                    .put("endLine", step.where().endLine());
        }
        node.put("kind", lower(step.kind()));
        node.set("actors", texts(step.actors()));
        if (!step.note().isEmpty()) {
            node.put("note", step.note());
        }
        ArrayNode messages = node.putArray("messages");
        step.messages().forEach(m -> messages.add(message(m)));
        node.set("inFlight", texts(step.inFlight()));
        ArrayNode changes = node.putArray("changes");
        step.changes().forEach(c -> changes.add(change(c)));
        node.set("state", state(step));
        if (step.matrix() != null) {
            node.set("matrix", matrix(step.matrix()));
        }
        ObjectNode marks = node.putObject("marks");
        step.marks().forEach((member, list) -> marks.set(member, marks(list)));
        ArrayNode facts = node.putArray("facts");
        step.facts().forEach(f -> {
            ObjectNode fact = facts.addObject().put("label", f.label()).put("text", f.text());
            if (f.changed()) {
                fact.put("changed", true);
            }
        });
        return node;
    }

    private static ObjectNode message(MessageEvent message) {
        ObjectNode node = NODES.objectNode();
        node.put("kind", lower(message.kind()));
        node.put("id", message.id());
        node.put("type", message.type());
        node.put("src", message.src());
        node.put("dst", message.dst());
        ObjectNode fields = node.putObject("fields");
        message.fields().forEach((name, value) -> fields.set(name, ValueJson.write(value)));
        node.put("text", message.text());
        if (message.inferred()) {
            node.put("inferred", true);
        }
        return node;
    }

    private static ObjectNode change(Change change) {
        ObjectNode node = NODES.objectNode();
        node.put("variable", change.variable());
        if (change.member() != null) {
            node.put("member", change.member());
        }
        if (!change.path().isEmpty()) {
            node.put("path", change.path());
        }
        node.put("kind", lower(change.kind()));
        if (change.from() != null) {
            node.set("from", ValueJson.write(change.from()));
        }
        if (change.to() != null) {
            node.set("to", ValueJson.write(change.to()));
        }
        return node;
    }

    private ObjectNode state(Step step) {
        ObjectNode node = NODES.objectNode();
        ObjectNode members = node.putObject("members");
        for (TlaValue member : trace.members()) {
            ObjectNode own = members.putObject(member.display());
            for (Trace.Variable variable : trace.variables()) {
                if (variable.scope() == Scope.MEMBER) {
                    own.set(
                            variable.name(),
                            ValueJson.write(
                                    step.state().get(variable.name()).at(member).orElseThrow()));
                }
            }
        }
        ObjectNode global = node.putObject("global");
        for (Trace.Variable variable : trace.variables()) {
            if (variable.scope() != Scope.MEMBER) {
                global.set(variable.name(), ValueJson.write(step.state().get(variable.name())));
            }
        }
        return node;
    }

    private static ObjectNode matrix(Trace.Matrix matrix) {
        ObjectNode node = NODES.objectNode();
        node.set("partitions", texts(matrix.partitions()));
        ArrayNode rows = node.putArray("cells");
        for (List<Cell> row : matrix.cells()) {
            ArrayNode cells = rows.addArray();
            row.forEach(cell -> cells.add(cell(cell)));
        }
        if (!matrix.stamps().isEmpty()) {
            ArrayNode stamps = node.putArray("stamps");
            matrix.stamps().forEach(s -> {
                ObjectNode stamp = stamps.addObject().put("code", s.code());
                if (s.conflict()) {
                    stamp.put("conflict", true);
                }
            });
        }
        return node;
    }

    private static ObjectNode cell(Cell cell) {
        ObjectNode node = NODES.objectNode();
        node.put("version", cell.version());
        node.set("replicas", texts(cell.replicas()));
        node.put("role", cell.role());
        if (!cell.data().isEmpty()) {
            node.put("data", cell.data());
        }
        if (!cell.marks().isEmpty()) {
            node.set("marks", marks(cell.marks()));
        }
        if (cell.changed()) {
            node.put("changed", true);
        }
        return node;
    }

    private static ArrayNode marks(List<Mark> marks) {
        ArrayNode node = NODES.arrayNode();
        marks.forEach(m -> node.addObject().put("label", m.label()).put("tone", m.tone()));
        return node;
    }

    private static ArrayNode texts(List<String> texts) {
        ArrayNode node = NODES.arrayNode();
        texts.forEach(node::add);
        return node;
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
