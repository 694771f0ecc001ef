package io.godwit.member.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class LaneTest {
    private final Lane lane = new Lane(() -> Manner.ALONE);

    private static boolean waitFor(Callable<Boolean> what) {
        try {
            return what.call();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static CompletableFuture<Boolean> later(Callable<Boolean> what) {
        return CompletableFuture.supplyAsync(() -> waitFor(what));
    }

    /** Has somebody take a part for whom there is no room, and returns when it waits. */
    private static CompletableFuture<Boolean> waits(Lane.Share share) {
        CompletableFuture<Boolean> taken = new CompletableFuture<>();
        Thread thread = new Thread(() -> taken.complete(waitFor(share::take)));
        thread.setDaemon(true);
        thread.start();
        while (thread.getState() != Thread.State.WAITING) {
            assertFalse(taken.isDone(), "there was room");
            Thread.onSpinWait();
        }
        return taken;
    }

    /** Takes all the room that there is. */
    private int fill(Lane.Share share) {
        int room = (int) lane.size();
        for (int i = 0; i < room; i++) {
            assertTrue(waitFor(share::take));
        }
        return room;
    }

    @Test
    void logsShareTheRoom() throws Exception {
        Lane.Share one = lane.share();
        Lane.Share other = lane.share();
        int room = fill(one);
        CompletableFuture<Boolean> waits = later(other::take);
        for (int i = 0; i < room; i++) {
            one.arrived();
        }
        assertTrue(waits.get(30, TimeUnit.SECONDS));
    }

    @Test
    void whatIsGivenBackIsThereOnce() {
        Lane.Share share = lane.share();
        int room = fill(share);
        share.giveBack();
        share.arrived();
        share.giveBack();
        assertFalse(waitFor(share::take));
        Lane.Share next = lane.share();
        assertEquals(room, fill(next));
        assertFalse(waits(lane.share()).isDone());
    }

    @Test
    void whatHasArrivedIsNotGivenBack() {
        Lane.Share share = lane.share();
        fill(share);
        share.arrived();
        share.giveBack();
        fill(lane.share());
        assertFalse(waits(lane.share()).isDone());
    }

    @RepeatedTest(50)
    void whoHasWaitedLongestIsNext() {
        Lane.Share one = lane.share();
        fill(one);
        Lane.Share first = lane.share();
        CompletableFuture<Boolean> taken = waits(first);
        CompletableFuture<Void> over = taken.thenRun(first::arrived);
        one.arrived();
        assertTrue(waitFor(lane.share()::take));
        assertTrue(taken.isDone(), "it came later, and was first");
        over.join();
    }

    @RepeatedTest(50)
    void whoHasTakenItsPartLetsTheNextOneLook() throws Exception {
        Lane.Share one = lane.share();
        fill(one);
        CompletableFuture<Boolean> first = waits(lane.share());
        CompletableFuture<Boolean> second = waits(lane.share());
        one.arrived();
        one.arrived();
        assertTrue(first.get(30, TimeUnit.SECONDS));
        assertTrue(second.get(30, TimeUnit.SECONDS));
    }

    @Test
    void whoIsNotNextIsToldThatItIsOverToo() throws Exception {
        fill(lane.share());
        CompletableFuture<Boolean> first = waits(lane.share());
        Lane.Share second = lane.share();
        CompletableFuture<Boolean> waits = waits(second);
        second.giveBack();
        assertFalse(waits.get(30, TimeUnit.SECONDS));
        assertFalse(first.isDone());
    }

    @Test
    void smallOnesPass() {
        Lane.Share small = lane.share();
        int room = fill(lane.share());
        assertTrue(small.pass());
        assertEquals(room, (int) lane.size());
        small.arrived();
        small.giveBack();
        assertFalse(small.pass());
    }

    @Test
    void whoWaitsIsToldThatItIsOver() throws Exception {
        Lane.Share other = lane.share();
        fill(lane.share());
        CompletableFuture<Boolean> waits = later(other::take);
        other.giveBack();
        assertFalse(waits.get(30, TimeUnit.SECONDS));
    }

    @Test
    void someLogsAreSentAndTheOthersWaitInLine() {
        List<Lane.Share> logs = new ArrayList<>();
        List<Integer> begun = new ArrayList<>();
        for (int i = 0; i < Lane.LOGS + 3; i++) {
            int number = i;
            logs.add(lane.share());
            logs.get(i).enter(() -> begun.add(number));
        }
        assertEquals(List.of(0, 1, 2, 3), begun);
        logs.get(Lane.LOGS).giveBack();
        logs.get(0).leave();
        logs.get(0).leave();
        assertEquals(List.of(0, 1, 2, 3, 5), begun);
        // Who waits in line leaves nothing to others.
        logs.get(Lane.LOGS + 2).leave();
        assertEquals(List.of(0, 1, 2, 3, 5), begun);
        logs.get(1).giveBack();
        logs.get(1).leave();
        assertEquals(List.of(0, 1, 2, 3, 5, 6), begun);
    }

    @Test
    void whatWasGivenUpBeforeItStoodInLineNeverBegins() {
        List<Integer> begun = new ArrayList<>();
        Lane.Share givenUp = lane.share();
        givenUp.giveBack();
        givenUp.enter(() -> begun.add(0));
        givenUp.leave();
        lane.share().enter(() -> begun.add(1));
        assertEquals(List.of(1), begun);
    }

    @Test
    void theyTakeTurns() throws Exception {
        Lane.Share one = lane.share();
        int room = fill(one);
        List<Lane.Share> others = List.of(lane.share(), lane.share(), lane.share());
        List<CompletableFuture<Boolean>> waiting =
                others.stream().map(share -> later(share::take)).toList();
        for (int i = 0; i < room; i++) {
            one.arrived();
        }
        // Each part that arrives makes room for the next one, whoever it is.
        while (!waiting.stream().allMatch(CompletableFuture::isDone)) {
            others.forEach(Lane.Share::arrived);
            Thread.onSpinWait();
        }
        for (CompletableFuture<Boolean> each : waiting) {
            assertTrue(each.get(30, TimeUnit.SECONDS));
        }
    }
}
