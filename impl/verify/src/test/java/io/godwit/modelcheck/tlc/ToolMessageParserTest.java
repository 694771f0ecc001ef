package io.godwit.modelcheck.tlc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.modelcheck.tlc.ToolMessageParser.ToolMessage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ToolMessageParserTest {
    private final List<ToolMessage> messages = new ArrayList<>();
    private final List<String> outside = new ArrayList<>();
    private final ToolMessageParser parser = new ToolMessageParser(messages::add, outside::add);

    @Test
    void cutsMessagesOut() {
        feed("before", "@!@!@STARTMSG 2110:1 @!@!@", "Invariant A is violated.", "@!@!@ENDMSG 2110 @!@!@", "after");

        assertEquals(List.of(new ToolMessage(2110, 1, "Invariant A is violated.\n")), messages);
        assertEquals(List.of("before", "after"), outside);
        assertTrue(messages.get(0).isError());
    }

    @Test
    void findsAMessageInsideOfAnother() {
        feed(
                "@!@!@STARTMSG 1000:1 @!@!@",
                "The exception was X",
                ": @!@!@STARTMSG 5006:0 @!@!@",
                "It was expecting = or <-",
                "@!@!@ENDMSG 5006 @!@!@",
                "@!@!@ENDMSG 1000 @!@!@");

        assertEquals(5006, messages.get(0).number());
        assertEquals(1000, messages.get(1).number());
        assertTrue(messages.get(1).body().contains("It was expecting"));
        assertEquals(List.of(), outside);
    }

    @Test
    void noticesThatTheOutputIsCutOff() {
        feed("@!@!@STARTMSG 2217:4 @!@!@", "1: <Init");

        assertTrue(parser.isInMessage());
    }

    private void feed(String... lines) {
        for (String line : lines) {
            parser.line(line);
        }
    }
}
