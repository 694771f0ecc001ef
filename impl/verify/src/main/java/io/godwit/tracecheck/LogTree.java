package io.godwit.tracecheck;

import java.util.Arrays;

/**
 * All logs of writes that the members of one partition have had, as a tree: a node is a log, and has one entry more than its parent. Equal
 * logs are the same node, and a log that has grown shares everything with what it was. A node takes 36 bytes.
 */
final class LogTree {
    /** The log without entries. */
    static final int EMPTY = 0;

    private static final int NONE = -1;

    private int size;
    private int[] parent = new int[64];
    private int[] length = new int[64];
    private int[] epoch = new int[64];
    private int[] op = new int[64];
    /** An ancestor much further up, which is where a search goes first. */
    private int[] jump = new int[64];

    private int[] child = new int[64];
    private int[] sibling = new int[64];
    /** The node before with the same write. */
    private int[] sameOp = new int[64];
    /** By write, the last node that ends with it. */
    private int[] byOp = new int[64];

    LogTree() {
        Arrays.fill(byOp, NONE);
        add(EMPTY, 0, 0);
    }

    /** The log with one more entry. */
    int append(int log, int entryEpoch, int entryOp) {
        for (int it = child[log]; it != NONE; it = sibling[it]) {
            if (epoch[it] == entryEpoch && op[it] == entryOp) {
                return it;
            }
        }
        return add(log, entryEpoch, entryOp);
    }

    private int add(int log, int entryEpoch, int entryOp) {
        if (size == parent.length) {
            grow();
        }
        int node = size++;
        parent[node] = log;
        epoch[node] = entryEpoch;
        op[node] = entryOp;
        child[node] = NONE;
        if (node == EMPTY) {
            sibling[node] = NONE;
            sameOp[node] = NONE;
            return node;
        }
        length[node] = length[log] + 1;
        int far = jump[log];
        jump[node] = length[log] - length[far] == length[far] - length[jump[far]] ? jump[far] : log;
        sibling[node] = child[log];
        child[log] = node;
        if (entryOp >= byOp.length) {
            int old = byOp.length;
            byOp = Arrays.copyOf(byOp, Math.max(entryOp + 1, old + old / 2));
            Arrays.fill(byOp, old, byOp.length, NONE);
        }
        sameOp[node] = byOp[entryOp];
        byOp[entryOp] = node;
        return node;
    }

    private void grow() {
        int room = size + size / 2;
        parent = Arrays.copyOf(parent, room);
        length = Arrays.copyOf(length, room);
        epoch = Arrays.copyOf(epoch, room);
        op = Arrays.copyOf(op, room);
        jump = Arrays.copyOf(jump, room);
        child = Arrays.copyOf(child, room);
        sibling = Arrays.copyOf(sibling, room);
        sameOp = Arrays.copyOf(sameOp, room);
    }

    /** How many entries a log has. */
    int length(int log) {
        return length[log];
    }

    /** The version under which the last entry of a log was written. */
    int epoch(int log) {
        return epoch[log];
    }

    /** The write that is the last entry of a log. */
    int op(int log) {
        return op[log];
    }

    /** The first entries of a log. */
    int prefix(int log, int entries) {
        int node = log;
        while (length[node] > entries) {
            node = length[jump[node]] >= entries ? jump[node] : parent[node];
        }
        return node;
    }

    /** Where a write stands in a log, from 1, at last; 0 if it is not there. */
    int position(int log, int write) {
        int found = 0;
        for (int it = write < byOp.length ? byOp[write] : NONE; it != NONE; it = sameOp[it]) {
            if (length[it] > found && length[it] <= length[log] && prefix(log, length[it]) == it) {
                found = length[it];
            }
        }
        return found;
    }

    /** The beginnings of a log, from the one that has one entry more than {@code from} to the log itself. */
    int[] after(int log, int from) {
        int[] nodes = new int[Math.max(0, length[log] - Math.max(0, from))];
        int node = log;
        for (int i = nodes.length - 1; i >= 0; i--) {
            nodes[i] = node;
            node = parent[node];
        }
        return nodes;
    }
}
