package io.godwit.tracecheck.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.godwit.tracecheck.log.LogReader.Shorthand;
import org.junit.jupiter.api.Test;

class ShorthandTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Shorthand shorthand = new Shorthand();

    private void assertExpanded(String wanted, String line) throws JsonProcessingException, LogException {
        ObjectNode node = (ObjectNode) JSON.readTree(line);
        shorthand.expand(node, "here");
        assertEquals(JSON.readTree(wanted), JSON.readTree(node.toString()));
    }

    private void assertRefused(String line) {
        assertThrows(LogException.class, () -> shorthand.expand((ObjectNode) JSON.readTree(line), "here"));
    }

    @Test
    void placeIsThatOfTheClientThatWasNamedWithItLast() throws Exception {
        assertExpanded("{\"o\":[7,1]}", "{\"o\":[7,1]}");
        assertExpanded("{\"o\":[-7777777777,1]}", "{\"o\":[-7777777777,1,5]}");
        assertExpanded("{\"o\":[-7777777777,2]}", "{\"k\":[5,2]}");
        assertExpanded("{\"o\":[8888888888,1]}", "{\"o\":[8888888888,1,5]}");
        assertExpanded("{\"o\":[8888888888,3]}", "{\"k\":[5,3]}");
    }

    @Test
    void placeThatNobodyHasIsRefused() throws Exception {
        assertRefused("{\"k\":[5,2]}");
        assertExpanded("{\"o\":[-7777777777,1]}", "{\"o\":[-7777777777,1,5]}");
        assertRefused("{\"k\":[6,2]}");
        assertRefused("{\"k\":[5]}");
        assertRefused("{\"k\":5}");
        assertRefused("{\"o\":[1,2],\"k\":[5,2]}");
    }

    @Test
    void writeThatWasAddedSaysItsVersionAndPosition() throws Exception {
        assertExpanded(
                "{\"a\":\"HandleAppend\",\"o\":[1,2],\"l\":[9,2,4],\"v\":[2,4],\"n\":9}",
                "{\"a\":\"HandleAppend\",\"o\":[1,2],\"l\":[9,2,4]}");
        String whole = "{\"a\":\"HandleAppend\",\"v\":[3,1],\"n\":9,\"o\":[1,2],\"l\":[9,2,4]}";
        assertExpanded(whole, whole);
        assertExpanded("{\"a\":\"Write\",\"l\":[9,2,4]}", "{\"a\":\"Write\",\"l\":[9,2,4]}");
    }
}
