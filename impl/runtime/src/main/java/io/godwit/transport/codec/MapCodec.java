package io.godwit.transport.codec;

import static io.godwit.transport.codec.MalformedFrameException.unless;

import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.transport.frame.CellChunk;
import io.godwit.transport.frame.LastWrite;
import java.util.ArrayList;
import java.util.List;

/** Operations, results, what keys hold. */
final class MapCodec {
    private static final int DONE = 1;
    private static final int FOUND = 2;
    private static final int UNMET = 3;
    private static final int WRONG_KIND = 4;
    private static final int NOT_HERE = 5;
    private static final int REFUSED = 6;

    /** The schema's number is the place from 1. */
    private static final List<Verb> VERBS = List.of(
            Verb.GET,
            Verb.SIZE,
            Verb.PUT,
            Verb.PUT_IF_ABSENT,
            Verb.REPLACE,
            Verb.REMOVE,
            Verb.INCREMENT,
            Verb.APPEND,
            Verb.ADD,
            Verb.CLEAR,
            Verb.EXPIRE_SESSIONS,
            Verb.PUT_FOR,
            Verb.PUT_IF_ABSENT_FOR,
            Verb.PUT_UNTIL,
            Verb.PUT_IF_ABSENT_UNTIL,
            Verb.REMOVE_EXPIRED,
            Verb.TOUCH,
            Verb.READ_CHANGES,
            Verb.SCAN);

    private static final List<CellChunk.Kind> KINDS = List.of(
            CellChunk.Kind.SINGLE,
            CellChunk.Kind.ITEMS,
            CellChunk.Kind.ELEMENTS,
            CellChunk.Kind.EXPIRING,
            CellChunk.Kind.IDLE);

    private MapCodec() {}

    /** The element of an enumeration with a number from 1, in the order of the schema. */
    static <E> E element(List<E> elements, int number) {
        unless(number > 0 && number <= elements.size(), "an unknown element of an enumeration");
        return elements.get(number - 1);
    }

    // ---- Operations

    /**
     * Writes an operation.
     *
     * @throws IllegalArgumentException if it does not leave a process
     */
    static void write(FieldWriter to, int field, Operation operation) {
        if (!(operation instanceof OnMap onMap)) {
            throw new IllegalArgumentException("only operations on named maps leave a process: " + operation);
        }
        int start = to.begin(field);
        write(to, 1, onMap.verb());
        to.bytes(2, onMap.map());
        to.bytes(3, onMap.keyBytes());
        to.bytes(4, onMap.value());
        to.bytes(5, onMap.expected());
        to.end(start);
    }

    static OnMap operation(FieldReader from) {
        return new OnMap(verb(from, 1), from.bytes(2), from.bytes(3), from.bytes(4), from.bytes(5));
    }

    static void write(FieldWriter to, int field, Verb verb) {
        to.number(field, VERBS.indexOf(verb) + 1);
    }

    static Verb verb(FieldReader from, int field) {
        return element(VERBS, from.number(field));
    }

    static void write(FieldWriter to, int field, LogEntry entry) {
        int start = to.begin(field);
        TableCodec.write(to, 1, entry.epoch());
        to.fixed(2, entry.client());
        to.number(3, entry.call());
        write(to, 4, entry.operation());
        to.flag(5, entry.withoutEffect());
        to.end(start);
    }

    static LogEntry entry(FieldReader from) {
        return new LogEntry(
                TableCodec.version(from, 1),
                from.fixed(2),
                from.longNumber(3),
                from.message(4, MapCodec::operation),
                from.flag(5));
    }

    // ---- Results

    static void write(FieldWriter to, int field, Result result) {
        int start = to.begin(field);
        if (result instanceof Result.Done done) {
            int numbers = to.begin(DONE);
            int values = to.begin(1);
            done.values().forEach(to::zigzag);
            to.endPacked(values);
            to.end(numbers);
        } else if (result instanceof Result.Found found) {
            int values = to.begin(FOUND);
            found.values().forEach(value -> to.element(1, value));
            to.end(values);
        } else if (result instanceof Result.Unmet) {
            to.end(to.begin(UNMET));
        } else if (result instanceof Result.WrongKind) {
            to.end(to.begin(WRONG_KIND));
        } else if (result instanceof Result.NotHere elsewhere) {
            to.chosen(NOT_HERE, elsewhere.ask());
        } else if (result instanceof Result.Refused refused) {
            to.chosen(REFUSED, refused.why());
        } else {
            throw new IllegalArgumentException("no result of an operation on a named map: " + result);
        }
        to.end(start);
    }

    static Result result(FieldReader from) {
        return switch (from.kind(REFUSED)) {
            case DONE -> from.message(it -> new Result.Done(numbers(it)));
            case FOUND -> from.message(it -> new Result.Found(it.allBytes(1)));
            case UNMET -> from.message(it -> new Result.Unmet());
            case WRONG_KIND -> from.message(it -> new Result.WrongKind());
            case NOT_HERE -> new Result.NotHere(from.number());
            default -> new Result.Refused(from.text());
        };
    }

    private static List<Long> numbers(FieldReader from) {
        List<Long> numbers = new ArrayList<>();
        long around = from.enter(1);
        while (from.hasRemaining()) {
            numbers.add(from.longZigzag());
        }
        from.leave(around);
        return numbers;
    }

    // ---- What keys hold, and who has written

    static void write(FieldWriter to, int field, LastWrite last) {
        int start = to.begin(field);
        to.fixed(1, last.client());
        to.number(2, last.executed().call());
        to.number(3, last.executed().position());
        write(to, 4, last.executed().result());
        to.end(start);
    }

    static LastWrite lastWrite(FieldReader from) {
        long client = from.fixed(1);
        long call = from.longNumber(2);
        int position = from.number(3);
        unless(position > 0, "a write at no position");
        return new LastWrite(client, new Executed(call, position, from.message(4, MapCodec::result)));
    }

    static void write(FieldWriter to, int field, CellChunk cell) {
        int start = to.begin(field);
        to.bytes(1, cell.map());
        to.bytes(2, cell.key());
        to.number(3, KINDS.indexOf(cell.kind()) + 1);
        cell.values().forEach(value -> to.element(4, value));
        to.end(start);
    }

    static CellChunk cell(FieldReader from) {
        return new CellChunk(from.bytes(1), from.bytes(2), element(KINDS, from.number(3)), from.allBytes(4));
    }
}
