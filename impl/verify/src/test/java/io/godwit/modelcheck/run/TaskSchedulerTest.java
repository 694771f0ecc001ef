package io.godwit.modelcheck.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.modelcheck.run.TaskScheduler.Task;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TaskSchedulerTest {
    private final List<String> order = Collections.synchronizedList(new ArrayList<>());

    @Test
    void longestComesFirst() throws Exception {
        new TaskScheduler(100, 1)
                .run(List.of(task("short", 10, 1, 1), task("long", 10, 1, 9), task("middle", 10, 1, 5)));

        assertEquals(List.of("long", "middle", "short"), order);
    }

    @Test
    void twoRunSideBySide() throws Exception {
        CyclicBarrier both = new CyclicBarrier(2);
        Runnable meet = () -> {
            try {
                both.await();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        };

        new TaskScheduler(100, 2).run(List.of(new Task("a", 50, 1, 1, meet), new Task("b", 50, 1, 1, meet)));

        assertEquals(0, both.getNumberWaiting());
    }

    @Test
    void memoryAndCoresAreNeverExceeded() throws Exception {
        AtomicInteger heap = new AtomicInteger();
        AtomicInteger cores = new AtomicInteger();
        AtomicInteger maxHeap = new AtomicInteger();
        AtomicInteger maxCores = new AtomicInteger();
        List<Task> tasks = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            int mine = 10 + i % 4 * 20;
            int wanted = 1 + i % 3;
            tasks.add(new Task("t" + i, mine, wanted, i % 7, () -> {
                maxHeap.accumulateAndGet(heap.addAndGet(mine), Math::max);
                maxCores.accumulateAndGet(cores.addAndGet(Math.min(wanted, 2)), Math::max);
                order.add("y");
                heap.addAndGet(-mine);
                cores.addAndGet(-Math.min(wanted, 2));
                order.add("x");
            }));
        }

        new TaskScheduler(100, 2).run(tasks);

        assertEquals(80, order.size());
        assertTrue(maxHeap.get() <= 100, () -> "heap " + maxHeap);
        assertTrue(maxCores.get() <= 2, () -> "cores " + maxCores);
    }

    @Test
    void taskThatCannotFitIsRefused() {
        TaskScheduler scheduler = new TaskScheduler(100, 2);

        assertThrows(IllegalArgumentException.class, () -> scheduler.run(List.of(task("big", 101, 1, 1))));
        assertEquals(0, scheduler.running());
    }

    private Task task(String name, int heap, int cores, double seconds) {
        return new Task(name, heap, cores, seconds, () -> order.add(name));
    }
}
