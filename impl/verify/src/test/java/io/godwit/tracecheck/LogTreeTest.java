package io.godwit.tracecheck;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class LogTreeTest {
    private final LogTree tree = new LogTree();

    @Test
    void equalLogsAreTheSame() {
        int one = tree.append(tree.append(LogTree.EMPTY, 1, 7), 1, 8);
        assertEquals(one, tree.append(tree.append(LogTree.EMPTY, 1, 7), 1, 8));
        assertEquals(2, tree.length(one));
        assertEquals(8, tree.op(one));
        assertEquals(1, tree.epoch(one));
    }

    /** Logs of all kinds, beside lists of their entries. */
    @Test
    void logsHaveTheirEntriesInOrder() {
        Random random = new Random(11);
        List<Integer> nodes = new ArrayList<>(List.of(LogTree.EMPTY));
        List<List<Integer>> lists = new ArrayList<>(List.of(List.of()));
        for (int op = 1; op <= 400; op++) {
            int from = Math.max(0, nodes.size() - 1 - random.nextInt(3) * random.nextInt(20));
            List<Integer> entries = new ArrayList<>(lists.get(from));
            entries.add(op);
            nodes.add(tree.append(nodes.get(from), 1, op));
            lists.add(entries);
        }
        for (int i = 0; i < nodes.size(); i++) {
            List<Integer> entries = lists.get(i);
            assertEquals(entries.size(), tree.length(nodes.get(i)));
            for (int length = 0; length <= entries.size(); length++) {
                int prefix = tree.prefix(nodes.get(i), length);
                assertEquals(length == 0 ? 0 : entries.get(length - 1), tree.op(prefix));
                assertEquals(length, tree.length(prefix));
            }
            for (int op = 0; op <= 401; op++) {
                assertEquals(entries.indexOf(op) + 1, tree.position(nodes.get(i), op));
            }
            int from = entries.size() / 2;
            int[] after = tree.after(nodes.get(i), from);
            assertEquals(entries.size() - from, after.length);
            for (int k = 0; k < after.length; k++) {
                assertEquals(entries.get(from + k), tree.op(after[k]));
            }
        }
    }

    @Test
    void nothingIsAfterTheEnd() {
        int log = tree.append(LogTree.EMPTY, 1, 5);
        assertArrayEquals(new int[0], tree.after(log, 1));
        assertArrayEquals(new int[0], tree.after(log, 9));
        assertArrayEquals(new int[] {log}, tree.after(log, -4));
    }

    /** A write that stands in a log twice is found where it stands last. */
    @Test
    void positionIsTheLast() {
        int log = tree.append(tree.append(tree.append(LogTree.EMPTY, 1, 5), 1, 6), 2, 5);
        assertEquals(3, tree.position(log, 5));
        assertEquals(1, tree.position(tree.prefix(log, 2), 5));
    }
}
