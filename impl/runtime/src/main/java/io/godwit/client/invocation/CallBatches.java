package io.godwit.client.invocation;

import io.godwit.environment.Executor;
import io.godwit.transport.frame.Frame.Call;
import io.godwit.transport.frame.Frame.CallBatch;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Calls for many keys that are to be sent. Those for one member are sent in common frames, each as a call of its own, when the
 * tasks that wait have added theirs. A member that does not know such frames gets one for each call. For tasks of the client's executor.
 */
final class CallBatches {
    /** A frame has no more bytes of keys and values, unless it has one call. */
    static final int MAX_BATCH_BYTES = 256 << 10;

    private final Executor executor;
    private final Function<Invocation, Call> frame;
    private final Map<MemberConnection, Set<Invocation>> waiting = new LinkedHashMap<>();

    /** Has no calls. */
    CallBatches(Executor executor, Function<Invocation, Call> frame) {
        this.executor = executor;
        this.frame = frame;
    }

    /** Adds a call that is to be sent to its target. */
    void add(Invocation invocation) {
        if (waiting.isEmpty()) {
            executor.execute(this::send);
        }
        waiting.computeIfAbsent(invocation.target, target -> new LinkedHashSet<>())
                .add(invocation);
    }

    private void send() {
        Map<MemberConnection, Set<Invocation>> all = new LinkedHashMap<>(waiting);
        waiting.clear();
        all.forEach(this::send);
    }

    private void send(MemberConnection target, Set<Invocation> invocations) {
        int maxCalls = target.takesBatches() ? CallBatch.MAX_CALLS : 1;
        List<Invocation> together = new ArrayList<>();
        long bytes = 0;
        for (Invocation invocation : invocations) {
            if (invocation.target != target) {
                // It is over, or is to be sent elsewhere.
                continue;
            }
            if (!together.isEmpty() && (together.size() >= maxCalls || bytes + invocation.size() > MAX_BATCH_BYTES)) {
                send(target, together);
                together.clear();
                bytes = 0;
            }
            together.add(invocation);
            bytes += invocation.size();
        }
        send(target, together);
    }

    private void send(MemberConnection target, List<Invocation> together) {
        List<Call> calls = together.stream().map(frame).toList();
        boolean sent = !calls.isEmpty() && target.send(calls.size() == 1 ? calls.get(0) : new CallBatch(calls));
        together.forEach(it -> it.sent = sent);
    }
}
