package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.conformance.replay.ValueUpdates;
import io.godwit.protocol.Command;
import io.godwit.protocol.Copies;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.Durability;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.message.DataMessage;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Version;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Disks of {@code spec/quorum/DurableDataPlane.tla}. An image is what a member has of each partition. */
final class DataDisks extends Disks<DataState> {
    private static final Shape REPLICA = new Shape(List.of("log", "view", "waits"), List.of());

    /** Time between two looks of a member at what it may have to send again, longer than any timeout. */
    private static final long LONG_MICROS = TimeUnit.HOURS.toMicros(1);

    private static final int LOOKS = 3;

    private final DataStateCodec codec;
    private final Method restart;
    private final int copies;
    private final int history;
    private final int reads;
    private final int status;
    private final Map<Long, Image> images = new HashMap<>();
    private final Map<Long, Restarted<DataState>> restarts = new HashMap<>();

    /** Disks of a model. */
    DataDisks(
            Corpus corpus,
            DataStateCodec codec,
            Method restart,
            DiskRules rules,
            ValueUpdates patches,
            int[] variables,
            int[] members) {
        super(corpus, patches, rules, codec.members(), variables, members);
        this.codec = codec;
        this.restart = restart;
        copies = constants.number("Copies");
        history = corpus.variable("history");
        reads = corpus.variable("reads");
        status = corpus.variable("status");
    }

    @Override
    protected Method carrier() {
        return restart;
    }

    @Override
    protected int[] empty(int n) {
        return codec.parts(DataState.unborn(members[n], codec.partitions().partitions(), Copies.all(copies)));
    }

    @Override
    protected int image(int[] parts) {
        int[] views = values.items(parts[1]);
        int[] logs = values.items(parts[2]);
        int[] waits = values.items(parts[3]);
        int[] replicas = new int[views.length];
        for (int p = 0; p < replicas.length; p++) {
            replicas[p] = values.ofShape(REPLICA, new int[] {logs[p], views[p], waits[p]}, -1);
        }
        return codec.partitions().function(replicas);
    }

    @Override
    protected Image decode(int n, int image) {
        return images.computeIfAbsent((long) n << Integer.SIZE | image, key -> {
            int[] replicas = values.items(image);
            return image(new DataState(
                    members[n], Status.UP, copies, PartitionVector.of(replicas.length, p -> replica(n, replicas[p]))));
        });
    }

    private Replica replica(int n, int value) {
        return Replica.restored(
                members[n],
                codec.view(values.field(value, "view")),
                codec.log(values.field(value, "log")),
                codec.members().sets().decode(values.field(value, "waits")));
    }

    @Override
    protected Image image(DataState state) {
        return new Image(ControlState.empty(state.self(), state.replicas().size()), state, MemberSet.of());
    }

    @Override
    protected boolean writes(DataState before, DataState after) {
        return IntStream.range(0, before.replicas().size())
                .anyMatch(p -> Durability.writes(before.replica(p), after.replica(p)));
    }

    @Override
    protected Message message(int message, int[] ids) {
        return codec.messages().letter(message, ids[history]).message();
    }

    @Override
    protected boolean runs(int n, int[] ids) {
        return values.text(values.items(ids[status])[n]).equals("up");
    }

    @Override
    protected Restarted<DataState> restarted(int n, int image, int[] before) {
        return restarts.computeIfAbsent((long) n << Integer.SIZE | image, key -> {
            Setup setup = new Setup(MemberSet.of(members), codec.partitions().partitions(), copies, 1);
            QuorumState state = rules.restart(members[n], setup, decode(n, image));
            return new Restarted<>(state.data(), codec.parts(state.data()), sentAgain(state));
        });
    }

    @Override
    protected void lose(int n, DataState restarted, int[] after) {
        int[] all = values.items(after[reads]);
        for (int r = 0; r < all.length; r++) {
            if (isAt(n, all[r]) && !holds(restarted, DataStateCodec.reader(r + 1))) {
                int at = values.shape(all[r]).fields().indexOf("at");
                int nowhere = patches.with(all[r], at, codec.members().value(Members.NONE));
                after[reads] = patches.with(after[reads], r, nowhere);
            }
        }
    }

    private boolean isAt(int n, int read) {
        return values.text(values.field(read, "state")).equals("pending")
                && codec.members().number(values.field(read, "at")) == members[n];
    }

    private static boolean holds(DataState state, long client) {
        return IntStream.range(0, state.replicas().size())
                .anyMatch(p -> state.replica(p).primaryState().calls().get(client) != null);
    }

    // What a member sends again

    /**
     * What a member sends of its own accord when nothing comes, and what it answers when it is asked for an acknowledgement or told
     * of the least that anybody has who has activated the version.
     */
    private int sentAgain(QuorumState started) {
        List<Integer> sent = new ArrayList<>();
        QuorumState state = started;
        for (int look = 0; look < LOOKS; look++) {
            Step<QuorumState> step = rules.step(state, new Event.Tick(look * LONG_MICROS));
            collect(step, List.of(Sync.class, CaughtUp.class), sent);
            state = step.state();
        }
        for (int p = 0; p < state.data().replicas().size(); p++) {
            Replica replica = state.data().replica(p);
            Version version = replica.epoch();
            int self = state.data().self();
            if (replica.isPrimary(self)) {
                Ack least = new Ack(p, version, older(replica));
                for (int other :
                        replica.configuration().participants().without(self).toArray()) {
                    collect(rules.step(state, new Event.Deliver(other, least)), List.of(Append.class), sent);
                }
            } else if (replica.configuration().isParticipant(self)) {
                Event asked = new Event.Deliver(
                        replica.configuration().primary(), new Sync(p, replica.view(), replica.log()));
                collect(rules.step(state, asked), List.of(Ack.class), sent);
            }
        }
        return values.ofSet(sent.stream().mapToInt(Integer::intValue).toArray(), -1);
    }

    /** How many entries of a log are older than its version. */
    private static int older(Replica replica) {
        return (int) replica.log().entries().stream()
                .filter(entry -> !entry.epoch().equals(replica.epoch()))
                .count();
    }

    private void collect(Step<QuorumState> step, List<Class<? extends DataMessage>> types, List<Integer> sent) {
        for (Command command : step.commands()) {
            if (command instanceof Command.Send send) {
                List<Message> messages =
                        send.message() instanceof Batch batch ? batch.messages() : List.of(send.message());
                messages.stream()
                        .filter(message -> types.contains(message.getClass()))
                        .forEach(message ->
                                sent.add(codec.messages().id(step.state().data(), send.to(), (DataMessage) message)));
            }
        }
    }
}
