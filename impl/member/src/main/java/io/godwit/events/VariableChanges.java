package io.godwit.events;

import io.godwit.protocol.Event.Call;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Received;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.engine.ActionSubject;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Locale;

/**
 * The changes that an action made to a member's state: each differing variable of the specification, and where. Not safe for
 * several threads.
 */
final class VariableChanges {
    /** Maximum number of last writes that are written of a replaced log. */
    static final int TOLD = 64;

    /** Maximum number of events between two comparisons of all partitions. */
    private static final int LOOK_EVERY = 64;

    private int[] changed = new int[8];
    private int size;
    /** Whether the change is a single write. */
    private boolean added;

    /** If one partition has changed, what it was and what it is. */
    private Replica was;

    private Replica is;

    /** What the last event has made of the data. */
    private DataState last;
    /** What it was when all partitions were looked at. */
    private DataState looked;
    /** The partitions of which a change was written since then. */
    private final BitSet touched = new BitSet();

    /** What the last look at all partitions compared with. */
    private DataState since;

    private int untilLook;

    /**
     * Determines what an event changed in the data plane.
     *
     * @param before the part of the state that the handler was given
     * @param after what it has made of it
     * @return whether the only change is that the event's write was added to the log of its partition
     */
    boolean look(Object event, Object before, Object after) {
        size = 0;
        added = false;
        if (before instanceof DataState data) {
            find(event, data, (DataState) after);
            added = size == 1 && data.status() == ((DataState) after).status() && isOneWrite(changed[0], event);
        }
        return added;
    }

    /** Writes the changes found by {@link #look} at the same states; nothing if there are none. */
    void write(JsonLine line, Object before, Object after) {
        if (before instanceof DataState data) {
            data(line, data, (DataState) after);
        } else if (before instanceof ControlState control) {
            int size = line.size();
            line.name('d').open('{');
            control(line, control, (ControlState) after);
            line.closeUnlessEmpty('}', size);
        } else if (before instanceof ClusterView cluster) {
            ClusterView now = (ClusterView) after;
            if (!cluster.leaving().equals(now.leaving())) {
                JsonValues.members(line.name('d').open('{').name("leaving"), now.leaving());
                line.close('}');
            }
        }
    }

    private void data(JsonLine line, DataState before, DataState after) {
        if (added) {
            Log log = is.log();
            Version epoch = log.lastEntry().epoch();
            line.list('l', log.length(), epoch.term(), epoch.number());
        } else if (size > 0 || before.status() != after.status()) {
            line.name('d').open('{');
            replicas(line, before, after);
            line.close('}');
        }
    }

    /** Is the only change of a partition that the event's write was added to its log? */
    @SuppressWarnings("ReferenceEquality") // what was not touched is the same object
    private boolean isOneWrite(int partition, Object event) {
        if (was.view() != is.view()
                || was.waits() != is.waits()
                || is.log().length() != was.log().length() + 1) {
            return false;
        }
        LogEntry entry = is.log().lastEntry();
        if (event instanceof Call call) {
            return call.partition() == partition && call.client() == entry.client() && call.call() == entry.call();
        }
        return event instanceof Received<?> received
                && received.message() instanceof Append append
                && append.partition() == partition
                && append.number() == is.log().length()
                && append.entry().client() == entry.client()
                && append.entry().call() == entry.call();
    }

    /**
     * Finds the partitions of which something has changed that is written. An event of a client's call is about one partition;
     * the others are looked at a little later, many events at once. Had one of them changed, the event of that moment would
     * say so.
     */
    @SuppressWarnings("ReferenceEquality") // a state that follows from another one is that very object
    private void find(Object event, DataState before, DataState after) {
        if (before != last) {
            // Something has happened that is not written.
            looked = before;
            touched.clear();
        }
        last = after;
        int partition = partition(event);
        if (partition < 0 || --untilLook <= 0 || before.status() != after.status()) {
            everywhere(before, after);
            if (size == 1) {
                was = before.replica(changed[0]);
                is = after.replica(changed[0]);
            }
        } else if (before.replicas() != after.replicas()) {
            was = before.replica(partition);
            is = after.replica(partition);
            if (differ(was, is)) {
                changed[0] = partition;
                size = 1;
                touched.set(partition);
            }
        }
    }

    /** The partition of a frequent event, or -1 for all other events. */
    private static int partition(Object event) {
        if (event instanceof Received<?> received) {
            Object message = received.message();
            return message instanceof Append append
                    ? append.partition()
                    : message instanceof Probe probe
                            ? probe.partition()
                            : message instanceof Ack ack
                                    ? ack.partition()
                                    : message instanceof Confirm confirm ? confirm.partition() : -1;
        }
        return event instanceof Call call
                ? call.partition()
                : event instanceof ActionSubject about ? about.partition() : -1;
    }

    /** Finds what this event has changed, and what one since the last look has changed without saying so. */
    private void everywhere(DataState before, DataState after) {
        since = looked;
        after.replicas().differences(since.replicas(), p -> {
            if (differ(before.replica(p), after.replica(p))
                    || (!touched.get(p) && differ(since.replica(p), after.replica(p)))) {
                if (size == changed.length) {
                    changed = Arrays.copyOf(changed, 2 * size);
                }
                changed[size++] = p;
            }
        });
        looked = after;
        touched.clear();
        untilLook = LOOK_EVERY;
    }

    @SuppressWarnings("ReferenceEquality") // what was not touched is the same object
    private static boolean differ(Replica one, Replica two) {
        return one.view() != two.view() || one.log() != two.log() || one.waits() != two.waits();
    }

    /** All that differs between two states of the control plane. */
    private static void control(JsonLine line, ControlState before, ControlState after) {
        if (before.term() != after.term()) {
            line.name("term").number(after.term());
        }
        if (before.role() != after.role()) {
            line.name("role").text(after.role().name().toLowerCase(Locale.ROOT));
        }
        if (!before.voting().equals(after.voting())) {
            JsonValues.voting(line.name("voting"), after.voting());
        }
        if (before.stamp() != after.stamp()) {
            line.name("stamp").text(Long.toHexString(after.stamp()));
        }
        entries(line, "accepted", before.accepted(), after.accepted());
        entries(line, "committed", before.committed(), after.committed());
        entries(line, "outstanding", before.outstanding(), after.outstanding());
    }

    private static void entries(
            JsonLine line, String name, PartitionVector<Entry> before, PartitionVector<Entry> after) {
        int size = line.size();
        line.name(name).open('{');
        after.differences(before, p -> {
            if (!after.get(p).equals(before.get(p))) {
                JsonValues.entry(line.name(p), after.get(p));
            }
        });
        line.closeUnlessEmpty('}', size);
    }

    /** All that differs between two states of the data plane; {@link #everywhere} has said where. */
    private void replicas(JsonLine line, DataState before, DataState after) {
        if (before.status() != after.status()) {
            line.name("status").text(after.status().name().toLowerCase(Locale.ROOT));
        }
        if (size > 0) {
            line.name("replicas").open('{');
            for (int i = 0; i < size; i++) {
                int p = changed[i];
                boolean now = differ(before.replica(p), after.replica(p));
                replica(line.name(p), (now ? before : since).replica(p), after.replica(p));
            }
            line.close('}');
        }
    }

    @SuppressWarnings("ReferenceEquality") // what was not touched is the same object
    private static void replica(JsonLine line, Replica before, Replica after) {
        line.open('{');
        boolean activated = !before.view().equals(after.view());
        if (activated) {
            JsonValues.view(line.name("view"), after.view());
        }
        if (before.log() != after.log()) {
            boolean longer = !activated && after.log().length() == before.log().length() + 1;
            JsonValues.log(line.name("log"), after.log(), longer ? 1 : TOLD);
        }
        if (!before.waits().equals(after.waits())) {
            JsonValues.members(line.name("waits"), after.waits());
        }
        line.close('}');
    }

    /** A whole state: what a member starts with, or ends with. */
    void state(JsonLine line, ControlState control, DataState data) {
        line.name("control").open('{');
        control(line, ControlState.empty(control.self(), control.partitions()), control);
        line.close('}');
        line.name("data").open('{');
        DataState none = DataState.unborn(data.self(), control.partitions(), data.copies());
        size = 0;
        looked = none;
        last = data;
        everywhere(none, data);
        replicas(line, none, data);
        line.close('}');
    }
}
