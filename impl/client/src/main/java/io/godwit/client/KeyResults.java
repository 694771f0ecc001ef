package io.godwit.client;

import io.godwit.client.invocation.Callback;
import io.godwit.client.invocation.KeyCallback;
import io.godwit.protocol.map.Result;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The results of calls for many keys, as they come in. Any thread may call. */
final class KeyResults implements KeyCallback {
    private final List<KeyResult<Result>> results;
    private int left;
    private Callback<List<KeyResult<Result>>> all;

    /** For so many keys, at least one. */
    KeyResults(int count) {
        this.results = new ArrayList<>(Collections.nCopies(count, null));
        this.left = count;
    }

    /** Sets what receives the results when all are there. To be called before the first result. */
    KeyResults whenAllAreThere(Callback<List<KeyResult<Result>>> callback) {
        all = callback;
        return this;
    }

    @Override
    public void done(int index, Result result) {
        ended(index, KeyResult.done(result));
    }

    @Override
    public void failed(int index, CallException cause) {
        ended(index, KeyResult.failed(cause));
    }

    private void ended(int index, KeyResult<Result> result) {
        boolean last;
        synchronized (results) {
            results.set(index, result);
            left--;
            last = left == 0;
        }
        if (last) {
            all.done(withFailure(null));
        }
    }

    /** The results in the order of the keys, with a failure in place of those that are missing. */
    List<KeyResult<Result>> withFailure(RuntimeException failure) {
        List<KeyResult<Result>> complete = new ArrayList<>();
        synchronized (results) {
            results.forEach(result -> complete.add(result == null ? KeyResult.failed(failure) : result));
        }
        return Collections.unmodifiableList(complete);
    }
}
