package io.godwit.transport.codec;

import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Lease;
import io.godwit.protocol.quorum.data.message.DataMessage.LeaseRequest;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Version;

/** The messages of the data plane. */
final class DataCodec {
    private static final int APPEND = 8;
    private static final int ACK = 9;
    private static final int PROBE = 10;
    private static final int CONFIRM = 11;
    private static final int CAUGHT_UP = 12;
    private static final int RELEASED = 13;
    private static final int SYNC = 20;
    private static final int LEASE_REQUEST = 22;
    private static final int LEASE = 23;

    /** The greatest number of a message of the data plane. */
    static final int GREATEST = LEASE;

    private final TableCodec table;

    DataCodec(TableCodec table) {
        this.table = table;
    }

    // ---- Writing

    /**
     * Writes the field of an {@code EngineMessage}.
     *
     * @return false if it is no message of the data plane, and then nothing is written
     * @throws IllegalArgumentException if it holds something that does not leave a process
     */
    static boolean write(FieldWriter to, Message message) {
        if (message instanceof Append append) {
            int start = begin(to, APPEND, append.partition(), append.version());
            to.number(3, append.number());
            MapCodec.write(to, 4, append.entry());
            to.end(start);
        } else if (message instanceof Ack ack) {
            int start = begin(to, ACK, ack.partition(), ack.version());
            to.number(3, ack.number());
            to.end(start);
        } else if (message instanceof CaughtUp caughtUp) {
            int start = begin(to, CAUGHT_UP, caughtUp.partition(), caughtUp.version());
            to.number(3, caughtUp.subject());
            to.end(start);
        } else if (message instanceof Sync sync) {
            write(to, sync);
        } else if (message instanceof Probe probe) {
            write(to, PROBE, probe.partition(), probe.version(), probe.client(), probe.call());
        } else if (message instanceof Confirm confirm) {
            write(to, CONFIRM, confirm.partition(), confirm.version(), confirm.client(), confirm.call());
        } else if (message instanceof LeaseRequest request) {
            int start = begin(to, LEASE_REQUEST, request.partition(), request.version());
            to.number(3, request.number());
            to.number(4, request.time());
            to.end(start);
        } else if (message instanceof Lease lease) {
            int start = begin(to, LEASE, lease.partition(), lease.version());
            to.number(3, lease.number());
            to.end(start);
        } else if (message instanceof Released) {
            to.end(to.begin(RELEASED));
        } else {
            return false;
        }
        return true;
    }

    private static int begin(FieldWriter to, int kind, int partition, Version version) {
        int start = to.begin(kind);
        to.number(1, partition);
        TableCodec.write(to, 2, version);
        return start;
    }

    private static void write(FieldWriter to, int kind, int partition, Version version, long client, long call) {
        int start = begin(to, kind, partition, version);
        to.fixed(3, client);
        to.number(4, call);
        to.end(start);
    }

    private static void write(FieldWriter to, Sync sync) {
        Log log = sync.log();
        if (log.firstKept() > 1) {
            throw new IllegalArgumentException("the log is not whole any more");
        }
        int start = to.begin(SYNC);
        to.number(1, sync.partition());
        TableCodec.write(to, 2, sync.view());
        for (LogEntry entry : log.entries(1, log.length())) {
            MapCodec.write(to, 4, entry);
        }
        to.end(start);
    }

    // ---- Reading

    /** Reads the fields of a message of that kind. */
    Message read(FieldReader from, int kind) {
        int partition = table.partition(from.number(1));
        if (kind == SYNC) {
            return new Sync(partition, table.view(from, 2), Log.of(from.messages(4, MapCodec::entry)));
        } else if (kind == RELEASED) {
            return new Released();
        }
        Version version = TableCodec.version(from, 2);
        return switch (kind) {
            case APPEND -> new Append(partition, version, position(from), from.message(4, MapCodec::entry));
            case ACK -> new Ack(partition, version, from.number(3));
            case CAUGHT_UP -> new CaughtUp(partition, version, TableCodec.member(from.number(3)));
            case PROBE -> new Probe(partition, version, from.fixed(3), from.longNumber(4));
            case CONFIRM -> new Confirm(partition, version, from.fixed(3), from.longNumber(4));
            case LEASE_REQUEST -> new LeaseRequest(partition, version, from.longNumber(3), from.longNumber(4));
            case LEASE -> new Lease(partition, version, from.longNumber(3));
            default -> throw new MalformedFrameException("no such message");
        };
    }

    private static int position(FieldReader from) {
        int number = from.number(3);
        MalformedFrameException.unless(number > 0, "an entry at no position");
        return number;
    }
}
