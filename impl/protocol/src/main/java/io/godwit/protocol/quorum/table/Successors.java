package io.godwit.protocol.quorum.table;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import java.util.ArrayList;
import java.util.List;

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
        all.add(c);
        if (c.isMigrating()) {
            all.add(c.withoutMigration());
            all.add(c.migrated());
        } else {
            MemberSet sources = c.replicas().with(Members.NONE);
            members.minus(c.replicas()).forEach(d -> sources.forEach(s -> all.add(c.withMigration(s, d))));
        }
        MemberSet backups = MemberSet.of(c.backups());
        MemberSet healthy = c.inSync().without(c.primary());
        healthy.forEach(m -> all.add(c.withoutInSync(m)));
        backups.minus(c.inSync()).forEach(m -> all.add(c.withInSync(m)));
        backups.forEach(m -> all.add(c.withoutBackup(m)));
        healthy.forEach(m -> all.add(c.promoted(m)));
        healthy.forEach(m -> all.add(c.switched(m)));
        return all;
    }

    static boolean contains(Configuration old, Configuration next) {
        MemberSet newcomers = next.isMigrating() ? MemberSet.of(next.destination()) : MemberSet.of();
        return of(old, newcomers).stream().anyMatch(next::sameAs);
    }
}
