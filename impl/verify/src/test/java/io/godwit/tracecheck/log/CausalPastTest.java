package io.godwit.tracecheck.log;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.tracecheck.log.LoggedRun.CausalPast;
import java.util.List;
import java.util.Map;
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
        LoggedEvent proposal = event(1, 2, "ProposeMember", "{\"5\":1}");
        CausalPast heard = new CausalPast(
                new LoggedRun(
                        Map.of(),
                        List.of(
                                event(5, 1, "HandleSync", "{}"),
                                event(7, 1, "HandleAppend", "{}"),
                                event(1, 1, "Write", "{\"7\":1}"),
                                event(7, 2, "HandleAppend", "{}"),
                                event(5, 2, "HandleAppend", "{}"),
                                proposal,
                                event(1, 3, "Write", "{\"7\":2}"))),
                "ProposeMember");
        assertTrue(heard.mayCause(5, 1, proposal));
        assertTrue(heard.mayCause(7, 1, proposal), "heard of at an event before");
        assertTrue(heard.mayCause(1, 1, proposal), "its own past");
        assertFalse(heard.mayCause(7, 2, proposal), "heard of later");
        assertFalse(heard.mayCause(5, 2, proposal), "never heard of");
        assertFalse(heard.mayCause(6, 1, proposal));
    }
}
