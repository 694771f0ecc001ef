package io.godwit.client;

import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Result;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;

/** A call that is under way. Belongs to the client's thread. */
final class Pending {
    /** The longest first pause, in milliseconds; each further one may be as much longer, up to {@link #MOST_PAUSE}. */
    static final int FIRST_PAUSE = 4;

    static final int MOST_PAUSE = 32;

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
    /** When the last part of an answer came in this attempt, in nanoseconds; 0 for none. */
    long heard;
    /** The values that have come, when an answer comes in parts. */
    final List<Bytes> values = new ArrayList<>();
    /** Which part is next. */
    int part;
    /** How many attempts have had no answer in time. */
    int silent;

    private int pauses;
    /** Whom to ask next, 0 for whom the routes name. */
    int hint;
    /** Has somebody named another one? */
    boolean redirected;

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

    /** Bytes that go with the call, about. */
    long size() {
        return (long) operation.entry().length()
                + operation.value().length()
                + operation.expected().length();
    }

    /**
     * How long to wait before it is asked again, in milliseconds, 1 to {@value #MOST_PAUSE}. Short at first: a partition whose primary
     * is replaced is without one for some tens of milliseconds.
     */
    int pause(Random random) {
        pauses++;
        return 1 + random.nextInt((int) Math.min((long) FIRST_PAUSE * pauses, MOST_PAUSE));
    }

    /** Another attempt begins: parts of an answer to an earlier one do not go on from those of another member. */
    void forgetParts() {
        heard = 0;
        values.clear();
        part = 0;
    }

    /**
     * Takes a part of an answer.
     *
     * @return the whole result, or null if it is not there yet
     */
    Result take(int index, List<Bytes> more, boolean last) {
        if (index == 0) {
            values.clear();
            part = 0;
        }
        if (index != part) {
            // Of an answer to an earlier attempt, which began somewhere else.
            return null;
        }
        part++;
        values.addAll(more);
        return last ? new Result.Found(values) : null;
    }

    int partition(Routes routes) {
        return wanted >= 0 ? wanted : routes.partition(operation.map(), operation.entry());
    }
}
