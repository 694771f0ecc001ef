package io.godwit.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValueParserTest {
    @RepeatedTest(300)
    void readsWhatItWrites(RepetitionInfo run) {
        TlaValue value = new RandomValues(run.getCurrentRepetition()).next(4);
        if (value.text().contains("\n")) {
            return; // TLC never prints a raw line break inside a string
        }
        assertEquals(value, ValueParser.value(value.text()), value.text());
    }

    @RepeatedTest(100)
    void doesNotCareAboutLineBreaks(RepetitionInfo run) {
        TlaValue value = new RandomValues(1000 + run.getCurrentRepetition()).next(4);
        if (value.text().contains("\"")) {
            return; // breaks inside of strings would change them
        }
        String broken = value.text().replace(" ", "\n   ").replace(",", "\n,");
        assertEquals(value, ValueParser.value(broken), broken);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-7",
                "\"\"",
                "\"a\"",
                "TRUE",
                "FALSE",
                "n1",
                "{}",
                "{1, 2}",
                "<<>>",
                "<<<<>>, {<<1, 2>>}>>",
                "[a |-> 1, b |-> <<2>>]",
                "(n1 :> 0 @@ n2 :> {1})",
                "(0 :> \"x\" @@ 1 :> \"y\")",
                "(\"a b\" :> 1)",
                "({1} :> <<2, 3>>)",
                "123456789012345678901234567890"
            })
    void readsAndWritesLikeTlc(String text) {
        assertEquals(text, ValueParser.value(text).text());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '=',
            value = {
                "1..3 = {1, 2, 3}",
                "3..1 = {}",
                "{2, 1, 2} = {1, 2}",
                "(1 :> 5 @@ 2 :> 6) = <<5, 6>>",
                "(\"a\" :> 1 @@ \"b\" :> 2) = [a |-> 1, b |-> 2]",
                "(2 :> 1..2 @@ 3 :> {}) = (2 :> {1, 2} @@ 3 :> {})",
                "((1)) = 1",
                "{b10, b9} = {b9, b10}"
            })
    void bringsEqualValuesToOneForm(String text, String canonical) {
        assertEquals(canonical, ValueParser.value(text).text());
    }

    @Test
    void keepsALongIntervalAsText() {
        assertEquals("0..1000000", ValueParser.value("0..1000000").text());
    }

    @Test
    void readsAState() {
        Map<String, TlaValue> state = ValueParser.state(
                "/\\ chan = [ a |-> [a |-> <<>>, b |-> <<>>],\n  b |->\n      << [t |-> 1] >> ]\n/\\ up = {\"a\"}\n/\\ x = 1");
        assertEquals(List.of("chan", "up", "x"), List.copyOf(state.keySet()));
        assertEquals(TlaValue.of(1), state.get("x"));
    }

    @Test
    void readsAStateOfOneVariable() {
        assertEquals(Map.of("x", TlaValue.of(3)), ValueParser.state("x = 3\n"));
        assertEquals(Map.of(), ValueParser.state(""));
    }

    @Test
    void knowsFunctionsOfEveryKind() {
        assertEquals(
                TlaValue.of(6), ValueParser.value("<<5, 6>>").at(TlaValue.of(2)).orElseThrow());
        assertEquals(
                TlaValue.of(1),
                ValueParser.value("[a |-> 1]").at(TlaValue.of("a")).orElseThrow());
        assertTrue(ValueParser.value("<<5>>").at(TlaValue.of(2)).isEmpty());
        assertTrue(ValueParser.value("{1}").domain().isEmpty());
        assertEquals(new TlaValue.Int(BigInteger.TEN), ValueParser.value("10"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{1, 2", "<<1, 2", "[a 1]", "\"open", "1 2", "(1 :>", "{1,,2}", "-", "TRUE..3"})
    void errorNamesPlaceInText(String text) {
        String message = assertThrows(TraceException.class, () -> ValueParser.value(text))
                .getMessage();
        assertTrue(message.startsWith("line 1, column "), message);
    }

    @Test
    void errorNamesLineOfState() {
        String message = assertThrows(TraceException.class, () -> ValueParser.state("/\\ x = 1\n/\\ y = ]"))
                .getMessage();
        assertTrue(message.startsWith("line 2, column 8: "), message);
        assertTrue(assertThrows(TraceException.class, () -> ValueParser.state("/\\ x = 1\n/\\ x = 2"))
                .getMessage()
                .contains("x occurs twice"));
    }
}
