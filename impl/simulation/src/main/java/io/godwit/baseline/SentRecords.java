package io.godwit.baseline;

import io.godwit.protocol.classic.ControlMessage;
import io.godwit.protocol.classic.DataMessage;
import io.godwit.protocol.classic.data.LinkMessage;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.StateChange;
import io.godwit.protocol.classic.data.Update;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The records that members of the classic protocol send, with their components in order. A browser has no reflection, which could find
 * them. The place of a record in the list is its name on the wire.
 */
final class SentRecords {
    private static final List<SentRecord<?>> ALL = List.of(
            // Control messages.
            of(
                    ControlMessage.PartitionState.class,
                    m -> all(m.table(), m.done()),
                    p -> new ControlMessage.PartitionState(p.next(), p.next())),
            of(
                    ControlMessage.PublishCompleted.class,
                    m -> all(m.done(), m.inflight(), m.table().map(List::of).orElse(List.of())),
                    p -> new ControlMessage.PublishCompleted(p.next(), p.next(), first(p.next()))),
            of(
                    ControlMessage.PublishReply.class,
                    m -> all(m.ok(), m.done()),
                    p -> new ControlMessage.PublishReply(p.next(), p.next())),
            of(
                    ControlMessage.MigrationRequest.class,
                    m -> all(m.migration(), m.done()),
                    p -> new ControlMessage.MigrationRequest(p.next(), p.next())),
            of(
                    ControlMessage.MigrationReply.class,
                    m -> all(m.migration(), m.ok()),
                    p -> new ControlMessage.MigrationReply(p.next(), p.next())),
            of(
                    ControlMessage.MigrationCommit.class,
                    m -> all(m.migration()),
                    p -> new ControlMessage.MigrationCommit(p.next())),
            of(
                    ControlMessage.CommitReply.class,
                    m -> all(m.migration(), m.ok()),
                    p -> new ControlMessage.CommitReply(p.next(), p.next())),
            of(
                    ControlMessage.MigrationDecision.class,
                    m -> all(m.migration(), m.done()),
                    p -> new ControlMessage.MigrationDecision(p.next(), p.next())),
            of(
                    ControlMessage.PromotionCommit.class,
                    m -> all(m.table(), m.partitions(), m.done()),
                    p -> new ControlMessage.PromotionCommit(p.next(), p.next(), p.next())),
            of(
                    ControlMessage.PromotionReply.class,
                    m -> all(m.partitions(), m.ok()),
                    p -> new ControlMessage.PromotionReply(p.next(), p.next())),
            of(ControlMessage.FetchRequest.class, m -> all(), p -> new ControlMessage.FetchRequest()),
            of(
                    ControlMessage.FetchReply.class,
                    m -> all(m.table(), m.done(), m.active()),
                    p -> new ControlMessage.FetchReply(p.next(), p.next(), p.next())),
            of(
                    ControlMessage.PartitionStateCheck.class,
                    m -> all(m.stamp()),
                    p -> new ControlMessage.PartitionStateCheck(p.next())),
            of(
                    ControlMessage.PartitionStateCheckReply.class,
                    m -> all(m.ok()),
                    p -> new ControlMessage.PartitionStateCheckReply(p.next())),
            of(
                    ControlMessage.ShutdownRequest.class,
                    m -> all(m.member()),
                    p -> new ControlMessage.ShutdownRequest(p.next())),
            of(
                    ControlMessage.ShutdownResponse.class,
                    m -> all(m.member()),
                    p -> new ControlMessage.ShutdownResponse(p.next())),
            of(ControlMessage.JoinRequest.class, m -> all(), p -> new ControlMessage.JoinRequest()),
            of(
                    ControlMessage.FinalizeJoin.class,
                    m -> all(m.view(), m.table(), m.completed(), m.state()),
                    p -> new ControlMessage.FinalizeJoin(p.next(), p.next(), p.next(), p.next())),
            of(
                    ControlMessage.MembersUpdate.class,
                    m -> all(m.joined()),
                    p -> new ControlMessage.MembersUpdate(p.next())),
            of(
                    ControlMessage.StatePrepare.class,
                    m -> all(m.change(), m.compared()),
                    p -> new ControlMessage.StatePrepare(p.next(), p.next())),
            of(
                    ControlMessage.StatePrepareReply.class,
                    m -> all(m.change(), m.ok()),
                    p -> new ControlMessage.StatePrepareReply(p.next(), p.next())),
            of(
                    ControlMessage.StateDecision.class,
                    m -> all(m.change()),
                    p -> new ControlMessage.StateDecision(p.next())),
            of(
                    ControlMessage.StateDecisionReply.class,
                    m -> all(m.change()),
                    p -> new ControlMessage.StateDecisionReply(p.next())),
            of(ControlMessage.StateCommit.class, m -> all(m.change()), p -> new ControlMessage.StateCommit(p.next())),
            of(
                    ControlMessage.StateCommitReply.class,
                    m -> all(m.change()),
                    p -> new ControlMessage.StateCommitReply(p.next())),
            of(
                    ControlMessage.StateRollback.class,
                    m -> all(m.change()),
                    p -> new ControlMessage.StateRollback(p.next())),
            of(ControlMessage.StateResolve.class, m -> all(m.change()), p -> new ControlMessage.StateResolve(p.next())),
            // Data messages.
            of(
                    DataMessage.MigrationData.class,
                    m -> all(m.migration(), m.done(), m.version(), m.content()),
                    p -> new DataMessage.MigrationData(p.next(), p.next(), p.next(), p.next())),
            of(
                    DataMessage.Backup.class,
                    m -> all(m.partition(), m.at(), m.version(), m.update()),
                    p -> new DataMessage.Backup(p.next(), p.next(), p.next(), p.next())),
            of(
                    DataMessage.BackupAck.class,
                    m -> all(m.partition(), m.update()),
                    p -> new DataMessage.BackupAck(p.next(), p.next())),
            of(
                    DataMessage.SyncCheck.class,
                    m -> all(m.partition(), m.version()),
                    p -> new DataMessage.SyncCheck(p.next(), p.next())),
            of(DataMessage.SyncRequest.class, m -> all(m.partition()), p -> new DataMessage.SyncRequest(p.next())),
            of(
                    DataMessage.SyncResponse.class,
                    m -> all(m.partition(), m.at(), m.version(), m.content()),
                    p -> new DataMessage.SyncResponse(p.next(), p.next(), p.next(), p.next())),
            of(
                    LinkMessage.Packet.class,
                    m -> all(m.channel(), m.number(), m.base(), m.payload()),
                    p -> new LinkMessage.Packet(p.next(), p.next(), p.next(), p.next())),
            of(
                    LinkMessage.Received.class,
                    m -> all(m.channel(), m.expected()),
                    p -> new LinkMessage.Received(p.next(), p.next())),
            // What is in them.
            of(Operation.Get.class, m -> all(m.key()), p -> new Operation.Get(p.next())),
            of(Operation.Put.class, m -> all(m.key(), m.value()), p -> new Operation.Put(p.next(), p.next())),
            of(
                    Operation.CompareAndSet.class,
                    m -> all(m.key(), m.expected(), m.value()),
                    p -> new Operation.CompareAndSet(p.next(), p.next(), p.next())),
            of(
                    Operation.AddToSet.class,
                    m -> all(m.key(), m.element()),
                    p -> new Operation.AddToSet(p.next(), p.next())),
            of(Operation.Append.class, m -> all(m.key(), m.element()), p -> new Operation.Append(p.next(), p.next())),
            of(Operation.Increment.class, m -> all(m.key(), m.by()), p -> new Operation.Increment(p.next(), p.next())),
            of(Operation.Remove.class, m -> all(m.key()), p -> new Operation.Remove(p.next())),
            of(
                    Operation.OnMap.class,
                    m -> all(m.verb(), m.map(), m.keyBytes(), m.value(), m.expected()),
                    p -> new Operation.OnMap(p.next(), p.next(), p.next(), p.next(), p.next())),
            of(Result.Done.class, m -> all(m.values()), p -> new Result.Done(p.next())),
            of(Result.Differs.class, m -> all(m.found()), p -> new Result.Differs(p.next())),
            of(Result.NotHere.class, m -> all(m.ask()), p -> new Result.NotHere(p.next())),
            of(Result.Found.class, m -> all(m.values()), p -> new Result.Found(p.next())),
            of(Result.Unmet.class, m -> all(), p -> new Result.Unmet()),
            of(Result.Refused.class, m -> all(m.why()), p -> new Result.Refused(p.next())),
            of(Result.WrongKind.class, m -> all(), p -> new Result.WrongKind()),
            of(Migration.class, SentRecords::parts, SentRecords::migration),
            of(
                    StateChange.class,
                    m -> all(m.id(), m.by(), m.to(), m.members()),
                    p -> new StateChange(p.next(), p.next(), p.next(), p.next())),
            of(
                    Update.class,
                    m -> all(m.client(), m.call(), m.operation()),
                    p -> new Update(p.next(), p.next(), p.next())));

    private static final Map<Class<?>, Integer> PLACES = places();

    private SentRecords() {}

    /**
     * A sort of record.
     *
     * @param type its class
     * @param parts its components, in order
     * @param make reads the components and makes the record
     */
    private record SentRecord<T>(Class<T> type, Function<T, Object[]> parts, Make<T> make) {}

    /** Makes a record of components. */
    private interface Make<T> {
        T of(Parts parts) throws IOException;
    }

    /** The components that come next. */
    private record Parts(DataInputStream in) {
        /** The next one. Throws {@link ClassCastException} where it is used as what it is not. */
        @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
        <V> V next() throws IOException {
            return (V) ValueCodec.read(in);
        }
    }

    private static <T> SentRecord<T> of(Class<T> type, Function<T, Object[]> parts, Make<T> make) {
        return new SentRecord<>(type, parts, make);
    }

    private static <V> Optional<V> first(List<V> list) {
        return list.isEmpty() ? Optional.empty() : Optional.of(list.get(0));
    }

    private static Object[] all(Object... parts) {
        return parts;
    }

    private static Object[] parts(Migration m) {
        return all(
                m.number(),
                m.partition(),
                m.source(),
                m.destination(),
                m.feeder(),
                m.master(),
                m.sourceCurrent(),
                m.sourceNew(),
                m.destinationCurrent(),
                m.destinationNew(),
                m.from(),
                m.increment(),
                m.status());
    }

    private static Migration migration(Parts p) throws IOException {
        return new Migration(
                p.next(), p.next(), p.next(), p.next(), p.next(), p.next(), p.next(), p.next(), p.next(), p.next(),
                p.next(), p.next(), p.next());
    }

    private static Map<Class<?>, Integer> places() {
        Map<Class<?>, Integer> places = new HashMap<>();
        for (SentRecord<?> each : ALL) {
            places.put(each.type(), places.size());
        }
        return places;
    }

    /** The classes, in the order of their places. */
    static List<Class<?>> types() {
        return ALL.stream().<Class<?>>map(SentRecord::type).toList();
    }

    /** Writes the place of a record and its components. Throws {@link IllegalArgumentException} if it is never sent. */
    @SuppressWarnings("unchecked")
    static void write(DataOutputStream out, Object value) throws IOException {
        Integer place = PLACES.get(value.getClass());
        if (place == null) {
            throw new IllegalArgumentException("is never sent: " + value.getClass());
        }
        out.writeByte(place);
        for (Object part : ((SentRecord<Object>) ALL.get(place)).parts().apply(value)) {
            ValueCodec.write(out, part);
        }
    }

    /**
     * Reads what {@link #write} has written.
     *
     * @throws ClassCastException if the components are others
     * @throws IndexOutOfBoundsException if there is no such place
     * @throws IllegalArgumentException if the record refuses its components
     */
    static Object read(DataInputStream in) throws IOException {
        return ALL.get(in.readByte()).make().of(new Parts(in));
    }
}
