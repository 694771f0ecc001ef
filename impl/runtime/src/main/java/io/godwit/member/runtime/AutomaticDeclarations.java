package io.godwit.member.runtime;

import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.table.Configuration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * Declares partitions lost while the member is master and {@link OnLoss} says so, as an operator would: {@code Declare} with {@code
 * AnyoneLeft} in {@code spec/quorum/DeclareLost.tla}. Of partitions with backups nothing is declared. For tasks of the event loop.
 */
final class AutomaticDeclarations {
    private final OnLoss onLoss;
    private final LongSupplier listened;
    private final Consumer<String> log;
    /** Since when the engine, as master, takes each member to be gone. */
    private final Map<Integer, Long> goneSince = new HashMap<>();
    /** Partitions of which the log says already that they are declared lost. */
    private final Set<Integer> told = new HashSet<>();

    /**
     * Has declared nothing.
     *
     * @param listened nanoseconds in which the member listened to others
     */
    AutomaticDeclarations(OnLoss onLoss, LongSupplier listened, Consumer<String> log) {
        this.onLoss = onLoss;
        this.listened = listened;
        this.log = log;
    }

    /** The declarations that are due. Each is due until it is decided. To be called periodically. */
    List<Event> due(QuorumState state) {
        if (onLoss.action() == OnLoss.Action.WAIT) {
            return List.of();
        }
        long now = listened.getAsLong();
        long delay = onLoss.delayNanos();
        MemberSet gone = state.master().gone();
        goneSince.keySet().removeIf(member -> !gone.contains(member));
        gone.forEach(member -> goneSince.putIfAbsent(member, now));
        MemberSet forGood = gone.filter(member -> now - goneSince.get(member) >= delay);
        List<Event> due = new ArrayList<>();
        Set<Integer> partitions = new HashSet<>();
        for (int p = 0; !forGood.isEmpty() && p < state.setup().partitions(); p++) {
            Configuration c = state.control().committed().get(p).configuration();
            if (state.setup().copies().of(p) == 1 && c.inSyncSize() > 0 && forGood.containsAll(c.inSync())) {
                due.add(new Event.DeclareLost(p, successor(state, p, c)));
                partitions.add(p);
            }
        }
        tell(partitions, forGood);
        return due;
    }

    /**
     * Who goes on: the master if it has no copy, which it knows of itself only; otherwise a member without a part, which has dropped
     * its copy when it learned that; otherwise the master with its copy, which is not in sync.
     */
    private static int successor(QuorumState state, int partition, Configuration c) {
        MemberSet others = state.master()
                .up()
                .without(state.self())
                .minus(c.participants())
                .minus(state.local().peers().leaving());
        return state.data().replica(partition).log().isEmpty() || others.isEmpty() ? state.self() : others.get(0);
    }

    private void tell(Set<Integer> partitions, MemberSet gone) {
        told.retainAll(partitions);
        partitions.removeAll(told);
        if (!partitions.isEmpty()) {
            String members = gone.stream().mapToObj(String::valueOf).collect(Collectors.joining(", "));
            log.accept("declares " + partitions.size() + (partitions.size() == 1 ? " partition" : " partitions")
                    + " of maps with 0 backups lost, because on-loss is empty and the members with the only copies are gone ("
                    + members + ")");
        }
        told.addAll(partitions);
    }
}
