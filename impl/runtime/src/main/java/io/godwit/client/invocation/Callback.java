package io.godwit.client.invocation;

import io.godwit.client.CallException;

/** Receives the outcome of something that takes time: one call, as a task of the client's executor. */
public interface Callback<T> {
    /** It is done. */
    void done(T result);

    /** It has failed. */
    void failed(CallException cause);
}
