package io.godwit.member.http;

import io.godwit.member.Member;
import io.godwit.member.runtime.CallCounts;
import io.godwit.member.runtime.CallLatencies;
import io.godwit.member.transfer.TransferProgress;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.transport.frame.Peer;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * How a member sees itself and the other members, without the table: what takes the same time whatever the number of partitions.
 *
 * @param cluster the cluster's name
 * @param name of the process
 * @param address where it listens
 * @param number of the member, 0 as long as it belongs to no cluster
 * @param role follower, candidate or master; forming as long as it belongs to no cluster
 * @param term the highest term that it has promised to
 * @param master whom it hears as master, 0 for nobody
 * @param masterTerm the term in which it hears the master, 0 if it hears none
 * @param members all that it knows, itself included, by number
 * @param full is its disk so full that it takes no writes?
 * @param heapFull is its heap so full that it takes no writes that add data?
 * @param calls how many calls of clients have ended at it since it started
 * @param latencies how long such calls have waited, by time; without times that there have not been
 * @param transfers copies of partitions that it is sending
 */
record MemberView(
        String cluster,
        String name,
        String address,
        int number,
        String role,
        int term,
        int master,
        int masterTerm,
        List<KnownMember> members,
        boolean full,
        boolean heapFull,
        CallCounts calls,
        List<Latency> latencies,
        List<TransferProgress> transfers) {
    /**
     * What a member knows of one member.
     *
     * @param number its number
     * @param address where it listens
     * @param votes is it a voter?
     * @param suspected does the member take it to be dead?
     * @param leaving does it want to leave, or has it left?
     * @param left has it left?
     */
    record KnownMember(int number, String address, boolean votes, boolean suspected, boolean leaving, boolean left) {}

    /**
     * Calls that have taken about the same time.
     *
     * @param from the least time, in nanoseconds
     * @param to the time under which they are, in nanoseconds
     * @param calls how many there have been
     */
    record Latency(long from, long to, long calls) {
        static List<Latency> of(CallLatencies latencies) {
            return IntStream.range(0, latencies.counts().size())
                    .filter(bucket -> latencies.counts().get(bucket) > 0)
                    .mapToObj(bucket -> new Latency(
                            bucket == 0 ? 0 : CallLatencies.upTo(bucket - 1),
                            CallLatencies.upTo(bucket),
                            latencies.counts().get(bucket)))
                    .toList();
        }
    }

    static MemberView forming(Member member) {
        return new MemberView(
                member.config().clusterName(),
                member.config().name(),
                member.address(),
                0,
                "forming",
                0,
                0,
                0,
                List.of(),
                false,
                false,
                CallCounts.NONE,
                List.of(),
                List.of());
    }

    static MemberView of(Member member, QuorumState state, MemberSet left) {
        boolean isMaster = state.control().isMaster();
        int master = isMaster ? state.self() : state.local().follower().master();
        int masterTerm =
                isMaster ? state.control().term() : state.local().follower().term();
        return new MemberView(
                member.config().clusterName(),
                member.config().name(),
                member.address(),
                state.self(),
                state.control().role().name().toLowerCase(Locale.ROOT),
                state.control().term(),
                master,
                master > 0 ? masterTerm : 0,
                member.known().stream().map(peer -> known(peer, state, left)).toList(),
                member.isDiskFull(),
                member.isHeapFull(),
                member.calls(),
                Latency.of(member.latencies()),
                member.transfers());
    }

    private static KnownMember known(Peer peer, QuorumState state, MemberSet left) {
        int number = peer.number();
        return new KnownMember(
                number,
                peer.address(),
                state.control().voting().voters().contains(number),
                state.local().peers().suspects().contains(number),
                state.local().peers().leaving().contains(number),
                left.contains(number));
    }

    /** The same without what changes all the time: calls, their latencies, and the progress of transfers. */
    MemberView withoutCounters() {
        return new MemberView(
                cluster,
                name,
                address,
                number,
                role,
                term,
                master,
                masterTerm,
                members,
                full,
                heapFull,
                CallCounts.NONE,
                List.of(),
                List.of());
    }
}
