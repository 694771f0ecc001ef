package io.godwit.protocol.classic.data;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * An immutable set of migrations, in the order in which a receiver walks through it: by the version that they start from,
 * then by number, then by master.
 */
public final class MigrationSet implements Iterable<Migration> {
    /** No migration. */
    public static final MigrationSet EMPTY = new MigrationSet(List.of());

    private static final Comparator<Migration> ORDER = Comparator.comparingInt(Migration::from)
            .thenComparingInt(Migration::number)
            .thenComparingInt(Migration::master)
            .thenComparing(Migration::status);

    private final List<Migration> migrations;

    private MigrationSet(List<Migration> ordered) {
        this.migrations = ordered;
    }

    /** The set of these migrations. */
    public static MigrationSet of(Migration... migrations) {
        return of(List.of(migrations));
    }

    /** The set of these migrations. */
    public static MigrationSet of(Collection<Migration> migrations) {
        return new MigrationSet(migrations.stream().distinct().sorted(ORDER).toList());
    }

    /** Number of migrations. */
    public int size() {
        return migrations.size();
    }

    /** Is there none? */
    public boolean isEmpty() {
        return migrations.isEmpty();
    }

    /** Is this migration in the set, whatever came of it? */
    public boolean knows(Migration migration) {
        return any(migration::is);
    }

    /** Is there a migration for which the predicate holds? */
    public boolean any(Predicate<Migration> predicate) {
        return migrations.stream().anyMatch(predicate);
    }

    /** The migrations for which the predicate holds. */
    public MigrationSet filter(Predicate<Migration> predicate) {
        return new MigrationSet(migrations.stream().filter(predicate).toList());
    }

    /** This set and one more migration. */
    public MigrationSet with(Migration migration) {
        return union(of(migration));
    }

    /** The union. */
    public MigrationSet union(MigrationSet other) {
        List<Migration> all = new ArrayList<>(migrations);
        all.addAll(other.migrations);
        return of(all);
    }

    /** This set and those of the other that it does not know. */
    public MigrationSet learn(MigrationSet other) {
        return union(other.filter(m -> !knows(m)));
    }

    /** The migrations of this set that are not in the other, with the same outcome. */
    public MigrationSet minus(MigrationSet other) {
        return filter(m -> !other.migrations.contains(m));
    }

    /** The migrations, in order. */
    public Stream<Migration> stream() {
        return migrations.stream();
    }

    @Override
    public Iterator<Migration> iterator() {
        return migrations.iterator();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MigrationSet set && migrations.equals(set.migrations);
    }

    @Override
    public int hashCode() {
        return migrations.hashCode();
    }

    @Override
    public String toString() {
        return migrations.toString();
    }
}
