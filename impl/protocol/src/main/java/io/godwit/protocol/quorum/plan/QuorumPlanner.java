package io.godwit.protocol.quorum.plan;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.planner.Arrangement;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.Arrays;
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
        MemberSet wanted = MemberSet.of(target.held().toArray());
        MemberSet replicas = configuration.replicas();
        Optional<NextStep> newcomer = target.held()
                .filter(member -> !replicas.contains(member))
                .mapToObj(member -> migrate(configuration, target, wanted, member))
                .findFirst();
        if (newcomer.isPresent()) {
            return newcomer;
        }
        if (configuration.primary() != target.primary()) {
            return configuration.isInSync(target.primary())
                    ? Optional.of(new NextStep.Switch(target.primary()))
                    : Optional.empty();
        }
        boolean complete = configuration.inSync().containsAll(wanted);
        return replicas.minus(wanted).stream()
                .filter(member -> complete || !configuration.isInSync(member))
                .<NextStep>mapToObj(NextStep.Drop::new)
                .findFirst();
    }

    private static NextStep migrate(Configuration configuration, Arrangement target, MemberSet wanted, int newcomer) {
        boolean urgent = configuration.size() < wanted.size();
        if (newcomer == target.primary()) {
            return new NextStep.Migrate(configuration.primary(), newcomer, urgent);
        }
        int source = urgent
                ? Members.NONE
                : Arrays.stream(configuration.backups())
                        .filter(member -> !wanted.contains(member))
                        .findFirst()
                        .orElse(Members.NONE);
        return new NextStep.Migrate(source, newcomer, urgent);
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
