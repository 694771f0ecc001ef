package io.godwit.member.runtime;

import io.godwit.member.limit.Limit;
import io.godwit.member.limit.LimitListener;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Found;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.frame.Frame.Answer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Sends results to clients. The values of a key may be too large for one frame, and for the buffer of a connection: they are
 * sent as several answers, each when there is room. For tasks of the event loop.
 */
final class AnswerPages {
    /** Approximate maximum size of the values in an answer, in bytes; a larger value is an answer of its own. */
    private static final int PAGE_BYTES = 1 << 20;

    private final LimitListener limits;
    private final AnswerBatches batches;
    private final Map<Long, Paged> open = new LinkedHashMap<>();

    /** Creates an instance without pending results. */
    AnswerPages(LimitListener limits, AnswerBatches batches) {
        this.limits = limits;
        this.batches = batches;
    }

    /** A result that has not been sent completely. */
    private static final class Paged {
        private final Connection connection;
        private final long client;
        private final long number;
        private final List<Bytes> values;
        private int next;
        private int index;

        Paged(Connection connection, long client, long number, List<Bytes> values) {
            this.connection = connection;
            this.client = client;
            this.number = number;
            this.values = values;
        }

        /** Sends as many pages as there is room for; returns whether the result is sent, or cannot be sent any more. */
        boolean sendPages() {
            while (connection.hasRoom() && connection.isOpen()) {
                List<Bytes> page = new ArrayList<>();
                long size = 0;
                while (next < values.size() && size < PAGE_BYTES) {
                    size += values.get(next).length() + 1;
                    page.add(values.get(next));
                    next++;
                }
                boolean more = next < values.size();
                boolean sent = connection.send(new Answer(client, number, new Found(page), index, more));
                index++;
                if (!more || !sent) {
                    return true;
                }
            }
            return !connection.isOpen();
        }
    }

    /** Sends a result, or its first pages. The rest of an earlier result for the session is dropped. */
    void send(Connection connection, long client, long number, Result result) {
        open.remove(client);
        if (isOne(result)) {
            Answer answer = new Answer(client, number, result);
            if (!batches.take(connection, answer)) {
                connection.send(answer);
            }
            return;
        }
        batches.ends(connection, client, number);
        Paged paged = new Paged(connection, client, number, ((Found) result).values());
        if (!paged.sendPages()) {
            limits.reached(Limit.PAGES_WAIT);
            open.put(client, paged);
        }
    }

    /** Whether a result fits in one answer. Any thread may call. */
    static boolean isOne(Result result) {
        return !(result instanceof Found found) || isSmall(found.values());
    }

    private static boolean isSmall(List<Bytes> values) {
        long size = 0;
        for (int i = 0; i < values.size() && size < PAGE_BYTES; i++) {
            size += values.get(i).length() + 1;
        }
        return size < PAGE_BYTES || values.size() == 1;
    }

    /** Sends more pages of results for which there was no room. */
    void sendMore() {
        for (Iterator<Paged> results = open.values().iterator(); results.hasNext(); ) {
            if (results.next().sendPages()) {
                limits.reached(Limit.PAGES_CONTINUE);
                results.remove();
            }
        }
    }

    /** Drops the results for a connection. */
    void closed(Connection connection) {
        open.values().removeIf(paged -> paged.connection == connection);
    }
}
