package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.Event;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeartTest {
    private final Heart heart = new Heart(100);

    @Test
    void whoIsSilentForTooLongIsSuspectedOnce() {
        heart.hear(2, 0);
        assertEquals(List.of(), heart.look(List.of(2), 100));
        assertEquals(List.of(new Event.Suspect(2)), heart.look(List.of(2), 101));
        assertEquals(List.of(), heart.look(List.of(2), 300));
        assertTrue(heart.hear(2, 301));
        assertFalse(heart.hear(2, 302));
        assertEquals(List.of(), heart.look(List.of(2), 400));
    }

    @Test
    void whoWasNeverHeardHasTimeFromTheFirstLookOn() {
        assertEquals(List.of(), heart.look(List.of(3), 1_000));
        assertEquals(List.of(), heart.look(List.of(3), 1_100));
        assertEquals(List.of(new Event.Suspect(3)), heart.look(List.of(3), 1_101));
    }

    @Test
    void whoseProcessHasEndedIsSuspectedOnceAndAtOnce() {
        heart.hear(2, 0);
        assertTrue(heart.gone(2));
        assertFalse(heart.gone(2));
        assertEquals(List.of(), heart.look(List.of(2), 300));
        assertTrue(heart.hear(2, 301));
        assertTrue(heart.gone(2));
    }

    @Test
    void whoWasNeverHeardMayOnlyBeAboutToBegin() {
        assertFalse(heart.gone(2));
    }

    @Test
    void whoIsGoneIsForgotten() {
        heart.look(List.of(3), 0);
        heart.look(List.of(3), 500);
        heart.look(List.of(), 600);
        assertFalse(heart.hear(3, 700));
    }
}
