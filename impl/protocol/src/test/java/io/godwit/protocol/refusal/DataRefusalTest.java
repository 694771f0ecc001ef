package io.godwit.protocol.refusal;

import static io.godwit.protocol.refusal.Offers.any;

import io.godwit.protocol.Copies;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.map.Operation.Increment;
import io.godwit.protocol.quorum.FencedReplication;
import io.godwit.protocol.quorum.LearnerMigration;
import io.godwit.protocol.quorum.PromotionCommit;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.decision.CaughtUpVersions;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.data.decision.MasterView;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Events for the data plane of one member, and decisions about one partition, most of which fit to nothing. */
class DataRefusalTest {
    private static final Quorum QUORUM = Quorum.whole();
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
        Offers<DataState> offers = new Offers<>();
        FencedReplication replication = QUORUM.replication();
        offers.to("Activate", (s, r) -> replication.activate(s, P, view(s, r)))
                .to("HandleSync", (s, r) -> replication.handleSync(s, member(r), new Sync(P, view(s, r), log(s, r))))
                .to("HandleAppend", (s, r) -> {
                    Version version = version(s, r);
                    int number = Math.max(1, s.replica(P).log().length() + r.nextInt(4) - 1);
                    return replication.handleAppend(s, member(r), new Append(P, version, number, entry(version, r)));
                })
                .to("handleAck", (s, r) -> {
                    int length = s.replica(P).log().length() - r.nextInt(2);
                    return replication.handleAck(s, member(r), new Ack(P, version(s, r), length));
                })
                .to("HandleProbe", (s, r) -> {
                    Probe probe = new Probe(P, version(s, r), r.nextInt(3), r.nextInt(3));
                    return replication.handleProbe(s, member(r), probe);
                })
                .to("handleConfirm", (s, r) -> {
                    Confirm confirm = new Confirm(P, version(s, r), r.nextInt(3), r.nextInt(3));
                    return replication.handleConfirm(s, member(r), confirm);
                })
                .to("ProposeMember", (s, r) -> QUORUM.migration().proposeMember(s, P, member(r)))
                .to("repeatAck", (s, r) -> replication.repeatAck(s, member(r), P, version(s, r)))
                .to("Restart", (s, r) -> QUORUM.dataPlane().restart(s))
                .to("Write", (s, r) -> replication.write(s, call(r, false)))
                .to("repeatWrite", (s, r) -> replication.repeatWrite(s, call(r, false)))
                .to("StartRead", (s, r) -> replication.startRead(s, call(r, true)))
                .to("AnswerWrite", (s, r) -> replication.answerWrite(s, P, r.nextInt(3)))
                .to("AnswerRead", (s, r) -> replication.answerRead(s, P, r.nextInt(3)));
        return offers;
    }

    @Test
    void membersRefusalChangesNothing() {
        Offers<DataState> offers = members();
        for (int seed = 0; seed < 1_500; seed++) {
            offers.walk(DataState.unborn(1, 1, Copies.all(2)), 200, new Random(seed));
        }
        offers.assertBothSeen();
    }

    @Test
    void endOfAMemberIsAcceptedOnce() {
        Offers<DataState> offers = new Offers<DataState>()
                .to("Restart", (s, r) -> QUORUM.dataPlane().restart(s))
                .to("Crash", (s, r) -> QUORUM.dataPlane().crash(s))
                .to("HandleReleased", (s, r) -> QUORUM.drain().handleReleased(s, member(r), new Released()));
        for (int seed = 0; seed < 50; seed++) {
            offers.walk(DataState.unborn(1, 1, Copies.all(2)), 20, new Random(seed));
        }
        offers.assertBothSeen();
    }

    private static Entry base(MasterView view, Random random) {
        return random.nextInt(4) > 0
                ? view.decided()
                : new Entry(new Version(1, 1 + random.nextInt(3)), new Version(0, 1), any(random, CONFIGURATIONS));
    }

    private static Offers<MasterView> decisions() {
        FencedReplication replication = QUORUM.replication();
        LearnerMigration migration = QUORUM.migration();
        PromotionCommit promotion = QUORUM.promotion();
        return new Offers<MasterView>()
                .to("handleCaughtUp", (v, r) -> {
                    Version version = r.nextInt(3) > 0 ? v.decided().version() : new Version(1, 1);
                    return migration.handleCaughtUp(v, member(r), new CaughtUp(P, version, member(r)));
                })
                .to(
                        "StartMigration",
                        (v, r) -> migration.startMigration(v, base(v, r), any(r, Members.NONE, member(r)), member(r)))
                .to("FinishMigration", (v, r) -> migration.finishMigration(v, base(v, r)))
                .to("AbortMigration", (v, r) -> migration.abortMigration(v, base(v, r)))
                .to("Promote", (v, r) -> promotion.promote(v, base(v, r), member(r)))
                .to("SwitchPrimary", (v, r) -> promotion.switchPrimary(v, base(v, r), member(r)))
                .to("EvictBackup", (v, r) -> replication.evictBackup(v, base(v, r), member(r)))
                .to("AdmitBackup", (v, r) -> migration.admitBackup(v, base(v, r), member(r)))
                .to("RemoveReplica", (v, r) -> replication.removeReplica(v, base(v, r), member(r)))
                .to("Restamp", (v, r) -> QUORUM.dataPlane().restamp(v, base(v, r)))
                .to("RestampResumed", (v, r) -> {
                    Version version = r.nextInt(3) > 0 ? v.decided().version() : new Version(1, 1);
                    return QUORUM.durable().restampResumed(v, member(r), new Resumed(P, version));
                });
    }

    @Test
    void decisionThatIsRefusedChangesNothing() {
        Offers<MasterView> offers = decisions();
        for (int seed = 0; seed < 1_500; seed++) {
            Random random = new Random(seed);
            Entry decided = new Entry(new Version(1, 2), new Version(0, 1), any(random, CONFIGURATIONS));
            ClusterView cluster = new ClusterView(
                    ALL.filter(m -> random.nextInt(4) > 0), ALL.filter(m -> random.nextInt(4) == 0), ALL, 2);
            offers.walk(new MasterView(decided, CaughtUpVersions.NOBODY, cluster), 60, random);
        }
        offers.assertBothSeen();
    }

    @Test
    void leaveThatIsRefusedChangesNothing() {
        Offers<ClusterView> offers = new Offers<ClusterView>()
                .to("RequestLeave", (c, r) -> QUORUM.drain().requestLeave(c, member(r)))
                .to("LeaveVoters", (c, r) -> QUORUM.drain().leaveVoters(c, member(r)))
                .to("Release", (c, r) -> QUORUM.drain().release(c, member(r), ALL.filter(m -> r.nextInt(3) == 0)));
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            offers.walk(new ClusterView(ALL.filter(m -> random.nextInt(4) > 0), MemberSet.of(), ALL, 2), 40, random);
        }
        offers.assertBothSeen();
    }
}
