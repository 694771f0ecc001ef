package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Result.Found;
import io.godwit.transport.connection.Recorded;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerPagesTest {
    private static final int MIB = 1 << 20;

    private final AnswerPages pages = new AnswerPages(limit -> {});
    private final Recorded client = new Recorded(1);

    /** More than a connection takes at once. */
    private static Found large() {
        return new Found(Collections.nCopies(100, Bytes.owning(new byte[MIB])));
    }

    @Test
    void pagesForWhichThereWasNoRoomAreSentLater() {
        pages.send(client.connection(), 7, 1, large());
        int sent = client.sent().size();
        for (List<?> more = List.of(1); !more.isEmpty(); sent += more.size()) {
            pages.sendMore();
            more = client.sent();
        }
        assertEquals(100, sent);
    }

    @Test
    void pagesOfAnEarlierAnswerDoNotFollowThatToALaterCall() {
        pages.send(client.connection(), 7, 1, large());
        assertFalse(client.sent().isEmpty());
        pages.send(client.connection(), 7, 2, new Found(List.of()));
        assertEquals(1, client.sent().size());
        pages.sendMore();
        assertEquals(List.of(), client.sent());
    }
}
