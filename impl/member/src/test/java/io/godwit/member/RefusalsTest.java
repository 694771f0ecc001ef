package io.godwit.member;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RefusalsTest {
    private final List<String> lines = new ArrayList<>();
    private final AtomicLong clock = new AtomicLong(-5);
    private final Refusals refusals = new Refusals(lines::add, clock::get);

    private void come(String host, int port, String why) {
        refusals.refused(InetSocketAddress.createUnresolved(host, port), why);
    }

    @Test
    void theSameIsSaidNowAndThenOnly() {
        come("a", 1, "no");
        come("a", 2, "no");
        come("a", 3, "never");
        come("b", 1, "no");
        clock.addAndGet(Refusals.QUIET - 1);
        come("a", 4, "no");
        assertEquals(3, lines.size(), lines::toString);
        clock.incrementAndGet();
        come("a", 5, "no");
        assertEquals("connection from a/<unresolved>:5 refused (and 2 more before): no", lines.get(3));
        come("a", 6, "no");
        assertEquals(4, lines.size(), lines::toString);
        assertEquals(7, refusals.count());
    }
}
