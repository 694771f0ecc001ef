package io.godwit.events;

/**
 * The clients that a log has named lately. Their numbers are long and come again and again: a client is named once, with a
 * place, and is the client of that place until the place is given to another one. Not safe for several threads.
 */
final class ClientDictionary {
    /** Numbers up to here are not longer than a place; they are always named. */
    private static final long SHORT = 10_000;

    private static final int BITS = 12;
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final long[] byPlace = new long[1 << BITS];

    /** Writes a client's call. */
    void write(JsonLine line, long client, long call) {
        // A client with a short number has no place, so that no place seems taken by client 0 in the beginning.
        if (client > -SHORT && client < SHORT) {
            line.list('o', client, call);
            return;
        }
        int place = place(client);
        if (byPlace[place] == client) {
            line.list('k', place, call);
        } else {
            byPlace[place] = client;
            line.list('o', client, call, place);
        }
    }

    /** The place that a client gets. */
    int place(long client) {
        return (int) ((client * SPREAD) >>> (Long.SIZE - BITS));
    }
}
