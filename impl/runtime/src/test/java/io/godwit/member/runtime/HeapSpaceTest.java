package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.environment.Heap;
import io.godwit.environment.ManualEnvironment;
import io.godwit.member.limit.Limit;
import io.godwit.protocol.MemberSet;
import io.godwit.transport.frame.Frame.KeepAlive;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When a member takes its heap to be full, and when it collects it to find out. */
class HeapSpaceTest {
    private static final long MIB = 1 << 20;
    private static final long RESERVE = 8 * MIB;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final ManualEnvironment environment = new ManualEnvironment(1, 0);
    private final List<Limit> limits = new ArrayList<>();
    private final List<String> log = new ArrayList<>();
    /** Bytes that the member keeps. */
    private long live = 10 * MIB;

    private long garbage;
    private long received;
    private long left;
    private long collections;
    /** How many of them were asked for, and how long each takes. */
    private int asked;

    private long nanosPerCollection;
    private long nanosOfCollections;

    private final Clock clock = new Clock() {
        @Override
        public long nanoTime() {
            return environment.nanoTime() + nanosOfCollections;
        }

        @Override
        public long wallMillis() {
            return environment.wallMillis();
        }

        @Override
        public Timer schedule(Executor on, long delayNanos, Runnable task) {
            return environment.schedule(on, delayNanos, task);
        }

        @Override
        public long random() {
            return environment.random();
        }
    };

    private final Heap heap = new Heap() {
        @Override
        public long capacity() {
            return 32 * MIB;
        }

        @Override
        public long used() {
            return live + garbage;
        }

        @Override
        public long collections() {
            return collections;
        }

        @Override
        public long usedAfterCollection() {
            return left;
        }

        @Override
        public void collect() {
            asked++;
            nanosOfCollections += nanosPerCollection;
            garbage = 0;
            collected();
        }
    };
    private final HeapSpace space =
            new HeapSpace(heap, environment, clock, RESERVE, () -> received, limits::add, log::add);

    /** A collection has left all that is there now. */
    private void collected() {
        left = heap.used();
        collections++;
    }

    @BeforeEach
    void start() throws IOException {
        collected();
        space.start();
    }

    private void receive(long bytes) {
        received += bytes;
        live += bytes;
    }

    private void remove(long bytes) {
        live -= bytes;
        garbage += bytes;
    }

    private void look() {
        environment.pass(50);
    }

    @Test
    void garbageIsCollectedBeforeWritesAreRefused() {
        receive(9 * MIB);
        garbage = 8 * MIB;
        look();
        assertEquals(0, asked, "no more was received than there is room for");
        receive(6 * MIB);
        remove(13 * MIB);
        look();
        assertEquals(1, asked);
        assertFalse(space.isFull());
        look();
        assertEquals(1, asked);
        assertEquals(List.of(), log);
    }

    @Test
    void whatArrivesBetweenCollectionsCounts() {
        receive(14 * MIB);
        assertFalse(space.isFull());
        look();
        assertFalse(space.isFull());
        receive(4 * MIB);
        assertFalse(space.isFull());
        receive(1);
        assertTrue(space.isFull(), "it does not wait for the next check");
        assertEquals(List.of(), limits);
        look();
        assertTrue(space.isFull());
        assertEquals(List.of(Limit.HEAP_FULL), limits);
        assertEquals(List.of("takes no writes that add data: 3 MiB are free in the heap, and 8 are to stay free"), log);
    }

    /** A collection may come between two checks: what has arrived before it may have been counted by it, or not. */
    @Test
    void whatArrivedBeforeTheCollectionMayBeCountedTwice() {
        receive(5 * MIB);
        collected();
        garbage = 9 * MIB;
        look();
        assertFalse(space.isFull());
        receive(9 * MIB);
        look();
        assertEquals(1, asked);
    }

    @Test
    void collectionThatGainsLittleIsNotRepeatedSoon() {
        receive(11 * MIB);
        garbage = 4 * MIB;
        collected();
        look();
        assertEquals(1, asked);
        assertTrue(space.isFull(), "less than the reserve and a half of it is free");
    }

    @Test
    void heapHasRoomAgainWhenACollectionFindsIt() {
        nanosPerCollection = 100 * NANOS_PER_MILLI;
        receive(20 * MIB);
        look();
        assertTrue(space.isFull());
        assertEquals(1, asked);
        remove(10 * MIB - 1);
        environment.pass(1_950);
        assertEquals(1, asked, "twenty times as long as the last one");
        environment.pass(100);
        assertEquals(2, asked);
        assertTrue(space.isFull());
        remove(1);
        environment.pass(2_050);
        assertEquals(3, asked);
        assertFalse(space.isFull());
        assertEquals(List.of(Limit.HEAP_FULL, Limit.HEAP_HAS_ROOM), limits);
        assertEquals("takes writes that add data again: 12 MiB are free in the heap", log.get(1));
    }

    @Test
    void collectionThatNobodyAskedForFindsRoom() {
        receive(20 * MIB);
        look();
        remove(10 * MIB);
        garbage = 0;
        collected();
        look();
        assertFalse(space.isFull());
        assertEquals(1, asked);
    }

    @Test
    void fullHeapIsCollectedOnceASecondAtMost() {
        receive(20 * MIB);
        look();
        environment.pass(950);
        assertEquals(1, asked);
        environment.pass(50);
        assertEquals(2, asked);
    }

    @Test
    void heapThatIsNotCheckedIsNeverFull() throws IOException {
        int timers = environment.timers();
        live = 32 * MIB;
        HeapSpace none = new HeapSpace(heap, null, clock, RESERVE, () -> received, limits::add, log::add);
        none.start();
        assertFalse(none.isFull());
        new HeapSpace(null, environment, clock, RESERVE, () -> received, limits::add, log::add).start();
        assertEquals(timers, environment.timers());
    }

    @Test
    void membersSayWhichSpaceIsFull() {
        MemberSpace member = new MemberSpace(1, new DiskSpace(null, null, clock, 0, limits::add, log::add), space);
        assertEquals(new KeepAlive(), member.keepAlive());
        assertEquals(FullMembers.NONE, member.full());
        member.heard(2, new KeepAlive(true, true));
        member.heard(3, new KeepAlive(true, false));
        receive(20 * MIB);
        look();
        assertEquals(new KeepAlive(true, true), member.keepAlive());
        assertEquals(new FullMembers(MemberSet.of(3), MemberSet.of(1, 2)), member.full());
        member.heard(2, new KeepAlive(true, false));
        member.heard(3, new KeepAlive(true, true));
        assertEquals(new FullMembers(MemberSet.of(2), MemberSet.of(1, 3)), member.full());
        member.heard(2, new KeepAlive());
        member.heard(3, new KeepAlive());
        assertEquals(new FullMembers(MemberSet.of(), MemberSet.of(1)), member.full());
    }
}
