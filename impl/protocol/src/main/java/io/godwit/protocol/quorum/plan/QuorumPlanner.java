package io.godwit.protocol.quorum.plan;

import io.godwit.protocol.Members;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.Optional;

/**
 * Leads a partition to the arrangement that is wanted, one decision at a time. It has no memory: the next step is a function
 * of the configuration that was decided last and the target, so that it does not matter which master asks.
 *
 * <p>Newcomers come first, by slot, the primary's before the others; then the primary takes its place; surplus replicas go
 * last, when all that are wanted are in sync (findings P1 and P2 do not exist here). The order of the backups does
 * not matter.
 */
public final class QuorumPlanner {
    private QuorumPlanner() {}

    /**
     * The next decision about a partition.
     *
     * @param configuration what was decided last
     * @param target who shall hold it; at least a primary
     * @return nothing when the target is reached, or while something has to come to its end first: a migration, or a replica
     *     getting in sync
     */
    public static Optional<NextStep> next(Configuration configuration, Arrangement target) {
        if (configuration.isMigrating()) {
            return Optional.empty();
        }
        boolean complete = true;
        for (int slot = 0; slot < target.size(); slot++) {
            int member = target.at(slot);
            if (member != Members.NONE && !configuration.isReplica(member)) {
                return Optional.of(migrate(configuration, target, member));
            }
            complete &= member == Members.NONE || configuration.isInSync(member);
        }
        if (configuration.primary() != target.primary()) {
            return configuration.isInSync(target.primary())
                    ? Optional.of(new NextStep.Switch(target.primary()))
                    : Optional.empty();
        }
        int surplus = surplus(configuration, target, complete);
        return surplus == Members.NONE ? Optional.empty() : Optional.of(new NextStep.Drop(surplus));
    }

    /** The oldest replica that is not wanted, or {@code NONE}; as long as not all that are wanted are in sync, none that is. */
    private static int surplus(Configuration configuration, Arrangement target, boolean complete) {
        int oldest = Members.NONE;
        for (int i = 0; i < configuration.size(); i++) {
            int member = configuration.replica(i);
            boolean older = oldest == Members.NONE || member < oldest;
            if (older && !target.holds(member) && (complete || !configuration.isInSync(member))) {
                oldest = member;
            }
        }
        return oldest;
    }

    private static NextStep migrate(Configuration configuration, Arrangement target, int newcomer) {
        boolean urgent = configuration.size() < target.copies();
        if (newcomer == target.primary()) {
            return new NextStep.Migrate(configuration.primary(), newcomer, urgent);
        }
        return new NextStep.Migrate(urgent ? Members.NONE : source(configuration, target), newcomer, urgent);
    }

    /** The first backup that is not wanted, or {@code NONE}. */
    private static int source(Configuration configuration, Arrangement target) {
        for (int i = 1; i < configuration.size(); i++) {
            if (!target.holds(configuration.replica(i))) {
                return configuration.replica(i);
            }
        }
        return Members.NONE;
    }

    /**
     * A configuration as the planner sees it: who will hold the partition when the migration that goes on has come to
     * its end. With that a target that is computed during a migration does not undo it.
     *
     * @param configuration what was decided last
     * @param slots number of slots, more if there are more replicas
     */
    public static Arrangement arrangement(Configuration configuration, int slots) {
        Configuration then = configuration.isMigrating() ? configuration.migrated() : configuration;
        int[] members = new int[Math.max(slots, then.size())];
        for (int i = 0; i < then.size(); i++) {
            members[i] = then.replica(i);
        }
        return Arrangement.of(members);
    }
}
