package io.godwit.client.invocation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class AddressTest {
    @Test
    void hostAndPort() {
        assertEquals(new Address("h", 1), Address.parse("h:1"));
        assertEquals(new Address("::1", 65_535), Address.parse("::1:65535"));
        assertEquals("h:1", new Address("h", 1).toString());
        for (String text : new String[] {"", "h", "h:", ":1", "h:0", "h:65536", "h:-1", "h:x"}) {
            IllegalArgumentException none =
                    assertThrows(IllegalArgumentException.class, () -> Address.parse(text), text);
            assertEquals("not host:port: " + text, none.getMessage());
        }
    }
}
