package io.godwit.protocol.scheduler;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Planned steps and those that run. Steps of one partition run strictly in their order, one at a time. Steps of different
 * partitions run in parallel as far as the cap allows: a member takes part in at most so many, as source or as destination
 * (seed 001 section 2.2). After {@link #start} whatever could start under the cap has started, the more urgent first; no
 * step waits for another partition's, except for a place at a member that is full.
 *
 * <p>Immutable. Starting and finishing take time in the number of members, whatever the number of partitions: steps that
 * wait stand in line by source and destination, so that nobody looks at those that cannot start anyway.
 *
 * @param <T> what is to be done
 */
public final class Schedule<T> {
    /** The default of the seed: a member takes part in ten migrations at once. */
    public static final int DEFAULT_CAP = 10;

    /** So many void tickets are not worth making the lines anew. */
    private static final int SLACK = 64;

    /**
     * What starts now.
     *
     * @param schedule the schedule in which it runs
     * @param jobs what starts, in the order in which it was chosen
     */
    public record Started<T>(Schedule<T> schedule, List<Job<T>> jobs) {
        /** Copies the jobs. */
        public Started {
            jobs = List.copyOf(jobs);
        }
    }

    final int cap;
    final PartitionVector<PartitionJobs<T>> lanes;
    final WaitQueues lines;

    /** By number of a member: how many running steps it takes part in. */
    final PartitionVector<Integer> load;

    /** Members for which something may have become possible since the last start. */
    final MemberSet changed;

    private final long tickets;

    /** Partitions that are in line. */
    private final int waiting;

    Schedule(
            int cap,
            PartitionVector<PartitionJobs<T>> lanes,
            WaitQueues lines,
            PartitionVector<Integer> load,
            MemberSet changed,
            long tickets,
            int waiting) {
        this.cap = cap;
        this.lanes = lanes;
        this.lines = lines;
        this.load = load;
        this.changed = changed;
        this.tickets = tickets;
        this.waiting = waiting;
    }

    /**
     * A schedule with nothing to do.
     *
     * @param partitions number of partitions
     * @param cap most steps that a member takes part in at once, 1 or more
     */
    public static <T> Schedule<T> empty(int partitions, int cap) {
        return new Schedule<>(
                cap,
                PartitionVector.filled(partitions, PartitionJobs.empty()),
                WaitQueues.over(MemberSet.of()),
                PartitionVector.filled(1, 0),
                MemberSet.of(),
                0,
                0);
    }

    /**
     * Plans a partition anew. What runs there goes on; what waited is dropped.
     *
     * @param partition the partition, from 0
     * @param jobs its steps, in order; none to drop what waits
     */
    public Schedule<T> plan(int partition, List<Job<T>> jobs) {
        PartitionJobs<T> old = lanes.get(partition);
        PartitionJobs<T> planned = old.planned(jobs);
        boolean sameLine = old.isInLine() && planned.isReady() && lines.index(old) == indexIfKnown(planned);
        if (sameLine) {
            return withLane(partition, planned.inLine(old.ticket()), waiting);
        }
        return withLane(partition, planned, old.isInLine() ? waiting - 1 : waiting)
                .standInLine(partition);
    }

    private int indexIfKnown(PartitionJobs<T> lane) {
        return knows(lane) ? lines.index(lane) : -1;
    }

    private boolean knows(PartitionJobs<T> lane) {
        return lines.knows(lane.head().source()) && lines.knows(lane.head().destination());
    }

    /**
     * Something runs in a partition that was not started here. It counts, even above the cap, until it is {@linkplain #finish
     * finished}. What waited there still waits, behind it.
     *
     * @param job what runs, between members
     */
    public Schedule<T> adopt(Job<T> job) {
        int partition = job.partition();
        Schedule<T> known = finish(partition);
        if (!known.lines.members().containsAll(named(job))) {
            known = known.rebuilt(named(job));
        }
        PartitionJobs<T> lane = known.lanes.get(partition);
        return known.withLane(
                        partition,
                        new PartitionJobs<>(job, lane.waiting(), 0),
                        lane.isInLine() ? known.waiting - 1 : known.waiting)
                .taken(job.source())
                .taken(job.destination());
    }

    private Schedule<T> taken(int member) {
        if (member == Members.NONE) {
            return this;
        }
        int number = lines.number(member);
        return new Schedule<>(cap, lanes, lines, load.with(number, load.get(number) + 1), changed, tickets, waiting);
    }

    /** Drops all that waits, in all partitions: after a failure nothing new starts until there is a new plan. */
    public Schedule<T> dropWaiting() {
        Schedule<T> dropped = this;
        for (int p = 0; p < lanes.size(); p++) {
            dropped = dropped.lanes.get(p).waiting().isEmpty() ? dropped : dropped.plan(p, List.of());
        }
        return dropped;
    }

    /** What runs in a partition has come to an end, well or not. Nothing happens when nothing runs there. */
    public Schedule<T> finish(int partition) {
        PartitionJobs<T> lane = lanes.get(partition);
        if (lane.running() == null) {
            return this;
        }
        int source = lane.running().source();
        int destination = lane.running().destination();
        return withLane(partition, lane.finished(), waiting)
                .freed(source)
                .freed(destination)
                .standInLine(partition);
    }

    /** What was started in a partition could not begin: it waits again, behind those that wait already. */
    public Schedule<T> postpone(int partition) {
        List<Job<T>> again = new ArrayList<>();
        running(partition).ifPresent(again::add);
        again.addAll(waiting(partition));
        return finish(partition).plan(partition, again);
    }

    /** Does anything wait that is not behind something that runs? */
    public boolean isWaiting() {
        return waiting > 0;
    }

    /** Starts whatever can start. */
    public Started<T> start() {
        return new Starter<>(this).start();
    }

    /** The step that runs in a partition. */
    public Optional<Job<T>> running(int partition) {
        return Optional.ofNullable(lanes.get(partition).running());
    }

    /** The steps that wait in a partition, in order. */
    public List<Job<T>> waiting(int partition) {
        return lanes.get(partition).waiting();
    }

    /** The number of running steps that a member takes part in. */
    public int load(int member) {
        return lines.knows(member) ? load.get(lines.number(member)) : 0;
    }

    private Schedule<T> withLane(int partition, PartitionJobs<T> lane, int nowWaiting) {
        return new Schedule<>(cap, lanes.with(partition, lane), lines, load, changed, tickets, nowWaiting);
    }

    private Schedule<T> freed(int member) {
        if (member == Members.NONE) {
            return this;
        }
        int number = lines.number(member);
        return new Schedule<>(
                cap, lanes, lines, load.with(number, load.get(number) - 1), changed.with(member), tickets, waiting);
    }

    private Schedule<T> standInLine(int partition) {
        PartitionJobs<T> lane = lanes.get(partition);
        if (!lane.isReady()) {
            return this;
        }
        if (!knows(lane)) {
            return rebuilt(named(lane.head())).standInLine(partition);
        }
        if (lines.size() > 2 * waiting + SLACK) {
            return rebuilt(MemberSet.of()).standInLine(partition);
        }
        long number = tickets + 1;
        return new Schedule<>(
                cap,
                lanes.with(partition, lane.inLine(number)),
                lines.with(lines.index(lane), new WaitQueues.Ticket(number, partition)),
                load,
                changed.union(named(lane.head())),
                number,
                waiting + 1);
    }

    private static MemberSet named(Job<?> job) {
        return MemberSet.of(job.source(), job.destination()).without(Members.NONE);
    }

    /** The same lines without void tickets, with room for more members, and without most of those that were not needed any more. */
    private Schedule<T> rebuilt(MemberSet more) {
        List<WaitQueues.Ticket> valid = new ArrayList<>();
        for (int p = 0; p < lanes.size(); p++) {
            if (lanes.get(p).isInLine()) {
                valid.add(new WaitQueues.Ticket(lanes.get(p).ticket(), p));
            }
        }
        valid.sort((a, b) -> Long.compare(a.number(), b.number()));
        MemberSet needed = needed(valid).union(more);
        MemberSet all = lines.members().union(more);
        MemberSet members = all.size() > 2 * needed.size() + SLACK ? needed : all;
        WaitQueues fresh = WaitQueues.over(members);
        for (WaitQueues.Ticket ticket : valid) {
            fresh = fresh.with(fresh.index(lanes.get(ticket.partition())), ticket);
        }
        PartitionVector<Integer> loads =
                PartitionVector.of(fresh.width(), number -> number == 0 ? 0 : load(members.get(number - 1)));
        return new Schedule<>(cap, lanes, fresh, loads, changed.intersect(members), tickets, waiting);
    }

    private MemberSet needed(List<WaitQueues.Ticket> tickets) {
        Set<Integer> needed = new HashSet<>();
        lines.members().filter(member -> load(member) > 0).forEach(needed::add);
        for (WaitQueues.Ticket ticket : tickets) {
            named(lanes.get(ticket.partition()).head()).forEach(needed::add);
        }
        return MemberSet.of(needed);
    }

    /** The same steps in the same order, under the same cap: how the lines came about is no part of it. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Schedule<?> schedule && cap == schedule.cap && lanes.equals(schedule.lanes);
    }

    @Override
    public int hashCode() {
        return lanes.hashCode();
    }

    @Override
    public String toString() {
        return "at most " + cap + ": " + lanes;
    }

    Schedule<T> afterStart(
            PartitionVector<PartitionJobs<T>> nowLanes,
            WaitQueues nowLines,
            PartitionVector<Integer> nowLoad,
            int started) {
        return new Schedule<>(cap, nowLanes, nowLines, nowLoad, MemberSet.of(), tickets, waiting - started);
    }
}
