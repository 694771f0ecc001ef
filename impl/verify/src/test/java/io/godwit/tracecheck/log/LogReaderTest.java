package io.godwit.tracecheck.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A log is read up to its last whole line, however the member has ended. */
class LogReaderTest {
    private static final String HEADER =
            "{\"format\":\"godwit-events\",\"version\":4,\"member\":1,\"life\":0,\"began\":\"found\",\"founders\":[1],"
                    + "\"partitions\":4,\"copies\":2,\"control\":{},\"data\":{}}\n";

    @TempDir
    private Path directory;

    private static String event(long number) {
        return "{\"s\":" + number + ",\"a\":\"StartElection\",\"n\":7}\n";
    }

    private LogReader open(String text) throws Exception {
        return LogReader.open(Files.writeString(directory.resolve("member-1-0.ndjson"), text));
    }

    private static long count(LogReader log) throws Exception {
        try (log) {
            while (log.next() != null) {
                // To the end.
            }
            return log.events();
        }
    }

    @Test
    void lineThatIsCutOffIsNoEvent() throws Exception {
        String cut = event(2);
        assertEquals(1, count(open(HEADER + event(1) + cut.substring(0, cut.length() - 1))));
        assertEquals(2, count(open(HEADER + event(1) + cut)));
        assertThrows(LogException.class, () -> open(HEADER.stripTrailing()));
    }

    /** A member that was killed leaves zeros behind its last line, or in the place of its end. */
    @Test
    void zerosAreTheEnd() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes((HEADER + event(1) + event(2).substring(0, 9)).getBytes(StandardCharsets.US_ASCII));
        bytes.writeBytes(new byte[1 << 17]);
        Path file = Files.write(directory.resolve("member-1-0.ndjson"), bytes.toByteArray());
        assertEquals(1, count(LogReader.open(file)));
    }

    @Test
    void textBehindZerosIsRefused() throws Exception {
        LogReader log = open(HEADER + event(1) + "\0".repeat(100) + event(2));
        assertEquals(1, log.next().number());
        LogException refused = assertThrows(LogException.class, log::next);
        assertEquals("member-1-0.ndjson:3: not JSON", refused.getMessage().substring(0, 29));
        log.close();
    }

    /** Lines of any length, across the ends of the reader's buffer. */
    @Test
    void everyLineIsRead() throws Exception {
        StringBuilder text = new StringBuilder(
                HEADER.replace("\"began\"", "\"incarnation\":\"" + "a".repeat(200_000) + "\",\"began\""));
        for (int i = 1; i <= 10_000; i++) {
            text.append(event(i));
        }
        text.append("{\"refused\":{\"HandleAccept ACCEPT_CHECKS_TERM\":3}}\n");
        text.append("{\"end\":10000,\"dropped\":0,\"control\":{},\"data\":{}}\n");
        LogReader log = open(text.toString());
        assertNull(log.end());
        assertEquals(10_000, count(log));
        assertEquals(10_000, log.end().get("end").asInt());
        assertEquals(3, log.refusals().get("HandleAccept ACCEPT_CHECKS_TERM"));
    }

    @Test
    void missingEventIsNamed() throws Exception {
        LogReader log = open(HEADER + event(1) + event(3));
        log.next();
        LogException refused = assertThrows(LogException.class, log::next);
        assertEquals("member-1-0.ndjson:3: event 2 of member 1 is missing; after it comes 3", refused.getMessage());
        log.close();
    }
}
