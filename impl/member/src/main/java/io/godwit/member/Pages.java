package io.godwit.member;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Found;
import io.godwit.transport.frame.Frame.Answer;
import io.godwit.transport.net.Connection;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Answers on their way to clients. What a key holds may be too much for one frame, and more than may wait on a connection: then it
 * goes in several answers, and the next one when there is room. Belongs to the loop.
 */
final class Pages {
    /** An answer is sealed when it holds so many bytes of values; a larger value goes alone. */
    private static final int PAGE = 1 << 20;

    private final Map<Long, Book> open = new LinkedHashMap<>();

    /** A result that has not been sent to its end. */
    private static final class Book {
        private final Connection connection;
        private final long client;
        private final long number;
        private final List<Bytes> values;
        private int next;
        private int index;

        Book(Connection connection, long client, long number, List<Bytes> values) {
            this.connection = connection;
            this.client = client;
            this.number = number;
            this.values = values;
        }

        /** Sends as much as there is room for. Is it done, or of no use any more? */
        boolean goOn() {
            while (connection.hasRoom() && connection.isOpen()) {
                List<Bytes> page = new ArrayList<>();
                long size = 0;
                while (next < values.size() && size < PAGE) {
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

    /** Sends a result, or begins to. Whatever was on its way to the same session is of no use any more. */
    void send(Connection connection, long client, long number, Result result) {
        open.remove(client);
        if (isOne(result)) {
            connection.send(new Answer(client, number, result));
            return;
        }
        Book book = new Book(connection, client, number, ((Found) result).values());
        if (!book.goOn()) {
            open.put(client, book);
        }
    }

    /** Does a result fit in one answer? Any thread may ask. */
    static boolean isOne(Result result) {
        return !(result instanceof Found found) || isSmall(found.values());
    }

    private static boolean isSmall(List<Bytes> values) {
        long size = 0;
        for (int i = 0; i < values.size() && size < PAGE; i++) {
            size += values.get(i).length() + 1;
        }
        return size < PAGE || values.size() == 1;
    }

    /** Goes on with what did not fit before. */
    void goOn() {
        for (Iterator<Book> books = open.values().iterator(); books.hasNext(); ) {
            if (books.next().goOn()) {
                books.remove();
            }
        }
    }

    /** Nobody is there any more. */
    void closed(Connection connection) {
        open.values().removeIf(book -> book.connection == connection);
    }
}
