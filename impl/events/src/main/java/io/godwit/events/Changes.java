package io.godwit.events;

import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Entry;
import java.util.Locale;

/** What an action has changed of a member's state: each variable of the specification that differs, and where. */
final class Changes {
    /** So many of the last writes are told of a log that was replaced. */
    static final int TOLD = 64;

    private Changes() {}

    /** All that differs between two states of the control plane. */
    static void control(Line line, ControlState before, ControlState after) {
        if (before.term() != after.term()) {
            line.name("term").number(after.term());
        }
        if (before.role() != after.role()) {
            line.name("role").text(after.role().name().toLowerCase(Locale.ROOT));
        }
        if (!before.voting().equals(after.voting())) {
            Values.voting(line.name("voting"), after.voting());
        }
        if (before.stamp() != after.stamp()) {
            line.name("stamp").text(Long.toHexString(after.stamp()));
        }
        entries(line, "accepted", before.accepted(), after.accepted());
        entries(line, "committed", before.committed(), after.committed());
        entries(line, "outstanding", before.outstanding(), after.outstanding());
    }

    private static void entries(Line line, String name, PartitionVector<Entry> before, PartitionVector<Entry> after) {
        boolean[] begun = new boolean[1];
        after.differences(before, p -> {
            if (!after.get(p).equals(before.get(p))) {
                if (!begun[0]) {
                    begun[0] = true;
                    line.name(name).open('{');
                }
                Values.entry(line.name(p), after.get(p));
            }
        });
        if (begun[0]) {
            line.close('}');
        }
    }

    /** All that differs between two states of the data plane. */
    static void data(Line line, DataState before, DataState after) {
        if (before.status() != after.status()) {
            line.name("status").text(after.status().name().toLowerCase(Locale.ROOT));
        }
        boolean[] begun = new boolean[1];
        after.replicas().differences(before.replicas(), p -> {
            Replica one = before.replica(p);
            Replica two = after.replica(p);
            if (differ(one, two)) {
                if (!begun[0]) {
                    begun[0] = true;
                    line.name("replicas").open('{');
                }
                replica(line.name(p), one, two);
            }
        });
        if (begun[0]) {
            line.close('}');
        }
    }

    @SuppressWarnings("ReferenceEquality") // what was not touched is the same object
    private static boolean differ(Replica one, Replica two) {
        return one.view() != two.view() || one.log() != two.log() || one.waits() != two.waits();
    }

    @SuppressWarnings("ReferenceEquality") // what was not touched is the same object
    private static void replica(Line line, Replica before, Replica after) {
        line.open('{');
        boolean activated = !before.view().equals(after.view());
        if (activated) {
            Values.view(line.name("view"), after.view());
        }
        if (before.log() != after.log()) {
            boolean longer = !activated && after.log().length() == before.log().length() + 1;
            Values.log(line.name("log"), after.log(), longer ? 1 : TOLD);
        }
        if (!before.waits().equals(after.waits())) {
            Values.members(line.name("waits"), after.waits());
        }
        line.close('}');
    }

    /** A whole state: what a member starts with, or ends with. */
    static void state(Line line, ControlState control, DataState data) {
        ControlState none = ControlState.empty(control.self(), control.partitions());
        line.name("control").open('{');
        control(line, none, control);
        line.close('}');
        line.name("data").open('{');
        data(line, DataState.unborn(data.self(), control.partitions(), data.copies()), data);
        line.close('}');
    }
}
