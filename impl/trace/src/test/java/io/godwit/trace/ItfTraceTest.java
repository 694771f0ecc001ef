package io.godwit.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItfTraceTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '\0',
            value = {
                "{\"#bigint\":\"12\"} ! 12",
                "3 ! 3",
                "\"a\" ! \"a\"",
                "\"n1_OF_NODE\" ! n1",
                "true ! TRUE",
                "{\"#tup\":[1,\"x\"]} ! <<1, \"x\">>",
                "[1,2] ! <<1, 2>>",
                "{\"#set\":[2,1,{\"#bigint\":\"2\"}]} ! {1, 2}",
                "{\"a\":1,\"b\":{\"c\":[]}} ! [a |-> 1, b |-> [c |-> <<>>]]",
                "{\"#map\":[[1,\"x\"],[2,\"y\"]]} ! <<\"x\", \"y\">>",
                "{\"#map\":[[\"a\",1]]} ! [a |-> 1]",
                "{\"#map\":[{\"#tup\":[{\"#tup\":[1,2]},0]}]} ! (<<1, 2>> :> 0)"
            })
    void readsTheSameValuesAsTlcPrints(String itf, String tla) {
        assertEquals(ValueParser.value(tla.strip()), value(itf));
    }

    @Test
    void keepsWhatApalacheCouldNotWrite() {
        assertEquals("Int", value("{\"#unserializable\":\"Int\"}").text());
    }

    @Test
    void readsStatesAndLoop() {
        ItfTrace trace = ItfTrace.parse(
                "{\"#meta\":{\"format\":\"ITF\"},\"vars\":[\"x\"],\"loop\":0,\"states\":[{\"#meta\":{\"index\":0},\"x\":1},{\"x\":2}]}");
        assertEquals(2, trace.states().size());
        assertEquals("Init", trace.states().get(0).action());
        assertEquals("Next", trace.states().get(1).action());
        assertEquals(OptionalInt.of(1), trace.loopStart());
    }

    @Test
    void errorNamesPlaceInTrace() {
        assertTrue(broken("{").contains("not valid JSON"));
        assertTrue(broken("{}").contains("\"vars\" and \"states\""));
        assertTrue(broken("{\"vars\":[\"x\"],\"states\":[{}]}").contains("/states/0/x is missing"));
        assertTrue(
                broken("{\"vars\":[\"x\"],\"states\":[{\"x\":{\"#odd\":1}}]}").contains("#odd"));
        assertTrue(
                broken("{\"vars\":[\"x\"],\"states\":[{\"x\":{\"#map\":[1]}}]}").contains("/states/0/x"));
        assertTrue(broken("{\"vars\":[\"x\"],\"states\":[{\"x\":null}]}").contains("/states/0/x"));
    }

    private static String broken(String json) {
        return assertThrows(TraceException.class, () -> ItfTrace.parse(json)).getMessage();
    }

    private static TlaValue value(String itf) {
        return ItfTrace.parse("{\"vars\":[\"x\"],\"states\":[{\"x\":" + itf + "}]}")
                .states()
                .get(0)
                .variables()
                .get("x");
    }
}
