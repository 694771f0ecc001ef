package io.godwit.protocol;

/**
 * A whole protocol, as a runtime sees it: members that step from event to event. The same object serves the simulation
 * and the real member.
 *
 * @param <S> the state of one member
 */
public interface Protocol<S> {
    /**
     * A member that forms a new cluster together with others.
     *
     * @param self the member
     * @param setup what all of them have been told alike
     */
    S found(int self, Setup setup);

    /**
     * The same at a time that is known. With read leases the member waits as after a restart: its process may have run before, and have
     * died before it had written anything but who it is.
     *
     * @param now as in {@link Event.Timed}; without read leases it does not matter
     */
    default S found(int self, Setup setup, long now) {
        return found(self, setup);
    }

    /**
     * A member that starts with empty hands and joins a running cluster.
     *
     * @param self the member, greater than any before
     * @param setup the cluster that it looks for; {@code founders} are the members to be asked
     */
    S join(int self, Setup setup);

    /**
     * A member that starts again with what it has made durable.
     *
     * @param self the same member as before
     * @param setup the cluster
     * @param image the last {@link Command.Persist} that was carried out
     */
    default S restart(int self, Setup setup, Message image) {
        return restart(self, setup, image, LeaseTimes.UNKNOWN);
    }

    /**
     * The same at a time that is known.
     *
     * @param now as in {@link Event.Timed}; without read leases it does not matter
     */
    S restart(int self, Setup setup, Message image, long now);

    /** Lets a member take one event. */
    Step<S> step(S state, Event event);

    /**
     * Lets a member take one event, and tells of the actions that this comes to. The step is the same as without.
     *
     * @param actionListener is told what happens; a protocol that cannot tell says nothing
     */
    default Step<S> step(S state, Event event, ActionListener actionListener) {
        return step(state, event);
    }

    /**
     * What all founders know.
     *
     * @param founders the members that form the cluster
     * @param partitions number of partitions of all ranges together, 1 or more
     * @param copies wanted replicas of each partition
     * @param parallel migrations that a member takes part in at once, as source or destination, 1 or more
     * @param leases how long read leases last. Members need not agree: none counts on more than another one has promised
     * @param lossDelay how long the members with the only copies of a partition without backups must have been gone before the master
     *     declares it lost, in microseconds of the clock of {@link Event.Tick}; {@link #NEVER} if only an operator does. Members need
     *     not agree: it matters at the master only
     */
    record Setup(MemberSet founders, int partitions, Copies copies, int parallel, LeaseTimes leases, long lossDelay) {
        /** In place of a delay: only an operator declares partitions lost. */
        public static final long NEVER = -1;

        /** Without a delay: only an operator declares partitions lost. */
        public Setup(MemberSet founders, int partitions, Copies copies, int parallel, LeaseTimes leases) {
            this(founders, partitions, copies, parallel, leases, NEVER);
        }

        /** Without read leases. */
        public Setup(MemberSet founders, int partitions, Copies copies, int parallel) {
            this(founders, partitions, copies, parallel, LeaseTimes.NONE);
        }

        /** With partitions that all want the same number of replicas, the primary included, 1 to 7. */
        public Setup(MemberSet founders, int partitions, int copies, int parallel) {
            this(founders, partitions, Copies.all(copies), parallel);
        }

        /** Refuses ranges that do not have so many partitions, and delays that make no sense. */
        public Setup {
            if (!copies.isFor(partitions)) {
                throw new IllegalArgumentException(partitions + " partitions for copies " + copies);
            } else if (lossDelay < 0 && lossDelay != NEVER) {
                throw new IllegalArgumentException(
                        "a delay of 0 us or more, or " + NEVER + " for never, not " + lossDelay);
            }
        }

        /** With read leases. */
        public Setup with(LeaseTimes newLeases) {
            return new Setup(founders, partitions, copies, parallel, newLeases, lossDelay);
        }

        /** With a delay after which the master declares partitions lost, in microseconds, 0 or more, or {@link #NEVER}. */
        public Setup withLossDelay(long newDelay) {
            return new Setup(founders, partitions, copies, parallel, leases, newDelay);
        }

        /** Partitions of one range. */
        public int width() {
            return partitions / copies.ranges();
        }
    }
}
