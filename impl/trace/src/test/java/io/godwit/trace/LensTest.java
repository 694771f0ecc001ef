package io.godwit.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LensTest {
    private static final Map<String, TlaValue> STATE = ValueParser.state(
            "/\\ table = <<<<[v |-> 3, r |-> <<1, 0>>]>>, <<[v |-> 4, r |-> <<2, 1>>]>>>> /\\ up = {1} /\\ role = <<\"master\", \"\">> "
                    + "/\\ log = [a |-> <<7, 8, 9>>, b |-> <<>>] /\\ big = 9007199254740994");
    private static final Map<String, TlaValue> BOUND = Map.of("m", TlaValue.of(2), "p", TlaValue.of(1));

    @ParameterizedTest
    @CsvSource(
            delimiter = '@',
            quoteCharacter = '\0',
            value = {
                "table[m][p].v @ 4",
                "table[m][p].r[1] == m @ TRUE",
                "m =~ up @ FALSE",
                "m !~ up && !(1 !~ up) @ TRUE",
                "m =~ up || table[1][p].v < 4 @ TRUE",
                "role[m] == \"\" @ TRUE",
                "role[1] =~ [\"master\", \"backup\"] @ TRUE",
                "m =~ up ? \"yes\" : \"no\" @ \"no\"",
                "size(log.a) + 1 - m @ 2",
                "last(log.a) @ 9",
                "first(log.a) @ 7",
                "sum(log.a) @ 24",
                "domain(log) @ {\"a\", \"b\"}",
                "cons(0, up) @ <<0, 1>>",
                "any(up, x -> x == 1) @ TRUE",
                "any(domain(table), x -> x > m) @ FALSE",
                "map([1, 2], x -> table[x][1].v) @ <<3, 4>>",
                "map(domain(table), x -> x + m) @ <<3, 4>>",
                "[m, p] @ <<2, 1>>",
                "table[9][p].v == 4 @ FALSE",
                "table[9][p].v >= 0 @ FALSE",
                "table[9][p].v =~ up @ FALSE",
                "big > 9007199254740993 @ TRUE",
                "table[m][p] == table[m][p] && table[m][p] != table[1][p] @ TRUE"
            })
    void evaluates(String expression, String value) {
        assertEquals(
                ValueParser.value(value.strip()),
                Expr.parse(expression.strip()).eval(STATE, BOUND).orElseThrow());
    }

    @Test
    void missingValueIsAbsent() {
        assertTrue(Expr.parse("table[9][p].v").eval(STATE, BOUND).isEmpty());
        assertEquals(
                "v–, p1: 3",
                Template.parse("v{table[9][p].v}, {map([1], x -> table[x][1].v)|map p}")
                        .render(STATE, BOUND));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "table[",
                "a ? b",
                "a b",
                "sizzle(a)",
                "any(a, x -> sizzle(x))",
                "size(a, b)",
                "(a",
                "a ==",
                "a = 1",
                "a.b()",
                "new(\"a\")"
            })
    void errorNamesPlaceInExpression(String expression) {
        String message =
                assertThrows(TraceException.class, () -> Expr.parse(expression)).getMessage();
        assertTrue(message.contains("column"), message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '!',
            quoteCharacter = '\0',
            value = {
                "{\"tables\": \"x\"} ! /modules/M/tables: unknown key",
                "{\"stamp\": 3} ! /modules/M/stamp: Cannot construct",
                "{\"stamp\": \"a[\"} ! /modules/M/stamp: \"a[\", column 2",
                "{\"marks\": [{\"tone\": \"loud\", \"label\": \"x\"}]} ! /modules/M/marks/0: the tone is loud, but a tone is one of",
                "{\"marks\": [{\"tone\": \"warn\"}]} ! /modules/M/marks/0/label: Missing required",
                "{\"facts\": {}} ! /modules/M/facts: Cannot deserialize",
                "{\"actions\": {\"A\": {\"kind\": \"bang\"}}} ! /modules/M/actions/A/kind: Cannot deserialize",
                "{\"extends\": \"N\"} ! /modules/M/extends: no module N",
                "{\"cell\": {\"version\": \"{a\"}} ! /modules/M/cell/version: \"{a\": '{' without '}'"
            })
    void errorNamesPlaceInLens(String module, String what) {
        String json = "{\"format\": \"godwit-lens\", \"version\": 1, \"modules\": {\"M\": " + module + "}}";
        String message = assertThrows(TraceException.class, () -> Lenses.none().add("lens.json", json))
                .getMessage();
        assertTrue(message.startsWith("lens.json: " + what.strip()), message);
    }

    @Test
    void lensExtendsAnother() {
        Lenses lenses = Lenses.none()
                .add(
                        "lens.json",
                        "{\"format\":\"godwit-lens\",\"version\":1,\"modules\":{\"A\":{\"protocol\":\"p\",\"properties\":{\"X\":\"x\",\"Y\":\"y\"}},"
                                + "\"B\":{\"extends\":\"A\",\"properties\":{\"Y\":\"other\"}}}}");
        assertEquals("p", lenses.of("B").protocol());
        assertEquals(Map.of("X", "x", "Y", "other"), lenses.of("B").properties());
        assertEquals(Lens.generic(), lenses.of("C"));
    }

    /**
     * Every lens of this repository can be read, and every module that it speaks of is there. Runs of the simulation have a lens
     * too, and no module.
     */
    @Test
    void lensesOfThisRepositoryAreSound() {
        Path spec = Path.of(System.getProperty("godwit.root"), "spec");
        for (String module : Lenses.load(spec).modules()) {
            assertTrue(
                    Files.isRegularFile(spec.resolve("classic/" + module + ".tla"))
                            || Files.isRegularFile(spec.resolve("quorum/" + module + ".tla"))
                            || module.equals("Simulation"),
                    module);
        }
    }

    /** No trace of this repository is shown without a lens. */
    @Test
    void rootModulesHaveLenses() throws IOException {
        Path root = Path.of(System.getProperty("godwit.root"));
        Set<String> lenses = Lenses.load(root.resolve("spec")).modules();
        JsonNode manifest =
                new ObjectMapper().readTree(root.resolve("models/manifest.json").toFile());
        for (String file : manifest.get("models").findValuesAsText("module")) {
            Path module = Path.of(file);
            String name = module.getFileName().toString().replace(".tla", "");
            assertTrue(!module.startsWith("spec") || lenses.contains(name), name);
        }
    }
}
