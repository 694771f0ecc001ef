package io.godwit.protocol.refusal;

import static io.godwit.protocol.quorum.ControlFixture.ALL;
import static io.godwit.protocol.refusal.Offers.any;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.ControlFixture;
import io.godwit.protocol.quorum.MasterFailover;
import io.godwit.protocol.quorum.Registers;
import io.godwit.protocol.quorum.Voters;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
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
                    new Version(random.nextInt(state.term() + 2), 1 + random.nextInt(5)),
                    new Version(0, 1),
                    any(random, CONFIGURATIONS));
        };
    }

    private static Entry base(ControlState state, int p, Random random) {
        return random.nextInt(4) > 0 ? state.committed().get(p) : entry(state, p, random);
    }

    private static Voting voting(ControlState state, Random random) {
        return random.nextBoolean()
                ? state.voting()
                : new Voting(new Version(random.nextInt(state.term() + 2), 1 + random.nextInt(4)), members(random));
    }

    private static int term(ControlState state, Random random) {
        return Math.max(0, state.term() - 1 + random.nextInt(3));
    }

    private static Vote vote(ControlState state, Random random) {
        int p = partition(random);
        PartitionVector<Entry> registers = state.accepted().with(p, entry(state, p, random));
        return new Vote(term(state, random), registers, voting(state, random));
    }

    private static Offers<ControlState> offers() {
        Offers<ControlState> offers = new Offers<>();
        registers(offers, ALL.registers());
        masters(offers, ALL.failover());
        voters(offers, ALL.voters());
        return offers;
    }

    private static void registers(Offers<ControlState> offers, Registers registers) {
        offers.to("HandleAccept", (s, r) -> {
                    int p = partition(r);
                    return registers.handleAccept(s, member(r), new Accept(p, entry(s, p, r)));
                })
                .to("repeatAccepted", (s, r) -> {
                    int p = partition(r);
                    return registers.repeatAccepted(s, member(r), new Accept(p, entry(s, p, r)));
                })
                .to("handleAccepted", (s, r) -> {
                    int p = partition(r);
                    return registers.handleAccepted(s, member(r), new Accepted(p, entry(s, p, r)));
                })
                .to("HandleCommit", (s, r) -> {
                    int p = partition(r);
                    return registers.handleCommit(s, member(r), new Commit(p, entry(s, p, r)));
                })
                .to("CommitProposal", (s, r) -> registers.commitProposal(s, partition(r)))
                .to("Propose", (s, r) -> {
                    int p = partition(r);
                    return registers.propose(s, p, base(s, p, r), any(r, CONFIGURATIONS));
                });
    }

    private static void masters(Offers<ControlState> offers, MasterFailover failover) {
        offers.to("StartElection", (s, r) -> failover.startElection(s, term(s, r)))
                .to(
                        "HandleVoteRequest",
                        (s, r) -> failover.handleVoteRequest(s, member(r), new VoteRequest(term(s, r), voting(s, r))))
                .to("handleVote", (s, r) -> failover.handleVote(s, member(r), vote(s, r)))
                .to("handleVote", (s, r) -> failover.handleVote(s, member(r), vote(s, r)))
                .to(
                        "BecomeMaster",
                        (s, r) -> failover.becomeMaster(
                                s, r.nextBoolean() ? s.ballot().voters() : members(r)))
                .to(
                        "BecomeMaster",
                        (s, r) -> failover.becomeMaster(s, s.ballot().voters()))
                .to("Reboot", (s, r) -> failover.reboot(s, r.nextInt(8) == 0 ? s.self() : 9));
    }

    private static void voters(Offers<ControlState> offers, Voters voters) {
        offers.to("AddVoter", (s, r) -> voters.addVoter(s, member(r), any(r, 0, 0, 0, member(r))))
                .to("RemoveVoter", (s, r) -> voters.removeVoter(s, member(r)))
                .to("RestampVoters", (s, r) -> voters.restampVoters(s, term(s, r)))
                .to(
                        "HandleVoters",
                        (s, r) -> voters.handleVoters(s, member(r), new ControlMessage.Voters(voting(s, r))))
                .to(
                        "repeatInstalled",
                        (s, r) -> voters.repeatInstalled(s, member(r), new ControlMessage.Voters(voting(s, r))))
                .to(
                        "handleInstalled",
                        (s, r) -> voters.handleInstalled(s, member(r), new VotersInstalled(voting(s, r))));
    }

    @Test
    void refusalChangesNothing() {
        Offers<ControlState> offers = offers();
        PartitionVector<Entry> first = PartitionVector.filled(PARTITIONS, Entry.first(AB));
        for (int seed = 0; seed < 3_000; seed++) {
            ControlState start = seed % 2 == 0 ? ControlState.founder(1, first, VOTERS) : ControlFixture.master(1);
            offers.walk(start, 120, new Random(seed));
        }
        offers.assertBothSeen();
    }
}
