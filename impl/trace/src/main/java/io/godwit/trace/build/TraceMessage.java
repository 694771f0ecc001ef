package io.godwit.trace.build;

import io.godwit.trace.value.TlaValue;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A message as it stands in a state: a record with type, source and destination. */
record TraceMessage(TlaValue value, String type, TlaValue src, TlaValue dst) {

    /** Reads a message; a value that is no record with a type is none. */
    static Optional<TraceMessage> of(TlaValue value) {
        return of(value, null, null);
    }

    /** The same, with source and destination of the channel where the record does not say. */
    static Optional<TraceMessage> of(TlaValue value, TlaValue src, TlaValue dst) {
        if (!(value instanceof TlaValue.Rec r) || !r.fields().containsKey("type")) {
            return Optional.empty();
        }
        TlaValue from = r.fields().getOrDefault("src", src);
        TlaValue to = r.fields().getOrDefault("dst", dst);
        return Optional.of(new TraceMessage(value, r.fields().get("type").display(), from, to));
    }

    /** Everything but type, source and destination. */
    Map<String, TlaValue> fields() {
        Map<String, TlaValue> fields = new TreeMap<>(((TlaValue.Rec) value).fields());
        fields.remove("type");
        fields.remove("src");
        fields.remove("dst");
        return fields;
    }
}
