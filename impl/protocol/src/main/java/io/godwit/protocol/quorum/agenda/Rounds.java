package io.godwit.protocol.quorum.agenda;

import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.decision.Cluster;
import io.godwit.protocol.quorum.registers.Answers;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.table.Entry;

/** What a master does now and then: it looks who lives, sends again what has no answer, changes voters, lets leavers go. */
final class Rounds {
    private final Decisions decisions;

    Rounds(Decisions decisions) {
        this.decisions = decisions;
    }

    /** One round. */
    void look(Turn turn) {
        survey(turn);
        commit(turn);
        Office.Asked before = turn.office.talk().asked();
        again(turn, before);
        changeVoters(turn);
        decisions.considerAll(turn, before);
        release(turn);
    }

    /** Who lives, and who is gone for good? */
    void survey(Turn turn) {
        Office office = turn.office;
        MemberSet known = MemberSet.of();
        for (long member : office.sight().heard().keys()) {
            known = known.with((int) member);
        }
        MemberSet up = known.filter(m -> !office.isSilent(m, turn.now(), Timing.MEMBER_SILENCE)
                        && !turn.peers.suspects().contains(m))
                .with(turn.self());
        MemberSet gone = known.filter(
                m -> m != turn.self() && office.isSilent(m, turn.now(), Timing.MEMBER_SILENCE + Timing.REMOVAL));
        MemberSet eligible = up.minus(turn.peers.leaving());
        Copies copies = turn.setup.copies().among(eligible.size());
        MemberSet voters = turn.control.voting().voters();
        Cluster cluster = new Cluster(up, office.cluster().leaving().intersect(turn.peers.leaving()), voters, copies);
        for (int i = 0; i < turn.peers.leaving().size(); i++) {
            int leaver = turn.peers.leaving().get(i);
            cluster = turn.take("RequestLeave", leaver, cluster, c -> turn.quorum
                            .drain()
                            .requestLeave(c, leaver))
                    .state();
        }
        turn.office = office.seeing(cluster, gone);
    }

    /** Commits whatever has answers enough; most is committed when the answer comes, but a majority may have got smaller. */
    void commit(Turn turn) {
        for (int p = 0; p < turn.setup.partitions(); p++) {
            if (!turn.control.outstanding().get(p).isNone()) {
                turn.commit(p);
            }
        }
    }

    /** Asks those again who have not answered since the last round: all voters, and whoever is to become one. */
    private static void again(Turn turn, Office.Asked before) {
        MemberSet voters = turn.control.voting().voters();
        if (!turn.control.installed().containsAll(voters)) {
            voters.minus(turn.control.installed()).forEach(m -> turn.send(m, new Voters(turn.control.voting())));
        }
        int learner = nextVoter(turn);
        MemberSet asked = (learner > 0 ? voters.with(learner) : voters).without(turn.self());
        for (int p = 0; p < turn.setup.partitions(); p++) {
            Answers answers = turn.control.answers().get(p);
            Entry outstanding = turn.control.outstanding().get(p);
            Entry committed = turn.control.committed().get(p);
            if (!outstanding.isNone()) {
                if (before.hadOutstanding(p, outstanding)) {
                    // Those who are asked first have not answered: the next proposals are for everybody.
                    turn.office = turn.office.askingFirst(MemberSet.of());
                    ask(turn, asked, answers.outstanding(), new Accept(p, outstanding));
                }
            } else if (committed.term() == turn.control.term() && before.hadCommitted(p, committed)) {
                ask(turn, asked, answers.committed(), new Accept(p, committed));
            }
        }
        turn.office = turn.office.asking(
                new Office.Asked(turn.control.outstanding(), turn.control.committed(), turn.office.gone()));
    }

    private static void ask(Turn turn, MemberSet asked, MemberSet answered, Accept message) {
        if (!answered.containsAll(asked)) {
            asked.minus(answered).forEach(m -> turn.send(m, message));
        }
    }

    /** Who is to become a voter next, or 0. */
    static int nextVoter(Turn turn) {
        MemberSet voters = turn.control.voting().voters();
        if (voters.size() >= Timing.MAX_VOTERS) {
            return 0;
        }
        return eligible(turn.office.cluster()).minus(voters).oldest();
    }

    private static MemberSet eligible(Cluster cluster) {
        return cluster.up().minus(cluster.leaving());
    }

    /** One voter goes, or one comes; the rules see to it that this is not too soon. */
    private static void changeVoters(Turn turn) {
        Cluster cluster = turn.office.cluster();
        MemberSet others = turn.control.voting().voters().without(turn.self());
        for (int i = 0; i < others.size(); i++) {
            int voter = others.get(i);
            boolean leaves = turn.quorum.drain().isLeavingVoter(cluster, voter);
            // The dead go first: with a leaver, a living voter goes, and the majority must not be lost with it.
            boolean mayLeave = leaves && cluster.up().containsAll(others);
            if ((mayLeave || turn.office.gone().contains(voter)) && removeVoter(turn, voter)) {
                return;
            }
        }
        int learner = nextVoter(turn);
        if (learner > 0) {
            turn.control("AddVoter", learner, s -> turn.quorum.voters().addVoter(s, learner, Members.NONE));
        }
    }

    private static boolean removeVoter(Turn turn, int voter) {
        return turn.control("RemoveVoter", voter, s -> turn.quorum.voters().removeVoter(s, voter));
    }

    /** Lets those go who want to leave and on whom nothing depends. */
    private static void release(Turn turn) {
        MemberSet leaving = turn.office.cluster().leaving().without(turn.self());
        if (leaving.isEmpty() || !turn.control.voting().isMajority(turn.control.installed())) {
            return;
        }
        MemberSet named = MemberSet.of();
        for (int p = 0; p < turn.setup.partitions(); p++) {
            Entry committed = turn.control.committed().get(p);
            if (committed.term() != turn.control.term()) {
                return;
            }
            named = named.union(committed.configuration().participants());
            Entry outstanding = turn.control.outstanding().get(p);
            if (!outstanding.isNone()) {
                named = named.union(outstanding.configuration().participants());
            }
        }
        Cluster cluster = new Cluster(
                turn.office.cluster().up(), leaving, turn.control.voting().voters(), 1);
        for (int i = 0; i < leaving.size(); i++) {
            int leaver = leaving.get(i);
            MemberSet all = named;
            Step<Cluster> step = turn.take(
                    "Release", leaver, cluster, c -> turn.quorum.drain().release(c, leaver, all));
            if (step.accepted()) {
                // A leaver that takes itself for a voter would stay, and nobody else tells it once it is none.
                turn.send(leaver, new Voters(turn.control.voting()));
                step.commands().forEach(turn::add);
            }
        }
    }
}
