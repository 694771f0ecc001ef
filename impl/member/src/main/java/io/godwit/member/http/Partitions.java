package io.godwit.member.http;

import io.godwit.member.Member;
import io.godwit.protocol.Copies;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The table, as far as a member knows it.
 *
 * @param member whose view it is, 0 as long as it belongs to no cluster
 * @param stamp of the table, in hexadecimal; members with equal stamps know the same table
 * @param partitions all of them, in order
 */
public record Partitions(int member, String stamp, List<Row> partitions) {
    /**
     * What is decided for one partition.
     *
     * @param partition its number, from 0
     * @param version term and number, such as {@code 2.17}
     * @param copies how many replicas it is to have
     * @param replicas the primary first
     * @param inSync those that have every acknowledged write
     * @param source from where it moves, or 0
     * @param destination to where it moves, or 0
     */
    public record Row(
            int partition,
            String version,
            int copies,
            List<Integer> replicas,
            List<Integer> inSync,
            int source,
            int destination) {
        static Row of(int partition, Entry entry, Copies copies) {
            Configuration c = entry.configuration();
            return new Row(
                    partition,
                    entry.version().toString(),
                    copies.of(partition),
                    IntStream.range(0, c.size()).mapToObj(c::replica).toList(),
                    c.inSync().stream().boxed().toList(),
                    c.source(),
                    c.destination());
        }
    }

    /** As a member knows it now. */
    public static Partitions of(Member member) {
        return member.state().map(Partitions::of).orElse(new Partitions(0, "0", List.of()));
    }

    private static Partitions of(QuorumState state) {
        List<Row> rows = new ArrayList<>();
        state.control()
                .committed()
                .forEach((p, entry) -> rows.add(Row.of(p, entry, state.setup().copies())));
        return new Partitions(
                state.self(), Long.toHexString(state.local().tableStamps().decidedStamp()), rows);
    }
}
