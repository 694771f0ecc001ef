package io.godwit.transport.codec;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Message;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.quorum.QuorumMessage.PassiveReport;
import io.godwit.protocol.quorum.QuorumMessage.PassiveRequest;
import io.godwit.protocol.quorum.QuorumMessage.StateProgress;
import io.godwit.protocol.quorum.QuorumMessage.StateRequest;
import io.godwit.protocol.quorum.QuorumMessage.VersionRequest;
import io.godwit.protocol.quorum.table.Version;

/** The messages about the state and the version of the cluster. */
final class StateCodec {
    private static final int STATE_REQUEST = 24;
    private static final int PASSIVE_REQUEST = 25;
    private static final int PASSIVE_REPORT = 26;

    private static final int VERSION_REQUEST = 27;

    /** The greatest number of a message about the state. */
    static final int GREATEST = VERSION_REQUEST;

    private final TableCodec table;

    StateCodec(TableCodec table) {
        this.table = table;
    }

    // ---- Writing

    /**
     * Writes the field of an {@code EngineMessage}.
     *
     * @return false if it is no message about the state, and then nothing is written
     */
    static boolean write(FieldWriter to, Message message) {
        if (message instanceof StateRequest request) {
            int start = to.begin(STATE_REQUEST);
            TableCodec.write(to, 1, request.base());
            write(to, 2, request.state());
            to.end(start);
        } else if (message instanceof PassiveRequest request) {
            int start = to.begin(PASSIVE_REQUEST);
            TableCodec.write(to, 1, request.state());
            to.end(start);
        } else if (message instanceof PassiveReport report) {
            write(to, report);
        } else if (message instanceof VersionRequest request) {
            int start = to.begin(VERSION_REQUEST);
            TableCodec.write(to, 1, request.base());
            to.number(2, request.clusterVersion());
            to.end(start);
        } else {
            return false;
        }
        return true;
    }

    private static void write(FieldWriter to, PassiveReport report) {
        long[] partitions = report.versions().keys();
        int start = to.begin(PASSIVE_REPORT);
        TableCodec.write(to, 1, report.state());
        int field = to.begin(2);
        for (long p : partitions) {
            to.varint(p);
        }
        to.endPacked(field);
        field = to.begin(3);
        for (long p : partitions) {
            to.varint(report.versions().get(p).term());
        }
        to.endPacked(field);
        field = to.begin(4);
        for (long p : partitions) {
            to.varint(report.versions().get(p).number());
        }
        to.endPacked(field);
        to.end(start);
    }

    static void write(FieldWriter to, int field, ClusterState state) {
        to.number(field, state.number());
    }

    /** Writes two fields. */
    static void write(FieldWriter to, int field, StateProgress progress) {
        TableCodec.write(to, field, progress.version());
        to.number(field + 1, progress.waiting());
    }

    // ---- Reading

    /** Reads the fields of an {@code EngineMessage} of this kind. */
    Message read(FieldReader from, int kind) {
        return switch (kind) {
            case STATE_REQUEST -> new StateRequest(TableCodec.version(from, 1), state(from, 2));
            case PASSIVE_REQUEST -> new PassiveRequest(TableCodec.version(from, 1));
            case VERSION_REQUEST -> new VersionRequest(TableCodec.version(from, 1), from.number(2));
            default -> report(from);
        };
    }

    private PassiveReport report(FieldReader from) {
        Version state = TableCodec.version(from, 1);
        int[] partitions = numbers(from, 2);
        int[] terms = numbers(from, 3);
        int[] numbers = numbers(from, 4);
        if (terms.length != partitions.length || numbers.length != partitions.length) {
            throw new MalformedFrameException("versions of so many partitions");
        }
        LongMap<Version> versions = LongMap.empty();
        for (int i = 0; i < partitions.length; i++) {
            versions = versions.with(table.partition(partitions[i]), TableCodec.version(terms[i], numbers[i]));
        }
        return new PassiveReport(state, versions);
    }

    private static int[] numbers(FieldReader from, int field) {
        if (!from.comes(field)) {
            return new int[0];
        }
        long around = from.enter(field);
        int[] numbers = new int[from.count()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = from.varint();
        }
        from.leave(around);
        return numbers;
    }

    static ClusterState state(FieldReader from, int field) {
        ClusterState state = ClusterState.of(from.number(field));
        if (state == null) {
            throw new MalformedFrameException("a state of the cluster that is not known");
        }
        return state;
    }

    static StateProgress progress(FieldReader from, int field) {
        return new StateProgress(TableCodec.version(from, field), from.number(field + 1));
    }
}
