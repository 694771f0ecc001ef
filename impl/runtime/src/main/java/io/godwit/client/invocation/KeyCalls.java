package io.godwit.client.invocation;

import io.godwit.client.CallException;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Result;
import java.util.List;
import java.util.function.BiConsumer;

/**
 * Calls for many keys, of which a bounded number has begun: a call begins when another one has ended, so that its time limit does not include the
 * time of those before it, and other calls come in between. For tasks of the client's executor.
 */
final class KeyCalls {
    private final List<OnMap> operations;
    private final int maxUnderWay;
    private final BiConsumer<OnMap, Callback<Result>> begin;
    private final KeyCallback callback;
    private int next;
    private int open;
    private boolean beginning;

    /**
     * Calls that have not begun.
     *
     * @param maxUnderWay number of calls that may be under way
     * @param begin begins a call; its callback may be called before that returns
     */
    KeyCalls(List<OnMap> operations, int maxUnderWay, BiConsumer<OnMap, Callback<Result>> begin, KeyCallback callback) {
        this.operations = operations;
        this.maxUnderWay = maxUnderWay;
        this.begin = begin;
        this.callback = callback;
    }

    /** Begins as many calls as may be under way. */
    void beginMore() {
        if (beginning) {
            // A call that has failed at once: the loop goes on with the next one.
            return;
        }
        beginning = true;
        while (open < maxUnderWay && next < operations.size()) {
            int index = next;
            next++;
            open++;
            begin.accept(operations.get(index), new KeyCallCallback(index));
        }
        beginning = false;
    }

    private final class KeyCallCallback implements Callback<Result> {
        private final int index;

        KeyCallCallback(int index) {
            this.index = index;
        }

        @Override
        public void done(Result result) {
            open--;
            callback.done(index, result);
            beginMore();
        }

        @Override
        public void failed(CallException cause) {
            open--;
            callback.failed(index, cause);
            beginMore();
        }
    }
}
