package io.godwit.member.http;

import io.godwit.member.http.ClusterEvent.Kind;
import io.godwit.member.http.MemberView.KnownMember;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What has happened between two snapshots of a member. What happened and was undone between them is not seen. */
final class ClusterEvents {
    private final Snapshot before;
    private final Snapshot after;
    private final List<ClusterEvent> events = new ArrayList<>();
    /** Whoever has left is named last, after the migrations that it waited for. */
    private final List<ClusterEvent> left = new ArrayList<>();
    /** Events about the same members are one event with several partitions. */
    private final Map<Key, List<Integer>> byPartition = new LinkedHashMap<>();

    private record Key(Kind kind, int member, int other) {}

    private ClusterEvents(Snapshot before, Snapshot after) {
        this.before = before;
        this.after = after;
    }

    /** Compares two snapshots with a table of the same partitions. */
    static List<ClusterEvent> between(Snapshot before, Snapshot after) {
        ClusterEvents found = new ClusterEvents(before, after);
        if (!before.view().members().equals(after.view().members())) {
            found.members();
        }
        found.master();
        Arrays.stream(after.changes(before)).forEach(found::partition);
        if (!before.unserved().equals(after.unserved())) {
            found.unserved(after.unserved(), before.unserved(), Kind.PARTITION_LOST);
            found.unserved(before.unserved(), after.unserved(), Kind.PARTITION_SERVED);
        }
        found.byPartition.forEach(
                (key, partitions) -> found.events.add(ClusterEvent.of(key.kind, key.member, key.other, partitions)));
        found.events.addAll(found.left);
        return found.events;
    }

    private void add(Kind kind, int member, int other, int term, String text) {
        events.add(ClusterEvent.of(kind, member, other, term, text));
    }

    private void members() {
        String self = "m" + after.view().number();
        for (KnownMember now : after.view().members()) {
            int number = now.number();
            KnownMember then = before.view().members().stream()
                    .filter(it -> it.number() == number)
                    .findFirst()
                    .orElse(null);
            if (then == null) {
                joined(now);
                then = new KnownMember(number, now.address(), false, false, false, false);
            }
            if (now.leaving() && !then.leaving()) {
                add(Kind.LEAVING, number, 0, 0, "m" + number + " leaves: its copies move to others");
            }
            if (now.left() && !then.left()) {
                left.add(ClusterEvent.of(Kind.LEFT, number, 0, 0, "m" + number + " has left"));
            } else if (now.suspected() && !then.suspected()) {
                add(Kind.SUSPECTED, number, 0, 0, self + " takes m" + number + " to be dead");
            } else if (then.suspected() && !now.suspected()) {
                add(Kind.TRUSTED, number, 0, 0, self + " hears of m" + number + " again");
            }
        }
        String voters = names(after, KnownMember::votes);
        if (!voters.equals(names(before, KnownMember::votes)) && !voters.isEmpty()) {
            add(Kind.VOTERS, 0, 0, after.view().term(), "the voters are " + voters);
        }
    }

    private void joined(KnownMember member) {
        int earlier = before.view().members().stream()
                .filter(it -> it.address().equals(member.address()))
                .mapToInt(KnownMember::number)
                .findFirst()
                .orElse(0);
        add(
                Kind.JOINED,
                member.number(),
                earlier,
                0,
                "m" + member.number() + " joins, at " + member.address()
                        + (earlier > 0 ? ", where m" + earlier + " was" : ""));
    }

    private static String names(Snapshot snapshot, Predicate<KnownMember> which) {
        return snapshot.view().members().stream()
                .filter(which)
                .map(it -> "m" + it.number())
                .collect(Collectors.joining(", "));
    }

    private void master() {
        MemberView now = after.view();
        String self = "m" + now.number();
        if (now.role().equals("candidate")
                && (now.term() != before.view().term() || !before.view().role().equals("candidate"))) {
            add(Kind.ELECTION, now.number(), 0, now.term(), self + " asks for votes in term " + now.term());
        }
        boolean otherMaster = now.master() != before.view().master()
                || now.masterTerm() != before.view().masterTerm();
        if (otherMaster && now.master() > 0) {
            String text = "m" + now.master() + " is master of term " + now.masterTerm();
            add(Kind.MASTER, now.master(), 0, now.masterTerm(), text);
        } else if (otherMaster) {
            add(Kind.NO_MASTER, now.number(), before.view().master(), now.term(), self + " hears no master");
        }
    }

    private void partition(int partition) {
        Entry then = before.table().get(partition);
        Entry now = after.table().get(partition);
        if (then.isNone() || then.configuration().equals(now.configuration())) {
            return; // The member has only now learnt of it, or a new master has decided it again.
        }
        migration(partition, then.configuration(), now.configuration());
        int primary = now.configuration().primary();
        int earlier = then.configuration().primary();
        if (primary != earlier && primary != then.configuration().destination()) {
            note(Kind.PROMOTION, primary, earlier, partition);
        }
    }

    private void migration(int partition, Configuration then, Configuration now) {
        boolean same = then.isMigrating()
                && now.isMigrating()
                && then.destination() == now.destination()
                && then.source() == now.source();
        if (then.isMigrating() && !same) {
            boolean done = now.isReplica(then.destination());
            note(
                    done ? Kind.MIGRATION_FINISHED : Kind.MIGRATION_ABANDONED,
                    then.destination(),
                    then.source(),
                    partition);
        }
        if (now.isMigrating() && !same) {
            note(Kind.MIGRATION_STARTED, now.destination(), now.source(), partition);
        }
        // Those that started and finished since.
        now.replicas()
                .minus(then.participants())
                .forEach(member -> note(Kind.MIGRATION_FINISHED, member, 0, partition));
    }

    private void unserved(BitSet these, BitSet without, Kind kind) {
        BitSet more = (BitSet) these.clone();
        more.andNot(without);
        more.stream().forEach(partition -> note(kind, 0, 0, partition));
    }

    private void note(Kind kind, int member, int other, int partition) {
        byPartition
                .computeIfAbsent(new Key(kind, member, other), key -> new ArrayList<>())
                .add(partition);
    }
}
