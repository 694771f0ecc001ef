package io.godwit.member.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.member.runtime.MemberLog;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class LogFormatTest {
    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05Z");

    @Test
    void textIsForPeople() {
        assertEquals(
                "2026-01-02T03:04:05Z listening",
                LogFormat.TEXT.line(TIME, "a", 0, 0, MemberLog.NO_PARTITION, "listening"));
        assertEquals(
                "2026-01-02T03:04:05Z [member 3 term 7] is master",
                LogFormat.TEXT.line(TIME, "a", 3, 7, MemberLog.NO_PARTITION, "is master"));
        assertEquals(
                "2026-01-02T03:04:05Z [member 3 term 7 partition 0] serves",
                LogFormat.TEXT.line(TIME, "a", 3, 7, 0, "serves"));
    }

    @Test
    void jsonIsOneObjectInOneLine() {
        assertEquals(
                "{\"time\":\"2026-01-02T03:04:05Z\",\"process\":\"a\",\"member\":3,\"term\":7,\"partition\":5,"
                        + "\"text\":\"a \\\"b\\\"\\nc\"}",
                LogFormat.JSON.line(TIME, "a", 3, 7, 5, "a \"b\"\nc"));
        assertEquals(
                "{\"time\":\"2026-01-02T03:04:05Z\",\"process\":\"a\",\"member\":0,\"term\":0,\"text\":\"x\"}",
                LogFormat.JSON.line(TIME, "a", 0, 0, MemberLog.NO_PARTITION, "x"));
    }
}
