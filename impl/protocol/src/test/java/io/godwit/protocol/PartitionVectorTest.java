package io.godwit.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PartitionVectorTest {
    /** Around the sizes at which the tree gets another block or another level. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 31, 32, 33, 63, 64, 65, 1_023, 1_024, 1_025, 1_056, 2_048, 32_768, 32_769, 33_000})
    void bothWaysToMakeOneAreTheSame(int size) {
        PartitionVector<String> filled = PartitionVector.filled(size, "a");
        PartitionVector<String> made = PartitionVector.of(size, p -> "a");
        assertEquals(size, filled.size());
        assertEquals(size, made.size());
        assertEquals(filled, made);
        assertEquals(filled.hashCode(), made.hashCode());
        for (int p = 0; p < size; p += Math.max(1, size / 100)) {
            assertEquals("a", filled.get(p));
        }
        if (size > 0) {
            assertEquals("a", filled.get(size - 1));
            assertEquals("a", made.get(size - 1));
            PartitionVector<String> changed = filled.with(size - 1, "b");
            assertEquals("b", changed.get(size - 1));
            assertNotEquals(filled, changed);
            assertNotEquals(filled.hashCode(), changed.hashCode());
            assertEquals("a", filled.get(size - 1));
        }
        assertThrows(IndexOutOfBoundsException.class, () -> filled.get(size));
        assertThrows(IndexOutOfBoundsException.class, () -> filled.get(-1));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 33, 1_100, 33_000})
    void placeHasItsOwnElement(int size) {
        PartitionVector<Integer> vector = PartitionVector.of(size, p -> 3 * p);
        for (int p = 0; p < size; p++) {
            assertEquals(3 * p, vector.get(p));
        }
    }

    @Property(tries = 60, seed = "12", generation = GenerationMode.RANDOMIZED)
    void vectorIsAnArray(@ForAll Random random) {
        int size = 1 + random.nextInt(random.nextBoolean() ? 100 : 3_000);
        List<Integer> model = new ArrayList<>();
        for (int p = 0; p < size; p++) {
            model.add(0);
        }
        PartitionVector<Integer> vector = PartitionVector.filled(size, 0);
        for (int change = 0; change < 200; change++) {
            int p = random.nextInt(size);
            vector = vector.with(p, change);
            model.set(p, change);
        }
        assertEquals(PartitionVector.of(size, model::get), vector);
        assertEquals(PartitionVector.of(size, model::get).hashCode(), vector.hashCode());
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 40, 1_100})
    void vectorsAreEqualWhenTheirElementsAre(int size) {
        PartitionVector<String> letters = PartitionVector.of(size, p -> "p" + p);
        PartitionVector<String> same = PartitionVector.of(size, p -> "p" + p);
        assertEquals(letters, same);
        assertEquals(letters.hashCode(), same.hashCode());
        assertNotEquals(letters, same.with(0, "x"));
        assertNotEquals(letters, same.with(size / 2, "x"));
        assertNotEquals(letters, PartitionVector.of(size + 1, p -> "p" + p));
        assertFalse(letters.equals(null));
        assertEquals(letters, letters.with(3, "x").with(3, "p3"));
    }

    /** A change that changes nothing costs nothing, and those who compare by identity see none. */
    @ParameterizedTest
    @ValueSource(ints = {5, 1_100})
    void sameElementChangesNothing(int size) {
        String element = "a";
        PartitionVector<String> vector = PartitionVector.filled(size, element);
        assertSame(vector, vector.with(4, element));
    }

    @Test
    void vectorIsReadable() {
        assertEquals(
                "[0: a, 1: b, 2: a]",
                PartitionVector.filled(3, "a").with(1, "b").toString());
        assertEquals("[]", PartitionVector.filled(0, "a").toString());
    }

    @Test
    void hasNoGaps() {
        PartitionVector<String> vector = PartitionVector.filled(2, "a");
        assertThrows(NullPointerException.class, () -> vector.with(0, null));
        assertThrows(NullPointerException.class, () -> PartitionVector.of(2, p -> null));
        assertThrows(NullPointerException.class, () -> PartitionVector.filled(2, null));
    }

    /** Sizes of one block, of two levels and of three. */
    @ParameterizedTest
    @ValueSource(ints = {5, 1_000, 40_000})
    void tellsWhereItDiffers(int size) {
        PartitionVector<String> earlier = PartitionVector.filled(size, "a");
        PartitionVector<String> later = earlier;
        List<Integer> changed = List.of(0, 3, size / 2 + 1, size - 1);
        for (int partition : changed) {
            later = later.with(partition, "b");
        }
        List<Integer> told = new ArrayList<>();
        later.differences(earlier, told::add);
        assertEquals(changed.stream().distinct().sorted().toList(), told);
        told.clear();
        later.differences(later, told::add);
        assertEquals(List.of(), told);
        PartitionVector<String> other = PartitionVector.filled(size + 1, "a");
        assertThrows(IllegalArgumentException.class, () -> earlier.differences(other, told::add));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 1_100, 40_000})
    void showsAllElementsAndWhatHasChanged(int size) {
        PartitionVector<String> vector = PartitionVector.of(size, p -> "p" + p);
        List<String> seen = new ArrayList<>();
        vector.forEach((p, element) -> {
            assertEquals(seen.size(), p);
            seen.add(element);
        });
        assertEquals(size, seen.size());
        assertEquals("p" + (size - 1), seen.get(size - 1));
        PartitionVector<String> other = vector.with(size - 1, "x").with(size / 2, "y");
        Set<Integer> changes = new TreeSet<>();
        vector.differences(other, changes::add);
        assertEquals(
                new TreeSet<>(List.of(size - 1, size / 2).stream().distinct().toList()), changes);
        vector.differences(vector, p -> fail("no change"));
        assertThrows(
                IllegalArgumentException.class,
                () -> vector.differences(PartitionVector.filled(size + 1, "a"), p -> {}));
    }
}
