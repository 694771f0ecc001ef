package io.godwit.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StatusLineTest {
    private static final String TERMINAL = "godwit.terminal";

    private final StringWriter out = new StringWriter();

    @AfterEach
    void noTerminal() {
        System.clearProperty(TERMINAL);
    }

    @Test
    void logWritesOnlyLastingLinesAtOnce() {
        try (StatusLine status = new StatusLine(new PrintWriter(out), () -> "half")) {
            status.print("one");
            status.print("two");
        }
        assertEquals(String.format("one%ntwo%n"), out.toString());
    }

    @Test
    void terminalLineIsRedrawnAndClearedAtEnd() throws Exception {
        System.setProperty(TERMINAL, "true");
        CountDownLatch drawn = new CountDownLatch(2);
        try (StatusLine status = new StatusLine(new PrintWriter(out), () -> {
            drawn.countDown();
            return "half";
        })) {
            drawn.await();
            status.print("one");
        }
        String rewrite = "\r\u001b[2K";
        assertTrue(out.toString().startsWith(rewrite + "half" + rewrite + "half"), out.toString());
        assertTrue(out.toString().contains(rewrite + "one"), out.toString());
        assertTrue(out.toString().endsWith(rewrite), out.toString());
    }
}
