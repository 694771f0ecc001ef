package io.godwit.transport.codec;

import static io.godwit.transport.codec.MalformedFrameException.unless;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.transport.frame.CellPart;
import io.godwit.transport.frame.LastWrite;
import io.godwit.transport.wire.Wire;
import java.util.List;

/** Operations, results, what keys hold. */
final class MapCodec {
    private static final Wire.Result.Nothing NOTHING = Wire.Result.Nothing.getDefaultInstance();

    private MapCodec() {}

    /** Without a copy. */
    static ByteString encode(Bytes bytes) {
        return UnsafeByteOperations.unsafeWrap(bytes.shared());
    }

    static Bytes decode(ByteString wire) {
        return wire.isEmpty() ? Bytes.EMPTY : Bytes.owning(wire.toByteArray());
    }

    private static List<ByteString> encode(List<Bytes> values) {
        return values.stream().map(MapCodec::encode).toList();
    }

    private static List<Bytes> decode(List<ByteString> wire) {
        return wire.stream().map(MapCodec::decode).toList();
    }

    /** An operation that may leave a process. */
    static OnMap onMap(Operation operation) {
        if (operation instanceof OnMap onMap) {
            return onMap;
        }
        throw new IllegalArgumentException("only operations on named maps leave a process: " + operation);
    }

    static Wire.Operation encode(Operation operation) {
        OnMap onMap = onMap(operation);
        return Wire.Operation.newBuilder()
                .setVerb(encode(onMap.verb()))
                .setMap(encode(onMap.map()))
                .setEntry(encode(onMap.entry()))
                .setValue(encode(onMap.value()))
                .setExpected(encode(onMap.expected()))
                .build();
    }

    static OnMap decode(Wire.Operation wire) {
        return new OnMap(
                decode(wire.getVerb()),
                decode(wire.getMap()),
                decode(wire.getEntry()),
                decode(wire.getValue()),
                decode(wire.getExpected()));
    }

    static Wire.Operation.Verb encode(Verb verb) {
        return switch (verb) {
            case GET -> Wire.Operation.Verb.GET;
            case SIZE -> Wire.Operation.Verb.SIZE;
            case PUT -> Wire.Operation.Verb.PUT;
            case PUT_IF_ABSENT -> Wire.Operation.Verb.PUT_IF_ABSENT;
            case REPLACE -> Wire.Operation.Verb.REPLACE;
            case REMOVE -> Wire.Operation.Verb.REMOVE;
            case INCREMENT -> Wire.Operation.Verb.INCREMENT;
            case APPEND -> Wire.Operation.Verb.APPEND;
            case ADD -> Wire.Operation.Verb.ADD;
            case CLEAR -> Wire.Operation.Verb.CLEAR;
            case EXPIRE -> Wire.Operation.Verb.EXPIRE;
        };
    }

    static Verb decode(Wire.Operation.Verb wire) {
        return switch (wire) {
            case GET -> Verb.GET;
            case SIZE -> Verb.SIZE;
            case PUT -> Verb.PUT;
            case PUT_IF_ABSENT -> Verb.PUT_IF_ABSENT;
            case REPLACE -> Verb.REPLACE;
            case REMOVE -> Verb.REMOVE;
            case INCREMENT -> Verb.INCREMENT;
            case APPEND -> Verb.APPEND;
            case ADD -> Verb.ADD;
            case CLEAR -> Verb.CLEAR;
            case EXPIRE -> Verb.EXPIRE;
            case VERB_UNKNOWN, UNRECOGNIZED -> throw new MalformedFrameException("no such operation");
        };
    }

    static Wire.Result encode(Result result) {
        Wire.Result.Builder wire = Wire.Result.newBuilder();
        if (result instanceof Result.Done done) {
            wire.setDone(Wire.Result.Numbers.newBuilder().addAllValues(done.values()));
        } else if (result instanceof Result.Found found) {
            wire.setFound(Wire.Result.Found.newBuilder().addAllValues(encode(found.values())));
        } else if (result instanceof Result.Unmet) {
            wire.setUnmet(NOTHING);
        } else if (result instanceof Result.WrongKind) {
            wire.setWrongKind(NOTHING);
        } else if (result instanceof Result.NotHere elsewhere) {
            wire.setNotHere(elsewhere.ask());
        } else if (result instanceof Result.Refused refused) {
            wire.setRefused(refused.why());
        } else {
            throw new IllegalArgumentException("no result of an operation on a named map: " + result);
        }
        return wire.build();
    }

    static Result decode(Wire.Result wire) {
        return switch (wire.getKindCase()) {
            case DONE -> new Result.Done(wire.getDone().getValuesList());
            case FOUND -> new Result.Found(decode(wire.getFound().getValuesList()));
            case UNMET -> new Result.Unmet();
            case WRONG_KIND -> new Result.WrongKind();
            case NOT_HERE -> new Result.NotHere(TableCodec.notNegative(wire.getNotHere()));
            case REFUSED -> new Result.Refused(wire.getRefused());
            case KIND_NOT_SET -> throw new MalformedFrameException("no such result");
        };
    }

    static Wire.LogEntry encode(LogEntry entry) {
        return Wire.LogEntry.newBuilder()
                .setEpoch(TableCodec.encode(entry.epoch()))
                .setClient(entry.client())
                .setCall(entry.call())
                .setOperation(encode(entry.operation()))
                .build();
    }

    static LogEntry decode(Wire.LogEntry wire) {
        return new LogEntry(
                TableCodec.decode(wire.getEpoch()), wire.getClient(), wire.getCall(), decode(wire.getOperation()));
    }

    static Wire.Executed encode(LastWrite last) {
        return Wire.Executed.newBuilder()
                .setClient(last.client())
                .setCall(last.executed().call())
                .setPosition(last.executed().position())
                .setResult(encode(last.executed().result()))
                .build();
    }

    static LastWrite decode(Wire.Executed wire) {
        unless(wire.getPosition() > 0, "a write at no position");
        return new LastWrite(
                wire.getClient(), new Executed(wire.getCall(), wire.getPosition(), decode(wire.getResult())));
    }

    static Wire.Cell encode(CellPart cell) {
        return Wire.Cell.newBuilder()
                .setMap(encode(cell.map()))
                .setKey(encode(cell.key()))
                .setKind(
                        switch (cell.kind()) {
                            case SINGLE -> Wire.Cell.Kind.SINGLE;
                            case ITEMS -> Wire.Cell.Kind.ITEMS;
                            case ELEMENTS -> Wire.Cell.Kind.ELEMENTS;
                        })
                .addAllValues(encode(cell.values()))
                .build();
    }

    static CellPart decode(Wire.Cell wire) {
        CellPart.Kind kind =
                switch (wire.getKind()) {
                    case SINGLE -> CellPart.Kind.SINGLE;
                    case ITEMS -> CellPart.Kind.ITEMS;
                    case ELEMENTS -> CellPart.Kind.ELEMENTS;
                    case KIND_UNKNOWN, UNRECOGNIZED -> throw new MalformedFrameException("no such kind of value");
                };
        return new CellPart(decode(wire.getMap()), decode(wire.getKey()), kind, decode(wire.getValuesList()));
    }
}
