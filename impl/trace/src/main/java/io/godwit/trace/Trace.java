package io.godwit.trace;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.List;
import java.util.Map;

/**
 * A readable run of the protocol: the acting members, messages and changes of each step, and the
 * partition-by-member matrix. Its JSON form is described in {@code docs/verify/trace-format.md}.
 *
 * @param meta where the trace comes from and what it shows
 * @param members the members, in order
 * @param variables the variables of the specification, sorted by name
 * @param steps at least one; the first is the initial state
 */
public record Trace(Meta meta, List<TlaValue> members, List<Variable> variables, List<Step> steps) {
    /** The name in the field {@code format}. */
    public static final String FORMAT = "godwit-trace";
    /** The version that is written; others are refused. */
    public static final int VERSION = 1;

    /** The display name of a member. */
    public List<String> memberNames() {
        return members.stream().map(TlaValue::display).toList();
    }

    /**
     * Where a trace comes from. Text fields may be empty, never null.
     *
     * @param name of the model, as in the manifest
     * @param module the root module
     * @param protocol classic, quorum, or empty
     * @param property the property that broke, or empty
     * @param meaning what that property promises, in one line
     * @param faults the fault assumptions in words
     * @param says what the trace shows, in one line
     * @param source the origin of the finding
     * @param tool TLC, Apalache, ...
     * @param toolVersion its version
     * @param loopStart the step (from 1) to which the last one goes back; 0 when there is no loop
     * @param stuttering whether the run stops for ever in its last state
     */
    public record Meta(
            String name,
            String module,
            String protocol,
            String property,
            String meaning,
            String faults,
            String says,
            String source,
            String tool,
            String toolVersion,
            @JsonInclude(JsonInclude.Include.NON_DEFAULT) int loopStart,
            boolean stuttering) {
        /** The tool and its version as text. */
        public String foundBy() {
            return toolVersion.startsWith(tool) ? toolVersion : (tool + " " + toolVersion).strip();
        }

        /** Whether the trace never ends, so that it breaks a liveness property. */
        public boolean endless() {
            return stuttering || loopStart > 0;
        }
    }

    /** How a variable is laid out. */
    public enum Scope {
        /** A function over the members. */
        MEMBER,
        /** Messages in flight. */
        MESSAGES,
        /** Anything else. */
        GLOBAL
    }

    /**
     * A variable of the specification.
     *
     * @param ghost whether it exists for the properties only
     * @param quiet whether it follows from others
     */
    public record Variable(String name, Scope scope, boolean ghost, boolean quiet) {}

    /** The kind of a step; the pages draw faults differently. */
    public enum Kind {
        /** The first state. */
        INIT,
        /** A step of the protocol. */
        STEP,
        /** A client's call or answer. */
        CLIENT,
        /** A member stops. */
        CRASH,
        /** A member comes back, as a new incarnation. */
        RESTART,
        /** Links are cut. */
        CUT,
        /** Links work again. */
        HEAL,
        /** A message is lost. */
        LOSS,
        /** A message is duplicated. */
        DUPLICATE,
        /** A member is suspected. */
        SUSPECT;

        /** Whether the step is a fault of the environment and not a step of the protocol. */
        public boolean fault() {
            return switch (this) {
                case CRASH, RESTART, CUT, HEAL, LOSS, DUPLICATE, SUSPECT -> true;
                case INIT, STEP, CLIENT -> false;
            };
        }
    }

    /**
     * One step and the state after it. There are 13 components because a step of the file has as many keys.
     *
     * @param index from 1
     * @param action the name of the action
     * @param where its place in the specification, or null
     * @param actors the members that acted or changed, the acting one first
     * @param note the step in a few words
     * @param state every variable
     * @param changes what is different from the state before, messages apart
     * @param messages what was sent, received and lost in this step
     * @param inFlight the identifiers of the messages in flight after the step
     * @param matrix what each member believes of each partition, or null where no lens says how to find it
     * @param marks per member (by name) what is to be said of it
     * @param facts what is to be said of the whole state
     */
    @JsonPropertyOrder({"index", "action", "where", "kind", "actors", "note", "messages", "inFlight", "changes", "state"
    })
    public record Step(
            int index,
            String action,
            SourceLocation where,
            Kind kind,
            List<String> actors,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) String note,
            Map<String, TlaValue> state,
            List<Change> changes,
            List<MessageEvent> messages,
            List<String> inFlight,
            Matrix matrix,
            Map<String, List<Mark>> marks,
            List<Fact> facts) {}

    /** How a value changed. */
    public enum ChangeKind {
        /** Another value in the same place. */
        SET,
        /** A new element or argument. */
        ADDED,
        /** An element or argument that is gone. */
        REMOVED
    }

    /**
     * One difference between two states, as deep down as it can be said.
     *
     * @param member whose state changed, or null for a global variable
     * @param path what is inside the variable, such as {@code [2].version}; may be empty
     * @param from the value before, null for {@link ChangeKind#ADDED}
     * @param to the value after, null for {@link ChangeKind#REMOVED}
     */
    public record Change(
            String variable,
            String member,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) String path,
            ChangeKind kind,
            TlaValue from,
            TlaValue to) {}

    /** The kind of a message event. */
    public enum MessageKind {
        /** Sent. */
        SENT,
        /** Received. */
        RECEIVED,
        /** Lost without having been received. */
        LOST
    }

    /**
     * Something that happened to a message.
     *
     * @param id names the message in the whole trace
     * @param fields everything but type, source and destination
     * @param text the fields that matter, in short
     * @param inferred whether the tool's states do not show it (a message that stays in a growing set when it is received)
     */
    public record MessageEvent(
            MessageKind kind,
            String id,
            String type,
            String src,
            String dst,
            Map<String, TlaValue> fields,
            String text,
            boolean inferred) {}

    /**
     * The partition-by-member matrix after a step.
     *
     * @param partitions the names of the rows
     * @param cells per row and member
     * @param stamps per member, or empty
     */
    public record Matrix(
            List<String> partitions,
            List<List<Cell>> cells,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Stamp> stamps) {}

    /**
     * What one member believes of one partition.
     *
     * @param version as text, or empty
     * @param replicas the members by replica index, the primary first; {@code null} elements are empty indices
     * @param role what the member is for the partition in its own eyes, or empty
     * @param data what it holds, or empty
     * @param changed whether it differs from the step before
     */
    public record Cell(
            String version,
            List<String> replicas,
            String role,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) String data,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Mark> marks,
            boolean changed) {}

    /**
     * A member's stamp.
     *
     * @param code a short code; equal codes mean equal stamps, in the whole trace
     * @param conflict whether another live member has the same stamp and a different table
     */
    public record Stamp(String code, boolean conflict) {}

    /**
     * A word about a member or cell.
     *
     * @param tone how it is coloured: down, lead, warn, good or info
     */
    public record Mark(String label, String tone) {}

    /** A named fact of the whole state. */
    public record Fact(String label, String text, boolean changed) {}

    /** A place in a specification: module and lines, counted from 1. */
    public record SourceLocation(String module, int line, int endLine) {
        @Override
        public String toString() {
            return module + ":" + line;
        }
    }

    /**
     * One state as a tool gave it, with the action that led to it.
     *
     * @param number counted from 1
     * @param action the name of the action, {@code Init} for the first state, {@code Next} where the tool does not say
     * @param where where that action stands, or null
     * @param variables the whole state
     */
    public record RawState(int number, String action, SourceLocation where, Map<String, TlaValue> variables) {
        /** What the first state is called. */
        public static final String INIT = "Init";
        /** What a step is called when the tool does not name its action, as Apalache does not. */
        public static final String UNNAMED = "Next";
    }
}
