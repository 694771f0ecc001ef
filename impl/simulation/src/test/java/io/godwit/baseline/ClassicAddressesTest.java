package io.godwit.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClassicAddressesTest {
    private static final List<String> THREE = List.of("a:10", "b:20", "c:30");

    @Test
    void numberTellsThePlace() {
        ClassicAddresses nodes = new ClassicAddresses(THREE, 1);
        assertEquals(2, nodes.number(0));
        assertEquals(5, nodes.number(1));
        assertEquals(1, nodes.placeOf(2));
        assertEquals(1, nodes.placeOf(5));
        assertEquals(2, nodes.placeOf(9));
        assertEquals("b", nodes.host(1));
        assertEquals(20, nodes.port(1));
    }

    @Test
    void thereIsNoFourthPlace() {
        assertThrows(IllegalArgumentException.class, () -> new ClassicAddresses(THREE, 3));
        assertThrows(IllegalArgumentException.class, () -> new ClassicAddresses(THREE, -1));
    }
}
