package io.godwit.protocol.classic.data;

import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.Operation;

/**
 * A client's operation that changes content. A number in the specification.
 *
 * @param client who called
 * @param call the client's number for it
 * @param operation what to do
 */
public record Update(long client, long call, Operation operation) {
    /** The content after it; the same content when it contains this very call as the client's last one. */
    public MapContent applyTo(MapContent content) {
        Executed last = content.executed(client);
        return last != null && last.call() == call ? content : content.apply(client, call, operation);
    }
}
