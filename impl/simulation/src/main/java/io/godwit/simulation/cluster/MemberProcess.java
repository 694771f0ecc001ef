package io.godwit.simulation.cluster;

import io.godwit.environment.Environment;
import io.godwit.environment.Storage;
import io.godwit.member.limit.Limit;
import io.godwit.member.runtime.RuntimeConfig;
import io.godwit.member.runtime.StepListener;
import io.godwit.protocol.Event;
import java.io.IOException;
import java.util.List;
import java.util.function.IntSupplier;

/**
 * A process of a member, as the simulation runs it.
 *
 * @param <S> the state of one member
 */
public interface MemberProcess<S> {
    /** Starts. */
    void start();

    /** Gives an event to the engine. */
    void submit(Event event);

    /** Reads the figures that a member has for its operator. */
    default void look() {}

    /** Ends. */
    void close();

    /** Writes the member's identity, and nothing else: a process that starts there takes it for its own. */
    default void identify(Storage storage) throws IOException {
        throw new IllegalStateException("keeps nothing");
    }

    /**
     * The settings of a process.
     *
     * @param config of its runtime
     * @param sites addresses of all sites, where processes run or will run
     * @param site the own one, from 1
     * @param lastNumber the greatest number of a member so far
     */
    record Start(RuntimeConfig config, List<String> sites, int site, IntSupplier lastNumber) {
        /** Copies the list. */
        public Start {
            sites = List.copyOf(sites);
        }
    }

    /** Callbacks of a process, which run as tasks of its executors. */
    interface Hooks<S> extends StepListener<S> {
        /** Takes a log message. */
        void log(String text);

        /** The process has become a member; or another member, because it starts over. Its engine has not taken a step. */
        void joined(int number, S state);

        /** The engine runs. */
        void running();

        /** The member has reached a limit, or does not reach it any more. */
        void reached(Limit limit);

        /** The member has left the cluster. */
        void stopped();

        /** The process does not start, or does not become a member, because of its disk. */
        void notStarted(IOException cause);

        /** The process cannot continue. */
        void failed(Throwable cause);
    }

    /** Makes processes. */
    interface Factory<S> {
        /** Do members have disks? */
        boolean hasDisks();

        /**
         * A process that is not running yet.
         *
         * @throws IOException if it cannot listen, or the disk holds what cannot be used
         */
        MemberProcess<S> create(Start start, Environment environment, Hooks<S> hooks) throws IOException;
    }
}
