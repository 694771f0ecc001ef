package io.godwit.protocol.quorum.engine;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.protocol.Command;
import io.godwit.protocol.Command.Send;
import io.godwit.protocol.Copies;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.Step;
import io.godwit.protocol.Zones;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.StateProgress;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.decision.CaughtUpVersions;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.decision.PassiveReports;
import io.godwit.protocol.quorum.registers.Acceptances;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One member on a table: it gets events, and what it sends is looked at. */
final class EngineFixture {
    /** When the clock starts. */
    static final long START = 10_000_000;

    /** The voters of a master's fixture. */
    static final MemberSet VOTERS = MemberSet.of(1, 2, 3);

    private final QuorumProtocol protocol = new QuorumProtocol();
    QuorumState state;
    List<Command> commands = List.of();

    EngineFixture(QuorumState state) {
        this.state = state;
    }

    /** A founder that has been told the time. */
    static EngineFixture founder(int self, int founders, int partitions) {
        MemberSet all = MemberSet.of();
        for (int m = 1; m <= founders; m++) {
            all = all.with(m);
        }
        EngineFixture fixture = new EngineFixture(new QuorumProtocol().found(self, new Setup(all, partitions, 2, 1)));
        return fixture.tick(0);
    }

    /** The entry that a master of term 1 has decided. */
    static Entry decided(Configuration configuration) {
        return new Entry(new Version(1, 2), new Version(0, 1), configuration);
    }

    /**
     * Member 1, master of term 1 with the voters 1, 2 and 3, at {@link #START}. It has decided these configurations, and knows
     * that all voters have accepted them, and that all members go by the voters; where it has a part, it has activated them. It has just heard the members 1 to 5. It
     * wants two copies.
     */
    static EngineFixture master(Configuration... configurations) {
        return master(Copies.all(2), configurations);
    }

    /** The same with other numbers of wanted copies. */
    static EngineFixture master(Copies copies, Configuration... configurations) {
        int n = configurations.length;
        PartitionVector<Entry> registers = PartitionVector.of(n, p -> decided(configurations[p]));
        QuorumState founder = new QuorumProtocol().found(1, new Setup(VOTERS, n, copies, 1));
        ControlState control = ControlState.founder(1, registers, VOTERS)
                .inTerm(1, Role.MASTER)
                .withVoting(new Voting(new Version(1, 2), VOTERS))
                .withInstalled(MemberSet.of(1, 2, 3, 4, 5))
                .withAnswers(PartitionVector.filled(n, new Acceptances(MemberSet.of(), VOTERS)));
        MemberSet all = MemberSet.of(1, 2, 3, 4, 5);
        LongMap<Long> heard = LongMap.empty();
        for (int m = 1; m <= 5; m++) {
            heard = heard.with(m, START);
        }
        MasterState master = new MasterState(
                new MasterState.MembershipView(
                        START, heard, new ClusterView(all, MemberSet.of(), VOTERS, copies), MemberSet.of()),
                PartitionVector.filled(n, CaughtUpVersions.NOBODY),
                new MasterState.MigrationPlan(Target.NONE, MigrationQueue.NONE),
                MasterState.Progress.of(registers),
                new MasterState.Timers(START, START + Timing.HEARTBEAT_INTERVAL, START + Timing.RETRANSMIT_INTERVAL),
                PassiveReports.none(Version.NONE, n));
        LocalState local = new LocalState(
                new LocalState.Time(true, START, START + 10 * Timing.REMOVAL_DELAY),
                new LocalState.FollowerState(Members.NONE, -1, START),
                new LocalState.Election(START, 0, MemberSet.of(), 1, LocalState.ExpectedVotes.NONE),
                new LocalState.PeerState(MemberSet.of(), MemberSet.of(), Zones.NONE, Map.of()),
                new LocalState.TableStamps(new Stamps().of(registers), 0, 0),
                LocalState.Retransmissions.NONE,
                LocalState.LeaseState.START,
                StateProgress.UNKNOWN);
        DataState data = new DataState(
                1,
                Status.UP,
                copies,
                PartitionVector.of(
                        n,
                        p -> Replica.founding(
                                1,
                                new View(
                                        registers.get(p).version(),
                                        registers.get(p).configuration()))));
        return new EngineFixture(new QuorumState(founder.setup(), control, data, local, master));
    }

    /** The same fixture with another state. */
    EngineFixture with(ControlState control) {
        state = new QuorumState(state.setup(), control, state.data(), state.local(), state.master());
        return this;
    }

    /** With a delay after which partitions are declared lost. */
    EngineFixture lossDelay(long micros) {
        state = new QuorumState(
                state.setup().withLossDelay(micros), state.control(), state.data(), state.local(), state.master());
        return this;
    }

    /** With members that want to leave. */
    EngineFixture leaving(int... members) {
        LocalState w = state.local();
        LocalState.PeerState peers = w.peers().withLeaving(MemberSet.of(members));
        state = new QuorumState(
                state.setup(),
                state.control(),
                state.data(),
                new LocalState(
                        w.time(),
                        w.follower(),
                        w.election(),
                        peers,
                        w.tableStamps(),
                        w.retransmissions(),
                        w.leases(),
                        w.state()),
                state.master());
        return this;
    }

    /** With a cluster in which only these members live. */
    EngineFixture up(int... members) {
        MasterState o = state.master();
        ClusterView cluster = new ClusterView(
                MemberSet.of(members),
                state.local().peers().leaving().intersect(MemberSet.of(members)),
                o.cluster().voters(),
                o.cluster().copies());
        return with(o.withCluster(cluster, o.gone()));
    }

    /** With another state of the master. */
    EngineFixture with(MasterState master) {
        state = new QuorumState(state.setup(), state.control(), state.data(), state.local(), master);
        return this;
    }

    /** What is undecided has been so since the last round, and of what is decided everybody has been told. */
    EngineFixture waited() {
        ControlState control = state.control();
        return with(state.master()
                .withLastRound(new MasterState.LastRound(
                        control.outstanding(),
                        control.committed(),
                        state.master().gone()))
                .withPublished(control.committed(), START));
    }

    EngineFixture take(Event event) {
        Step<QuorumState> step = protocol.step(state, event);
        state = step.state();
        commands = step.commands();
        return this;
    }

    /** So many microseconds after the start. */
    EngineFixture tick(long after) {
        return take(new Event.Tick(START + after));
    }

    EngineFixture receive(int from, Message message) {
        return take(new Event.Deliver(from, message));
    }

    /** A handler of the engine works on the state. */
    EngineFixture work(java.util.function.Consumer<StepContext> work) {
        StepContext context = new StepContext(ALL, new Decisions(), state, null);
        work.accept(context);
        Step<QuorumState> step = context.end();
        state = step.state();
        commands = step.commands();
        return this;
    }

    /** What was sent, one by one. */
    List<Send> sent() {
        List<Send> all = new ArrayList<>();
        for (Command command : commands) {
            if (command instanceof Send send) {
                List<Message> messages =
                        send.message() instanceof Batch batch ? batch.messages() : List.of(send.message());
                messages.forEach(m -> all.add(new Send(send.to(), m)));
            }
        }
        return all;
    }

    void assertSent(Send... expected) {
        assertEquals(List.of(expected), sent());
    }

    static Send to(int member, Message message) {
        return new Send(member, message);
    }

    static Send toAll(Message message) {
        return new Send(Members.EVERYBODY, message);
    }

    /** The proposal that follows a decided entry of {@link #decided}. */
    static Send proposal(int partition, Configuration configuration) {
        return toAll(new Accept(partition, new Entry(new Version(1, 3), new Version(1, 2), configuration)));
    }
}
