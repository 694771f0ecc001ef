package io.godwit.mutants;

import io.godwit.mutants.classic.ClaimWithoutFetch;
import io.godwit.mutants.classic.DropWhenSent;
import io.godwit.mutants.classic.ReadDataFirst;
import io.godwit.mutants.classic.ReadVersionLast;
import io.godwit.protocol.Guard;
import io.godwit.protocol.Guards;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.failover.Claim;
import io.godwit.protocol.classic.migration.HandleMigrationRequest;
import io.godwit.protocol.classic.replication.FinishSync;
import io.godwit.protocol.classic.replication.HandleSyncRequest;
import java.util.Arrays;
import java.util.List;

/**
 * The repaired classic protocol without one of its guards, the repairs among them. A generation is no mutant, for neither of
 * its values is a mistake.
 */
final class ClassicMutants {
    static final List<Mutant> ALL = Arrays.stream(ClassicGuard.values())
            .filter(guard -> !guard.spec().isEmpty() && !guard.isGeneration() && isFirstOfItsSwitch(guard))
            .map(guard -> new Mutant("classic", guard, without(guard)))
            .toList();

    private ClassicMutants() {}

    /** A switch may be two guards in the engine: what makes a message wait, and what refuses it. */
    private static boolean isFirstOfItsSwitch(ClassicGuard guard) {
        return Arrays.stream(ClassicGuard.values())
                .filter(g -> g.spec().equals(guard.spec()))
                .findFirst()
                .filter(guard::equals)
                .isPresent();
    }

    private static Guards without(ClassicGuard guard) {
        Guards guards = Guards.without(Arrays.stream(ClassicGuard.values())
                .filter(g -> g.spec().equals(guard.spec()))
                .toArray(Guard[]::new));
        return switch (guard) {
            case DROP_AFTER_DECISION -> guards.replacing(HandleMigrationRequest.class, DropWhenSent::new);
            case FETCH_BEFORE_UPDATE -> guards.replacing(Claim.class, ClaimWithoutFetch::new);
            case VERSIONS_BEFORE_DATA -> guards.replacing(HandleSyncRequest.class, ReadDataFirst::new)
                    .replacing(FinishSync.class, ReadVersionLast::new);
                // Means something only where all partitions share one version.
            case GLOBAL_IS_SERIAL -> guards.lacking(ClassicGuard.VERSION_PER_PARTITION);
            default -> guards;
        };
    }
}
