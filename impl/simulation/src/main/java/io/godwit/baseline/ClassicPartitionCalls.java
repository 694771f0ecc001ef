package io.godwit.baseline;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Result.Done;
import io.godwit.transport.connection.Connection;
import io.godwit.transport.frame.Frame.PartitionsAnswer;
import io.godwit.transport.frame.Frame.PartitionsCall;
import io.godwit.transport.frame.PartitionSet;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Calls of clients for many partitions of the classic protocol. Each partition gets the call under a session of its own, which tells
 * from which one an answer comes, and is the same when the client repeats the call. For tasks of the event loop.
 */
final class ClassicPartitionCalls {
    /** An odd number: partitions of a session have different ones. */
    private static final long SPREAD = 0x9E37_79B9_7F4A_7C15L;

    private final Consumer<Event> engine;
    private final Map<Long, Part> parts = new HashMap<>();

    /** A call that waits for some of its partitions. */
    private static final class Request {
        private final Connection client;
        private final PartitionsCall call;
        private final BitSet waiting;
        private final BitSet done = new BitSet();
        private long count;

        Request(Connection client, PartitionsCall call) {
            this.client = client;
            this.call = call;
            this.waiting = call.partitions().toBits();
        }
    }

    /** What a request waits for from one partition. */
    private record Part(Request request, int partition) {}

    /** Has no calls. */
    ClassicPartitionCalls(Consumer<Event> engine) {
        this.engine = engine;
    }

    /** Gives a call to its partitions; if the client repeats it, answers to the earlier one count for this one. */
    void received(Connection client, PartitionsCall call) {
        Request request = new Request(client, call);
        OnMap operation = new OnMap(call.verb(), call.map(), Bytes.EMPTY, Bytes.EMPTY, Bytes.EMPTY);
        call.partitions().forEach(p -> parts.put(session(call, p), new Part(request, p)));
        call.partitions().forEach(p -> engine.accept(new Event.Call(session(call, p), call.number(), p, operation)));
    }

    private static long session(PartitionsCall call, int partition) {
        return call.client() + (partition + 1) * SPREAD;
    }

    /** The engine answers a partition's part of a call; false if it is none. */
    boolean answer(Command.Answer answer) {
        Part part = parts.get(answer.client());
        if (part == null || part.request().call.number() != answer.call()) {
            return false;
        }
        parts.remove(answer.client());
        Request request = part.request();
        request.waiting.clear(part.partition());
        if (answer.result() instanceof Done done) {
            request.done.set(part.partition());
            request.count += done.values().get(0);
        }
        if (request.waiting.isEmpty()) {
            BitSet left = request.call.partitions().toBits();
            left.andNot(request.done);
            request.client.send(new PartitionsAnswer(
                    request.call.client(),
                    request.call.number(),
                    request.count,
                    PartitionSet.owning(request.done),
                    PartitionSet.owning(left),
                    ""));
        }
        return true;
    }

    /** A client's connection is closed. */
    void closed(Connection client) {
        parts.values().removeIf(part -> part.request().client.equals(client));
    }
}
