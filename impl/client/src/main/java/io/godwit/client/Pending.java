package io.godwit.client;

import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Result;
import java.util.concurrent.CompletableFuture;

/** A call that is under way. Belongs to the client's thread. */
final class Pending {
    final OnMap operation;
    /** The partition, or -1 for that of the key. */
    final int wanted;

    final boolean relaxed;
    final long deadline;
    final CompletableFuture<Result> result = new CompletableFuture<>();

    Session session;
    long number;
    /** Which attempt this is; what belongs to an earlier one does not count any more. */
    int attempt;
    /** Whom it was sent to last, null for nobody. */
    Link asked;
    /** Has this attempt left? */
    boolean sent;
    /** Whom to ask next, 0 for whom the routes name. */
    int hint;
    /** Is anybody to be asked, because the one whom the routes name does not answer? */
    boolean anybody;
    /** May an attempt have been carried out that was not answered? */
    boolean doubt;

    Pending(OnMap operation, int wanted, boolean relaxed, long deadline) {
        this.operation = operation;
        this.wanted = wanted;
        this.relaxed = relaxed;
        this.deadline = deadline;
    }

    int partition(int partitions) {
        return wanted >= 0 ? wanted : operation.entry().partition(partitions);
    }
}
