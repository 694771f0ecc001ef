package io.godwit.protocol.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.godwit.protocol.map.Cell.Elements;
import io.godwit.protocol.map.Cell.Items;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CellTest {
    private static final Bytes A = Bytes.of((byte) 1);
    private static final Bytes B = Bytes.of((byte) 2);
    private static final Bytes MAP = Bytes.of((byte) 9);

    @Test
    void setIsToldInOneOrder() {
        Elements set = Elements.NONE;
        List<Bytes> all = new ArrayList<>();
        for (byte i = 100; i >= 0; i--) {
            set = set.with(Bytes.of(i));
            all.add(0, Bytes.of(i));
        }
        assertEquals(all, set.values());
    }

    @Test
    void listsAreEqualItemByItem() {
        Items list = Items.append(Items.append(null, A), B);
        assertEquals(List.of(A, B), list.values());
        assertEquals(list, Items.append(Items.append(null, A), B));
        assertNotEquals(list, Items.append(Items.append(null, B), A));
        assertNotEquals(list, Items.append(list, A));
        assertNotEquals(list, new Cell.Single(A));
        assertEquals(list.values().hashCode(), list.hashCode());
    }

    @Test
    void operationIsAboutItsMapAndKey() {
        assertEquals(MAP.hash() * 31 + A.hash(), size(MAP, A).key());
        assertNotEquals(size(MAP, A).key(), size(MAP, B).key());
        assertNotEquals(size(MAP, A).key(), size(A, MAP).key());
    }

    private static Operation size(Bytes map, Bytes entry) {
        return new Operation.OnMap(Operation.Verb.GET, map, entry, Bytes.EMPTY, Bytes.EMPTY);
    }
}
