package io.godwit.events;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonLineTest {
    private final JsonLine line = new JsonLine();

    private String text() {
        return new String(line.bytes(), 0, line.size(), US_ASCII);
    }

    private void assertDigits(long number) {
        line.clear();
        line.number(number);
        assertEquals(Long.toString(number), text());
    }

    @Test
    void numbersAreWrittenWithTheirDigits() {
        long ten = 1;
        for (int i = 0; i < 19; i++, ten *= 10) {
            for (long near = ten - 2; near <= ten + 2; near++) {
                assertDigits(near);
                assertDigits(-near);
            }
        }
        for (long edge : new long[] {Long.MIN_VALUE, Long.MAX_VALUE, Integer.MIN_VALUE, Integer.MAX_VALUE, 1L << 31}) {
            assertDigits(edge);
        }
        Random random = new Random(1);
        for (int i = 0; i < 10_000; i++) {
            assertDigits(random.nextLong() >> random.nextInt(64));
        }
    }

    @Test
    void emptyObjectIsRemoved() {
        line.open('{');
        int before = line.size();
        line.name('a').open('{').closeUnlessEmpty('}', before);
        line.name("b").open('[').number(1).closeUnlessEmpty(']', before);
        before = line.size();
        line.name('c').open('{').closeUnlessEmpty('}', before);
        line.name('d').number(2).close('}');
        assertEquals("{\"b\":[1],\"d\":2}", text());
    }

    @Test
    void commasAreBetweenThings() {
        line.open('{').name("a").number(1).name(2).open('[').text("x").nothing().close(']');
        line.field('c', 3).name('d').number(4).field('e', -5);
        line.list('f', 6, -7).list('g', 8, 9, Long.MIN_VALUE);
        line.name("b".repeat(600)).open('{').close('}').end();
        assertEquals(
                "{\"a\":1,\"2\":[\"x\",null],\"c\":3,\"d\":4,\"e\":-5,\"f\":[6,-7],"
                        + "\"g\":[8,9,-9223372036854775808],\"" + "b".repeat(600) + "\":{}}\n",
                text());
        line.clear();
        assertEquals("", text());
    }
}
