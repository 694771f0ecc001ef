package io.godwit.member;

import io.godwit.events.EventLog;
import io.godwit.events.EventLog.Began;
import io.godwit.events.EventLog.Origin;
import io.godwit.member.config.MemberConfig.Tracing;
import io.godwit.member.runtime.EventRecorder;
import io.godwit.member.runtime.Identity;
import io.godwit.protocol.ActionListener;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.transport.frame.VectorTime;
import java.util.HexFormat;

/** Writes a member's event log. */
public final class EventLogRecorder implements EventRecorder {
    private final EventLog log;
    /** The clock that was asked for last, and the same as a moment. */
    private long[] known;

    private VectorTime now = VectorTime.NONE;

    private EventLogRecorder(EventLog log) {
        this.log = log;
    }

    /**
     * Makes recorders.
     *
     * @param tracing where event logs are written, or null if they are not
     */
    public static EventRecorder.Factory of(Tracing tracing) {
        return (identity, restarted, state) -> tracing == null ? NONE : begin(tracing, identity, restarted, state);
    }

    /** @throws java.io.UncheckedIOException if the log cannot be written */
    private static EventRecorder begin(Tracing tracing, Identity identity, boolean restarted, QuorumState state) {
        Began began = restarted ? Began.RESTART : identity.founder() ? Began.FOUND : Began.JOIN;
        Origin origin = new Origin(hex(identity.cluster()), hex(identity.self().incarnation()), identity.setup());
        return new EventLogRecorder(
                EventLog.begin(tracing.directory(), (long) tracing.limit() << 20, origin, began, state));
    }

    private static String hex(Bytes bytes) {
        return HexFormat.of().formatHex(bytes.toArray());
    }

    @Override
    public ActionListener actionListener() {
        return log;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // another object as soon as something has happened
    public VectorTime vectorTime() {
        if (known != log.clock()) {
            known = log.clock();
            now = VectorTime.of(known);
        }
        return now;
    }

    @Override
    public void heard(VectorTime moment) {
        if (!moment.isEmpty()) {
            log.heard(moment.toArray());
        }
    }

    @Override
    public void close(QuorumState state) {
        log.end(state);
    }
}
