package io.godwit.tracecheck.log;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class CausalPastTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static LoggedEvent event(int member, long number, String action, String clock)
            throws JsonProcessingException {
        return new LoggedEvent(
                member, number, action, JSON.readTree("{\"c\":" + clock + "}"), "member-" + member + ":" + number);
    }

    /** Whatever order concurrent events were put into, what was not heard of is no cause. */
    @Test
    void causeIsWhatWasHeardOf() throws JsonProcessingException {
        CausalPast past = new CausalPast();
        past.add(event(5, 1, "HandleSync", "{}"));
        past.add(event(7, 1, "HandleAppend", "{}"));
        past.add(event(1, 1, "Write", "{\"7\":1}"));
        past.add(event(7, 2, "HandleAppend", "{}"));
        past.add(event(5, 2, "HandleAppend", "{}"));
        past.add(event(1, 2, "ProposeMember", "{\"5\":1}"));
        assertTrue(past.mayCause(5, 1, 1));
        assertTrue(past.mayCause(7, 1, 1), "heard of at an event before");
        assertTrue(past.mayCause(1, 1, 1), "its own past");
        assertFalse(past.mayCause(7, 2, 1), "not heard of yet");
        assertFalse(past.mayCause(5, 2, 1), "never heard of");
        assertFalse(past.mayCause(6, 1, 1));
        past.add(event(1, 3, "Write", "{\"7\":2}"));
        assertTrue(past.mayCause(7, 2, 1), "heard of later");
    }
}
