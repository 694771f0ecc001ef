package io.godwit.conformance.classic;

import io.godwit.conformance.classic.ClusterStateCodec.Transition;
import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.ValueUpdates;
import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage;
import io.godwit.protocol.classic.data.PartitionTable;
import java.util.Arrays;
import java.util.stream.IntStream;

/** The state that the cluster of a {@code ClusterStateChange} model is in at the moment. Members are numbered from 1. */
final class ClusterStateCluster {
    private final Corpus corpus;
    private final ValueTable values;
    private final ClusterStateCodec codec;
    private final ValueUpdates updates;
    private int state;

    ClusterStateCluster(Corpus corpus, ClusterStateCodec codec) {
        this.corpus = corpus;
        this.codec = codec;
        values = corpus.values();
        updates = new ValueUpdates(values);
    }

    /** Goes to a state. */
    void enter(int next) {
        state = next;
    }

    private int value(String variable) {
        return corpus.states().value(state, corpus.variable(variable));
    }

    /** A member's part of a variable. */
    int of(String variable, int n) {
        return values.items(value(variable))[n - 1];
    }

    int members() {
        return values.items(value("life")).length;
    }

    String life(int n) {
        return values.text(of("life", n));
    }

    boolean isUp(int n) {
        return life(n).equals("up");
    }

    boolean leads(int n) {
        return values.truth(of("leads", n));
    }

    MemberSet view(int n) {
        return codec.members().decode(of("view", n));
    }

    PartitionTable table(int n) {
        return codec.table(of("table", n));
    }

    boolean isMigrating(int n) {
        return of("active", n) != codec.noMigration();
    }

    /** How many of a model's budget are spent. */
    int spent(String budget) {
        return values.number(values.field(value("spent"), budget));
    }

    int count(String life) {
        return (int) IntStream.rangeClosed(1, members())
                .filter(n -> life(n).equals(life))
                .count();
    }

    /** The messages under way, in order. */
    int[] underWay(int s, int d) {
        return values.items(values.items(of("msgs", s))[d - 1]);
    }

    ClassicState member(int n) {
        return codec.member(n, leads(n), of("view", n), of("table", n), of("active", n), transition(n));
    }

    private Transition transition(int n) {
        return new Transition(of("state", n), of("lock", n), of("change", n), of("record", n));
    }

    Next next() {
        int width = corpus.states().width();
        return new Next(Arrays.copyOfRange(corpus.states().ids(), state * width, (state + 1) * width));
    }

    /** The state after a step, in the making. */
    final class Next {
        private final int[] after;

        private Next(int[] after) {
            this.after = after;
        }

        int[] values() {
            return after;
        }

        Next put(String variable, int n, int value) {
            int at = corpus.variable(variable);
            after[at] = updates.with(after[at], n - 1, value);
            return this;
        }

        /** One more of a model's budget is used up. */
        Next spend(String budget) {
            int at = corpus.variable("spent");
            int field = values.shape(after[at]).fields().indexOf(budget);
            after[at] = updates.with(after[at], field, values.ofNumber(spent(budget) + 1));
            return this;
        }

        /** What the engine has made of a member, and what it sends. */
        Next carryOut(int n, Step<ClassicState> step) {
            Transition transition = codec.transition(step.state().transition());
            put("view", n, codec.members().encode(step.state().view()));
            put("state", n, transition.state());
            put("lock", n, transition.lock());
            put("change", n, transition.change());
            put("record", n, transition.record());
            for (Command command : step.commands()) {
                Command.Send send = (Command.Send) command;
                post(
                        n,
                        send.to(),
                        codec.messages().encode(values.ofNumber(n), values.ofNumber(send.to()), (ControlMessage)
                                send.message()));
            }
            return this;
        }

        /** The table of a member, and the same to its whole view. */
        Next publish(int n, PartitionTable table) {
            put("table", n, codec.table(table));
            for (int d : view(n).without(n).toArray()) {
                post(n, d, codec.tableMessage(n, d, table));
            }
            return this;
        }

        Next pop(int s, int d) {
            int[] queue = queue(s, d);
            return putQueue(s, d, Arrays.copyOfRange(queue, 1, queue.length));
        }

        Next close(int s, int d) {
            return putQueue(s, d, new int[0]);
        }

        Next post(int s, int d, int message) {
            if (isUp(d)) {
                int[] queue = queue(s, d);
                int[] longer = Arrays.copyOf(queue, queue.length + 1);
                longer[queue.length] = message;
                putQueue(s, d, longer);
            }
            return this;
        }

        private int[] queue(int s, int d) {
            int row = values.items(after[corpus.variable("msgs")])[s - 1];
            return values.items(values.items(row)[d - 1]);
        }

        private Next putQueue(int s, int d, int[] queue) {
            int row = values.items(after[corpus.variable("msgs")])[s - 1];
            return put("msgs", s, updates.with(row, d - 1, values.ofSequence(queue, -1)));
        }
    }
}
