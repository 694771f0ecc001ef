package io.godwit.member;

import io.godwit.events.EventLog;
import io.godwit.events.EventLog.Began;
import io.godwit.events.EventLog.Origin;
import io.godwit.member.config.MemberConfig.Tracing;
import io.godwit.protocol.Trail;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.transport.frame.Moment;
import java.util.HexFormat;

/** The member's event log, if it writes one, and the vector clock that goes with it. */
final class Chart {
    private final EventLog log;
    /** What was asked for last, and the same as a moment. */
    private long[] known;

    private Moment now = Moment.NONE;

    private Chart(EventLog log) {
        this.log = log;
    }

    /**
     * Begins a log.
     *
     * @param tracing where to, or null for none
     * @param restarted does the member go on with what it has kept?
     * @param state what it begins with
     * @throws java.io.UncheckedIOException if the log cannot be written
     */
    static Chart of(Tracing tracing, Identity identity, boolean restarted, QuorumState state) {
        if (tracing == null) {
            return new Chart(null);
        }
        Began began = restarted ? Began.RESTART : identity.founder() ? Began.FOUND : Began.JOIN;
        Origin origin = new Origin(hex(identity.cluster()), hex(identity.self().incarnation()), identity.setup());
        return new Chart(EventLog.begin(tracing.directory(), (long) tracing.limit() << 20, origin, began, state));
    }

    private static String hex(Bytes bytes) {
        return HexFormat.of().formatHex(bytes.toArray());
    }

    /** What the engine tells its steps to, or null. */
    Trail trail() {
        return log;
    }

    /** What the member knows to have happened; empty without a log. */
    @SuppressWarnings("ReferenceEquality") // another object as soon as something has happened
    Moment clock() {
        if (log != null && known != log.clock()) {
            known = log.clock();
            now = Moment.of(known);
        }
        return now;
    }

    /** Something came from somebody who knew as much as this. */
    void heard(Moment clock) {
        if (log != null && !clock.isEmpty()) {
            log.heard(clock.toArray());
        }
    }

    /** Ends the log. */
    void close(QuorumState state) {
        if (log != null) {
            log.end(state);
        }
    }
}
