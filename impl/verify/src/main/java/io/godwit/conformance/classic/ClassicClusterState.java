package io.godwit.conformance.classic;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.ReplayedState;
import io.godwit.conformance.replay.ReplayedState.ReplayedStates;
import io.godwit.conformance.replay.ValueUpdates;
import io.godwit.protocol.classic.ClassicState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** The state that the cluster is in at the moment: members, links and channels. Members are numbered from 1. */
final class ClassicClusterState {
    private static final int WIDTH = ClassicCodec.VARIABLES.size();
    private static final String UP = "up";
    private static final String CRASHED = "crashed";

    private final Corpus corpus;
    private final ValueTable values;
    private final ClassicCodec codec;
    private final ValueUpdates patches;
    private final int[] variables;
    private final int[] channels;
    private final int cut;
    private final int migCount;
    private final int writeCount;
    private final int acked;
    private final int spent;
    private final int members;
    private final ReplayedStates<ClassicState> subjects = new ReplayedStates<>();
    private final List<ReplayedState<ClassicState>> cast;
    private int state = -1;

    ClassicClusterState(Corpus corpus, ClassicCodec codec) {
        this.corpus = corpus;
        this.codec = codec;
        values = corpus.values();
        patches = new ValueUpdates(values);
        variables = ClassicCodec.VARIABLES.stream().mapToInt(corpus::variable).toArray();
        channels = new int[] {corpus.variable("msgs"), corpus.variable("dataMsgs")};
        cut = corpus.variable("cut");
        migCount = corpus.variable("migCount");
        writeCount = corpus.variable("writeCount");
        acked = corpus.variable("acked");
        spent = corpus.variable("spent");
        members = values.items(corpus.states().value(0, variables[0])).length;
        cast = new ArrayList<>(Collections.nCopies(members, null));
    }

    /** Goes to a state. */
    void enter(int next) {
        if (next != state) {
            state = next;
            Collections.fill(cast, null);
        }
    }

    int members() {
        return members;
    }

    // Reading

    String life(int n) {
        return values.text(values.items(value(variables[0]))[n - 1]);
    }

    boolean isUp(int n) {
        return life(n).equals(UP);
    }

    boolean hasCrashed(int n) {
        return life(n).equals(CRASHED);
    }

    /** How many members have crashed. */
    int crashes() {
        int count = 0;
        for (int n = 1; n <= members; n++) {
            count += hasCrashed(n) ? 1 : 0;
        }
        return count;
    }

    boolean isCut(int from, int to) {
        int pair = values.ofSequence(new int[] {values.ofNumber(from), values.ofNumber(to)}, -1);
        return Arrays.binarySearch(values.items(value(cut)), pair) >= 0;
    }

    /** Does what is sent arrive? {@code Open} */
    boolean isOpen(int from, int to) {
        return isUp(to) && !isCut(from, to);
    }

    /** The messages under way on a channel, in order. */
    int[] underWay(int channel, int from, int to) {
        return values.items(values.items(values.items(value(channels[channel]))[from - 1])[to - 1]);
    }

    boolean isUnderWay(int channel, int from, int to, String type) {
        for (int message : underWay(channel, from, to)) {
            if (codec.messages().type(message).equals(type)) {
                return true;
            }
        }
        return false;
    }

    int migrations() {
        return values.number(value(migCount));
    }

    int writes() {
        return values.number(value(writeCount));
    }

    int spent(String budget) {
        return values.number(values.field(value(spent), budget));
    }

    ClassicState member(int n) {
        return subject(n).state();
    }

    ReplayedState<ClassicState> subject(int n) {
        ReplayedState<ClassicState> subject = cast.get(n - 1);
        if (subject == null) {
            int[] own = new int[WIDTH];
            for (int i = 0; i < WIDTH; i++) {
                own[i] = values.items(value(variables[i]))[n - 1];
            }
            int[] parts = Arrays.copyOf(own, WIDTH + 2);
            parts[WIDTH] = n;
            parts[WIDTH + 1] = migrations();
            subject = subjects.of(parts, () -> codec.decode(n, own, migrations()));
            cast.set(n - 1, subject);
        }
        return subject;
    }

    private int value(int variable) {
        return corpus.states().value(state, variable);
    }

    /** The state as the beginning of the one after it. */
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

        /** What belongs to a member. */
        void put(int n, int[] parts) {
            for (int i = 0; i < WIDTH; i++) {
                after[variables[i]] = patches.with(after[variables[i]], n - 1, parts[i]);
            }
        }

        void putMigrations(int value) {
            after[migCount] = value;
        }

        void putWrites(int number) {
            after[writeCount] = values.ofNumber(number);
        }

        /** A member's life as the world sees it. */
        void putCrashed(int n) {
            after[variables[0]] = patches.with(after[variables[0]], n - 1, values.ofText(CRASHED));
        }

        /** A write is answered with success. */
        void acknowledge(int partition, int write) {
            int set = values.items(after[acked])[partition];
            int more = patches.union(set, values.ofSet(new int[] {values.ofNumber(write)}, -1));
            after[acked] = patches.with(after[acked], partition, more);
        }

        void cutBoth(int a, int b) {
            int one = values.ofSequence(new int[] {values.ofNumber(a), values.ofNumber(b)}, -1);
            int two = values.ofSequence(new int[] {values.ofNumber(b), values.ofNumber(a)}, -1);
            after[cut] = patches.union(after[cut], values.ofSet(new int[] {one, two}, -1));
        }

        /** Takes the first message from a channel. */
        void pop(int channel, int from, int to) {
            int[] queue = queue(channel, from, to);
            putQueue(channel, from, to, Arrays.copyOfRange(queue, 1, queue.length));
        }

        /** Puts a message on a channel, if the link is open. */
        void post(int channel, int from, int to, int message) {
            if (isOpen(from, to)) {
                int[] queue = queue(channel, from, to);
                int[] longer = Arrays.copyOf(queue, queue.length + 1);
                longer[queue.length] = message;
                putQueue(channel, from, to, longer);
            }
        }

        /** Drops what is under way, on both channels. */
        void close(int from, int to) {
            putQueue(0, from, to, new int[0]);
            putQueue(1, from, to, new int[0]);
        }

        /** Drops whatever is under way to a member. */
        void closeAllTo(int to) {
            for (int from = 1; from <= members; from++) {
                close(from, to);
            }
        }

        private int[] queue(int channel, int from, int to) {
            return values.items(values.items(values.items(after[channels[channel]])[from - 1])[to - 1]);
        }

        private void putQueue(int channel, int from, int to, int[] queue) {
            int all = after[channels[channel]];
            int row = values.items(all)[from - 1];
            int changed = patches.with(row, to - 1, values.ofSequence(queue, -1));
            after[channels[channel]] = patches.with(all, from - 1, changed);
        }
    }
}
