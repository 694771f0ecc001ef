package io.godwit.simulation.linear;

import io.godwit.simulation.linear.History.RecordedCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Decides whether the calls of one key have an order in which one object could have served them, each between its
 * invocation and its answer.
 *
 * <p>Wing and Gong's search with Lowe's memory: calls and answers stand in one list by time; a call that no pending answer
 * precedes may be the next to take effect; what was tried with the same set of calls and the same state is not tried
 * again. Calls without answer may take effect at any time after their invocation, or never.
 */
public final class Linearizability {
    /** Enough for histories of some hundred calls; a history of a simulated key needs some hundred steps. */
    public static final long DEFAULT_LIMIT = 2_000_000;

    private final long limit;

    /**
     * With a limit of work.
     *
     * @param limit tried steps after which the search gives up, 1 or more
     */
    public Linearizability(long limit) {
        this.limit = limit;
    }

    /** What a history shows; calls in any order, all of the same key. */
    public <T> HistoryVerdict check(SequentialModel<T> model, List<RecordedCall> history) {
        return new Search<>(model, history).run();
    }

    /** A call or an answer in the list of what is still to be explained. */
    private static final class Node {
        private final RecordedCall call;
        private final int index;
        /** Of a call: its answer; null for answers, and for calls that have none. */
        private Node answer;

        private final boolean isCall;
        private Node previous;
        private Node next;

        Node(RecordedCall call, int index, boolean isCall) {
            this.call = call;
            this.index = index;
            this.isCall = isCall;
        }

        void unlink() {
            previous.next = next;
            if (next != null) {
                next.previous = previous;
            }
        }

        void relink() {
            previous.next = this;
            if (next != null) {
                next.previous = this;
            }
        }
    }

    /** A set of calls, by index, and the state that they have led to. */
    private static final class Tried<T> {
        private final long[] done;
        private final T state;

        Tried(long[] done, T state) {
            this.done = done;
            this.state = state;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Tried<?> tried && Arrays.equals(done, tried.done) && state.equals(tried.state);
        }

        @Override
        public int hashCode() {
            return 31 * Arrays.hashCode(done) + state.hashCode();
        }
    }

    private record Choice<T>(Node node, T before) {}

    private final class Search<T> {
        private final SequentialModel<T> model;
        private final Node head = new Node(null, -1, false);
        private final long[] done;
        private int unexplained;

        Search(SequentialModel<T> model, List<RecordedCall> history) {
            this.model = model;
            List<RecordedCall> calls = history.stream()
                    .filter(call -> call.known() || !call.operation().readOnly())
                    .toList();
            this.done = new long[(calls.size() + 63) >> 6];
            link(calls);
        }

        private void link(List<RecordedCall> calls) {
            record Moment(long time, boolean isCall, Node node) {}
            List<Moment> moments = new ArrayList<>();
            for (int i = 0; i < calls.size(); i++) {
                RecordedCall call = calls.get(i);
                Node invocation = new Node(call, i, true);
                moments.add(new Moment(call.invoked(), true, invocation));
                if (call.known()) {
                    invocation.answer = new Node(call, i, false);
                    moments.add(new Moment(call.answered(), false, invocation.answer));
                    unexplained++;
                }
            }
            // At the same microsecond the call comes first: that allows more orders, and forbids none that could have
            // been.
            moments.sort(Comparator.comparingLong(Moment::time)
                    .thenComparing(Moment::isCall, Comparator.reverseOrder())
                    .thenComparingInt(m -> m.node().index));
            Node last = head;
            for (Moment moment : moments) {
                last.next = moment.node();
                moment.node().previous = last;
                last = moment.node();
            }
        }

        HistoryVerdict run() {
            T state = model.initial();
            List<Choice<T>> chosen = new ArrayList<>();
            Set<Tried<T>> tried = new HashSet<>();
            long work = 0;
            Node node = head.next;
            while (unexplained > 0) {
                if (++work > limit) {
                    return HistoryVerdict.GAVE_UP;
                }
                if (node != null && node.isCall) {
                    T after = model.after(state, node.call.operation(), node.call.result());
                    if (after != null && tried.add(new Tried<>(with(node.index), after))) {
                        chosen.add(new Choice<>(node, state));
                        state = after;
                        take(node);
                        node = head.next;
                    } else {
                        node = node.next;
                    }
                } else if (chosen.isEmpty()) {
                    return HistoryVerdict.VIOLATED;
                } else {
                    Choice<T> last = chosen.remove(chosen.size() - 1);
                    state = last.before();
                    giveBack(last.node());
                    node = last.node().next;
                }
            }
            return HistoryVerdict.LINEARIZABLE;
        }

        private long[] with(int index) {
            long[] words = done.clone();
            words[index >> 6] |= 1L << index;
            return words;
        }

        private void take(Node call) {
            done[call.index >> 6] |= 1L << call.index;
            call.unlink();
            if (call.answer != null) {
                call.answer.unlink();
                unexplained--;
            }
        }

        private void giveBack(Node call) {
            done[call.index >> 6] &= ~(1L << call.index);
            if (call.answer != null) {
                call.answer.relink();
                unexplained++;
            }
            call.relink();
        }
    }

    /** What is known of a history. */
    public enum HistoryVerdict {
        /** There is an order in which one object could have served all calls. */
        LINEARIZABLE,
        /** There is none. */
        VIOLATED,
        /** The search took too long: nothing is known. */
        GAVE_UP
    }
}
