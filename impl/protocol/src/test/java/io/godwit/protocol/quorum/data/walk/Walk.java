package io.godwit.protocol.quorum.data.walk;

import static io.godwit.protocol.quorum.ControlFixture.take;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Step;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Operation.Append;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumRule;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.decision.CaughtUpVersions;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Fenced;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * Members of one partition under an abstract table, as in {@code DataPlane.tla}, that take steps at random: messages come
 * late, twice or never, decisions are made on no or false suspicion, members crash. All clients append to one list, or read
 * it, so that what took effect is a list that only grows.
 */
final class Walk {
    private static final int MEMBERS = 5;
    private static final int CLIENTS = 4;
    private static final int LIST = 1;
    private static final int P = 0;

    private record Envelope(int from, int to, DataMessage message) {}

    private final Quorum quorum;
    private final Random random;
    private final DataState[] members = new DataState[MEMBERS + 1];
    private final List<Entry> history = new ArrayList<>();
    private final List<Envelope> net = new ArrayList<>();
    private final Client[] clients = new Client[CLIENTS];
    private CaughtUpVersions vouched = CaughtUpVersions.NOBODY;

    /** What took effect: what answers depended on. */
    private List<Long> effect = List.of();

    private int answered;

    private static final class Client {
        private long call;
        private Operation operation;
        private int effectAtCall;
    }

    Walk(Quorum quorum, long seed) {
        this.quorum = quorum;
        this.random = new Random(seed);
        history.add(Entry.first(Configuration.settled(1, 2, 3)));
        for (int m = 1; m <= MEMBERS; m++) {
            Replica first = Replica.founding(m, view(history.get(0)));
            members[m] = new DataState(m, Status.UP, 2, PartitionVector.filled(1, first));
        }
        for (int c = 0; c < CLIENTS; c++) {
            clients[c] = new Client();
        }
    }

    /** Takes steps until something is wrong. Returns what, or null. */
    String run(int steps) {
        try {
            for (int i = 0; i < steps; i++) {
                step();
                checkDurable();
            }
            return null;
        } catch (WrongException e) {
            return e.getMessage();
        }
    }

    /** Calls that were answered. */
    int answered() {
        return answered;
    }

    /** Decisions after the first. */
    int decisions() {
        return history.size() - 1;
    }

    private void step() {
        int dice = random.nextInt(100);
        if (dice < 50) {
            deliver();
        } else if (dice < 62) {
            call(random.nextInt(CLIENTS));
        } else if (dice < 74) {
            activate();
        } else if (dice < 80) {
            decide();
        } else if (dice < 86) {
            DataState primary = any();
            int subject = anyMember();
            apply(primary.self(), s -> quorum.migration().proposeMember(s, P, subject));
        } else if (dice < 96) {
            repeat();
        } else if (dice == 96 && random.nextInt(8) == 0) {
            crash();
        }
        answer();
    }

    private int anyMember() {
        return 1 + random.nextInt(MEMBERS);
    }

    private DataState any() {
        return members[anyMember()];
    }

    private Entry latest() {
        return history.get(history.size() - 1);
    }

    private static View view(Entry entry) {
        return new View(entry.version(), entry.configuration());
    }

    private Step<DataState> apply(int member, Function<DataState, Step<DataState>> action) {
        Step<DataState> step = take(members[member], action);
        members[member] = step.state();
        for (Command command : step.commands()) {
            if (command instanceof Command.Send send) {
                send(member, send.to(), send.message());
            } else if (command instanceof Command.Answer answer && answer.result() instanceof Done done) {
                answered(answer, done);
            }
        }
        return step;
    }

    private void send(int from, int to, Message message) {
        net.add(new Envelope(from, to, (DataMessage) message));
    }

    // Messages

    private void deliver() {
        if (net.isEmpty()) {
            return;
        }
        int at = random.nextInt(net.size());
        Envelope envelope = net.get(at);
        if (random.nextInt(10) < 7) {
            net.set(at, net.get(net.size() - 1));
            net.remove(net.size() - 1);
        }
        if (random.nextInt(20) > 0) {
            receive(envelope.to(), envelope.from(), envelope.message());
        }
    }

    private void receive(int to, int from, DataMessage message) {
        boolean accepted = true;
        if (message instanceof CaughtUp word) {
            vouched = take(master(), s -> quorum.migration().handleCaughtUp(s, from, word))
                    .state()
                    .vouched();
        } else if (message instanceof Sync sync) {
            accepted = apply(to, s -> quorum.replication().handleSync(s, from, sync))
                    .accepted();
        } else if (message instanceof DataMessage.Append append) {
            accepted = apply(to, s -> quorum.replication().handleAppend(s, from, append))
                    .accepted();
        } else if (message instanceof Ack ack) {
            apply(to, s -> quorum.replication().handleAck(s, from, ack));
        } else if (message instanceof Probe probe) {
            apply(to, s -> quorum.replication().handleProbe(s, from, probe));
        } else if (message instanceof Confirm confirm) {
            apply(to, s -> quorum.replication().handleConfirm(s, from, confirm));
        }
        if (!accepted) {
            apply(to, s -> quorum.replication().repeatAck(s, from, P, ((Fenced) message).version()));
        }
    }

    private void repeat() {
        DataState primary = any();
        Replica replica = primary.replica(P);
        int member = anyMember();
        if (!primary.isPrimary(P)
                || member == primary.self()
                || !replica.configuration().isParticipant(member)) {
            return;
        }
        int held = replica.primaryState().acks().of(member);
        if (held < 0) {
            send(
                    primary.self(),
                    member,
                    new Sync(P, replica.view(), replica.primaryState().synced()));
        } else {
            for (LogEntry entry : replica.log().entries(held + 1, held + 1)) {
                send(primary.self(), member, new DataMessage.Append(P, replica.epoch(), held + 1, entry));
            }
        }
    }

    // Clients

    private void call(int c) {
        Client client = clients[c];
        if (client.operation == null) {
            client.call++;
            client.operation = random.nextBoolean() ? new Get(LIST) : new Append(LIST, 1000L * c + client.call);
            client.effectAtCall = effect.size();
        }
        int member = random.nextInt(3) > 0 ? latest().configuration().primary() : anyMember();
        Call call = new Call(c, client.call, P, client.operation);
        if (client.operation.readOnly()) {
            apply(member, s -> quorum.replication().startRead(s, call));
        } else if (apply(member, s -> quorum.replication().write(s, call)).refusal() == QuorumRule.DEDUPLICATES) {
            apply(member, s -> quorum.replication().repeatWrite(s, call));
        }
    }

    private void answer() {
        for (int m = 1; m <= MEMBERS; m++) {
            for (long client : members[m].replica(P).primaryState().calls().keys()) {
                apply(m, s -> quorum.replication().answerRead(s, P, client));
                Step<DataState> step =
                        take(members[m], s -> quorum.replication().answerWrite(s, P, client));
                if (step.accepted()) {
                    int position = members[m].replica(P).log().executed(client).position();
                    takeEffect(elements(members[m].replica(P).log().entries(1, position)));
                    apply(m, s -> quorum.replication().answerWrite(s, P, client));
                }
            }
        }
    }

    private void answered(Command.Answer answer, Done done) {
        Client client = clients[(int) answer.client()];
        if (client.operation == null || client.call != answer.call()) {
            return;
        }
        answered++;
        if (client.operation.readOnly()) {
            if (done.values().size() < client.effectAtCall) {
                throw new WrongException("stale read " + done.values() + " of " + effect);
            }
            takeEffect(done.values());
        }
        client.operation = null;
    }

    // Decisions

    private MasterView master() {
        MemberSet up = MemberSet.of();
        for (int m = 1; m <= MEMBERS; m++) {
            up = members[m].isUp() ? up.with(m) : up;
        }
        return new MasterView(latest(), vouched, new ClusterView(up, MemberSet.of(), MemberSet.of(), 2));
    }

    private void decide() {
        MasterView master = master();
        Entry base = random.nextInt(4) > 0 ? latest() : history.get(random.nextInt(history.size()));
        int member = anyMember();
        Step<MasterView> step =
                switch (random.nextInt(9)) {
                    case 0 -> take(master, s -> quorum.replication().evictBackup(s, base, member));
                    case 1 -> take(master, s -> quorum.replication().removeReplica(s, base, member));
                    case 2 -> take(master, s -> quorum.promotion().promote(s, base, member));
                    case 3 -> take(master, s -> quorum.promotion().switchPrimary(s, base, member));
                    case 4 -> {
                        int source = random.nextBoolean() ? anyMember() : Members.NONE;
                        yield take(master, s -> quorum.migration().startMigration(s, base, source, member));
                    }
                    case 5 -> take(master, s -> quorum.migration().admitBackup(s, base, member));
                    case 6 -> take(master, s -> quorum.migration().finishMigration(s, base));
                    case 7 -> take(master, s -> quorum.migration().abortMigration(s, base));
                    default -> take(master, s -> quorum.dataPlane().restamp(s, base));
                };
        if (step.accepted()) {
            Configuration next = step.state().proposed();
            if (!latest().configuration().mayBecome(next)) {
                throw new WrongException("no step: " + latest() + " to " + next);
            }
            history.add(new Entry(new Version(0, history.size() + 1), new Version(0, history.size()), next));
        }
    }

    private void activate() {
        int back = Math.min(history.size(), 1 + random.nextInt(3));
        Entry entry = history.get(history.size() - back);
        apply(anyMember(), s -> quorum.replication().activate(s, P, view(entry)));
    }

    /** As long as another in-sync member lives: whether data survives the last one is no question. */
    private void crash() {
        int member = anyMember();
        boolean another =
                latest().configuration().inSync().without(member).stream().anyMatch(m -> members[m].isUp());
        if (another) {
            apply(member, s -> quorum.dataPlane().crash(s));
        }
    }

    // What has to hold

    private static List<Long> elements(List<LogEntry> entries) {
        return entries.stream()
                .map(entry -> ((Append) entry.operation()).element())
                .toList();
    }

    private static boolean isPrefix(List<Long> shorter, List<Long> longer) {
        return shorter.size() <= longer.size()
                && longer.subList(0, shorter.size()).equals(shorter);
    }

    private void takeEffect(List<Long> values) {
        if (!isPrefix(values, effect) && !isPrefix(effect, values)) {
            throw new WrongException("two orders: " + effect + " and " + values);
        }
        if (values.stream().distinct().count() != values.size()) {
            throw new WrongException("executed twice: " + values);
        }
        effect = values.size() > effect.size() ? List.copyOf(values) : effect;
    }

    /** {@code AckedDurable}. */
    private void checkDurable() {
        MemberSet inSync = latest().configuration().inSync();
        for (int i = 0; i < inSync.size(); i++) {
            DataState member = members[inSync.get(i)];
            List<Long> held = elements(member.replica(P).log().entries());
            if (member.isUp() && !isPrefix(effect, held)) {
                throw new WrongException("lost at " + member.self() + ": " + effect + ", it has " + held);
            }
        }
    }

    private static final class WrongException extends RuntimeException {
        private static final long serialVersionUID = 1;

        WrongException(String message) {
            super(message);
        }
    }
}
