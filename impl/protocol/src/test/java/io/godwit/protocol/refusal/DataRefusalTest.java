package io.godwit.protocol.refusal;

import static io.godwit.protocol.refusal.Offers.any;

import io.godwit.protocol.Copies;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Received;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.map.Operation.Increment;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.View;
import io.godwit.protocol.quorum.data.decision.AbortMigration;
import io.godwit.protocol.quorum.data.decision.AdmitBackup;
import io.godwit.protocol.quorum.data.decision.Cluster;
import io.godwit.protocol.quorum.data.decision.EvictBackup;
import io.godwit.protocol.quorum.data.decision.FinishMigration;
import io.godwit.protocol.quorum.data.decision.HandleCaughtUp;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.data.decision.Promote;
import io.godwit.protocol.quorum.data.decision.RemoveReplica;
import io.godwit.protocol.quorum.data.decision.Restamp;
import io.godwit.protocol.quorum.data.decision.StartMigration;
import io.godwit.protocol.quorum.data.decision.SwitchPrimary;
import io.godwit.protocol.quorum.data.decision.Vouched;
import io.godwit.protocol.quorum.data.life.Crash;
import io.godwit.protocol.quorum.data.life.HandleReleased;
import io.godwit.protocol.quorum.data.life.LeaveVoters;
import io.godwit.protocol.quorum.data.life.Release;
import io.godwit.protocol.quorum.data.life.RequestLeave;
import io.godwit.protocol.quorum.data.life.Restart;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.data.replication.Activate;
import io.godwit.protocol.quorum.data.replication.AnswerRead;
import io.godwit.protocol.quorum.data.replication.AnswerWrite;
import io.godwit.protocol.quorum.data.replication.HandleAck;
import io.godwit.protocol.quorum.data.replication.HandleAppend;
import io.godwit.protocol.quorum.data.replication.HandleConfirm;
import io.godwit.protocol.quorum.data.replication.HandleProbe;
import io.godwit.protocol.quorum.data.replication.HandleSync;
import io.godwit.protocol.quorum.data.replication.ProposeMember;
import io.godwit.protocol.quorum.data.replication.RepeatAck;
import io.godwit.protocol.quorum.data.replication.RepeatWrite;
import io.godwit.protocol.quorum.data.replication.StartRead;
import io.godwit.protocol.quorum.data.replication.Write;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Events for the data plane of one member, and decisions about one partition, most of which fit to nothing. */
class DataRefusalTest {
    private static final int P = 0;
    private static final int MEMBERS = 4;
    private static final MemberSet ALL = MemberSet.of(1, 2, 3, 4);

    private static final Configuration AB = Configuration.settled(1, 2);
    private static final List<Configuration> CONFIGURATIONS = List.of(
            AB,
            AB.switched(2),
            AB.withMigration(1, 3),
            AB.withMigration(1, 3).migrated(),
            AB.withoutInSync(2),
            Configuration.settled(3, 4));

    private static int member(Random random) {
        return 1 + random.nextInt(MEMBERS);
    }

    private static Version version(DataState state, Random random) {
        Version epoch = state.replica(P).epoch();
        return switch (random.nextInt(6)) {
            case 0 -> new Version(epoch.term(), epoch.number() + 1);
            case 1 -> new Version(Math.max(0, epoch.term() - 1), 1);
            default -> epoch;
        };
    }

    private static Version newer(DataState state, Random random) {
        Version epoch = state.replica(P).epoch();
        return random.nextBoolean() ? new Version(epoch.term(), epoch.number() + 1) : version(state, random);
    }

    private static LogEntry entry(Version version, Random random) {
        return new LogEntry(version, random.nextInt(3), random.nextInt(3), new Increment(1, 1));
    }

    private static Log log(DataState state, Random random) {
        Log log = random.nextBoolean() ? state.replica(P).log() : Log.EMPTY;
        return random.nextBoolean() ? log : log.append(entry(version(state, random), random));
    }

    private static View view(DataState state, Random random) {
        return new View(newer(state, random), any(random, CONFIGURATIONS));
    }

    private static Call call(Random random, boolean reads) {
        return new Call(random.nextInt(3), random.nextInt(3), P, reads ? new Get(1) : new Increment(1, 1));
    }

    private static Offers<DataState> members() {
        Guards all = Guards.ALL;
        Offers<DataState> offers = new Offers<>();
        offers.to(new Activate(all), (s, r) -> new Activate.Decided(P, view(s, r)))
                .to(new HandleSync(all), (s, r) -> new Received<>(member(r), new Sync(P, view(s, r), log(s, r))))
                .to(new HandleAppend(all), (s, r) -> {
                    Version version = version(s, r);
                    int number = Math.max(1, s.replica(P).log().length() + r.nextInt(4) - 1);
                    return new Received<>(member(r), new Append(P, version, number, entry(version, r)));
                })
                .to(
                        new HandleAck(all),
                        (s, r) -> new Received<>(
                                member(r),
                                new Ack(P, version(s, r), s.replica(P).log().length() - r.nextInt(2))))
                .to(
                        new HandleProbe(all),
                        (s, r) -> new Received<>(member(r), new Probe(P, version(s, r), r.nextInt(3), r.nextInt(3))))
                .to(
                        new HandleConfirm(all),
                        (s, r) -> new Received<>(member(r), new Confirm(P, version(s, r), r.nextInt(3), r.nextInt(3))))
                .to(new ProposeMember(all), (s, r) -> new ProposeMember.Candidate(P, member(r)))
                .to(new RepeatAck(all), (s, r) -> new RepeatAck.Asked(member(r), P, version(s, r)))
                .to(new Restart(all), (s, r) -> new Restart.Start());
        clients(offers, all);
        return offers;
    }

    private static void clients(Offers<DataState> offers, Guards all) {
        offers.to(new Write(all), (s, r) -> call(r, false))
                .to(new RepeatWrite(all), (s, r) -> call(r, false))
                .to(new StartRead(all), (s, r) -> call(r, true))
                .to(new AnswerWrite(all), (s, r) -> new AnswerWrite.Due(P, r.nextInt(3)))
                .to(new AnswerRead(all), (s, r) -> new AnswerRead.Due(P, r.nextInt(3)));
    }

    @Test
    void aMembersRefusalChangesNothing() {
        Offers<DataState> offers = members();
        for (int seed = 0; seed < 1_500; seed++) {
            offers.walk(DataState.unborn(1, 1, Copies.all(2)), 200, new Random(seed));
        }
        offers.assertBothSeen();
    }

    @Test
    void theEndOfAMemberIsAcceptedOnce() {
        Offers<DataState> offers = new Offers<DataState>()
                .to(new Restart(Guards.ALL), (s, r) -> new Restart.Start())
                .to(new Crash(Guards.ALL), (s, r) -> new Crash.Fault())
                .to(new HandleReleased(Guards.ALL), (s, r) -> new Received<>(member(r), new Released()));
        for (int seed = 0; seed < 50; seed++) {
            offers.walk(DataState.unborn(1, 1, Copies.all(2)), 20, new Random(seed));
        }
        offers.assertBothSeen();
    }

    private static Entry base(MasterView view, Random random) {
        return random.nextInt(4) > 0
                ? view.decided()
                : new Entry(1, 1 + random.nextInt(3), 0, 1, any(random, CONFIGURATIONS));
    }

    private static Offers<MasterView> decisions() {
        Guards all = Guards.ALL;
        return new Offers<MasterView>()
                .to(new HandleCaughtUp(all), (v, r) -> {
                    Version version = r.nextInt(3) > 0 ? v.decided().version() : new Version(1, 1);
                    return new Received<>(member(r), new CaughtUp(P, version, member(r)));
                })
                .to(
                        new StartMigration(all),
                        (v, r) -> new StartMigration.Request(base(v, r), any(r, Members.NONE, member(r)), member(r)))
                .to(new FinishMigration(all), (v, r) -> new FinishMigration.Request(base(v, r)))
                .to(new AbortMigration(all), (v, r) -> new AbortMigration.Request(base(v, r)))
                .to(new Promote(all), (v, r) -> new Promote.Request(base(v, r), member(r)))
                .to(new SwitchPrimary(all), (v, r) -> new SwitchPrimary.Request(base(v, r), member(r)))
                .to(new EvictBackup(all), (v, r) -> new EvictBackup.Request(base(v, r), member(r)))
                .to(new AdmitBackup(all), (v, r) -> new AdmitBackup.Request(base(v, r), member(r)))
                .to(new RemoveReplica(all), (v, r) -> new RemoveReplica.Request(base(v, r), member(r)))
                .to(new Restamp(all), (v, r) -> new Restamp.Request(base(v, r)));
    }

    @Test
    void aDecisionThatIsRefusedChangesNothing() {
        Offers<MasterView> offers = decisions();
        for (int seed = 0; seed < 1_500; seed++) {
            Random random = new Random(seed);
            Entry decided = new Entry(1, 2, 0, 1, any(random, CONFIGURATIONS));
            Cluster cluster = new Cluster(
                    ALL.filter(m -> random.nextInt(4) > 0), ALL.filter(m -> random.nextInt(4) == 0), ALL, 2);
            offers.walk(new MasterView(decided, Vouched.NOBODY, cluster), 60, random);
        }
        offers.assertBothSeen();
    }

    @Test
    void aLeaveThatIsRefusedChangesNothing() {
        Guards all = Guards.ALL;
        Offers<Cluster> offers = new Offers<Cluster>()
                .to(new RequestLeave(all), (c, r) -> new RequestLeave.Request(member(r)))
                .to(new LeaveVoters(all), (c, r) -> new LeaveVoters.Request(member(r)))
                .to(new Release(all), (c, r) -> new Release.Request(member(r), ALL.filter(m -> r.nextInt(3) == 0)));
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            offers.walk(new Cluster(ALL.filter(m -> random.nextInt(4) > 0), MemberSet.of(), ALL, 2), 40, random);
        }
        offers.assertBothSeen();
    }
}
