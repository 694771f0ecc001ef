package io.godwit.events;

import io.godwit.protocol.Event.Call;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Received;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.decision.Cluster;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Entry;
import java.util.Arrays;
import java.util.Locale;

/**
 * What an action has changed of a member's state: each variable of the specification that differs, and where. Not safe for
 * several threads.
 */
final class Changes {
    /** So many of the last writes are told of a log that was replaced. */
    static final int TOLD = 64;

    private int[] changed = new int[8];
    private int size;

    /**
     * Writes what an event has changed; nothing if that is nothing.
     *
     * @param before the part of the state that the handler was given
     * @param after what it has made of it
     */
    void write(Line line, Object event, Object before, Object after) {
        if (before instanceof DataState data) {
            event(line, event, data, (DataState) after);
        } else if (before instanceof ControlState control) {
            int size = line.size();
            line.name('d').open('{');
            control(line, control, (ControlState) after);
            line.closeUnlessEmpty('}', size);
        } else if (before instanceof Cluster cluster) {
            Cluster now = (Cluster) after;
            if (!cluster.leaving().equals(now.leaving())) {
                Values.members(line.name('d').open('{').name("leaving"), now.leaving());
                line.close('}');
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // what was not touched is the same object
    private void event(Line line, Object event, DataState before, DataState after) {
        if (before.replicas() == after.replicas() && before.status() == after.status()) {
            return;
        }
        find(before, after);
        if (size == 1 && before.status() == after.status() && isOneWrite(changed[0], event, before, after)) {
            LogEntry entry = after.replica(changed[0]).log().lastEntry();
            int length = after.replica(changed[0]).log().length();
            line.list('l', length, entry.epoch().term(), entry.epoch().number());
        } else if (size > 0 || before.status() != after.status()) {
            line.name('d').open('{');
            data(line, before, after);
            line.close('}');
        }
    }

    /** Is all that has changed of a partition that the write which the event names has been added to its log? */
    @SuppressWarnings("ReferenceEquality") // what was not touched is the same object
    private static boolean isOneWrite(int partition, Object event, DataState before, DataState after) {
        Replica one = before.replica(partition);
        Replica two = after.replica(partition);
        if (one.view() != two.view()
                || one.waits() != two.waits()
                || two.log().length() != one.log().length() + 1) {
            return false;
        }
        LogEntry entry = two.log().lastEntry();
        if (event instanceof Call call) {
            return call.partition() == partition && call.client() == entry.client() && call.call() == entry.call();
        }
        return event instanceof Received<?> received
                && received.message() instanceof Append append
                && append.partition() == partition
                && append.entry().client() == entry.client()
                && append.entry().call() == entry.call();
    }

    /** Finds the partitions of which something has changed that is written. */
    private void find(DataState before, DataState after) {
        size = 0;
        after.replicas().differences(before.replicas(), p -> {
            if (differ(before.replica(p), after.replica(p))) {
                if (size == changed.length) {
                    changed = Arrays.copyOf(changed, 2 * size);
                }
                changed[size++] = p;
            }
        });
    }

    @SuppressWarnings("ReferenceEquality") // what was not touched is the same object
    private static boolean differ(Replica one, Replica two) {
        return one.view() != two.view() || one.log() != two.log() || one.waits() != two.waits();
    }

    /** All that differs between two states of the control plane. */
    private static void control(Line line, ControlState before, ControlState after) {
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
        int size = line.size();
        line.name(name).open('{');
        after.differences(before, p -> {
            if (!after.get(p).equals(before.get(p))) {
                Values.entry(line.name(p), after.get(p));
            }
        });
        line.closeUnlessEmpty('}', size);
    }

    /** All that differs between two states of the data plane; {@link #find} has said where. */
    private void data(Line line, DataState before, DataState after) {
        if (before.status() != after.status()) {
            line.name("status").text(after.status().name().toLowerCase(Locale.ROOT));
        }
        if (size > 0) {
            line.name("replicas").open('{');
            for (int i = 0; i < size; i++) {
                replica(line.name(changed[i]), before.replica(changed[i]), after.replica(changed[i]));
            }
            line.close('}');
        }
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
    void state(Line line, ControlState control, DataState data) {
        line.name("control").open('{');
        control(line, ControlState.empty(control.self(), control.partitions()), control);
        line.close('}');
        line.name("data").open('{');
        DataState none = DataState.unborn(data.self(), control.partitions(), data.copies());
        find(none, data);
        data(line, none, data);
        line.close('}');
    }
}
