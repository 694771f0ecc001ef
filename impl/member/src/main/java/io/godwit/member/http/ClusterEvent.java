package io.godwit.member.http;

import com.fasterxml.jackson.annotation.JsonValue;
import io.godwit.member.runtime.EnumNames;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Something that has happened in a cluster, as a member knows it.
 *
 * @param kind what
 * @param member whom it is about, 0 for nobody
 * @param other a second member, 0 for none
 * @param term the term of an election or of a master, or else 0
 * @param partitions which ones it is about; empty if none
 * @param text the same for people
 */
record ClusterEvent(Kind kind, int member, int other, int term, List<Integer> partitions, String text) {
    /** How many partitions a text lists. */
    private static final int LISTED = 6;

    /** What may happen. */
    enum Kind {
        /** A member is new; {@code other} was at its address before. */
        JOINED,
        /** A member wants to leave. */
        LEAVING,
        /** A member has left. */
        LEFT,
        /** A member is taken to be dead. */
        SUSPECTED,
        /** A member is heard of again. */
        TRUSTED,
        /** The member asks for votes. */
        ELECTION,
        /** A member is heard as master. */
        MASTER,
        /** No master is heard. */
        NO_MASTER,
        /** There is another set of voters. */
        VOTERS,
        /** Copies begin to move to a member; {@code other} is the source, if they move away from one. */
        MIGRATION_STARTED,
        /** Copies have moved. */
        MIGRATION_FINISHED,
        /** Copies do not move after all. */
        MIGRATION_ABANDONED,
        /** A member becomes primary instead of another one. */
        PROMOTION,
        /** All members with a current copy are taken to be dead. */
        PARTITION_LOST,
        /** One of them is heard of again. */
        PARTITION_SERVED;

        /** Its name in JSON, such as {@code migration-started}. */
        @JsonValue
        String text() {
            return EnumNames.text(this);
        }
    }

    /** About members. */
    static ClusterEvent of(Kind kind, int member, int other, int term, String text) {
        return new ClusterEvent(kind, member, other, term, List.of(), text);
    }

    /** About partitions. */
    static ClusterEvent of(Kind kind, int member, int other, List<Integer> partitions) {
        String which = listed(partitions);
        String from = other > 0 ? " from m" + other : "";
        String does = partitions.size() == 1 ? " is" : " are";
        String text =
                switch (kind) {
                    case MIGRATION_STARTED -> "the migration of " + which + from + " to m" + member + " starts";
                    case MIGRATION_FINISHED -> "the migration of " + which + from + " to m" + member + " is finished";
                    case MIGRATION_ABANDONED -> "the migration of " + which + from + " to m" + member + " is abandoned";
                    case PROMOTION -> "m" + member + " becomes primary of " + which + " instead of m" + other;
                    case PARTITION_LOST -> which + does + " not served: all members with a current copy are suspected";
                    default -> which + does + " served again";
                };
        return new ClusterEvent(kind, member, other, 0, partitions, text);
    }

    private static String listed(List<Integer> partitions) {
        String first = partitions.stream().limit(LISTED).map(p -> "p" + p).collect(Collectors.joining(", "));
        return partitions.size() <= LISTED ? first : partitions.size() + " partitions (" + first + ", ...)";
    }
}
