package io.godwit.transport.codec;

import static io.godwit.transport.codec.TableCodec.member;
import static io.godwit.transport.codec.TableCodec.notNegative;

import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.wire.Wire;
import java.util.ArrayList;
import java.util.List;

/** The messages of the data plane. */
final class DataCodec {
    private final TableCodec table;

    DataCodec(TableCodec table) {
        this.table = table;
    }

    void encode(Wire.EngineMessage.Builder wire, Message message) {
        if (message instanceof Append append) {
            wire.setAppend(Wire.Append.newBuilder()
                    .setPartition(append.partition())
                    .setVersion(TableCodec.encode(append.version()))
                    .setNumber(append.number())
                    .setEntry(MapCodec.encode(append.entry())));
        } else if (message instanceof Probe probe) {
            wire.setProbe(probe(probe.partition(), probe.version(), probe.client(), probe.call()));
        } else if (message instanceof Confirm confirm) {
            wire.setConfirm(probe(confirm.partition(), confirm.version(), confirm.client(), confirm.call()));
        } else if (message instanceof Released) {
            wire.setReleased(Wire.Released.getDefaultInstance());
        } else {
            throw new IllegalArgumentException("does not travel in a letter: " + message);
        }
    }

    private Sync decode(Wire.Sync wire) {
        List<LogEntry> entries = new ArrayList<>(wire.getEntriesCount());
        for (Wire.LogEntry entry : wire.getEntriesList()) {
            entries.add(MapCodec.decode(entry));
        }
        return new Sync(
                table.partition(wire.getPartition()),
                TableCodec.view(wire.getVersion(), wire.getConfiguration()),
                Log.of(entries));
    }

    private static Wire.Probe probe(int partition, Version version, long client, long call) {
        return Wire.Probe.newBuilder()
                .setPartition(partition)
                .setVersion(TableCodec.encode(version))
                .setClient(client)
                .setCall(call)
                .build();
    }

    Message decode(Wire.EngineMessage wire) {
        return switch (wire.getKindCase()) {
            case APPEND -> append(wire.getAppend());
            case ACK -> new Ack(
                    table.partition(wire.getAck().getPartition()),
                    TableCodec.decode(wire.getAck().getVersion()),
                    notNegative(wire.getAck().getNumber()));
            case PROBE -> {
                Wire.Probe it = wire.getProbe();
                yield new Probe(
                        table.partition(it.getPartition()),
                        TableCodec.decode(it.getVersion()),
                        it.getClient(),
                        it.getCall());
            }
            case CONFIRM -> {
                Wire.Probe it = wire.getConfirm();
                yield new Confirm(
                        table.partition(it.getPartition()),
                        TableCodec.decode(it.getVersion()),
                        it.getClient(),
                        it.getCall());
            }
            case CAUGHT_UP -> new CaughtUp(
                    table.partition(wire.getCaughtUp().getPartition()),
                    TableCodec.decode(wire.getCaughtUp().getVersion()),
                    member(wire.getCaughtUp().getSubject()));
            case SYNC -> decode(wire.getSync());
            case RELEASED -> new Released();
            default -> throw new MalformedFrameException("no message of the data plane");
        };
    }

    private Append append(Wire.Append wire) {
        MalformedFrameException.unless(wire.getNumber() > 0, "an entry at no position");
        return new Append(
                table.partition(wire.getPartition()),
                TableCodec.decode(wire.getVersion()),
                wire.getNumber(),
                MapCodec.decode(wire.getEntry()));
    }
}
