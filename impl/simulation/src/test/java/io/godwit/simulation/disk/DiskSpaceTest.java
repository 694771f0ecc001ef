package io.godwit.simulation.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.member.runtime.DiskSpace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiskSpaceTest {
    private static final long MIB = 1 << 20;

    private final SimulatedDisk disk = new SimulatedDisk("disk", nanos -> {});
    private final List<String> log = new ArrayList<>();
    /** What looks the next time. */
    private Runnable look;

    private final Clock clock = new Clock() {
        @Override
        public long wallMillis() {
            return 0;
        }

        @Override
        public long nanoTime() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Timer schedule(Executor on, long delayNanos, Runnable task) {
            look = task;
            return () -> {};
        }

        @Override
        public long random() {
            throw new UnsupportedOperationException();
        }
    };

    @Test
    void diskIsFullUntilMoreThanTheReserveIsFree() throws IOException {
        DiskSpace space = new DiskSpace(disk.open(), null, clock, 8 * MIB, limit -> {}, log::add);
        disk.capacity(8 * MIB);
        space.start();
        assertFalse(space.isFull());
        disk.capacity(8 * MIB - 1);
        look.run();
        assertTrue(space.isFull());
        disk.capacity(9 * MIB - 1);
        look.run();
        assertTrue(space.isFull());
        disk.capacity(9 * MIB);
        look.run();
        assertFalse(space.isFull());
        assertEquals(2, log.size(), log.toString());
    }
}
