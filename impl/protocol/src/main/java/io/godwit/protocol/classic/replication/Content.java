package io.godwit.protocol.classic.replication;

import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What a copy contains. Immutable. */
public final class Content {
    /** Nothing. */
    public static final Content EMPTY = new Content(Set.of());

    private final Set<Update> writes;

    private Content(Set<Update> writes) {
        this.writes = writes;
    }

    /** The content after a write, and what the client hears. */
    public Applied apply(Update update) {
        Set<Update> more = new LinkedHashSet<>(writes);
        more.add(update);
        return new Applied(new Content(more), new Result.Done(List.of()));
    }

    /** What a client hears that only reads. */
    public Result read(Operation operation) {
        return new Result.Done(List.of(operation.key()));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Content content && writes.equals(content.writes);
    }

    @Override
    public int hashCode() {
        return writes.hashCode();
    }

    @Override
    public String toString() {
        return writes.toString();
    }

    /** Content and answer after a write. */
    public record Applied(Content content, Result result) {}
}
