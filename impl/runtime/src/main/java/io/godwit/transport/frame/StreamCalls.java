package io.godwit.transport.frame;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.BytesMap;
import io.godwit.protocol.map.Cell;
import io.godwit.protocol.map.Cell.Elements;
import io.godwit.protocol.map.Cell.Items;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.ReadChanges;
import io.godwit.protocol.map.Operation.Scan;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Changes;
import io.godwit.protocol.map.Result.Forgotten;
import io.godwit.protocol.map.Result.Found;
import io.godwit.protocol.map.Result.Scanned;
import io.godwit.protocol.map.Result.Unmet;
import io.godwit.protocol.map.Result.Written;
import io.godwit.protocol.map.StreamPosition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Calls of readers of changes, and their results, as operations and results of named maps, which is how they leave a process: {@code
 * docs/protocol/wire-format.md}.
 */
public final class StreamCalls {
    /** Maximum size of an answer, in bytes; one write may be larger. */
    public static final int MAX_BYTES = 1 << 20;

    /** Kind and place of a write. */
    private static final int HEAD_BYTES = 1 + Integer.BYTES;

    private static final int POSITION_BYTES = Integer.BYTES + 2 * Long.BYTES;
    /** The schema's number of a verb is the place from 1. */
    private static final List<Verb> VERBS =
            List.of(Verb.PUT, Verb.REMOVE, Verb.INCREMENT, Verb.APPEND, Verb.ADD, Verb.CLEAR);

    private StreamCalls() {}

    /** A call for what was written behind a position. */
    public static OnMap readChanges(Bytes map, StreamPosition position, int maxBytes) {
        ByteBuffer value = ByteBuffer.allocate(POSITION_BYTES + Integer.BYTES);
        put(value, position);
        value.putInt(maxBytes);
        return new OnMap(Verb.READ_CHANGES, map, Bytes.EMPTY, Bytes.owning(value.array()), Bytes.EMPTY);
    }

    /** A call for what a partition has behind a key, which is null for all. */
    public static OnMap scan(Bytes map, Bytes after, int maxBytes) {
        ByteBuffer value = ByteBuffer.allocate(Integer.BYTES + 1);
        value.putInt(maxBytes).put((byte) (after == null ? 0 : 1));
        return new OnMap(Verb.SCAN, map, after == null ? Bytes.EMPTY : after, Bytes.owning(value.array()), Bytes.EMPTY);
    }

    /** Whether an operation is such a call. */
    public static boolean isOne(OnMap operation) {
        return operation.verb() == Verb.READ_CHANGES || operation.verb() == Verb.SCAN;
    }

    /**
     * The operation that the engine is given.
     *
     * @throws IllegalArgumentException if the call has no position or no size
     */
    public static Operation operation(OnMap call) {
        boolean scan = call.verb() == Verb.SCAN;
        ByteBuffer value = ByteBuffer.wrap(call.value().shared());
        if (value.remaining() != Integer.BYTES + (scan ? 1 : POSITION_BYTES)) {
            throw new IllegalArgumentException("a position of " + value.remaining() + " bytes");
        }
        if (!scan) {
            return new ReadChanges(call.map(), position(value), size(value.getInt()));
        }
        int size = size(value.getInt());
        return new Scan(call.map(), value.get() == 0 ? null : call.keyBytes(), size);
    }

    private static int size(int bytes) {
        if (bytes < 0 || bytes > MAX_BYTES) {
            throw new IllegalArgumentException("an answer of " + bytes + " bytes");
        }
        return bytes;
    }

    private static void put(ByteBuffer to, StreamPosition position) {
        to.putInt(position.index()).putLong(position.taken()).putLong(position.shown());
    }

    private static StreamPosition position(ByteBuffer from) {
        return new StreamPosition(from.getInt(), from.getLong(), from.getLong());
    }

    /** Whether a result is that of such a call. */
    public static boolean isResult(Result result) {
        return result instanceof Changes || result instanceof Scanned || result instanceof Forgotten;
    }

    /** A result as it leaves a process. */
    public static Result result(Result result) {
        if (result instanceof Changes changes) {
            List<Bytes> values = begin(changes.next(), changes.more());
            changes.writes().forEach(write -> add(values, write.index(), (OnMap) write.operation()));
            return new Found(values);
        } else if (result instanceof Scanned scanned) {
            List<Bytes> values = begin(scanned.position(), scanned.more());
            int index = scanned.position().index();
            scanned.entries().forEach(entry -> add(values, index, entry));
            return new Found(values);
        }
        return result instanceof Forgotten ? new Unmet() : result;
    }

    private static List<Bytes> begin(StreamPosition position, boolean more) {
        ByteBuffer first = ByteBuffer.allocate(POSITION_BYTES + 1);
        put(first, position);
        first.put((byte) (more ? 1 : 0));
        return new ArrayList<>(List.of(Bytes.owning(first.array())));
    }

    private static void add(List<Bytes> values, int index, OnMap write) {
        Verb verb =
                switch (write.verb()) {
                    case PUT_IF_ABSENT, REPLACE, PUT_UNTIL, PUT_IF_ABSENT_UNTIL -> Verb.PUT;
                    case REMOVE_EXPIRED -> Verb.REMOVE;
                    default -> write.verb();
                };
        add(values, index, verb, write.keyBytes(), verb == Verb.REMOVE ? Bytes.EMPTY : write.value());
    }

    private static void add(List<Bytes> values, int index, BytesMap.Entry<Cell> entry) {
        Verb verb =
                entry.value() instanceof Items ? Verb.APPEND : entry.value() instanceof Elements ? Verb.ADD : Verb.PUT;
        entry.value().values().forEach(value -> add(values, index, verb, entry.key(), value));
    }

    private static void add(List<Bytes> values, int index, Verb verb, Bytes key, Bytes value) {
        ByteBuffer head = ByteBuffer.allocate(HEAD_BYTES);
        head.put((byte) (VERBS.indexOf(verb) + 1)).putInt(index);
        values.add(Bytes.owning(head.array()));
        values.add(key);
        values.add(value);
    }

    /**
     * What was written, or found by a scan, from a result that has come.
     *
     * @return the writes, each a put, removal, increment, append, addition or clearing; null if the position is forgotten
     * @throws IllegalArgumentException if the result is no answer to such a call
     */
    public static Changes changes(Bytes map, Result result) {
        if (result instanceof Unmet) {
            return null;
        }
        if (!(result instanceof Found found) || found.values().size() % 3 != 1) {
            throw new IllegalArgumentException("no changes: " + result);
        }
        ByteBuffer first = ByteBuffer.wrap(found.values().get(0).shared());
        if (first.remaining() != POSITION_BYTES + 1) {
            throw new IllegalArgumentException("a position of " + first.remaining() + " bytes");
        }
        StreamPosition next = position(first);
        List<Written> writes = new ArrayList<>();
        for (int i = 1; i < found.values().size(); i += 3) {
            ByteBuffer head = ByteBuffer.wrap(found.values().get(i).shared());
            int number = head.remaining() == HEAD_BYTES ? head.get() : 0;
            if (number < 1 || number > VERBS.size()) {
                throw new IllegalArgumentException(
                        "an unknown kind of change: " + found.values().get(i));
            }
            Bytes key = found.values().get(i + 1);
            Bytes value = found.values().get(i + 2);
            writes.add(new Written(head.getInt(), new OnMap(VERBS.get(number - 1), map, key, value, Bytes.EMPTY)));
        }
        return new Changes(writes, next, first.get() != 0);
    }
}
