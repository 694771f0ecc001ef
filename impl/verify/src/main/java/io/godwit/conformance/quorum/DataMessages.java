package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.quorum.QuorumMessage.PassiveReport;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.message.DataMessage;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Lease;
import io.godwit.protocol.quorum.data.message.DataMessage.LeaseRequest;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Messages of the data plane of both sides. In the specification a {@code Sync} names its version, and the receiver finds the
 * configuration in the table; in the engine the configuration comes along.
 */
final class DataMessages {
    private static final Shape SHAPE =
            new Shape(List.of("dst", "epoch", "log", "num", "part", "src", "subject", "type"), List.of());

    private final ValueTable values;
    private final DataStateCodec codec;
    private final Map<Key, Letter> letters = new HashMap<>();

    private record Key(int value, int configuration) {}

    /** The types of the specification. */
    enum LetterType {
        SYNC("Sync"),
        APPEND("Append"),
        ACK("Ack"),
        PROBE("Probe"),
        CONFIRM("Confirm"),
        LEASE_REQUEST("LeaseRequest"),
        LEASE("Lease"),
        CAUGHT_UP("CaughtUp"),
        PASSIVE("Passive"),
        RELEASED("Released");

        private final String spec;

        LetterType(String spec) {
            this.spec = spec;
        }

        private static LetterType of(String spec) {
            for (LetterType type : values()) {
                if (type.spec.equals(spec)) {
                    return type;
                }
            }
            throw new IllegalArgumentException("a message of type " + spec);
        }
    }

    /**
     * A message with its envelope.
     *
     * @param id its value
     * @param type its type
     * @param from who sent it; NONE for a master that the data plane does not name
     * @param to who gets it; NONE for the master
     * @param partition position of the partition, -1 for none
     * @param message the message
     */
    record Letter(int id, LetterType type, int from, int to, int partition, Message message) {
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return id;
        }
    }

    DataMessages(ValueTable values, DataStateCodec codec) {
        this.values = values;
        this.codec = codec;
    }

    /**
     * A message.
     *
     * @param history the variable {@code history}: where the configuration of a {@code Sync} is
     */
    Letter letter(int value, int history) {
        LetterType type = LetterType.of(values.text(values.field(value, "type")));
        int partition = type == LetterType.RELEASED ? -1 : codec.partitions().partition(values.field(value, "part"));
        int epoch = values.number(values.field(value, "epoch"));
        int configuration = type == LetterType.SYNC ? values.items(values.items(history)[partition])[epoch - 1] : -1;
        Key key = new Key(value, configuration);
        Letter known = letters.get(key);
        if (known == null) {
            known = new Letter(
                    value,
                    type,
                    codec.members().number(values.field(value, "src")),
                    codec.members().number(values.field(value, "dst")),
                    partition,
                    message(value, type, partition, DataStateCodec.version(epoch), configuration));
            letters.put(key, known);
        }
        return known;
    }

    private Message message(int value, LetterType type, int partition, Version version, int configuration) {
        int number = values.number(values.field(value, "num"));
        int log = values.field(value, "log");
        return switch (type) {
            case SYNC -> {
                Configuration decided = codec.configurations().decode(configuration);
                yield new Sync(partition, new View(version, decided), codec.log(log));
            }
            case APPEND -> new Append(
                    partition, version, number, codec.log(log).entries().get(0));
            case ACK -> new Ack(partition, version, number);
            case PROBE -> new Probe(partition, version, DataStateCodec.reader(number), DataStateCodec.CALL);
            case CONFIRM -> new Confirm(partition, version, DataStateCodec.reader(number), DataStateCodec.CALL);
            case LEASE_REQUEST -> new LeaseRequest(
                    partition, version, number, codec.leases().promiseTime());
            case LEASE -> new Lease(partition, version, number);
            case CAUGHT_UP -> new CaughtUp(partition, version, codec.members().number(values.field(value, "subject")));
            case PASSIVE -> new PassiveReport(DataStateCodec.version(number), LongMap.empty()).with(partition, version);
            case RELEASED -> new Released();
        };
    }

    /**
     * The value of a message.
     *
     * @param sender the state of the sender afterwards
     * @param to the receiver; EVERYBODY is the master, whom the data plane does not know
     */
    int id(DataState sender, int to, DataMessage message) {
        int from = sender.self();
        int noLog = values.ofSequence(new int[0], -1);
        if (message instanceof Sync sync) {
            if (!sync.view().equals(sender.replica(sync.partition()).view())) {
                return values.ofText("a Sync with another configuration than the sender's: " + sync);
            }
            int length = sync.log().length();
            return id("Sync", from, to, sync.partition(), sync.view().version(), length, codec.logId(sync.log()), 0);
        }
        if (message instanceof Append append) {
            int entry = values.ofSequence(new int[] {codec.entryId(append.entry())}, -1);
            return id("Append", from, to, append.partition(), append.version(), append.number(), entry, 0);
        }
        if (message instanceof Ack ack) {
            return id("Ack", from, to, ack.partition(), ack.version(), ack.number(), noLog, 0);
        }
        if (message instanceof Probe probe) {
            int read = (int) (probe.client() - DataStateCodec.reader(0));
            return id("Probe", from, to, probe.partition(), probe.version(), read, noLog, 0);
        }
        if (message instanceof Confirm confirm) {
            int read = (int) (confirm.client() - DataStateCodec.reader(0));
            return id("Confirm", from, to, confirm.partition(), confirm.version(), read, noLog, 0);
        }
        if (message instanceof LeaseRequest request) {
            int number = (int) request.number();
            return id("LeaseRequest", from, to, request.partition(), request.version(), number, noLog, 0);
        }
        if (message instanceof Lease lease) {
            return id("Lease", from, to, lease.partition(), lease.version(), (int) lease.number(), noLog, 0);
        }
        if (message instanceof CaughtUp word) {
            return id("CaughtUp", from, to, word.partition(), word.version(), 0, noLog, word.subject());
        }
        return values.ofText("a message that no member sends: " + message);
    }

    /**
     * The value of a report of a partition, with the log that is held.
     *
     * @param sender the state of the sender
     */
    int passive(DataState sender, int partition, PassiveReport report) {
        int state = report.state().number();
        int log = codec.logId(sender.replica(partition).log());
        Version version = report.versions().get(partition);
        return id("Passive", sender.self(), Members.EVERYBODY, partition, version, state, log, Members.NONE);
    }

    /** What the master sends to a leaver. */
    int released(int to) {
        int[] items = {
            codec.members().value(to),
            values.ofNumber(0),
            values.ofSequence(new int[0], -1),
            values.ofNumber(0),
            values.ofNumber(0),
            codec.members().value(Members.NONE),
            codec.members().value(Members.NONE),
            values.ofText("Released")
        };
        return values.ofShape(SHAPE, items, -1);
    }

    @SuppressWarnings("TooManyParameters")
    private int id(String type, int from, int to, int partition, Version version, int number, int log, int subject) {
        int[] items = {
            codec.members().value(to == Members.EVERYBODY ? Members.NONE : to),
            values.ofNumber(version.number()),
            log,
            values.ofNumber(number),
            codec.partitions().partitionValue(partition),
            codec.members().value(from),
            codec.members().value(subject),
            values.ofText(type)
        };
        return values.ofShape(SHAPE, items, -1);
    }
}
