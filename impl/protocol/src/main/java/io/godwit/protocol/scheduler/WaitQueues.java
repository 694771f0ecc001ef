package io.godwit.protocol.scheduler;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;

/**
 * Partitions in line for two members: one line per urgency, source and destination. Immutable.
 *
 * <p>Members have numbers here: 0 is nobody, and the i-th oldest is i + 1. Line 0 to {@code width * width - 1} are those of the
 * first urgency, then come those of the next.
 *
 * @param members everybody who may be waited for
 * @param lines the lines
 * @param size number of tickets in all lines, void ones included
 */
record WaitQueues(MemberSet members, PartitionVector<Fifo<Ticket>> lines, int size) {
    private static final int URGENCIES = Urgency.values().length;

    /**
     * A place in a line.
     *
     * @param number in the order in which they were given out, from 1
     * @param partition who holds it; void when the partition has another one by now
     */
    record Ticket(long number, int partition) {}

    static WaitQueues over(MemberSet members) {
        int width = members.size() + 1;
        return new WaitQueues(members, PartitionVector.filled(URGENCIES * width * width, Fifo.empty()), 0);
    }

    /** How many numbers there are, nobody's included. */
    int width() {
        return members.size() + 1;
    }

    /** The number of a member or of nobody. */
    int number(int member) {
        return member == Members.NONE ? 0 : members.indexOf(member) + 1;
    }

    boolean knows(int member) {
        return member == Members.NONE || members.contains(member);
    }

    /** The line for these two, by their numbers. */
    int index(int urgency, int source, int destination) {
        return (urgency * width() + source) * width() + destination;
    }

    int index(PartitionJobs<?> lane) {
        return index(
                lane.urgency().rank(),
                number(lane.head().source()),
                number(lane.head().destination()));
    }

    Fifo<Ticket> line(int index) {
        return lines.get(index);
    }

    WaitQueues with(int index, Ticket ticket) {
        return new WaitQueues(members, lines.with(index, line(index).with(ticket)), size + 1);
    }

    WaitQueues withoutFirst(int index) {
        return new WaitQueues(members, lines.with(index, line(index).rest()), size - 1);
    }
}
