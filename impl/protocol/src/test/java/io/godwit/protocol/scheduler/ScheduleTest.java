package io.godwit.protocol.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static Job<String> job(int partition, Urgency urgency, int source, int destination, String work) {
        return new Job<>(partition, urgency, source, destination, work);
    }

    private static List<String> works(List<Job<String>> jobs) {
        return jobs.stream().map(Job::work).toList();
    }

    @Test
    void runsAPartitionStrictlyInOrder() {
        Schedule<String> schedule = Schedule.<String>empty(1, 10)
                .plan(0, List.of(job(0, Urgency.BALANCE, 1, 2, "a"), job(0, Urgency.BALANCE, 3, 4, "b")));
        Schedule.Started<String> first = schedule.start();
        assertEquals(List.of("a"), works(first.jobs()));
        assertEquals(Optional.of("a"), first.schedule().running(0).map(Job::work));
        assertEquals(List.of("b"), works(first.schedule().waiting(0)));
        assertEquals(List.of(), first.schedule().start().jobs());
        Schedule.Started<String> second = first.schedule().finish(0).start();
        assertEquals(List.of("b"), works(second.jobs()));
        assertEquals(Optional.empty(), second.schedule().finish(0).running(0));
        assertEquals(List.of(), second.schedule().finish(0).start().jobs());
    }

    @Test
    void countsSourceAndDestinationTogether() {
        Schedule<String> schedule = Schedule.<String>empty(3, 2)
                .plan(0, List.of(job(0, Urgency.BALANCE, 1, 2, "a")))
                .plan(1, List.of(job(1, Urgency.BALANCE, 3, 1, "b")))
                .plan(2, List.of(job(2, Urgency.BALANCE, 1, 3, "c")));
        Schedule.Started<String> started = schedule.start();
        assertEquals(List.of("a", "b"), works(started.jobs()));
        assertEquals(2, started.schedule().load(1));
        assertEquals(1, started.schedule().load(2));
        assertEquals(1, started.schedule().load(3));
        assertEquals(0, started.schedule().load(4));
        assertEquals(0, started.schedule().load(Members.NONE));
        assertEquals(List.of("c"), works(started.schedule().finish(1).start().jobs()));
    }

    @Test
    void repairsBeforeItBalances() {
        Schedule<String> schedule = Schedule.<String>empty(4, 1)
                .plan(0, List.of(job(0, Urgency.BALANCE, 1, 2, "balance")))
                .plan(1, List.of(job(1, Urgency.REPAIR, 1, 3, "repair")))
                .plan(2, List.of(job(2, Urgency.REPAIR, Members.NONE, 1, "other repair")))
                .plan(3, List.of(job(3, Urgency.BALANCE, 4, 5, "elsewhere")));
        Schedule.Started<String> started = schedule.start();
        assertEquals(List.of("repair", "elsewhere"), works(started.jobs()));
        started = started.schedule().finish(1).start();
        assertEquals(List.of("other repair"), works(started.jobs()));
        started = started.schedule().finish(2).start();
        assertEquals(List.of("balance"), works(started.jobs()));
    }

    @Test
    void stepIsAsUrgentAsTheOneThatWaitsForIt() {
        Schedule<String> schedule = Schedule.<String>empty(2, 1)
                .plan(0, List.of(job(0, Urgency.BALANCE, 1, 2, "balance")))
                .plan(1, List.of(job(1, Urgency.BALANCE, 1, 3, "before"), job(1, Urgency.REPAIR, 4, 5, "repair")));
        assertEquals(List.of("before"), works(schedule.start().jobs()));
    }

    @Test
    void stepWithoutCopyDoesNotWaitForCopies() {
        Schedule<String> schedule = Schedule.<String>empty(3, 1)
                .plan(0, List.of(job(0, Urgency.REPAIR, 1, 2, "copy")))
                .start()
                .schedule()
                .plan(1, List.of(job(1, Urgency.BALANCE, Members.NONE, Members.NONE, "clear")))
                .plan(2, List.of(job(2, Urgency.REPAIR, 1, 3, "blocked")));
        assertEquals(List.of("clear"), works(schedule.start().jobs()));
    }

    @Test
    void newPlanReplacesWhatWaitsAndNotWhatRuns() {
        Schedule<String> schedule = Schedule.<String>empty(1, 1)
                .plan(0, List.of(job(0, Urgency.BALANCE, 1, 2, "a"), job(0, Urgency.BALANCE, 1, 2, "b")))
                .start()
                .schedule()
                .plan(0, List.of(job(0, Urgency.BALANCE, 3, 4, "c")));
        assertEquals(List.of(), schedule.start().jobs());
        assertEquals(Optional.of("a"), schedule.running(0).map(Job::work));
        assertEquals(List.of("c"), works(schedule.finish(0).start().jobs()));
        assertEquals(List.of(), schedule.dropWaiting().finish(0).start().jobs());
        assertEquals(Optional.of("a"), schedule.dropWaiting().running(0).map(Job::work));
    }

    @Test
    void planningAgainKeepsThePlaceInLine() {
        Schedule<String> schedule = Schedule.<String>empty(2, 1)
                .plan(0, List.of(job(0, Urgency.BALANCE, 1, 2, "a")))
                .plan(1, List.of(job(1, Urgency.BALANCE, 1, 2, "b")))
                .plan(0, List.of(job(0, Urgency.BALANCE, 1, 2, "c")));
        assertEquals(List.of("c"), works(schedule.start().jobs()));
    }

    @Test
    void refusedStepWaitsBehindOthers() {
        Schedule<String> schedule = Schedule.<String>empty(2, 1)
                .plan(0, List.of(job(0, Urgency.BALANCE, 1, 2, "a"), job(0, Urgency.BALANCE, 1, 2, "later")))
                .plan(1, List.of(job(1, Urgency.BALANCE, 1, 2, "b")))
                .start()
                .schedule()
                .postpone(0);
        assertEquals(List.of("a", "later"), works(schedule.waiting(0)));
        assertEquals(0, schedule.load(1));
        assertEquals(List.of("b"), works(schedule.start().jobs()));
        assertEquals(
                List.of("a"),
                works(schedule.start().schedule().finish(1).start().jobs()));
    }

    @Test
    void waitsUntilNothingIsLeftToStart() {
        Schedule<String> schedule = Schedule.empty(1, 1);
        assertFalse(schedule.isWaiting());
        schedule = schedule.plan(0, List.of(job(0, Urgency.BALANCE, 1, 2, "a"), job(0, Urgency.BALANCE, 1, 2, "b")));
        assertTrue(schedule.isWaiting());
        schedule = schedule.start().schedule();
        assertFalse(schedule.isWaiting());
        assertTrue(schedule.finish(0).isWaiting());
        assertFalse(schedule.plan(0, List.of()).finish(0).isWaiting());
    }

    @Test
    void partitionWaitsOnceHoweverOftenItIsPlanned() {
        Schedule<String> schedule = Schedule.<String>empty(1, 1)
                .plan(0, List.of(job(0, Urgency.BALANCE, 1, 2, "a")))
                .plan(0, List.of(job(0, Urgency.BALANCE, 3, 4, "b")));
        assertTrue(schedule.isWaiting());
        assertFalse(schedule.start().schedule().isWaiting());
        assertFalse(schedule.plan(0, List.of()).isWaiting());
    }

    /** The lines are made anew when somebody appears who is in none. */
    @Test
    void newMembersDoNotChangeTheOrder() {
        Schedule<String> schedule = Schedule.<String>empty(4, 1)
                .plan(2, List.of(job(2, Urgency.BALANCE, 1, 2, "first")))
                .plan(3, List.of(job(3, Urgency.BALANCE, 1, 2, "second")))
                .plan(0, List.of(job(0, Urgency.BALANCE, 1, 2, "third")))
                .plan(1, List.of(job(1, Urgency.BALANCE, 8, 9, "elsewhere")));
        List<String> order = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Schedule.Started<String> started = schedule.start();
            order.addAll(works(started.jobs()));
            schedule = started.schedule();
            for (Job<String> job : started.jobs()) {
                schedule = schedule.finish(job.partition());
            }
        }
        assertEquals(List.of("first", "elsewhere", "second", "third"), order);
    }

    /** As many members as fit without being forgotten: {@code more} beyond twice those that are needed and 64. */
    private static Schedule<String> crowded(int more) {
        Schedule<String> schedule = Schedule.<String>empty(200, 1)
                .plan(0, List.of(job(0, Urgency.BALANCE, 1, 2, "runs")))
                .start()
                .schedule()
                .plan(1, List.of(job(1, Urgency.BALANCE, 3, 4, "waits")));
        // Needed: 1 and 2, which run, 3 and 4, which wait, and 500, who comes last.
        for (int member = 5; member < 2 * 5 + 64 + more; member++) {
            schedule = schedule.plan(9, List.of(job(9, Urgency.BALANCE, Members.NONE, member, "was planned")));
        }
        return schedule.plan(9, List.of(job(9, Urgency.BALANCE, Members.NONE, 500, "comes last")));
    }

    @Test
    void membersWhomNobodyNeedsAreForgotten() {
        assertEquals(74, crowded(0).lines.members().size());
        Schedule<String> schedule = crowded(1);
        assertEquals(MemberSet.of(1, 2, 3, 4, 500), schedule.lines.members());
        assertEquals(1, schedule.load(1));
        assertEquals(1, schedule.load(2));
        assertEquals(List.of("waits", "comes last"), works(schedule.start().jobs()));
        assertEquals(0, schedule.finish(0).load(1));
    }

    @Test
    void voidTicketsAreClearedAway() {
        Schedule<String> schedule = Schedule.<String>empty(1, 1)
                .plan(0, List.of(job(0, Urgency.BALANCE, 1, 2, "a"), job(0, Urgency.BALANCE, 1, 3, "b")))
                .plan(0, List.of(job(0, Urgency.BALANCE, 1, 3, "b")))
                .plan(0, List.of());
        int voids = schedule.lines.size();
        for (int tickets = voids + 1; tickets <= 65; tickets++) {
            schedule = schedule.plan(0, List.of(job(0, Urgency.BALANCE, 1, 2 + tickets % 2, "a")));
            assertEquals(tickets, schedule.lines.size());
        }
        schedule = schedule.plan(0, List.of(job(0, Urgency.BALANCE, 1, 2, "last")));
        assertEquals(1, schedule.lines.size());
        Schedule.Started<String> started = schedule.start();
        assertEquals(List.of("last"), works(started.jobs()));
        assertEquals(0, started.schedule().lines.size());
    }

    @Test
    void schedulesAreValues() {
        Job<String> a = job(0, Urgency.BALANCE, 1, 2, "a");
        Schedule<String> one = Schedule.<String>empty(1, 1).plan(0, List.of(a));
        Schedule<String> other = Schedule.<String>empty(1, 1).plan(0, List.of(a));
        assertEquals(one, other);
        assertEquals(one.hashCode(), other.hashCode());
        assertNotEquals(one, Schedule.<String>empty(1, 2).plan(0, List.of(a)));
        assertNotEquals(one, Schedule.<String>empty(1, 1));
        assertNotEquals(one.hashCode(), Schedule.<String>empty(1, 1).hashCode());
        assertNotEquals(one, one.start().schedule());
        assertFalse(one.equals(null));
        assertTrue(one.toString().startsWith("at most 1: [0: "));
    }

    @Test
    void finishWithoutMigrationIsAllowed() {
        Schedule<String> schedule = Schedule.empty(1, 1);
        assertSame(schedule, schedule.finish(0));
        assertEquals(schedule, schedule.postpone(0));
    }

    @Test
    void memberDoesNotCopyToItself() {
        assertThrows(IllegalArgumentException.class, () -> job(0, Urgency.BALANCE, 1, 1, "a"));
    }

    /** Any plans, starts and ends, in any order, compared with what the rules say. */
    @Property(tries = 150, seed = "9", generation = GenerationMode.RANDOMIZED)
    void startableStepsHaveStarted(
            @ForAll @IntRange(min = 1, max = 30) int partitions,
            @ForAll @IntRange(min = 2, max = 12) int members,
            @ForAll @IntRange(min = 1, max = 4) int cap,
            @ForAll Random random) {
        Schedule<String> schedule = Schedule.empty(partitions, cap);
        Map<Integer, Job<String>> running = new HashMap<>();
        Map<Integer, List<Job<String>>> waiting = new HashMap<>();
        for (int turn = 0; turn < 200; turn++) {
            int partition = random.nextInt(partitions);
            if (random.nextInt(3) == 0) {
                List<Job<String>> plan = plan(partition, members + turn / 10, random);
                schedule = schedule.plan(partition, plan);
                waiting.put(partition, new ArrayList<>(plan));
            } else if (random.nextInt(40) == 0) {
                schedule = schedule.dropWaiting();
                waiting.clear();
            } else {
                schedule = schedule.finish(partition);
                running.remove(partition);
            }
            if (random.nextInt(4) > 0) {
                Schedule.Started<String> started = schedule.start();
                check(started.jobs(), running, waiting, cap);
                schedule = started.schedule();
            }
        }
    }

    private static List<Job<String>> plan(int partition, int members, Random random) {
        List<Job<String>> jobs = new ArrayList<>();
        for (int steps = random.nextInt(4); steps > 0; steps--) {
            int source = random.nextInt(members + 1);
            int destination = random.nextInt(members + 1);
            if (source != destination || source == Members.NONE) {
                Urgency urgency = Urgency.values()[random.nextInt(2)];
                jobs.add(job(partition, urgency, source, destination, partition + "/" + steps));
            }
        }
        return jobs;
    }

    /** Each that starts is the most urgent of all that can; nothing is left that could start. */
    private static void check(
            List<Job<String>> started,
            Map<Integer, Job<String>> running,
            Map<Integer, List<Job<String>>> waiting,
            int cap) {
        for (Job<String> job : started) {
            List<Job<String>> startable = startable(running, waiting, cap);
            assertTrue(startable.contains(job), () -> job + " was not to start");
            for (Job<String> other : startable) {
                assertTrue(
                        urgency(waiting.get(job.partition())).compareTo(urgency(waiting.get(other.partition()))) <= 0,
                        () -> other + " is more urgent than " + job);
            }
            running.put(job.partition(), job);
            waiting.get(job.partition()).remove(0);
        }
        assertEquals(List.of(), startable(running, waiting, cap));
    }

    private static Urgency urgency(List<Job<String>> jobs) {
        return jobs.stream().map(Job::urgency).min(Enum::compareTo).orElseThrow();
    }

    private static List<Job<String>> startable(
            Map<Integer, Job<String>> running, Map<Integer, List<Job<String>>> waiting, int cap) {
        List<Job<String>> startable = new ArrayList<>();
        waiting.forEach((partition, jobs) -> {
            if (!jobs.isEmpty()
                    && !running.containsKey(partition)
                    && load(running, jobs.get(0).source()) < cap
                    && load(running, jobs.get(0).destination()) < cap) {
                startable.add(jobs.get(0));
            }
        });
        return startable;
    }

    private static long load(Map<Integer, Job<String>> running, int member) {
        return member == Members.NONE
                ? 0
                : running.values().stream()
                        .filter(job -> job.source() == member || job.destination() == member)
                        .count();
    }

    @Test
    void runningStepsCountEvenAboveCap() {
        Job<String> first = new Job<>(0, Urgency.BALANCE, 1, 2, "a");
        Job<String> second = new Job<>(1, Urgency.BALANCE, 1, 3, "b");
        Job<String> third = new Job<>(2, Urgency.BALANCE, 1, 4, "c");
        Schedule<String> schedule = Schedule.<String>empty(3, 1)
                .plan(2, List.of(third))
                .plan(0, List.of(first))
                .adopt(first)
                .adopt(second);
        assertEquals(2, schedule.load(1));
        assertEquals(1, schedule.load(2));
        assertEquals(1, schedule.load(3));
        assertEquals(List.of(), schedule.start().jobs());
        Schedule<String> freed = schedule.start().schedule().finish(0).plan(0, List.of());
        assertEquals(List.of(), freed.start().jobs());
        assertEquals(List.of(third), freed.finish(1).start().jobs());
        assertEquals(1, schedule.adopt(second).load(3));
    }

    @Test
    void adoptedMigrationBlocksOnlyItsPartition() {
        Job<String> known = job(0, Urgency.BALANCE, 1, 2, "known");
        Job<String> other = job(1, Urgency.BALANCE, 3, 4, "other");
        Schedule<String> waiting =
                Schedule.<String>empty(3, 10).plan(0, List.of(known)).plan(1, List.of(other));
        // Partition 2 waits for nothing: two still do.
        Schedule<String> foreign = waiting.adopt(job(2, Urgency.BALANCE, 1, 3, "foreign"));
        assertEquals(List.of("known", "other"), works(foreign.start().jobs()));
        // Partition 0 stood in line, and does no more; then nothing does.
        Schedule<String> adopted = waiting.adopt(known);
        assertTrue(adopted.isWaiting());
        Schedule.Started<String> started = adopted.start();
        assertEquals(List.of("other"), works(started.jobs()));
        assertFalse(started.schedule().isWaiting());
        assertFalse(waiting.start().schedule().adopt(known).isWaiting());
    }

    @Test
    void migrationWithoutSourceIsAdopted() {
        Schedule<String> schedule = Schedule.<String>empty(1, 1).adopt(job(0, Urgency.REPAIR, Members.NONE, 2, "copy"));
        assertEquals(1, schedule.load(2));
        assertEquals(0, schedule.finish(0).load(2));
    }
}
