package io.godwit.protocol.quorum.data;

import io.godwit.protocol.Command;
import io.godwit.protocol.Command.Answer;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.SpecVariable;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.map.Result.NotHere;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.log.Log;
import java.util.ArrayList;
import java.util.List;

/**
 * What only a primary keeps. The specification looks these things up among all messages and calls. Immutable.
 *
 * @param synced the log that went out with the version's {@code Sync}: what the primary had when it activated the version. Empty once all
 *     participants have answered: it need not be sent again
 * @param acks acknowledgements under the version
 * @param calls calls without an answer, by client; a client has one at a time
 */
public record PrimaryState(
        Log synced,
        @SpecVariable("quorum/DataState!msgs") Acks acks,
        @SpecVariable({"quorum/DataState!writes", "quorum/DataState!reads"}) LongMap<PendingCall> calls) {
    /** Of a member that is no primary. */
    public static final PrimaryState NONE = new PrimaryState(Log.EMPTY, Acks.NONE, LongMap.empty());

    /** With another log that went out with the version's {@code Sync}. */
    public PrimaryState syncedWith(Log log) {
        return new PrimaryState(log, acks, calls);
    }

    /** With one more acknowledgement. */
    public PrimaryState acknowledged(int member, int number) {
        return new PrimaryState(synced, acks.with(member, number), calls);
    }

    /**
     * Without the log that went out with the version's {@code Sync}, if all members to which it was sent have answered, because each
     * activates the version once. This frees the memory of what the current log no longer has.
     */
    public PrimaryState releaseSynced(MemberSet others) {
        return synced.length() > 0 && others.stream().allMatch(member -> acks.of(member) >= 0)
                ? syncedWith(Log.EMPTY)
                : this;
    }

    /** With a client's call in place of any other of that client. */
    public PrimaryState waiting(long client, PendingCall call) {
        return new PrimaryState(synced, acks, calls.with(client, call));
    }

    /** With nothing to answer to a client. */
    public PrimaryState answered(long client) {
        return new PrimaryState(synced, acks, calls.without(client));
    }

    /**
     * Of the same primary under a new version. Acknowledgements and confirmations were for the old one. A write is in the
     * log and will be answered; a read has to start again.
     */
    public PrimaryState renewed(Log log) {
        LongMap<PendingCall> writes = calls;
        for (long client : calls.keys()) {
            if (calls.get(client) instanceof ForRead) {
                writes = writes.without(client);
            }
        }
        return new PrimaryState(log, Acks.NONE, writes);
    }

    /**
     * Tells the clients that read to ask again. Those that write hear nothing: the outcome is unknown here, and they find
     * it when they call again.
     *
     * @param ask whom to ask
     */
    public List<Command> redirectReads(int ask) {
        List<Command> answers = new ArrayList<>();
        for (long client : calls.keys()) {
            if (calls.get(client) instanceof ForRead read) {
                answers.add(new Answer(client, read.call(), new NotHere(ask)));
            }
        }
        return answers;
    }
}
