package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.ManualEnvironment;
import io.godwit.environment.Storage;
import io.godwit.member.limit.Limit;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a member looks at its disk, and what it says. */
class DiskSpaceLogTest {
    private static final long MIB = 1 << 20;

    private final ManualEnvironment environment = new ManualEnvironment(1, 0);
    private final List<String> log = new ArrayList<>();
    /** Bytes that are free; fewer than none is an error. */
    private long free = 10 * MIB;

    private final Storage storage = (Storage) Proxy.newProxyInstance(
            Storage.class.getClassLoader(), new Class<?>[] {Storage.class}, (proxy, method, arguments) -> {
                if (method.getName().equals("toString")) {
                    return "disk";
                } else if (free < 0) {
                    throw new IOException("no such disk");
                }
                return free;
            });
    private final List<Limit> limits = new ArrayList<>();
    private final DiskSpace space = new DiskSpace(storage, environment, environment, 8 * MIB, limits::add, log::add);

    @Test
    void saysWhenTheDiskIsFullAndWhenItHasRoom() throws IOException {
        free = 8 * MIB;
        space.start();
        assertFalse(space.isFull());
        free--;
        environment.pass(49);
        assertFalse(space.isFull());
        environment.pass(1);
        assertTrue(space.isFull());
        environment.pass(50);
        assertEquals(List.of("takes no writes: 7 MiB are free in disk, and 8 are to stay free"), log);
        free = 9 * MIB - 1;
        environment.pass(50);
        assertTrue(space.isFull());
        free++;
        environment.pass(50);
        assertFalse(space.isFull());
        assertEquals("takes writes again: 9 MiB are free in disk", log.get(1));
        assertEquals(2, log.size());
    }

    @Test
    void reserveMayChange() throws IOException {
        space.start();
        space.reserve(11 * MIB);
        environment.pass(50);
        assertTrue(space.isFull());
        assertEquals(List.of(Limit.DISK_FULL), limits);
        space.reserve(0);
        environment.pass(50);
        assertFalse(space.isFull());
        assertEquals(List.of(Limit.DISK_FULL, Limit.DISK_HAS_ROOM), limits);
    }

    @Test
    void looksNoMoreWhenTheDiskCannotBeLookedAt() throws IOException {
        space.start();
        free = -1;
        environment.pass(500);
        assertEquals(List.of("cannot tell how much space is left in disk: no such disk"), log);
        assertEquals(0, environment.timers());
    }

    @Test
    void memberWithoutADiskIsNeverFull() throws IOException {
        DiskSpace none = new DiskSpace(null, environment, environment, 8 * MIB, limits::add, log::add);
        none.start();
        assertEquals(0, environment.timers());
        assertFalse(none.isFull());
    }

    @Test
    void looksBeforeTheMemberRuns() throws IOException {
        free = 0;
        space.start();
        assertTrue(space.isFull());
    }
}
