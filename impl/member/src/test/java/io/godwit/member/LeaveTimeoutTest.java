package io.godwit.member;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.client.GodwitClient;
import io.godwit.member.config.LeavePolicy;
import io.godwit.member.config.LeavePolicy.OnSigterm;
import io.godwit.member.config.LeavePolicy.OnTimeout;
import io.godwit.member.config.MemberConfig;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Members that cannot leave, because there is nobody else. */
@Timeout(200)
class LeaveTimeoutTest {
    private static final byte[] KEY = "k".getBytes(UTF_8);
    private static final byte[] VALUE = "v".getBytes(UTF_8);
    private static final String WAITS = "others rely on its copies of 7 partitions, and it is the primary of 7 of them;"
            + " it is still a voter; it ";

    private final BlockingQueue<String> log = new LinkedBlockingQueue<>();

    private static MemberConfig config(OnSigterm onSigterm, OnTimeout onTimeout) {
        return MemberConfig.of("leaving", "a")
                .withPartitions(7, 1)
                .withLeaving(new LeavePolicy(onSigterm, 1, onTimeout));
    }

    private void awaitLine(String line) throws InterruptedException {
        for (String next = log.take(); !next.equals(line); next = log.take()) {
            assertTrue(!next.startsWith("has not left") || line.startsWith("has not left"), next);
        }
    }

    @Test
    void leaverGivesUpAndSaysWhatItStillWaitsFor() throws Exception {
        try (Member member = Member.start(config(OnSigterm.STOP, OnTimeout.STOP), log::add)) {
            ExecutionException failed =
                    assertThrows(ExecutionException.class, () -> member.leave().get());
            assertInstanceOf(LeaveTimeoutException.class, failed.getCause());
            awaitLine("has not left within 1 s: " + WAITS + "stops");
        }
    }

    @Test
    void leaverThatContinuesLeavesWhenItCan() throws Exception {
        try (Member member = Member.start(config(OnSigterm.STOP, OnTimeout.STOP_AFTER_SIGTERM), log::add);
                GodwitClient before = member.client()) {
            before.map("m").put(KEY, VALUE);
            CompletableFuture<Void> left = member.leave();
            awaitLine("has not left within 1 s: " + WAITS + "continues to leave");
            awaitLine("has not left within 2 s: " + WAITS + "continues to leave");
            try (Member other =
                    Member.start(config(OnSigterm.STOP, OnTimeout.CONTINUE).withMembers(List.of(member.address())))) {
                left.get();
                try (GodwitClient client = other.client()) {
                    assertArrayEquals(VALUE, client.map("m").get(KEY).orElseThrow());
                }
            }
        }
    }

    @Test
    void sigtermStopsAtOnceUnlessTheMemberIsToLeave() throws Exception {
        try (Member member = Member.start(config(OnSigterm.STOP, OnTimeout.CONTINUE), log::add)) {
            member.terminate();
            member.ended().get();
        }
        assertTrue(log.stream().noneMatch(line -> line.startsWith("SIGTERM")), log::toString);
    }

    @Test
    void sigtermEndsALeaverInTime() throws Exception {
        try (Member member = Member.start(config(OnSigterm.LEAVE, OnTimeout.STOP_AFTER_SIGTERM), log::add)) {
            CompletableFuture<Void> left = member.leave();
            awaitLine("has not left within 1 s: " + WAITS + "continues to leave");
            member.terminate();
            assertTrue(left.isCompletedExceptionally());
            assertTrue(log.contains("has not left within 1 s: " + WAITS + "stops"), log::toString);
        }
    }

    @Test
    void memberWithoutAClusterStopsUponSigterm() throws Exception {
        MemberConfig alone = config(OnSigterm.LEAVE, OnTimeout.CONTINUE).withMembers(List.of("127.0.0.1:1"));
        try (Member member = Member.bind(alone, log::add)) {
            member.terminate();
            member.ended().get();
            assertEquals(0, member.number());
        }
    }
}
