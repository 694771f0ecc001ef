package io.godwit.protocol.quorum.data.message;

import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;

/**
 * The messages of the data plane, as in {@code spec/quorum/DataState.tla}. All may be lost, late, or there twice.
 */
public sealed interface DataMessage extends Message {
    /** A message about one partition, which counts under one version only. */
    sealed interface Fenced extends DataMessage {
        /** What it is about. */
        int partition();

        /** The version under which it was sent. */
        Version version();
    }

    /**
     * Primary to all other participants: the whole log. Under one version, each target is sent the same log, however often.
     *
     * @param partition the partition
     * @param view the version, and the configuration that was decided under it
     * @param log what the primary had when it activated the version
     */
    record Sync(int partition, View view, Log log) implements Fenced {
        @Override
        public Version version() {
            return view.version();
        }
    }

    /**
     * Primary to all other participants: one more write.
     *
     * @param partition the partition
     * @param version the version
     * @param number the entry's position, 1 for the first
     * @param entry the write
     */
    record Append(int partition, Version version, int number, LogEntry entry) implements Fenced {}

    /**
     * Replica or learner to primary: I hold the first entries of your log.
     *
     * @param partition the partition
     * @param version the version
     * @param number how many entries, 0 or more
     */
    record Ack(int partition, Version version, int number) implements Fenced {}

    /**
     * Primary to all other participants: a client reads; am I still your primary?
     *
     * @param partition the partition
     * @param version the version
     * @param client who reads
     * @param call the client's number for the call
     */
    record Probe(int partition, Version version, long client, long call) implements Fenced {}

    /**
     * The answer to a {@link Probe}: yes. There is no other.
     *
     * @param partition the partition
     * @param version the version
     * @param client who reads
     * @param call the client's number for the call
     */
    record Confirm(int partition, Version version, long client, long call) implements Fenced {}

    /**
     * Primary to all other participants: promise me something, so that I can answer reads alone.
     *
     * @param partition the partition
     * @param version the version
     * @param number of the request; a later one of the primary has a greater number
     * @param time for how long the promise has to run, in nanoseconds by the receiver's clock
     */
    record LeaseRequest(int partition, Version version, long number, long time) implements Fenced {}

    /**
     * The answer to a {@link LeaseRequest}: while the promise runs, I do not serve as the primary of a later version. There is no
     * other answer.
     *
     * @param partition the partition
     * @param version the version
     * @param number of the request
     */
    record Lease(int partition, Version version, long number) implements Fenced {}

    /**
     * Primary to master: a member holds what the in-sync set holds, and answers wait for it from now on.
     *
     * @param partition the partition
     * @param version the version
     * @param subject the member
     */
    record CaughtUp(int partition, Version version, int subject) implements Fenced {}

    /** Master to a member that asked to leave: nothing depends on you. */
    record Released() implements DataMessage {}
}
