package io.godwit.conformance.classic;

import io.godwit.conformance.classic.ClusterStateCluster.Next;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.Constants;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.Offers.Offerer;
import io.godwit.protocol.Guard;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.classic.data.StateTransition;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * How the reduced table changes beside the transaction: the world's part of {@code ClusterStateChange}. Whether the state of the
 * cluster allows a step is asked of the engine's member.
 */
final class ClusterStateTables {
    private final ValueTable values;
    private final Constants constants;
    private final ClusterStateCodec codec;
    private final ClusterStateCluster cluster;
    private final Classic classic;

    ClusterStateTables(
            ValueTable values,
            Constants constants,
            ClusterStateCodec codec,
            ClusterStateCluster cluster,
            Classic classic) {
        this.values = values;
        this.constants = constants;
        this.codec = codec;
        this.cluster = cluster;
        this.classic = classic;
    }

    /** Tells the offers of a condition that does not hold. */
    static boolean holds(boolean condition, String words, Offers offers) {
        if (!condition) {
            offers.ruledOut(words);
        }
        return condition;
    }

    Offerer offerer(Instance instance, int n) {
        int second = instance.arguments().size() > 1 ? instance.number(values, 1) : 0;
        return offers -> {
            Next next =
                    switch (instance.action()) {
                        case "Crash" -> crash(n);
                        case "Join" -> join(n, second);
                        case "Write" -> write(n);
                        case "StartMigration" -> startMigration(n, second - 1, instance.number(values, 2));
                        case "HandleMigrationRequest" -> migrationRequest(n, second);
                        case "HandleMigrationReply" -> migrationReply(n, second);
                        case "AbortMigration" -> abortMigration(n);
                        case "HandlePartitionState" -> partitionState(n, second);
                        case "Claim" -> claim(n);
                        case "Repair" -> repair(n);
                        default -> throw new IllegalArgumentException(instance.show(values));
                    };
            if (holds(next != null, ClusterStateWorld.TABLE, offers)) {
                offers.accepted(null, instance.action(), next.values());
            }
        };
    }

    private boolean allows(int n, Guard rule, Predicate<StateTransition> state) {
        return classic.rules().holds(rule, state.test(cluster.member(n).transition()));
    }

    private boolean leadsAtRest(int n) {
        return cluster.isUp(n) && cluster.leads(n) && !cluster.isMigrating(n);
    }

    private Next crash(int n) {
        int up = cluster.count("up");
        if (!cluster.isUp(n) || up < 2 || cluster.count("crashed") >= constants.number("MaxCrashes")) {
            return null;
        }
        Next next = cluster.next()
                .put("life", n, values.ofText("crashed"))
                .put("view", n, codec.members().encode(MemberSet.of()))
                .put("leads", n, values.ofTruth(false))
                .put("active", n, codec.noMigration());
        ClusterStateCodec.Transition nothing = codec.transition(StateTransition.ACTIVE);
        next.put("lock", n, nothing.lock()).put("change", n, nothing.change()).put("record", n, nothing.record());
        for (int s = 1; s <= cluster.members(); s++) {
            next.close(s, n);
        }
        return next;
    }

    private Next join(int m, int n) {
        if (!leadsAtRest(m)
                || !cluster.life(n).equals("off")
                || !allows(m, ClassicRule.JOIN_CHECKS_STATE, StateTransition::allowsRepair)) {
            return null;
        }
        Next next = cluster.next()
                .put("life", n, values.ofText("up"))
                .put("table", n, cluster.of("table", m))
                .put("state", n, cluster.of("state", m));
        for (int x : cluster.view(m).toArray()) {
            MemberSet view = cluster.view(x);
            next.put("view", x, codec.members().encode(view.contains(m) ? view.with(n) : view));
        }
        return next.put("view", n, codec.members().encode(cluster.view(m).with(n)));
    }

    private Next write(int n) {
        boolean can = cluster.spent("writes") < constants.number("MaxWrites")
                && cluster.isUp(n)
                && allows(n, ClassicRule.WRITE_CHECKS_STATE, it -> it.state().allowsWrites());
        return can ? cluster.next().spend("writes") : null;
    }

    private Next startMigration(int n, int p, int d) {
        if (cluster.spent("migrations") >= constants.number("MaxMigrations")
                || !leadsAtRest(n)
                || !allows(n, ClassicRule.MIGRATION_CHECKS_STATE, StateTransition::allowsMigrations)
                || !constants.numbers("Movable").contains(p + 1)
                || d == n
                || d == cluster.table(n).owner(p)
                || !cluster.view(n).contains(d)) {
            return null;
        }
        int migration = codec.record(Map.of(
                "id",
                cluster.spent("migrations") + 1,
                "p",
                p + 1,
                "dst",
                d,
                "from",
                cluster.table(n).version(p)));
        return cluster.next()
                .spend("migrations")
                .put("active", n, migration)
                .post(n, d, codec.migrationMessage("MigrationRequest", n, d, migration, false));
    }

    /** The first message of a channel if it is of that type, or -1. */
    private int first(int s, int n, String type) {
        int[] queue = cluster.underWay(s, n);
        return queue.length > 0 && codec.messages().type(queue[0]).equals(type) ? queue[0] : -1;
    }

    private Next migrationRequest(int s, int n) {
        int message = first(s, n, "MigrationRequest");
        if (message < 0) {
            return null;
        }
        int migration = values.field(message, "mig");
        boolean ok = s == cluster.view(n).oldest()
                && !cluster.isMigrating(n)
                && allows(n, ClassicRule.MIGRATION_CHECKS_STATE, StateTransition::allowsMigrations)
                && cluster.table(n).version(number(migration, "p") - 1) == number(migration, "from");
        Next next = cluster.next().pop(s, n);
        if (ok) {
            next.put("active", n, migration);
        }
        return next.post(n, s, codec.migrationMessage("MigrationReply", n, s, migration, ok));
    }

    private int number(int record, String field) {
        return values.number(values.field(record, field));
    }

    private Next migrationReply(int s, int n) {
        int message = first(s, n, "MigrationReply");
        if (message < 0) {
            return null;
        }
        int migration = values.field(message, "mig");
        Next next = cluster.next().pop(s, n);
        return cluster.of("active", n) == migration
                ? decide(next, n, migration, values.truth(values.field(message, "ok")))
                : next;
    }

    private Next abortMigration(int n) {
        int migration = cluster.of("active", n);
        boolean due = cluster.isUp(n)
                && cluster.leads(n)
                && cluster.isMigrating(n)
                && !cluster.view(n).contains(number(migration, "dst"));
        return due ? decide(cluster.next(), n, migration, false) : null;
    }

    private Next decide(Next next, int n, int migration, boolean ok) {
        int p = number(migration, "p") - 1;
        PartitionTable raised = classic.versioning().bump(cluster.table(n), p, ok ? 1 : 2);
        return next.put("active", n, codec.noMigration())
                .publish(n, ok ? owned(raised, p, number(migration, "dst")) : raised);
    }

    private static PartitionTable owned(PartitionTable table, int p, int owner) {
        return table.with(p, PartitionEntry.of(table.version(p), owner));
    }

    private Next partitionState(int s, int n) {
        int message = first(s, n, "PartitionState");
        if (message < 0) {
            return null;
        }
        Next next = cluster.next().pop(s, n);
        PartitionTable told = codec.table(values.field(message, "table"));
        PartitionTable own = cluster.table(n);
        if (s != cluster.view(n).oldest() || own.divergesFrom(told)) {
            return next;
        }
        int active = cluster.of("active", n);
        if (cluster.isMigrating(n) && told.version(number(active, "p") - 1) > number(active, "from")) {
            next.put("active", n, codec.noMigration());
        }
        return next.put("table", n, codec.table(own.newerOf(told)));
    }

    /** The fetch of a new master in one step: the greatest versions, and two more where a migration was under way. */
    private Next claim(int n) {
        if (!cluster.isUp(n) || cluster.leads(n) || cluster.view(n).oldest() != n) {
            return null;
        }
        int[] asked = cluster.view(n).filter(cluster::isUp).toArray();
        PartitionTable best = cluster.table(asked[0]);
        for (int x : asked) {
            best = best.newerOf(cluster.table(x));
        }
        PartitionTable decided = best;
        for (int p = 0; p < best.size(); p++) {
            int version = best.version(p);
            int partition = p;
            if (IntStream.of(asked).anyMatch(x -> isOpen(x, partition, version))) {
                decided = classic.versioning().bump(decided, p, 2);
            }
        }
        return cluster.next()
                .put("active", n, codec.noMigration())
                .put("leads", n, values.ofTruth(true))
                .publish(n, decided);
    }

    private boolean isOpen(int x, int p, int version) {
        int active = cluster.of("active", x);
        return cluster.isMigrating(x) && number(active, "p") - 1 == p && number(active, "from") == version;
    }

    private Next repair(int n) {
        if (!leadsAtRest(n) || !allows(n, ClassicRule.REPAIR_CHECKS_STATE, StateTransition::allowsRepair)) {
            return null;
        }
        PartitionTable table = cluster.table(n);
        MemberSet view = cluster.view(n);
        if (!table.any(p -> !view.contains(table.owner(p)))) {
            return null;
        }
        PartitionTable repaired = table;
        for (int p = 0; p < table.size(); p++) {
            if (!view.contains(table.owner(p))) {
                repaired = owned(classic.versioning().bump(repaired, p, 2), p, n);
            }
        }
        return cluster.next().publish(n, repaired);
    }
}
