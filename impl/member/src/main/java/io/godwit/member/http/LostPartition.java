package io.godwit.member.http;

import io.godwit.member.Member;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The operator's declaration that all in-sync members of a partition are gone for good. */
final class LostPartition {
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);
    private static final long LOOK_AGAIN_MILLIS = 10;
    private static final int LOOKS_PER_ATTEMPT = 30;

    private final Member member;
    private final int partition;
    private final int successor;

    /**
     * A declaration that was not made.
     *
     * @param member to be asked; it has to be the master
     * @param successor the member that is to go on
     */
    LostPartition(Member member, int partition, int successor) {
        this.member = member;
        this.partition = partition;
        this.successor = successor;
    }

    /** Why the member cannot do it, as far as it knows; empty if it can. */
    Optional<String> refusal() {
        Optional<QuorumState> found = member.state();
        if (found.isEmpty()) {
            return Optional.of("this member does not belong to a cluster yet");
        }
        QuorumState state = found.get();
        if (partition >= state.control().committed().size()) {
            return Optional.of("there is no partition " + partition + "; the last one is "
                    + (state.control().committed().size() - 1));
        }
        if (!state.control().isMaster()) {
            int master = state.local().follower().master();
            return Optional.of(
                    master == 0 ? "no master is heard" : "member " + master + " is the master; ask that one");
        }
        MemberSet suspects = state.local().peers().suspects();
        Configuration c = entry(state).configuration();
        MemberSet answering = c.inSync().minus(suspects);
        if (!answering.isEmpty()) {
            return Optional.of("partition " + partition + " is not lost: " + list(answering)
                    + (answering.size() == 1 ? " has" : " have") + " a current copy and "
                    + (answering.size() == 1 ? "answers" : "answer"));
        }
        boolean known = member.known().stream().anyMatch(peer -> peer.number() == successor);
        if (!known || suspects.contains(successor)) {
            return Optional.of(known ? "member " + successor + " does not answer" : "there is no member " + successor);
        }
        return Optional.empty();
    }

    private Entry entry(QuorumState state) {
        return state.control().committed().get(partition);
    }

    private static String list(MemberSet members) {
        return (members.size() == 1 ? "member " : "members ")
                + members.stream().mapToObj(String::valueOf).collect(Collectors.joining(", "));
    }

    /** Declares, and waits for the decision; empty if it has not come in time. */
    Optional<String> declare() {
        Entry before = entry(member.state().orElseThrow());
        long begin = System.nanoTime();
        for (int looks = 0; System.nanoTime() - begin < PATIENCE_NANOS; looks++) {
            if (looks % LOOKS_PER_ATTEMPT == 0) {
                // The master takes members to be dead a little later than to be suspected, and decides one thing at a
                // time.
                member.declareLost(partition, successor);
            }
            Entry now = entry(member.state().orElseThrow());
            if (now.configuration().primary() == successor && now.version().newerThan(before.version())) {
                return Optional.of("partition " + partition + ", declared lost: member " + successor
                        + " goes on under version " + now.version() + "; before, " + before.version()
                        + " was in sync at "
                        + list(before.configuration().inSync()));
            }
            try {
                Thread.sleep(LOOK_AGAIN_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        }
        return Optional.empty();
    }
}
