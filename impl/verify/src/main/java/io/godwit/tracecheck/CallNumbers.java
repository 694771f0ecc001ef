package io.godwit.tracecheck;

/** Numbers for the writes of one partition, from 1 in the order in which they came: a hash table without objects. */
final class CallNumbers {
    private long[] clients = new long[64];
    private long[] calls = new long[64];
    private int[] numbers = new int[64];
    private int size;

    /** The number of a client's call; 0 if it has none. */
    int of(long client, long call) {
        return numbers[slot(client, call)];
    }

    /** The number of a client's call, which gets the next one if it has none. */
    int number(long client, long call) {
        int slot = slot(client, call);
        if (numbers[slot] == 0) {
            if (2 * (size + 1) > numbers.length) {
                grow();
                slot = slot(client, call);
            }
            clients[slot] = client;
            calls[slot] = call;
            numbers[slot] = ++size;
        }
        return numbers[slot];
    }

    /** How many numbers are given. */
    int size() {
        return size;
    }

    private int slot(long client, long call) {
        long hash = (client * 0x9E3779B97F4A7C15L + call) * 0xD1B54A32D192ED03L;
        int mask = numbers.length - 1;
        int slot = (int) (hash >>> Integer.SIZE) & mask;
        while (numbers[slot] != 0 && (clients[slot] != client || calls[slot] != call)) {
            slot = (slot + 1) & mask;
        }
        return slot;
    }

    private void grow() {
        long[] oldClients = clients;
        long[] oldCalls = calls;
        int[] old = numbers;
        clients = new long[2 * old.length];
        calls = new long[2 * old.length];
        numbers = new int[2 * old.length];
        for (int i = 0; i < old.length; i++) {
            if (old[i] != 0) {
                int slot = slot(oldClients[i], oldCalls[i]);
                clients[slot] = oldClients[i];
                calls[slot] = oldCalls[i];
                numbers[slot] = old[i];
            }
        }
    }
}
