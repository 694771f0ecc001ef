package io.godwit.trace;

import io.godwit.trace.Trace.Meta;
import java.util.OptionalInt;

/** A builder for the metadata of a trace. */
public final class TraceMeta {
    private final String name;
    private String module = "";
    private String protocol = "";
    private String property = "";
    private String meaning = "";
    private String faults = "";
    private String says = "";
    private String source = "";
    private String tool = "";
    private String toolVersion = "";
    private int loopStart;
    private boolean stuttering;

    private TraceMeta(String name) {
        this.name = name;
    }

    /** Begins with the name of the model. */
    public static TraceMeta named(String name) {
        return new TraceMeta(name);
    }

    /** The root module, without path and extension; it chooses the lens. */
    public TraceMeta module(String value) {
        module = value;
        return this;
    }

    /** classic or quorum; the lens says it where it is left out. */
    public TraceMeta protocol(String value) {
        protocol = value;
        return this;
    }

    /** The property that broke. */
    public TraceMeta property(String value) {
        property = value;
        return this;
    }

    /** What the property promises; the lens says it where it is left out. */
    public TraceMeta meaning(String value) {
        meaning = value;
        return this;
    }

    /** The fault assumptions in words. */
    public TraceMeta faults(String value) {
        faults = value;
        return this;
    }

    /** What the trace shows. */
    public TraceMeta says(String value) {
        says = value;
        return this;
    }

    /** The origin of the finding. */
    public TraceMeta source(String value) {
        source = value;
        return this;
    }

    /** The tool and its version. */
    public TraceMeta tool(String toolName, String version) {
        tool = toolName;
        toolVersion = version;
        return this;
    }

    /** How an infinite run continues: with a loop back to a state, or by stuttering. */
    public TraceMeta loop(OptionalInt start, boolean stutters) {
        loopStart = start.orElse(0);
        stuttering = stutters;
        return this;
    }

    /** The finished record. */
    public Meta build() {
        return new Meta(
                name,
                module,
                protocol,
                property,
                meaning,
                faults,
                says,
                source,
                tool,
                toolVersion,
                loopStart,
                stuttering);
    }
}
