package io.godwit.conformance.replay;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.Codec.ValueCache;
import io.godwit.conformance.replay.ReplayedState.TrialResults;
import io.godwit.conformance.replay.Trials.TrialResult;
import io.godwit.conformance.replay.ValueUpdates.PairMap;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the replay remembers must be what it would have made anew. */
class ReplayCacheTest {
    private final ValueTable values = new ValueTable();

    @Test
    void resultsAreFoundByTheirTrial() {
        TrialResults results = new TrialResults();
        // Numbers that collide and wrap around, in a table that grows.
        int[] trials = {7, 15, 0, 8, 23, 16, 31, 4096, 1};
        TrialResult[] made = new TrialResult[trials.length];
        for (int i = 0; i < trials.length; i++) {
            assertNull(results.get(trials[i]));
            made[i] = new TrialResult(null, false, new int[] {i}, -1, List.of(), new int[0], null);
            results.put(trials[i], made[i]);
        }
        for (int i = 0; i < trials.length; i++) {
            assertSame(made[i], results.get(trials[i]));
        }
        assertNull(results.get(39));
    }

    @Test
    void pairsAreFoundInTheirOrder() {
        PairMap pairs = new PairMap();
        for (int one = 0; one < 40; one++) {
            for (int other = 0; other < 40; other++) {
                assertEquals(PairMap.NONE, pairs.get(one, other));
                pairs.put(one, other, 100 * one + other);
            }
        }
        assertEquals(0, pairs.get(0, 0));
        assertEquals(317, pairs.get(3, 17));
        assertEquals(1703, pairs.get(17, 3));
        assertEquals(3939, pairs.get(39, 39));
        assertEquals(PairMap.NONE, pairs.get(40, 0));
    }

    @Test
    void patchIsTheValueItself() {
        ValueUpdates patches = new ValueUpdates(values);
        int one = values.ofNumber(1);
        int two = values.ofNumber(2);
        int old = values.ofSequence(new int[] {one, one}, -1);
        int wanted = values.ofSequence(new int[] {one, two}, -1);
        assertEquals(old, patches.with(old, 1, one));
        assertEquals(wanted, patches.with(old, 1, two));
        assertEquals(wanted, patches.with(old, 1, two));
        assertEquals(values.ofSequence(new int[] {two, one}, -1), patches.with(old, 0, two));
    }

    @Test
    void unionHasEachElementOnce() {
        ValueUpdates patches = new ValueUpdates(values);
        int[] n = new int[6];
        for (int i = 0; i < n.length; i++) {
            n[i] = values.ofNumber(i);
        }
        int set = values.ofSet(new int[] {n[1], n[3], n[4]}, -1);
        int both = patches.union(set, values.ofSet(new int[] {n[0], n[3], n[5]}, -1));
        assertArrayEquals(new int[] {n[0], n[1], n[3], n[4], n[5]}, values.items(both));
        assertEquals(both, patches.union(set, values.ofSet(new int[] {n[0], n[3], n[5]}, -1)));
        assertEquals(set, patches.union(set, values.ofSet(new int[] {n[4]}, -1)));
        assertEquals(set, patches.union(values.ofSet(new int[0], -1), set));
    }

    @Test
    void decodedValueIsCached() {
        ValueCache<String> texts = new ValueCache<>();
        String five = texts.of(5, id -> "value " + id);
        assertEquals("value 5", five);
        assertSame(five, texts.of(5, id -> "another"));
        assertEquals("value 2", texts.of(2, id -> "value " + id));
    }
}
