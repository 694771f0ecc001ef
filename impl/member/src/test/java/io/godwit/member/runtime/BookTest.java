package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Bytes;
import io.godwit.transport.frame.Peer;
import java.util.List;
import org.junit.jupiter.api.Test;

class BookTest {
    private static Peer peer(int number, int incarnation, int port) {
        return new Peer(number, Bytes.ofNumber(incarnation), "h", port);
    }

    private final Peer self = peer(1, 11, 1);
    private final Book book = new Book(self);

    @Test
    void aNumberIsOfOneIncarnation() {
        assertTrue(book.learn(peer(2, 22, 2)));
        assertFalse(book.learn(peer(2, 23, 3)));
        assertEquals(peer(2, 22, 2), book.get(2));
        assertTrue(book.allows(2, Bytes.ofNumber(22)));
        assertFalse(book.allows(2, Bytes.ofNumber(23)));
        assertTrue(book.allows(3, Bytes.ofNumber(23)));
    }

    @Test
    void atOneAddressTheLaterMemberCounts() {
        book.learn(peer(2, 22, 2));
        assertTrue(book.learn(peer(5, 55, 2)));
        assertNull(book.get(2));
        assertFalse(book.learn(peer(2, 22, 2)));
        assertEquals(List.of(self, peer(5, 55, 2)), book.all());
        assertEquals(List.of(peer(5, 55, 2)), book.others());
    }

    @Test
    void nobodyElseIsWhereTheMemberItselfIs() {
        assertFalse(book.learn(peer(7, 77, 1)));
        assertFalse(book.learn(peer(0, 77, 3)));
        assertFalse(book.learn(Peer.NOBODY.withNumber(4)));
        assertEquals(List.of(self), book.all());
    }
}
