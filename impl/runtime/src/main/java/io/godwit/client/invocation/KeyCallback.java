package io.godwit.client.invocation;

import io.godwit.client.CallException;
import io.godwit.protocol.map.Result;

/** Receives the outcomes of calls for many keys, one for each, as tasks of the client's executor. */
public interface KeyCallback {
    /** The call with that index has a result. */
    void done(int index, Result result);

    /** The call with that index has failed. */
    void failed(int index, CallException cause);
}
