package io.godwit.protocol.quorum.data;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.data.log.Log;

/** A client's call that has no answer yet, at the primary that it reached. Immutable. */
public sealed interface PendingCall {
    /** The client's number for the call. */
    long call();

    /** A write, which is in the log. */
    record ForWrite(long call) implements PendingCall {}

    /**
     * A read.
     *
     * @param call the client's number for the call
     * @param operation what it asks for
     * @param seen the log when the read started: the answer is read from it, whatever comes later
     * @param confirmed who has told since that it has not moved on
     */
    record ForRead(long call, Operation operation, Log seen, MemberSet confirmed) implements PendingCall {
        /** One more confirmation. */
        public ForRead confirmedBy(int member) {
            return new ForRead(call, operation, seen, confirmed.with(member));
        }
    }
}
