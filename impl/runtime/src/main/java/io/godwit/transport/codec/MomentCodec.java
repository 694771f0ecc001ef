package io.godwit.transport.codec;

import io.godwit.transport.frame.Moment;
import io.godwit.transport.wire.Wire;
import java.util.List;

/**
 * What a member knows to have happened, as numbers one behind the other. Each letter of a member that writes an event log ends
 * with them, so that they are written and read here without the library's lists of objects.
 */
final class MomentCodec {
    private static final int LONGEST = 100_000;

    private MomentCodec() {}

    static void write(Cursor to, Moment moment) {
        for (int i = 0; i < moment.size(); i++) {
            to.write(moment.events(i));
        }
    }

    /**
     * Reads numbers up to the limit.
     *
     * @return null if the library has to look at them
     */
    static Moment read(Cursor from) {
        int size = from.count();
        if (size > LONGEST) {
            return null;
        }
        long[] events = new long[size];
        for (int i = 0; i < size; i++) {
            events[i] = from.readLong();
            if (events[i] < 0) {
                return null;
            }
        }
        return from.hasRemaining() ? null : Moment.of(events);
    }

    static Wire.Clock encode(Moment moment) {
        Wire.Clock.Builder wire = Wire.Clock.newBuilder();
        for (int i = 0; i < moment.size(); i++) {
            wire.addEvents(moment.events(i));
        }
        return wire.build();
    }

    /** Reads what the library has read. */
    static Moment decode(List<Long> events) {
        MalformedFrameException.unless(
                events.size() <= LONGEST && events.stream().allMatch(it -> it >= 0),
                "a clock of " + events.size() + " members, or of less than nothing");
        return Moment.of(events.stream().mapToLong(Long::longValue).toArray());
    }
}
