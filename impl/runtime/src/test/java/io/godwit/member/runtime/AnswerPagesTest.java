package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.member.limit.Limit;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Result.Done;
import io.godwit.protocol.map.Result.Found;
import io.godwit.transport.connection.RecordedConnection;
import io.godwit.transport.frame.Frame;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AnswerPagesTest {
    private static final int MIB = 1 << 20;

    private final AnswerPages pages = new AnswerPages(limit -> {}, new AnswerBatches(() -> {}));
    private final RecordedConnection client = new RecordedConnection(1);

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

    private static Found values(int... lengths) {
        return new Found(IntStream.of(lengths)
                .mapToObj(length -> Bytes.owning(new byte[length]))
                .toList());
    }

    /** A byte is added for each value. */
    @Test
    void resultOfAMebibyteHasPages() {
        assertTrue(AnswerPages.isOne(new Done(List.of(1L))));
        assertTrue(AnswerPages.isOne(values()));
        assertTrue(AnswerPages.isOne(values(MIB - 3, 0)));
        assertFalse(AnswerPages.isOne(values(MIB - 2, 0)));
        assertTrue(AnswerPages.isOne(values(3 * MIB)));
    }

    @Test
    void pagesAreNumberedAndSayWhetherMoreFollow() {
        List<Limit> limits = new ArrayList<>();
        AnswerPages told = new AnswerPages(limits::add, new AnswerBatches(() -> {}));
        told.send(client.connection(), 7, 3, values(MIB - 2, 0, 5, MIB));
        assertEquals(
                List.of(
                        new Frame.Answer(7, 3, values(MIB - 2, 0), 0, true),
                        new Frame.Answer(7, 3, values(5, MIB), 1, false)),
                client.sent());
        assertEquals(List.of(), limits);
        told.sendMore();
        assertEquals(List.of(), client.sent());
    }

    @Test
    void limitsTellWhenPagesWaitAndWhenTheyContinue() {
        List<Limit> limits = new ArrayList<>();
        AnswerPages told = new AnswerPages(limits::add, new AnswerBatches(() -> {}));
        told.send(client.connection(), 7, 3, large());
        assertEquals(List.of(Limit.PAGES_WAIT), limits);
        told.sendMore();
        assertEquals(List.of(Limit.PAGES_WAIT), limits);
        client.sent();
        told.sendMore();
        assertEquals(List.of(Limit.PAGES_WAIT, Limit.PAGES_CONTINUE), limits);
    }

    @Test
    void pagesForAConnectionThatIsClosedAreDropped() {
        List<Limit> limits = new ArrayList<>();
        AnswerPages told = new AnswerPages(limits::add, new AnswerBatches(() -> {}));
        RecordedConnection other = new RecordedConnection(1);
        told.send(client.connection(), 7, 3, large());
        told.send(other.connection(), 8, 3, large());
        told.closed(client.connection());
        client.sent();
        other.sent();
        told.sendMore();
        assertEquals(List.of(), client.sent());
        assertFalse(other.sent().isEmpty());
        RecordedConnection third = new RecordedConnection(1);
        told.send(third.connection(), 9, 1, large());
        limits.clear();
        third.connection().close();
        told.sendMore();
        assertEquals(List.of(Limit.PAGES_CONTINUE), limits);
    }
}
