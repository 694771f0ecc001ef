package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Step;
import io.godwit.protocol.Zones;
import io.godwit.protocol.quorum.data.decision.ClusterView;
import io.godwit.protocol.quorum.registers.Acceptances;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.table.Entry;

/** The periodic round of a master: updates the membership, retransmits, changes voters, releases leavers. */
final class MasterRound {
    private final Decisions decisions;

    MasterRound(Decisions decisions) {
        this.decisions = decisions;
    }

    /** One round. */
    void run(StepContext context) {
        updateMembership(context);
        commit(context);
        MasterState.LastRound before = context.master.progress().lastRound();
        retransmit(context, before);
        changeVoters(context);
        decisions.considerAll(context, before);
        decisions.declareLostByItself(context);
        ClusterStateChange.round(context);
        release(context);
    }

    /** Determines which members are up, and which are gone for good. */
    void updateMembership(StepContext context) {
        MasterState master = context.master;
        MemberSet known = MemberSet.of();
        for (long member : master.membership().heard().keys()) {
            known = known.with((int) member);
        }
        MemberSet up = known.filter(m -> !master.isSilent(m, context.now(), Timing.MEMBER_SILENCE)
                        && !context.peers().suspects().contains(m))
                .with(context.self());
        MemberSet gone =
                known.filter(m -> m != context.self() && master.isSilent(m, context.now(), Timing.GONE_SILENCE));
        MemberSet eligible = up.minus(context.peers().leaving());
        Copies copies = context.setup.copies().among(eligible.size());
        MemberSet voters = context.voting().voters();
        ClusterView cluster = new ClusterView(
                up, master.cluster().leaving().intersect(context.peers().leaving()), voters, copies);
        for (int i = 0; i < context.peers().leaving().size(); i++) {
            int leaver = context.peers().leaving().get(i);
            cluster = context.take("RequestLeave", leaver, cluster, c -> context.quorum
                            .drain()
                            .requestLeave(c, leaver))
                    .state();
        }
        context.master = master.withCluster(cluster, gone);
    }

    /**
     * Commits proposals that have enough answers. Most are committed when the answer comes, but a majority may have become
     * smaller since.
     */
    void commit(StepContext context) {
        for (int p = 0; p < context.setup.partitions(); p++) {
            if (!context.control().outstanding().get(p).isNone()) {
                context.commit(p);
            }
        }
    }

    /**
     * Asks members again that have not answered since the last round: all voters, and the member that becomes a voter next. All members
     * are to go by the state that comes with the voters.
     */
    private static void retransmit(StepContext context, MasterState.LastRound before) {
        MemberSet voters = context.voting().voters();
        MemberSet told = voters.union(context.master.cluster().up());
        if (!context.control().installed().containsAll(told)) {
            told.minus(context.control().installed())
                    .forEach(m -> context.output.send(m, new Voters(context.voting())));
        }
        int learner = nextVoter(context);
        MemberSet asked = (learner > 0 ? voters.with(learner) : voters).without(context.self());
        for (int p = 0; p < context.setup.partitions(); p++) {
            Acceptances answers = context.control().answers().get(p);
            Entry outstanding = context.control().outstanding().get(p);
            Entry committed = context.control().committed().get(p);
            if (!outstanding.isNone()) {
                if (before.hadOutstanding(p, outstanding)) {
                    // The preferred voters have not answered: the next proposals go to all.
                    context.master = context.master.withPreferred(MemberSet.of());
                    ask(context, asked, answers.outstanding(), new Accept(p, outstanding));
                }
            } else if (committed.term() == context.term() && before.hadCommitted(p, committed)) {
                ask(context, asked, answers.committed(), new Accept(p, committed));
            }
        }
        context.master = context.master.withLastRound(new MasterState.LastRound(
                context.control().outstanding(), context.control().committed(), context.master.gone()));
    }

    private static void ask(StepContext context, MemberSet asked, MemberSet answered, Accept message) {
        if (!answered.containsAll(asked)) {
            asked.minus(answered).forEach(m -> context.output.send(m, message));
        }
    }

    /**
     * The member that becomes a voter next, or 0: the oldest of the zone with the fewest voters. If there are enough voters, one more is
     * added only if the voters are then in more zones, or spread more evenly; a voter of the fullest zone goes afterwards.
     */
    static int nextVoter(StepContext context) {
        MemberSet voters = context.voting().voters();
        Zones zones = context.peers().zones();
        int next = 0;
        int fewest = Integer.MAX_VALUE;
        for (int member : eligible(context.master.cluster()).minus(voters).toArray()) {
            int there = zones.beside(member, voters);
            if (there < fewest) {
                next = member;
                fewest = there;
            }
        }
        int spare = next > 0 && voters.size() == Timing.MAX_VOTERS ? crowded(context) : 0;
        return voters.size() < Timing.MAX_VOTERS || (spare > 0 && zones.beside(spare, voters) > fewest + 1) ? next : 0;
    }

    /** The youngest other voter of the zone with the most voters, or 0. */
    private static int crowded(StepContext context) {
        MemberSet voters = context.voting().voters();
        int found = 0;
        int most = 0;
        for (int voter : voters.without(context.self()).toArray()) {
            int there = context.peers().zones().beside(voter, voters);
            if (there >= most) {
                found = voter;
                most = there;
            }
        }
        return found;
    }

    private static MemberSet eligible(ClusterView cluster) {
        return cluster.up().minus(cluster.leaving());
    }

    /** Removes or adds one voter; the rules refuse that if it is too early. While the cluster stops, the voters stay. */
    private static void changeVoters(StepContext context) {
        if (!context.voting().state().allowsDecisions()) {
            return;
        }
        ClusterView cluster = context.master.cluster();
        MemberSet others = context.voting().voters().without(context.self());
        for (int i = 0; i < others.size(); i++) {
            int voter = others.get(i);
            boolean leaves = context.quorum.drain().isLeavingVoter(cluster, voter);
            // Dead voters are removed first: a leaver is a living voter, and the majority must not be lost with it.
            boolean mayLeave = leaves && cluster.up().containsAll(others);
            boolean gone = context.master.gone().contains(voter) && !isDeadVoterKept(context);
            if ((mayLeave || gone) && removeVoter(context, voter)) {
                return;
            }
        }
        int learner = nextVoter(context);
        if (learner > 0) {
            context.controlAction(
                    "AddVoter", learner, s -> context.quorum.voters().addVoter(s, learner, Members.NONE));
        } else if (others.size() >= Timing.MAX_VOTERS) {
            removeVoter(context, crowded(context));
        }
    }

    /**
     * The only dead voter of an odd set stays if nobody can take its place: without it the majority would be as large, and it could
     * not vote when it comes back. If a voter wants to leave, the dead one goes in any case.
     */
    private static boolean isDeadVoterKept(StepContext context) {
        ClusterView cluster = context.master.cluster();
        MemberSet voters = context.voting().voters();
        return voters.size() % 2 == 1
                && voters.common(context.master.gone()) == 1
                && eligible(cluster).minus(voters).isEmpty()
                && voters.common(cluster.leaving()) == 0;
    }

    private static boolean removeVoter(StepContext context, int voter) {
        return context.controlAction(
                "RemoveVoter", voter, s -> context.quorum.voters().removeVoter(s, voter));
    }

    /** Releases members that want to leave and on which nothing depends. */
    private static void release(StepContext context) {
        MemberSet leaving = context.master.cluster().leaving().without(context.self());
        if (leaving.isEmpty() || !context.voting().isMajority(context.control().installed())) {
            return;
        }
        MemberSet named = MemberSet.of();
        for (int p = 0; p < context.setup.partitions(); p++) {
            Entry committed = context.control().committed().get(p);
            if (committed.term() != context.term()) {
                return;
            }
            named = named.union(committed.configuration().participants());
            Entry outstanding = context.control().outstanding().get(p);
            if (!outstanding.isNone()) {
                named = named.union(outstanding.configuration().participants());
            }
        }
        ClusterView cluster = new ClusterView(
                context.master.cluster().up(), leaving, context.voting().voters(), 1);
        for (int i = 0; i < leaving.size(); i++) {
            int leaver = leaving.get(i);
            MemberSet all = named;
            Step<ClusterView> step = context.take(
                    "Release", leaver, cluster, c -> context.quorum.drain().release(c, leaver, all));
            if (step.accepted()) {
                // A leaver that considers itself a voter would stay, and no other member tells it that it is none.
                context.output.send(leaver, new Voters(context.voting()));
                step.commands().forEach(context.output::add);
            }
        }
    }
}
