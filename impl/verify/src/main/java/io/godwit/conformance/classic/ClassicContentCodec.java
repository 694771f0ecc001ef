package io.godwit.conformance.classic;

import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.Codec;
import io.godwit.protocol.classic.data.Update;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import java.util.Arrays;
import java.util.List;

/**
 * Copies of both sides. Write {@code w} of the specification is the only call of client {@code w}, and adds {@code w} to the only key's
 * set.
 */
final class ClassicContentCodec {
    private static final long CALL = 1;
    private static final long KEY = 1;

    private final ValueTable values;
    private final Codec<MapContent> contents;
    private final Codec<Update> writes;

    ClassicContentCodec(ValueTable values) {
        this.values = values;
        contents = Codec.of(this::content, this::contentId).readOnce();
        writes = Codec.of(id -> update(values.number(id)), this::writeId);
    }

    static Update update(int write) {
        return new Update(write, CALL, new Operation.AddToSet(KEY, write));
    }

    Codec<MapContent> contents() {
        return contents;
    }

    Codec<Update> writes() {
        return writes;
    }

    private MapContent content(int value) {
        int[] writes =
                Arrays.stream(values.items(value)).map(values::number).sorted().toArray();
        MapContent content = MapContent.EMPTY;
        for (int write : writes) {
            Update update = update(write);
            content = content.apply(update.client(), update.call(), update.operation());
        }
        return content;
    }

    private int contentId(MapContent content) {
        Result result = content.read(new Operation.Get(KEY));
        List<Long> elements = result instanceof Result.Done done ? done.values() : List.of();
        for (long element : elements) {
            if (content.executed(element) == null) {
                return values.ofText("a copy that does not know of write " + element);
            }
        }
        return values.ofSet(
                elements.stream().mapToInt(it -> values.ofNumber(it.intValue())).toArray(), -1);
    }

    /** The number of a write. */
    private int writeId(Update update) {
        return update.equals(update((int) update.client()))
                ? values.ofNumber((int) update.client())
                : values.ofText(update.toString());
    }

    /** What the client of a write will hear. */
    static Result result(int write) {
        Update update = update(write);
        return MapContent.EMPTY
                .apply(update.client(), update.call(), update.operation())
                .executed(write)
                .result();
    }
}
