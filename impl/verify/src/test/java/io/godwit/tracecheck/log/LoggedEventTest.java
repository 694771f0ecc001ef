package io.godwit.tracecheck.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Test;

class LoggedEventTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static JsonNode changes(String line) throws JsonProcessingException {
        return new LoggedEvent(1, 5, "Write", JSON.readTree(line), "here").changes();
    }

    @Test
    void writeThatWasAddedIsAChangeOfTheLog() throws JsonProcessingException {
        assertEquals(
                JSON.readTree("{\"replicas\":{\"3\":{\"log\":[2,[1,4,-77,9]]}}}"),
                changes("{\"s\":5,\"a\":\"Write\",\"p\":3,\"o\":[-77,9],\"l\":[2,1,4]}"));
    }

    @Test
    void otherChangesStandAsTheyAre() throws JsonProcessingException {
        assertEquals(JSON.readTree("{\"term\":2}"), changes("{\"s\":5,\"d\":{\"term\":2}}"));
        assertTrue(changes("{\"s\":5}").isMissingNode());
    }
}
