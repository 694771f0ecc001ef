package io.godwit.simulation.quorum;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.simulation.RunResult.Violation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * All that was proposed and decided in a run, as nobody in the cluster can know it. {@code decided} in
 * {@code spec/quorum/Registers.tla}.
 */
final class ProposalHistory {
    private final List<NavigableMap<Version, Entry>> decided = new ArrayList<>();
    private final List<Map<Version, Entry>> proposed = new ArrayList<>();
    private final List<Map<Version, MemberSet>> acceptors = new ArrayList<>();
    /** Partitions that may be declared lost, each once. */
    private final Set<Integer> lost = new HashSet<>();
    /** By partition, the decision that declares it lost. */
    private final Map<Integer, Entry> declared = new HashMap<>();
    /** Who has acted on an entry as decided. */
    private final List<Map<Version, MemberSet>> actors = new ArrayList<>();

    ProposalHistory(int partitions) {
        for (int p = 0; p < partitions; p++) {
            decided.add(new TreeMap<>());
            proposed.add(new HashMap<>());
            acceptors.add(new HashMap<>());
            actors.add(new HashMap<>());
        }
    }

    int partitions() {
        return decided.size();
    }

    /** All who hold the partition are gone, and an operator may declare that. */
    void lost(int partition) {
        lost.add(partition);
    }

    /** The decision that declares a partition lost, or null. */
    Entry declared(int partition) {
        return declared.get(partition);
    }

    /** What everybody starts with is decided. */
    void start(int partition, Entry first) {
        if (first.number() > 0 && first.term() == 0) {
            decided.get(partition).putIfAbsent(first.version(), first);
        }
    }

    /**
     * A member is back with what it had made durable. What it alone had accepted and acted on after that has never left it: a
     * master that is the only voter decides in the step in which it proposes, and tells nobody before its disk has it. That has
     * not happened.
     *
     * @param durable what it has accepted
     */
    void back(int partition, int member, Entry durable) {
        MemberSet alone = MemberSet.of(member);
        acceptors.get(partition).entrySet().removeIf(it -> {
            Version version = it.getKey();
            boolean lost = version.newerThan(durable.version())
                    && it.getValue().equals(alone)
                    && actors.get(partition).getOrDefault(version, alone).equals(alone);
            if (lost) {
                decided.get(partition).remove(version);
                proposed.get(partition).remove(version);
                actors.get(partition).remove(version);
                declared.computeIfPresent(
                        partition, (p, entry) -> entry.version().equals(version) ? null : entry);
            }
            return lost;
        });
    }

    /** A member has accepted an entry. */
    Violation accept(int partition, int member, Entry entry) {
        if (entry.number() == 0) {
            return null;
        }
        Entry same = proposed.get(partition).putIfAbsent(entry.version(), entry);
        acceptors.get(partition).merge(entry.version(), MemberSet.of(member), MemberSet::union);
        if (same != null && !same.configuration().sameAs(entry.configuration())) {
            return new Violation(
                    "VersionUnique",
                    "partition " + partition + ": " + same + " and " + entry + ", the latter at member " + member);
        }
        return entry.configuration().isValid()
                ? null
                : new Violation("ReplicasDistinct", "partition " + partition + ": " + entry);
    }

    /**
     * A member acts on an entry as decided. In one step a master may decide and then change the voters, or the other way round:
     * a majority of those it went by before the step, or after it, must have accepted.
     *
     * @param change the step
     */
    Violation decide(int partition, StateChange change, Entry entry) {
        if (entry.number() == 0) {
            return null;
        }
        actors.get(partition).merge(entry.version(), MemberSet.of(change.member()), MemberSet::union);
        NavigableMap<Version, Entry> line = decided.get(partition);
        Entry same = line.putIfAbsent(entry.version(), entry);
        if (same != null) {
            return same.configuration().sameAs(entry.configuration())
                    ? null
                    : new Violation("Agreement", "partition " + partition + ": decided " + same + " and " + entry);
        }
        MemberSet by = acceptors.get(partition).getOrDefault(entry.version(), MemberSet.of());
        Voting voting = change.control().voting();
        if (!voting.isMajority(by) && !change.controlBefore().voting().isMajority(by)) {
            return new Violation(
                    "Agreement",
                    "partition " + partition + ": member " + change.member() + " acts on " + entry + ", which only "
                            + by + " of the voters " + voting.voters() + " ever accepted");
        }
        Violation base = decideBase(partition, change, entry);
        if (base != null) {
            return base;
        }
        Map.Entry<Version, Entry> before = line.lowerEntry(entry.version());
        if (before != null && !follows(partition, before.getValue(), entry)) {
            return new Violation(
                    "Agreement",
                    "partition " + partition + ": " + entry + " does not follow " + before.getValue()
                            + ", which was decided");
        }
        Map.Entry<Version, Entry> after = line.higherEntry(entry.version());
        if (after != null && !follows(partition, entry, after.getValue())) {
            return new Violation(
                    "Agreement",
                    "partition " + partition + ": " + after.getValue() + " was decided and does not follow " + entry);
        }
        return null;
    }

    /**
     * What an entry changes was decided before it: in the same step perhaps, and nobody was told, because the master was the only
     * voter and nobody else had to act.
     */
    private Violation decideBase(int partition, StateChange change, Entry entry) {
        Entry changed = proposed.get(partition).get(entry.base());
        return changed == null || decided.get(partition).containsKey(entry.base())
                ? null
                : decide(partition, change, changed);
    }

    /** A change of what was decided before, or its repetition by a later master, or the declaration that it is lost. */
    private boolean follows(int partition, Entry before, Entry after) {
        boolean repeated = after.base().equals(before.base());
        boolean based = after.base().equals(before.version());
        if ((repeated && after.configuration().sameAs(before.configuration()))
                || (based && before.configuration().mayBecome(after.configuration()))) {
            return true;
        }
        boolean declares =
                based && before.configuration().mayBeDeclared(after.configuration()) && lost.contains(partition);
        if (declares) {
            declared.put(partition, after);
        }
        return declares;
    }

    /** The last decision of a partition that anybody knows of, {@link Entry#NONE} when there is none. */
    Entry latest(int partition) {
        Map.Entry<Version, Entry> last = decided.get(partition).lastEntry();
        return last == null ? Entry.NONE : last.getValue();
    }

    /** The decision under a version, or null. */
    Entry at(int partition, Version version) {
        return decided.get(partition).get(version);
    }

    /** The decisions after a version. */
    Iterable<Entry> after(int partition, Version version) {
        return decided.get(partition).tailMap(version, false).values();
    }
}
