package io.godwit.protocol.refusal;

import static io.godwit.protocol.refusal.Offers.any;

import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Received;
import io.godwit.protocol.quorum.Scene;
import io.godwit.protocol.quorum.master.BecomeMaster;
import io.godwit.protocol.quorum.master.HandleVote;
import io.godwit.protocol.quorum.master.HandleVoteRequest;
import io.godwit.protocol.quorum.master.Reboot;
import io.godwit.protocol.quorum.master.StartElection;
import io.godwit.protocol.quorum.registers.AbandonMigration;
import io.godwit.protocol.quorum.registers.CommitProposal;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.FinishMigration;
import io.godwit.protocol.quorum.registers.HandleAccept;
import io.godwit.protocol.quorum.registers.HandleAccepted;
import io.godwit.protocol.quorum.registers.HandleCommit;
import io.godwit.protocol.quorum.registers.ProposeChange;
import io.godwit.protocol.quorum.registers.Repair;
import io.godwit.protocol.quorum.registers.RepeatAccepted;
import io.godwit.protocol.quorum.registers.StartMigration;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.voters.AddVoter;
import io.godwit.protocol.quorum.voters.HandleInstalled;
import io.godwit.protocol.quorum.voters.HandleVoters;
import io.godwit.protocol.quorum.voters.RemoveVoter;
import io.godwit.protocol.quorum.voters.RepeatInstalled;
import io.godwit.protocol.quorum.voters.RestampVoters;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Events for the control plane of one member, most of which fit to nothing. {@code Crash} is missing: it refuses nothing. */
class ControlRefusalTest {
    private static final int PARTITIONS = 2;
    private static final int MEMBERS = 4;
    private static final MemberSet VOTERS = MemberSet.of(1, 2, 3);

    private static final Configuration AB = Configuration.settled(1, 2);
    private static final List<Configuration> CONFIGURATIONS = List.of(
            AB,
            AB.withMigration(1, 3),
            AB.withMigration(1, 3).migrated(),
            AB.withoutInSync(2),
            AB.withoutBackup(2),
            AB.promoted(2));

    private static int member(Random random) {
        return 1 + random.nextInt(MEMBERS);
    }

    private static int partition(Random random) {
        return random.nextInt(PARTITIONS);
    }

    private static MemberSet members(Random random) {
        return VOTERS.with(4).filter(m -> random.nextInt(3) > 0);
    }

    private static Entry entry(ControlState state, int p, Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> state.accepted().get(p);
            case 1 -> state.committed().get(p);
            case 2 -> state.outstanding().get(p);
            case 3 -> state.accepted().get(p).restamped(state.term() + random.nextInt(2));
            default -> new Entry(
                    random.nextInt(state.term() + 2), 1 + random.nextInt(5), 0, 1, any(random, CONFIGURATIONS));
        };
    }

    private static Entry base(ControlState state, int p, Random random) {
        return random.nextInt(4) > 0 ? state.committed().get(p) : entry(state, p, random);
    }

    private static Voting voting(ControlState state, Random random) {
        return random.nextBoolean()
                ? state.voting()
                : new Voting(random.nextInt(state.term() + 2), 1 + random.nextInt(4), members(random));
    }

    private static int term(ControlState state, Random random) {
        return Math.max(0, state.term() - 1 + random.nextInt(3));
    }

    private static Received<Vote> vote(ControlState state, Random random) {
        int p = partition(random);
        PartitionVector<Entry> registers = state.accepted().with(p, entry(state, p, random));
        return new Received<>(member(random), new Vote(term(state, random), registers, voting(state, random)));
    }

    private static Offers<ControlState> offers() {
        Guards all = Guards.ALL;
        Offers<ControlState> offers = new Offers<>();
        table(offers, all);
        proposals(offers, all);
        masters(offers, all);
        voters(offers, all);
        return offers;
    }

    private static void table(Offers<ControlState> offers, Guards all) {
        offers.to(new HandleAccept(all), (s, r) -> {
                    int p = partition(r);
                    return new Received<>(member(r), new Accept(p, entry(s, p, r)));
                })
                .to(new RepeatAccepted(all), (s, r) -> {
                    int p = partition(r);
                    return new Received<>(member(r), new Accept(p, entry(s, p, r)));
                })
                .to(new HandleAccepted(all), (s, r) -> {
                    int p = partition(r);
                    return new Received<>(member(r), new Accepted(p, entry(s, p, r)));
                })
                .to(new HandleCommit(all), (s, r) -> {
                    int p = partition(r);
                    return new Received<>(member(r), new Commit(p, entry(s, p, r)));
                })
                .to(new CommitProposal(all), (s, r) -> partition(r));
    }

    private static void proposals(Offers<ControlState> offers, Guards all) {
        offers.to(new ProposeChange(all), (s, r) -> {
                    int p = partition(r);
                    return new ProposeChange.Request(p, base(s, p, r), any(r, CONFIGURATIONS));
                })
                .to(new StartMigration(all), (s, r) -> {
                    int p = partition(r);
                    return new StartMigration.Request(p, base(s, p, r), member(r), member(r));
                })
                .to(new FinishMigration(all), (s, r) -> {
                    int p = partition(r);
                    return new FinishMigration.Request(p, base(s, p, r));
                })
                .to(new AbandonMigration(all), (s, r) -> {
                    int p = partition(r);
                    return new AbandonMigration.Request(p, base(s, p, r));
                })
                .to(new Repair(all), (s, r) -> {
                    int p = partition(r);
                    return new Repair.Request(p, base(s, p, r), member(r), member(r));
                });
    }

    private static void masters(Offers<ControlState> offers, Guards all) {
        offers.to(new StartElection(all), ControlRefusalTest::term)
                .to(
                        new HandleVoteRequest(all),
                        (s, r) -> new Received<>(member(r), new VoteRequest(term(s, r), voting(s, r))))
                .to(new HandleVote(all), ControlRefusalTest::vote)
                .to(new HandleVote(all), ControlRefusalTest::vote)
                .to(
                        new BecomeMaster(all),
                        (s, r) -> r.nextBoolean() ? s.ballot().voters() : members(r))
                .to(new BecomeMaster(all), (s, r) -> s.ballot().voters())
                .to(new Reboot(all), (s, r) -> r.nextInt(8) == 0 ? s.self() : 9);
    }

    private static void voters(Offers<ControlState> offers, Guards all) {
        offers.to(new AddVoter(all), (s, r) -> new AddVoter.Request(member(r), any(r, 0, 0, 0, member(r))))
                .to(new RemoveVoter(all), (s, r) -> member(r))
                .to(new RestampVoters(all), ControlRefusalTest::term)
                .to(new HandleVoters(all), (s, r) -> new Received<>(member(r), new Voters(voting(s, r))))
                .to(new RepeatInstalled(all), (s, r) -> new Received<>(member(r), new Voters(voting(s, r))))
                .to(new HandleInstalled(all), (s, r) -> new Received<>(member(r), new VotersInstalled(voting(s, r))));
    }

    @Test
    void aRefusalChangesNothing() {
        Offers<ControlState> offers = offers();
        PartitionVector<Entry> first = PartitionVector.filled(PARTITIONS, Entry.first(AB));
        for (int seed = 0; seed < 3_000; seed++) {
            ControlState start = seed % 2 == 0 ? ControlState.founder(1, first, VOTERS) : Scene.master(1);
            offers.walk(start, 120, new Random(seed));
        }
        offers.assertBothSeen();
    }
}
