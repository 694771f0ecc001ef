package io.godwit.simulation;

import io.godwit.protocol.Message;
import java.util.List;

/**
 * How a member is shown in a trace.
 *
 * @param <S> its state
 */
public interface TraceView<S> {
    /**
     * What a member believes of a partition.
     *
     * @param version as text, or empty
     * @param replicas the primary first; empty when it believes nothing
     * @param inSync members that have every acknowledged write
     * @param data what it holds, in short
     */
    record Cell(String version, List<Integer> replicas, List<Integer> inSync, String data) {}

    /** What it believes of each partition, by number; empty where that is not known. */
    List<Cell> cells(S state);

    /** Words about the member, such as {@code master}. */
    List<String> marks(S state);

    /** What members compare to find out whether they know the same. */
    String stamp(S state);

    /** What a message is called; one that carries others is called by what it carries. */
    default String name(Message message) {
        return message.getClass().getSimpleName();
    }

    /** Nothing but the state itself. */
    static <S> TraceView<S> plain() {
        return new TraceView<>() {
            @Override
            public List<Cell> cells(S state) {
                return List.of();
            }

            @Override
            public List<String> marks(S state) {
                return List.of();
            }

            @Override
            public String stamp(S state) {
                return "";
            }
        };
    }
}
