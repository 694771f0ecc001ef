package io.godwit.tracecheck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CallNumbersTest {
    @Test
    void callKeepsItsNumber() {
        CallNumbers numbers = new CallNumbers();
        for (int round = 0; round < 2; round++) {
            int next = 1;
            for (long client = -50; client < 50; client++) {
                for (long call = 0; call < 40; call++) {
                    assertEquals(round == 0 ? 0 : next, numbers.of(client << 40, call));
                    assertEquals(next++, numbers.number(client << 40, call));
                }
            }
        }
        assertEquals(4000, numbers.size());
        assertEquals(0, numbers.of(1, 41));
    }
}
