package io.godwit.protocol.classic;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.link.Links;
import io.godwit.protocol.classic.run.Aged;
import io.godwit.protocol.classic.run.Planned;
import io.godwit.protocol.classic.table.PartitionMap;
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
public record Errands(
        long now,
        long round,
        long rest,
        MemberSet contacts,
        MemberSet newcomers,
        Optional<Planned> planned,
        PartitionMap<Aged> flights,
        PartitionMap<Aged> writes,
        Links links) {
    /** Nothing to do. */
    public static final Errands NONE = new Errands(
            0,
            0,
            0,
            MemberSet.of(),
            MemberSet.of(),
            Optional.empty(),
            PartitionMap.empty(),
            PartitionMap.empty(),
            Links.NONE);

    /** With another time. */
    public Errands at(long time) {
        return new Errands(time, round, rest, contacts, newcomers, planned, flights, writes, links);
    }

    /** With another time of the next round. */
    public Errands withRound(long time) {
        return new Errands(now, time, rest, contacts, newcomers, planned, flights, writes, links);
    }

    /** With no plan, and none made before that time. */
    public Errands resting(long until) {
        return new Errands(now, round, until, contacts, newcomers, Optional.empty(), flights, writes, links);
    }

    /** With other members to ask. */
    public Errands withContacts(MemberSet members) {
        return new Errands(now, round, rest, members, newcomers, planned, flights, writes, links);
    }

    /** With others to be let in. */
    public Errands withNewcomers(MemberSet members) {
        return new Errands(now, round, rest, contacts, members, planned, flights, writes, links);
    }

    /** With another plan. */
    public Errands withPlanned(Planned plan) {
        return new Errands(now, round, rest, contacts, newcomers, Optional.of(plan), flights, writes, links);
    }

    /** With other waiting times. */
    public Errands withAges(PartitionMap<Aged> ofFlights, PartitionMap<Aged> ofWrites) {
        return new Errands(now, round, rest, contacts, newcomers, planned, ofFlights, ofWrites, links);
    }

    /** With other connections. */
    public Errands withLinks(Links others) {
        return new Errands(now, round, rest, contacts, newcomers, planned, flights, writes, others);
    }
}
