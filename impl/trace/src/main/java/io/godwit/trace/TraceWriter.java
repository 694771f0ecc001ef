package io.godwit.trace;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.cfg.EnumFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.godwit.trace.Trace.Scope;
import java.io.IOException;
import java.util.Map;

/** A trace as a JSON tree: the records of {@link Trace} as they are, but for the tool and the states. */
final class TraceWriter {
    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .addModule(new SimpleModule().addSerializer(new OfValue()))
            .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
            .serializationInclusion(JsonInclude.Include.NON_NULL)
            .withConfigOverride(
                    boolean.class,
                    it -> it.setInclude(
                            JsonInclude.Value.construct(JsonInclude.Include.NON_DEFAULT, JsonInclude.Include.ALWAYS)))
            .build();

    private final Trace trace;

    /** Writes values as {@link ValueJson} says. */
    private static final class OfValue extends StdSerializer<TlaValue> {
        OfValue() {
            super(TlaValue.class);
        }

        @Override
        public void serialize(TlaValue value, JsonGenerator out, SerializerProvider provider) throws IOException {
            out.writeTree(ValueJson.write(value));
        }
    }

    TraceWriter(Trace trace) {
        this.trace = trace;
    }

    ObjectNode tree() {
        ObjectNode root = MAPPER.createObjectNode();
        root.put("format", Trace.FORMAT);
        root.put("version", Trace.VERSION);
        root.setAll((ObjectNode) MAPPER.valueToTree(trace));
        ObjectNode meta = (ObjectNode) root.get("meta");
        meta.remove("toolVersion");
        meta.putObject("tool")
                .put("name", trace.meta().tool())
                .put("version", trace.meta().toolVersion());
        for (int i = 0; i < trace.steps().size(); i++) {
            ((ObjectNode) root.get("steps").get(i))
                    .set("state", state(trace.steps().get(i).state()));
        }
        return root;
    }

    /** The variables of each member, and the others. */
    private ObjectNode state(Map<String, TlaValue> state) {
        ObjectNode node = MAPPER.createObjectNode();
        ObjectNode members = node.putObject("members");
        for (TlaValue member : trace.members()) {
            ObjectNode own = members.putObject(member.display());
            for (Trace.Variable variable : trace.variables()) {
                if (variable.scope() == Scope.MEMBER) {
                    own.set(
                            variable.name(),
                            ValueJson.write(
                                    state.get(variable.name()).at(member).orElseThrow()));
                }
            }
        }
        ObjectNode global = node.putObject("global");
        for (Trace.Variable variable : trace.variables()) {
            if (variable.scope() != Scope.MEMBER) {
                global.set(variable.name(), ValueJson.write(state.get(variable.name())));
            }
        }
        return node;
    }
}
