package io.godwit.protocol.quorum.table;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** What one decision may make of a configuration; {@code Successors} and {@code ValidStep} in the specification. */
public final class Successors {
    private Successors() {}

    /**
     * Every configuration that one decision can make of another, that one itself included.
     *
     * @param members whom a migration may go to
     */
    public static List<Configuration> of(Configuration c, MemberSet members) {
        List<Configuration> all = new ArrayList<>();
        anyMatch(c, members, successor -> !all.add(successor));
        return all;
    }

    static boolean contains(Configuration old, Configuration next) {
        MemberSet newcomers = next.isMigrating() ? MemberSet.of(next.destination()) : MemberSet.of();
        return anyMatch(old, newcomers, next::sameAs);
    }

    /** Does the predicate hold for some successor? It is not asked about those behind the first one for which it holds. */
    private static boolean anyMatch(Configuration c, MemberSet members, Predicate<Configuration> predicate) {
        return predicate.test(c)
                || (c.isMigrating() ? anyEnd(c, predicate) : anyStart(c, members.minus(c.replicas()), predicate))
                || anyChange(c, predicate);
    }

    private static boolean anyEnd(Configuration c, Predicate<Configuration> predicate) {
        return predicate.test(c.withoutMigration()) || predicate.test(c.migrated());
    }

    private static boolean anyStart(Configuration c, MemberSet newcomers, Predicate<Configuration> predicate) {
        for (int d = 0; d < newcomers.size(); d++) {
            if (predicate.test(c.withMigration(Members.NONE, newcomers.get(d)))) {
                return true;
            }
            for (int i = 0; i < c.size(); i++) {
                if (predicate.test(c.withMigration(c.replica(i), newcomers.get(d)))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Changes of one backup. */
    private static boolean anyChange(Configuration c, Predicate<Configuration> predicate) {
        for (int i = 1; i < c.size(); i++) {
            int m = c.replica(i);
            boolean found = c.isInSync(m)
                    ? predicate.test(c.withoutInSync(m))
                            || predicate.test(c.promoted(m))
                            || predicate.test(c.switched(m))
                    : predicate.test(c.withInSync(m));
            if (found || predicate.test(c.withoutBackup(m))) {
                return true;
            }
        }
        return false;
    }
}
