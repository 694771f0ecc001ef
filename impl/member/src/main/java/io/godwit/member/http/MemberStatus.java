package io.godwit.member.http;

import io.godwit.client.StateReading;
import io.godwit.client.VersionReading;
import io.godwit.member.Departure;
import io.godwit.member.Member;
import io.godwit.member.runtime.PartitionCounts;
import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.QuorumState;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How a member sees itself and the cluster, with a component for each key of the JSON of {@code /status}.
 *
 * @param cluster the cluster's name
 * @param name of the process
 * @param address where it listens
 * @param zone what it fails together with, empty if it fails alone
 * @param number of the member, 0 as long as it belongs to no cluster
 * @param role follower, candidate or master; forming as long as it belongs to no cluster
 * @param term the highest term that it has promised to
 * @param master whom it hears as master, 0 for nobody
 * @param voters who votes
 * @param suspects whom it takes to be dead
 * @param leaving who wants to leave
 * @param partitions how many there are
 * @param copies how many replicas they are to have, for each range of partitions
 * @param primaries of how many it is the primary
 * @param replicas of how many it holds a copy, the primaries included
 * @param migrations how many migrations it knows of
 * @param incomplete of how many partitions not all replicas are in sync, as far as it knows
 * @param unserved of how many partitions all in-sync replicas are at members that it takes to be dead
 * @param entries keys in its copies
 * @param stamp of what it knows to be decided, in hexadecimal
 * @param accepted the protocol's own stamp, of what it has accepted, decided or not, in hexadecimal
 * @param full is its disk so full that it takes no writes?
 * @param heapFull is its heap so full that it takes no writes that add data?
 * @param state the state of the cluster, and whether it is acknowledged
 * @param version the cluster version, and who can go by which; the first one for null
 * @param departure what it still waits for before it can leave; null if it does not want to
 */
public record MemberStatus(
        String cluster,
        String name,
        String address,
        String zone,
        int number,
        String role,
        int term,
        int master,
        List<Integer> voters,
        List<Integer> suspects,
        List<Integer> leaving,
        int partitions,
        List<Integer> copies,
        int primaries,
        int replicas,
        int migrations,
        int incomplete,
        int unserved,
        long entries,
        String stamp,
        String accepted,
        boolean full,
        boolean heapFull,
        StateReading state,
        VersionReading version,
        Departure departure) {

    /** A program of before cluster versions says none: it goes by the first one, as far as it knows. */
    public MemberStatus {
        version = version == null ? VersionReadings.FIRST : version;
    }

    /** Of a member, now. */
    public static MemberStatus of(Member member) {
        return member.state()
                .map(state -> running(member, state))
                .orElseGet(() -> new MemberStatus(
                        member.config().clusterName(),
                        member.config().name(),
                        member.address(),
                        member.config().zone(),
                        0,
                        "forming",
                        0,
                        0,
                        List.of(),
                        List.of(),
                        List.of(),
                        member.config().maps().ranges() * member.config().partitions(),
                        copies(member.config().maps().copies(member.config().partitions())),
                        0,
                        0,
                        0,
                        0,
                        0,
                        0,
                        "0",
                        "0",
                        false,
                        false,
                        StateReadings.of(member),
                        VersionReadings.of(member),
                        null));
    }

    private static MemberStatus running(Member member, QuorumState state) {
        int self = state.self();
        PartitionCounts.Counts counts = member.partitions(state);
        return new MemberStatus(
                member.config().clusterName(),
                member.config().name(),
                member.address(),
                member.config().zone(),
                self,
                state.control().role().name().toLowerCase(Locale.ROOT),
                state.control().term(),
                state.control().isMaster() ? self : state.local().follower().master(),
                list(state.control().voting().voters()),
                list(state.local().peers().suspects()),
                list(state.local().peers().leaving()),
                state.control().partitions(),
                copies(state.setup().copies()),
                counts.primaries(),
                counts.replicas(),
                counts.migrations(),
                counts.incomplete(),
                counts.unserved(),
                counts.entries(),
                Long.toHexString(state.local().tableStamps().decidedStamp()),
                Long.toHexString(state.control().stamp()),
                member.isDiskFull(),
                member.isHeapFull(),
                StateReadings.of(state),
                VersionReadings.of(member, state),
                Departure.of(state));
    }

    private static List<Integer> copies(Copies copies) {
        return Arrays.stream(copies.toArray()).boxed().toList();
    }

    private static List<Integer> list(MemberSet members) {
        return members.stream().boxed().toList();
    }

    /** Does it hear a master, or is it one? */
    public boolean ready() {
        return number > 0 && master > 0;
    }
}
