package io.godwit.protocol.classic.run;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.scheduler.Job;
import io.godwit.protocol.scheduler.Schedule;
import io.godwit.protocol.scheduler.Urgency;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A plan in progress.
 *
 * @param stayers for whom it was made
 * @param table for which table
 * @param schedule what is still to be done, and what was begun and has not come to its end
 * @param begun the partitions in which something was begun and has not come to its end
 */
public record Planned(MemberSet stayers, PartitionTable table, Schedule<PlannedWork> schedule, List<Integer> begun) {
    /** Copies the list. */
    public Planned {
        begun = List.copyOf(begun);
    }

    /**
     * A plan of which nothing was begun.
     *
     * @param cap most migrations that a member takes part in at once
     * @param lanes what is to be done, by partition, in order
     */
    static Planned of(MemberSet stayers, PartitionTable table, int cap, PartitionMap<List<PlannedWork>> lanes) {
        Schedule<PlannedWork> schedule = Schedule.empty(table.size(), cap);
        for (Map.Entry<Integer, List<PlannedWork>> lane : lanes) {
            schedule = schedule.plan(lane.getKey(), jobs(lane.getKey(), table.owner(lane.getKey()), lane.getValue()));
        }
        return new Planned(stayers, table, schedule, List.of());
    }

    /** The owner sends, whoever that is by then, and the destination receives; what is cleared is nobody's burden. */
    private static List<Job<PlannedWork>> jobs(int partition, int firstOwner, List<PlannedWork> lane) {
        List<Job<PlannedWork>> jobs = new ArrayList<>();
        int owner = firstOwner;
        for (PlannedWork work : lane) {
            Urgency urgency = work.repairs() ? Urgency.REPAIR : Urgency.BALANCE;
            int destination = work.order() == null ? Members.NONE : work.order().destination();
            int source = destination == Members.NONE || destination == owner ? Members.NONE : owner;
            jobs.add(new Job<>(partition, urgency, source, destination, work));
            if (destination != Members.NONE && work.slot() == 0) {
                owner = destination;
            }
        }
        return jobs;
    }

    /** Has all of it come to its end? */
    boolean isOver() {
        return begun.isEmpty() && !schedule.isWaiting();
    }

    /** The plan, now that only these migrations are in flight. */
    Planned settled(PartitionMap<MigrationProgress> inflight) {
        Schedule<PlannedWork> left = schedule;
        List<Integer> still = new ArrayList<>();
        for (int p : begun) {
            if (inflight.has(p)) {
                still.add(p);
            } else {
                left = left.finish(p);
            }
        }
        return new Planned(stayers, table, left, still);
    }

    Planned with(Schedule<PlannedWork> newSchedule) {
        return new Planned(stayers, table, newSchedule, begun);
    }

    /** The plan after what the schedule had chosen has begun. */
    Planned having(Job<PlannedWork> begunNow) {
        List<Integer> more = new ArrayList<>(begun);
        more.add(begunNow.partition());
        return new Planned(stayers, table, schedule, more);
    }
}
