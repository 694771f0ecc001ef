package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.Peer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class IdentityTest {
    private static final Maps MAPS = Maps.of(1, Map.of("a", 2));
    private static final Bytes CLUSTER = Bytes.owning(new byte[16]);

    private static Peer peer(int number) {
        return new Peer(number, Bytes.ofNumber(number), "h", 10 + number);
    }

    private static Welcome welcome(Peer self) {
        return new Welcome(self, CLUSTER, 5, MAPS, 3, List.of(peer(1), peer(2)), List.of(peer(1), peer(2), peer(4)));
    }

    @Test
    void storedIdentityIsRead() {
        Identity founder = Identity.of("c", welcome(peer(2)));
        assertEquals("c", founder.clusterName());
        assertEquals(peer(2), founder.self());
        assertTrue(founder.founder());
        assertEquals(new Setup(MemberSet.of(1, 2), 10, Copies.ranges(5, 2, 3), 3), founder.setup());
        assertEquals(welcome(peer(2)), founder.welcome(founder.peers()));
        assertFalse(Identity.of("c", welcome(peer(4))).founder());
    }

    /** Not everybody has a number. */
    @Test
    void numbersOfMembers() {
        assertEquals(MemberSet.of(1, 4), Identity.numbers(List.of(peer(4), peer(0), peer(1))));
    }
}
