package io.godwit.protocol.classic;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.data.MemberLinks;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.run.Planned;
import java.util.Optional;

/**
 * What is no part of the protocol's state: time, connections, a plan, and what is to be tried again. Immutable.
 *
 * @param now the member's clock at the last tick, in microseconds
 * @param round when the next round of repetitions is due
 * @param rest until when no migration is started, after one has failed
 * @param contacts before joining: whom to ask
 * @param newcomers as master: who is to be let in
 * @param planned as master: the plan in progress
 * @param flights as master: how long each migration has been in its stage
 * @param writes how long the oldest write of each partition has been waiting for backups
 * @param links the connections
 */
public record TimerState(
        long now,
        long round,
        long rest,
        MemberSet contacts,
        MemberSet newcomers,
        Optional<Planned> planned,
        PartitionMap<Aged> flights,
        PartitionMap<Aged> writes,
        MemberLinks links) {
    /** Nothing to do. */
    public static final TimerState NONE = new TimerState(
            0,
            0,
            0,
            MemberSet.of(),
            MemberSet.of(),
            Optional.empty(),
            PartitionMap.empty(),
            PartitionMap.empty(),
            MemberLinks.NONE);

    /** With another time. */
    public TimerState at(long time) {
        return new TimerState(time, round, rest, contacts, newcomers, planned, flights, writes, links);
    }

    /** With another time of the next round. */
    public TimerState withRound(long time) {
        return new TimerState(now, time, rest, contacts, newcomers, planned, flights, writes, links);
    }

    /** With no plan, and none made before that time. */
    public TimerState resting(long until) {
        return new TimerState(now, round, until, contacts, newcomers, Optional.empty(), flights, writes, links);
    }

    /** With other members to ask. */
    public TimerState withContacts(MemberSet members) {
        return new TimerState(now, round, rest, members, newcomers, planned, flights, writes, links);
    }

    /** With others to be let in. */
    public TimerState withNewcomers(MemberSet members) {
        return new TimerState(now, round, rest, contacts, members, planned, flights, writes, links);
    }

    /** With another plan. */
    public TimerState withPlanned(Planned plan) {
        return new TimerState(now, round, rest, contacts, newcomers, Optional.of(plan), flights, writes, links);
    }

    /** With other waiting times. */
    public TimerState withAges(PartitionMap<Aged> ofFlights, PartitionMap<Aged> ofWrites) {
        return new TimerState(now, round, rest, contacts, newcomers, planned, ofFlights, ofWrites, links);
    }

    /** With other connections. */
    public TimerState withLinks(MemberLinks others) {
        return new TimerState(now, round, rest, contacts, newcomers, planned, flights, writes, others);
    }

    /**
     * Something that a member waits for.
     *
     * @param what for what
     * @param rounds how many rounds it has been waiting
     */
    public record Aged(Object what, int rounds) {
        /** One round later; from the beginning when it waits for something else now. */
        public static Aged next(Aged before, Object now) {
            return before != null && before.what().equals(now) ? new Aged(now, before.rounds() + 1) : new Aged(now, 0);
        }
    }
}
