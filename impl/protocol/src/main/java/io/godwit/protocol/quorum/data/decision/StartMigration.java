package io.godwit.protocol.quorum.data.decision;

import static io.godwit.protocol.quorum.QuorumRule.DECISION_COMPARES_BASE;
import static io.godwit.protocol.quorum.QuorumRule.DESTINATION_IS_NEW;
import static io.godwit.protocol.quorum.QuorumRule.DESTINATION_UP;
import static io.godwit.protocol.quorum.QuorumRule.IS_REPLICA;
import static io.godwit.protocol.quorum.QuorumRule.LEAVER_GETS_NOTHING;
import static io.godwit.protocol.quorum.QuorumRule.MOVES_LEAVERS;
import static io.godwit.protocol.quorum.QuorumRule.ONE_MIGRATION;
import static io.godwit.protocol.quorum.QuorumRule.SOURCE_IS_OTHER;

import io.godwit.protocol.Guards;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.SpecAction;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;

/**
 * A copy moves from one member to another, or is made in addition. The decided configuration makes the destination a
 * learner; the primary sends it everything while writes go on.
 *
 * <p>Guards: {@code StartMigration} in {@code spec/quorum/LearnerMigration.tla}.
 */
@SpecAction({"quorum/LearnerMigration!StartMigration", "quorum/DurableDataPlane!StartMigrationNoWrite"})
public class StartMigration extends Deciding<StartMigration.Request> {
    /**
     * What is wanted.
     *
     * @param base the decided entry for which this was planned
     * @param source whose copy moves, {@link Members#NONE} for a copy in addition
     * @param destination who gets it
     */
    public record Request(Entry base, int source, int destination) {}

    /** The action with these guards. */
    public StartMigration(Guards guards) {
        super(guards);
    }

    @Override
    public Step<MasterView> handle(MasterView state, Request request) {
        Configuration c = request.base().configuration();
        int source = request.source();
        int destination = request.destination();
        if (!isOnTop(state, request.base())) {
            return Step.refuse(state, DECISION_COMPARES_BASE);
        }
        if (!guards.pass(ONE_MIGRATION, !c.isMigrating())) {
            return Step.refuse(state, ONE_MIGRATION);
        }
        if (!guards.pass(DESTINATION_UP, !state.cluster().isDead(destination))) {
            return Step.refuse(state, DESTINATION_UP);
        }
        if (!guards.pass(DESTINATION_IS_NEW, !c.isReplica(destination))) {
            return Step.refuse(state, DESTINATION_IS_NEW);
        }
        if (!guards.pass(IS_REPLICA, source == Members.NONE || c.isReplica(source))) {
            return Step.refuse(state, IS_REPLICA);
        }
        if (!guards.pass(SOURCE_IS_OTHER, source != destination)) {
            return Step.refuse(state, SOURCE_IS_OTHER);
        }
        if (!guards.pass(LEAVER_GETS_NOTHING, !state.cluster().leaving().contains(destination))) {
            return Step.refuse(state, LEAVER_GETS_NOTHING);
        }
        return decide(state, c.withMigration(source, destination));
    }

    /** Who is planned to hold replicas: whoever runs, except those that leave; {@code MovesLeavers}. */
    public MemberSet holders(Cluster cluster) {
        return guards.has(MOVES_LEAVERS) ? cluster.up().minus(cluster.leaving()) : cluster.up();
    }

    /**
     * Is it due, without anybody's plan? The source is leaving, and too few in-sync replicas would be left without it;
     * {@code MovesLeavers}.
     */
    public boolean isDue(MasterView state, Request request) {
        return guards.has(MOVES_LEAVERS)
                && state.cluster().leaving().contains(request.source())
                && request.base()
                                .configuration()
                                .inSync()
                                .without(request.source())
                                .size()
                        < state.copies();
    }
}
