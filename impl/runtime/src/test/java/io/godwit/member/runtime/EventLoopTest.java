package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.environment.ManualEnvironment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventLoopTest {
    private final ManualEnvironment environment = new ManualEnvironment(1, 0);
    private final EventLoop loop = new EventLoop(environment, environment);
    private final List<String> done = new ArrayList<>();

    @Test
    void periodicTaskRunsAheadOfWaitingTasksAndTaskInTurnAfterThem() {
        loop.every(1, () -> done.add("at once"));
        loop.everyInTurn(1, () -> done.add("in turn"));
        for (int i = 0; i < 3; i++) {
            loop.execute(() -> done.add("task"));
        }
        loop.start();
        environment.run();
        assertEquals(List.of("at once", "task", "task", "task", "in turn"), done);
    }

    @Test
    void taskInTurnIsAskedForOnceWhileItWaits() {
        loop.everyInTurn(1, () -> done.add("in turn"));
        loop.start();
        environment.pass(5);
        assertEquals(Collections.nCopies(6, "in turn"), done);
    }

    @Test
    void nothingRunsBeforeTheStart() {
        loop.every(1, () -> done.add("timer"));
        loop.execute(() -> done.add("task"));
        environment.pass(5);
        assertEquals(List.of(), done);
        assertEquals(1, loop.backlog());
    }

    @Test
    void messagesLeaveAfterWaitingTasks() {
        loop.afterwards(() -> done.add("send"));
        loop.execute(() -> done.add("first"));
        loop.execute(() -> done.add("second"));
        loop.start();
        environment.run();
        assertEquals(List.of("first", "second", "send"), done);
        loop.execute(() -> done.add("third"));
        environment.run();
        assertEquals(List.of("first", "second", "send", "third", "send"), done);
        assertEquals(0, loop.backlog());
    }

    /** What other members send while the loop yields is answered together with what came before. */
    @Test
    void loopYieldsOnceBeforeItSendsUnlessAClientWaits() {
        List<String> yields = new ArrayList<>();
        ManualEnvironment other = new ManualEnvironment(1, 0) {
            @Override
            public void yieldThread() {
                done.add("yield");
                if (yields.isEmpty()) {
                    yields.add("");
                    next.run();
                }
            }
        };
        EventLoop yielding = new EventLoop(other, other);
        next = () -> yielding.execute(() -> done.add("second"));
        yielding.afterwards(() -> done.add("send"));
        yielding.execute(() -> done.add("first"));
        yielding.start();
        other.run();
        assertEquals(List.of("first", "yield", "second", "send"), done);
        done.clear();
        yielding.execute(yielding::hurry);
        other.run();
        assertEquals(List.of("send"), done);
    }

    private Runnable next = () -> {};

    @Test
    void manyTasksAreInterruptedBySending() {
        loop.afterwards(() -> done.add("send"));
        for (int i = 0; i < 65; i++) {
            loop.execute(() -> done.add("task"));
        }
        loop.start();
        environment.run();
        assertEquals(64, done.indexOf("send"));
        assertEquals(List.of("send", "task", "send"), done.subList(64, done.size()));
    }

    @Test
    void closedLoopRunsNothing() {
        loop.every(1, () -> done.add("timer"));
        loop.start();
        environment.run();
        done.clear();
        loop.execute(() -> done.add("task"));
        loop.close();
        environment.pass(10);
        assertEquals(List.of(), done);
    }

    /** Time that passes within tasks. */
    private long spent;

    @Test
    void timeOfTasksAndTimersIsItsLoad() {
        Clock clock = new Clock() {
            @Override
            public long wallMillis() {
                return 0;
            }

            @Override
            public long nanoTime() {
                return 100 + spent;
            }

            @Override
            public Timer schedule(Executor on, long delayNanos, Runnable task) {
                return environment.schedule(on, delayNanos, task);
            }

            @Override
            public long random() {
                throw new UnsupportedOperationException();
            }
        };
        EventLoop busy = new EventLoop(environment, clock);
        assertEquals(EngineLoad.NONE, busy.load());
        busy.every(10, () -> spent += 3);
        busy.afterwards(() -> spent += 1_000);
        busy.execute(() -> spent += 20);
        busy.execute(() -> spent += 100);
        assertEquals(new EngineLoad(0, 2), busy.load());
        busy.start();
        environment.run();
        assertEquals(new EngineLoad(1_123, 0), busy.load());
        environment.pass(10);
        assertEquals(new EngineLoad(2_126, 0), busy.load());
    }

    @Test
    void timerMessagesAreSent() {
        loop.every(10, () -> done.add("timer"));
        loop.afterwards(() -> done.add("send"));
        loop.start();
        environment.run();
        done.clear();
        environment.pass(10);
        assertEquals(List.of("timer", "send"), done);
    }

    /** A frame of many calls counts as many: what other members wait for is sent after it. */
    @Test
    void messagesLeaveBetweenTasksOfMuchWork() {
        loop.afterwards(() -> done.add("send"));
        for (int i = 0; i < 3; i++) {
            loop.execute(256, () -> done.add("calls"));
        }
        assertEquals(3 * 256, loop.backlog());
        loop.start();
        environment.run();
        assertEquals(List.of("calls", "send", "calls", "send", "calls", "send"), done);
        assertEquals(0, loop.backlog());
    }
}
