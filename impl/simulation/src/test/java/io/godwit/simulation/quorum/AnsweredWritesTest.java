package io.godwit.simulation.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import org.junit.jupiter.api.Test;

final class AnsweredWritesTest {
    private static final Version OLD = new Version(3, 21);
    private static final Version NEW = new Version(4, 25);

    private final AnsweredWrites effects = new AnsweredWrites(1);

    private static LogEntry entry(Version epoch, long client, long call) {
        return new LogEntry(epoch, client, call, new Operation.Append(1, (int) call));
    }

    private static Log shared() {
        return Log.EMPTY.append(entry(OLD, 1, 1)).append(entry(OLD, 2, 1)).append(entry(OLD, 1, 2));
    }

    private void takeEffect(Log log) {
        assertNull(effects.take(0, 1, log, log.length()));
    }

    private void assertHeld(boolean perhaps, boolean certainly, Log log) {
        assertEquals(perhaps, effects.heldBy(0, log), log::toString);
        assertEquals(certainly, effects.certainlyHeldBy(0, log), log::toString);
    }

    @Test
    void logHoldsWhatTookEffectInItsPlaces() {
        takeEffect(shared());
        assertHeld(true, true, shared());
        assertHeld(true, true, shared().append(entry(NEW, 2, 2)));
        assertHeld(false, false, Log.EMPTY);
        assertHeld(
                false,
                false,
                Log.EMPTY.append(entry(OLD, 1, 1)).append(entry(OLD, 2, 1)).append(entry(NEW, 1, 2)));
    }

    /** A partition that was declared lost: what its new primary's copy has counts from then on, and nothing else. */
    @Test
    void partitionBeginsAgainWithACopy() {
        takeEffect(shared().append(entry(OLD, 2, 2)).append(entry(OLD, 2, 3)));
        Log kept = shared().keeping(1);
        effects.begin(0, kept);
        assertEquals(3, effects.size(0));
        assertHeld(true, true, kept);
        assertHeld(true, true, shared());
        assertHeld(false, false, Log.EMPTY.append(entry(OLD, 1, 1)));
        takeEffect(kept.append(entry(NEW, 3, 1)));
        assertHeld(false, false, shared().append(entry(OLD, 2, 2)));
        assertEquals(
                "AckedDurable",
                effects.take(0, 1, shared().append(entry(OLD, 2, 2)), 4).property());
    }

    @Test
    void forgottenWriteIsLookedForInTheTableOfExecutedOnes() {
        takeEffect(shared());
        assertHeld(true, true, shared().append(entry(NEW, 2, 2)).keeping(1));
        // A later call of the same client hides it.
        assertHeld(true, false, shared().append(entry(NEW, 1, 3)).keeping(1));
    }

    @Test
    void logOfAnotherPrimaryThatForgotThePlaceDoesNotHoldTheWrite() {
        Log other = shared().append(entry(OLD, 3, 1)).append(entry(OLD, 3, 2)).keeping(1);
        takeEffect(shared().append(entry(NEW, 2, 2)));
        assertHeld(false, false, other);
        assertTrue(other.firstKept() > 4);
    }

    @Test
    void writeInAnotherPlaceIsNotTheOneThatTookEffect() {
        Log other = shared().append(entry(OLD, 3, 1))
                .append(entry(NEW, 2, 2))
                .append(entry(OLD, 3, 2))
                .keeping(1);
        takeEffect(shared().append(entry(NEW, 2, 2)));
        assertHeld(false, false, other);
    }

    @Test
    void unloggedValueIsUncertain() {
        Log other = shared().append(entry(OLD, 3, 1)).append(entry(OLD, 3, 2)).keeping(1);
        takeEffect(shared().append(entry(NEW, 4, 1)));
        assertHeld(true, false, other);
        assertFalse(effects.whollyHeldBy(0, Log.EMPTY));
    }
}
