package io.godwit.client.invocation;

import io.godwit.client.CallException;
import io.godwit.environment.Clock;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Result;
import io.godwit.transport.frame.Frame;
import java.util.ArrayList;
import java.util.List;

/** A call for a key that has not ended. */
final class Invocation extends QueuedCall {
    final OnMap operation;
    final Callback<Result> callback;

    /** The connection to which the current attempt is sent, null between two attempts. */
    MemberConnection target;
    /** Whether the current attempt was sent. */
    boolean sent;
    /** When the current attempt is given up, or the next one begins. */
    Clock.Timer timer;
    /** Whether a part of an answer has come in this attempt. */
    boolean heard;
    /** When the last part came. */
    long heardAt;
    /** Number of attempts without an answer in time. */
    int silent;
    /** The member that is asked next, 0 for the one that the routes name. */
    int hint;
    /** Whether a member has named another one. */
    boolean redirected;
    /** Whether any member is asked next, because the one that the routes name does not answer. */
    boolean anyMember;
    /** Whether an attempt without an answer may have been carried out. */
    boolean doubt;

    /** The values that have come, when an answer comes in parts. */
    private final List<Bytes> values = new ArrayList<>();
    /** The index of the next part. */
    private int part;

    /** The partition that is asked, -1 for that of the key. */
    private final int partition;
    /** Whether it belongs to a call for many keys, and may be sent in one frame with others. */
    final boolean ofMany;

    /** A call for a key. */
    Invocation(OnMap operation, boolean relaxed, long deadline, Callback<Result> callback) {
        this(-1, operation, relaxed, deadline, callback);
    }

    /** A call for one of many keys. */
    static Invocation ofMany(OnMap operation, long deadline, Callback<Result> callback) {
        return new Invocation(-1, operation, false, true, deadline, callback);
    }

    /** A call to a partition, -1 for that of the key. */
    Invocation(int partition, OnMap operation, boolean relaxed, long deadline, Callback<Result> callback) {
        this(partition, operation, relaxed, false, deadline, callback);
    }

    private Invocation(
            int partition, OnMap operation, boolean relaxed, boolean ofMany, long deadline, Callback<Result> callback) {
        super(relaxed, deadline);
        this.partition = partition;
        this.ofMany = ofMany;
        this.operation = operation;
        this.callback = callback;
    }

    /** Approximate size of the call in bytes. */
    long size() {
        return (long) operation.keyBytes().length()
                + operation.value().length()
                + operation.expected().length();
    }

    /** Forgets the parts of an answer to the last attempt: those of the next one's do not continue them. */
    void nextAttempt() {
        heard = false;
        forgetParts();
    }

    private void forgetParts() {
        values.clear();
        part = 0;
    }

    /**
     * Takes a part of an answer.
     *
     * @return the whole result, or null if it is not there yet
     */
    Result take(int index, List<Bytes> more, boolean last) {
        if (index == 0) {
            forgetParts();
        }
        if (index != part) {
            // It belongs to the answer to an earlier attempt.
            return null;
        }
        part++;
        values.addAll(more);
        return last ? new Result.Found(values) : null;
    }

    /** The call as it is sent. */
    Frame.Call frame(Routes routes) {
        return new Frame.Call(session.id(), number, partition(routes), operation, relaxed);
    }

    /** The partition that it is for. */
    int partition(Routes routes) {
        return partition >= 0 ? partition : routes.partition(operation.map(), operation.keyBytes());
    }

    @Override
    void failed(CallException cause) {
        callback.failed(cause);
    }
}
