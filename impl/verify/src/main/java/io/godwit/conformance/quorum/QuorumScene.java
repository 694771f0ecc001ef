package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.replay.ReplayedState;
import io.godwit.conformance.replay.ReplayedState.ReplayedStates;
import io.godwit.conformance.replay.ValueUpdates;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * The state that the cluster is in at the moment: the values of all variables, and the members.
 *
 * @param <S> the state of one member
 */
abstract class QuorumScene<S> {
    protected final Corpus corpus;
    protected final ValueTable values;
    protected final ValueUpdates patches;
    /** Those that a member has a part of. */
    protected final int[] variables;

    protected final int[] members;
    protected final int msgs;
    protected final ReplayedStates<S> subjects = new ReplayedStates<>();
    /** Number of the state, -1 before the first one. */
    protected int state = -1;

    private final List<ReplayedState<S>> cast;

    QuorumScene(Corpus corpus, QuorumMembers names, List<String> variables) {
        this.corpus = corpus;
        values = corpus.values();
        patches = new ValueUpdates(values);
        this.variables = variables.stream().mapToInt(corpus::variable).toArray();
        members = values.shape(corpus.states().value(0, this.variables[0])).domain().stream()
                .mapToInt(names::number)
                .toArray();
        msgs = corpus.variable("msgs");
        cast = new ArrayList<>(Collections.nCopies(members.length, null));
    }

    /** The members, in the order of the functions over them. */
    final int[] members() {
        return members.clone();
    }

    /** The place of a member in functions over all members; -1 when it is none. */
    final int position(int member) {
        for (int i = 0; i < members.length; i++) {
            if (members[i] == member) {
                return i;
            }
        }
        return -1;
    }

    /** The values of all variables. */
    final int[] copy() {
        int width = corpus.states().width();
        return Arrays.copyOfRange(corpus.states().ids(), state * width, (state + 1) * width);
    }

    /** The same, with one replaced. */
    final int[] with(int variable, int value) {
        int[] after = copy();
        after[variable] = value;
        return after;
    }

    /** The same, with more messages. */
    final int[] withMessages(int sent) {
        return with(msgs, patches.union(value(msgs), sent));
    }

    /** The value of a variable. */
    protected final int value(int variable) {
        return corpus.states().value(state, variable);
    }

    /** The state of a member. */
    final S member(int n) {
        return subject(n).state();
    }

    /** A member's part of each variable. */
    protected final int[] own(int n, int[] ids) {
        return Arrays.stream(variables).map(it -> values.items(ids[it])[n]).toArray();
    }

    /** Replaces what belongs to a member. */
    final void put(int[] after, int n, int[] parts) {
        for (int i = 0; i < variables.length; i++) {
            after[variables[i]] = patches.with(after[variables[i]], n, parts[i]);
        }
    }

    /** The member with all answers that were ever sent to it delivered. */
    protected final ReplayedState<S> subject(int n) {
        ReplayedState<S> subject = cast.get(n);
        if (subject == null) {
            subject = find(n, copy());
            cast.set(n, subject);
        }
        return subject;
    }

    /** The same in a state of the cluster that has these values. */
    protected abstract ReplayedState<S> find(int n, int[] ids);

    /** The state has changed. */
    protected final void forgetMembers() {
        Collections.fill(cast, null);
    }
}
