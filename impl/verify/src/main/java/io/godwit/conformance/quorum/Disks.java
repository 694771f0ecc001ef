package io.godwit.conformance.quorum;

import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.ValueTable;
import io.godwit.conformance.corpus.ValueTable.Shape;
import io.godwit.conformance.replay.Constants;
import io.godwit.conformance.replay.Mismatch.Difference;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.Trials.Trial;
import io.godwit.conformance.replay.Trials.TrialResult;
import io.godwit.conformance.replay.ValueUpdates;
import io.godwit.protocol.Command;
import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The disks of all members: the variables that {@code DurableDataPlane} and {@code DurableControlPlane} add. What a step writes, which
 * write a message or an answer waits for, and what a member starts again with, the engine says ({@link DiskRules}); the queue of
 * writes is kept here.
 *
 * @param <S> the state of one member
 */
abstract class Disks<S> {
    static final String FULL = "written # <<>> => Len(unsynced[n]) < MaxUnsynced";
    static final String WRITTEN = "unsynced[n] # <<>>, k <= Len(unsynced[n])";
    static final String FAILURES = "failed.restarts < MaxRestarts, failed.powerFailures < MaxPowerFailures";
    static final String RESTARTERS = "n \\in Restarters";

    /** What the variables are to the engine. */
    static final Map<String, String> WORLD = Map.of(
            "stored", "what is synced: an image as the engine makes it (Command.Persist), kept by the store",
            "unsynced",
                    "the runtime's queue of writes (DurabilityQueue); what waits for which of them the engine says (Durability)",
            "failed", "a model's budgets");

    /** The conditions that no member can see, and why. */
    static final Map<String, String> GUARDS = Map.of(
            FULL, "a model's bound on writes that are not synced",
            WRITTEN, "what was not written can neither be synced nor found",
            FAILURES, "a model's budgets",
            RESTARTERS, "models leave out whose disk nothing depends on");

    /** Instead of a guard: the answer stays with the member. */
    private static final String ANSWER_WAITS = "the answer waits for the disk";

    private static final String RESTART_BUDGET = "restarts";
    private static final String POWER_BUDGET = "powerFailures";
    private static final Shape WRITE = new Shape(List.of("held", "image"), List.of());

    protected final ValueTable values;
    protected final ValueUpdates patches;
    protected final Constants constants;
    protected final DiskRules rules;
    protected final int[] members;
    protected final int msgs;
    private final int[] variables;
    private final int stored;
    private final int unsynced;
    private final int failed;
    private final boolean[] restarters;
    private final Map<Long, Integer> left = new HashMap<>();

    /**
     * What a member is after a restart.
     *
     * @param state its state
     * @param parts its part of each variable
     * @param sent the set of messages that it sends again
     */
    @SuppressWarnings("ArrayRecordComponent")
    protected record Restarted<S>(S state, int[] parts, int sent) {}

    /**
     * The disks of a model.
     *
     * @param variables the variables that a member has a part of
     * @param members the members, in the order of the functions over them
     */
    Disks(Corpus corpus, ValueUpdates patches, DiskRules rules, QuorumMembers names, int[] variables, int[] members) {
        this.values = corpus.values();
        this.patches = patches;
        this.rules = rules;
        this.variables = variables.clone();
        this.members = members.clone();
        constants = new Constants(corpus);
        msgs = corpus.variable("msgs");
        stored = corpus.variable("stored");
        unsynced = corpus.variable("unsynced");
        failed = corpus.variable("failed");
        restarters = new boolean[members.length];
        for (int n = 0; n < members.length; n++) {
            restarters[n] = constants.texts("Restarters").contains(names.name(members[n]));
        }
    }

    /** Does a model have disks? */
    static boolean in(Corpus corpus) {
        return corpus.variables().contains("unsynced");
    }

    /** The actions that no method carries out, and why. */
    static Map<String, String> environment(String root) {
        return Map.of(
                root + "!SyncDisk", "the disk's; what leaves the member then, Durability has said before",
                root + "!RestartFromDisk", "a process that starts; what it makes of an image is QuorumProtocol.restart",
                root + "!PowerFailure",
                        "several processes that start; what they make of images is QuorumProtocol.restart");
    }

    /** The action that a step takes beside what it writes, or what it looks up among leases. */
    static String action(String longer) {
        return longer.replaceFirst(
                "(AndStore|WhenSynced|NoWrite|NoLease|WhenDue|ForgetsLeases|AsBefore|OrLate|Declared|InAnyState|Obeying|IfAllowed|Unread)$",
                "");
    }

    // The plane

    /** The parts of a member that has written nothing. */
    protected abstract int[] empty(int n);

    /** Of a member's parts, the value of those that it writes. */
    protected abstract int image(int[] parts);

    /** The image that a value is; the same objects in it for the same values, as in a member that goes on from an image. */
    protected abstract Image decode(int n, int image);

    /** The image of a member's state. */
    protected abstract Image image(S state);

    /** Does a step of a member write? */
    protected abstract boolean writes(S before, S after);

    /** A message that was sent in a state of the cluster. */
    protected abstract Message message(int message, int[] ids);

    /**
     * The number of the last write for which the specification holds a message back, 0 for none. The engine may hold it back for a
     * later one, not for an earlier one.
     *
     * @param images the image before the first write, and that of each
     */
    protected int specified(Message message, List<Image> images) {
        return Integer.MAX_VALUE;
    }

    /**
     * Compares what the specification says nothing about.
     *
     * @param fresh the messages that were sent
     * @param waits for each of them the number of the write for which the engine holds it back, 0 for none
     * @param held by write, the messages that wait for it according to the specification
     */
    protected List<Difference> compareHeld(int n, int[] fresh, int[] waits, List<List<Integer>> held) {
        return List.of();
    }

    /** Who lets a member start again; null if nobody does but the protocol as a whole. */
    protected Method carrier() {
        return null;
    }

    /** Starts a member again with an image. */
    protected abstract Restarted<S> restarted(int n, int image, int[] before);

    /** Puts into a state of the cluster what clients lose with a restart. */
    protected void lose(int n, S restarted, int[] after) {}

    /** Does a member run? */
    protected abstract boolean runs(int n, int[] ids);

    /** May members fail? Models with an end of the faults say no after it. */
    protected boolean faulty(int[] ids, Offers offers) {
        return true;
    }

    // Messages

    /** The messages that have left their senders. */
    final int left(int[] ids) {
        return left.computeIfAbsent(
                (long) ids[msgs] << Integer.SIZE | ids[unsynced], it -> without(ids[msgs], heldBackBy(all(), ids)));
    }

    /** Those of some messages that were not sent before. */
    final int fresh(int sent, int[] before) {
        return without(sent, values.items(before[msgs]));
    }

    private int[] all() {
        return IntStream.range(0, members.length).toArray();
    }

    private int[] heldBackBy(int[] some, int[] ids) {
        return Arrays.stream(some)
                .flatMap(n -> Arrays.stream(queue(n, ids)))
                .flatMap(write -> Arrays.stream(values.items(values.field(write, "held"))))
                .toArray();
    }

    private int without(int set, int[] elements) {
        int[] sorted = elements.clone();
        Arrays.sort(sorted);
        int[] rest = Arrays.stream(values.items(set))
                .filter(item -> Arrays.binarySearch(sorted, item) < 0)
                .toArray();
        return values.ofSet(rest, -1);
    }

    // Images

    private int[] queue(int n, int[] ids) {
        return values.items(values.items(ids[unsynced])[n]);
    }

    private int prefix(int n, int k, int[] ids) {
        return k == 0 ? values.items(ids[stored])[n] : values.field(queue(n, ids)[k - 1], "image");
    }

    private boolean mayFail(int n, int[] ids) {
        return restarters[n]
                && (isLeft(RESTART_BUDGET, "MaxRestarts", ids) || isLeft(POWER_BUDGET, "MaxPowerFailures", ids));
    }

    private boolean isLeft(String budget, String limit, int[] ids) {
        return values.number(values.field(ids[failed], budget)) < constants.number(limit);
    }

    private List<Image> images(int n, int[] ids) {
        List<Image> images = new ArrayList<>();
        for (int i = 0; i <= queue(n, ids).length; i++) {
            images.add(decode(n, prefix(n, i, ids)));
        }
        return images;
    }

    // Steps

    /**
     * What a step of a member does to its disk, put into the state after it. Tells {@code offers} when there is no such step.
     *
     * @param before the values of the variables before
     * @param state the member before
     * @param trial the event
     * @param result what the engine has made of it
     * @param after the values of the variables afterwards, so far
     * @return what the engine does not hold back as long as it should; empty if there is no such step
     */
    final Optional<List<Difference>> store(
            int n, int[] before, S state, Trial<S, ?> trial, TrialResult result, int[] after, Offers offers) {
        if (!mayFail(n, before) || !runs(n, before) || !runs(n, after)) {
            return Optional.of(List.of());
        }
        List<Image> images = images(n, before);
        @SuppressWarnings("unchecked")
        S next = (S) result.state();
        List<List<Integer>> held = new ArrayList<>();
        for (int write : queue(n, before)) {
            held.add(new ArrayList<>(ids(values.field(write, "held"))));
        }
        if (writes(state, next)) {
            if (held.size() >= constants.number("MaxUnsynced")) {
                offers.ruledOut(FULL);
                return Optional.empty();
            }
            images.add(image(next));
            held.add(new ArrayList<>());
        }
        if (holdsAnswer(result.commands(), images)) {
            offers.refused(trial.by(), trial.event(), ANSWER_WAITS, true);
            return Optional.empty();
        }
        int[] fresh = values.items(fresh(after[msgs], before));
        int[] waits = new int[fresh.length];
        for (int i = 0; i < fresh.length; i++) {
            Message message = message(fresh[i], after);
            waits[i] = last(images, (old, image) -> rules.dependsOn(message, old, image));
            int specified = Math.min(waits[i], specified(message, images));
            if (specified > 0) {
                held.get(specified - 1).add(fresh[i]);
            }
        }
        int[] writes = new int[held.size()];
        for (int i = 0; i < writes.length; i++) {
            int image = i < queue(n, before).length ? prefix(n, i + 1, before) : image(parts(n, after));
            int[] items = {
                values.ofSet(held.get(i).stream().mapToInt(Integer::intValue).toArray(), -1), image
            };
            writes[i] = values.ofShape(WRITE, items, -1);
        }
        after[unsynced] = patches.with(after[unsynced], n, values.ofSequence(writes, -1));
        return Optional.of(compareHeld(n, fresh, waits, held));
    }

    private List<Integer> ids(int set) {
        return Arrays.stream(values.items(set)).boxed().toList();
    }

    private int[] parts(int n, int[] ids) {
        return Arrays.stream(variables).map(it -> values.items(ids[it])[n]).toArray();
    }

    private boolean holdsAnswer(List<Command> commands, List<Image> images) {
        return commands.stream()
                .anyMatch(it -> it instanceof Command.Answer answer
                        && answer.basis() != null
                        && last(images, (old, image) -> rules.answerDependsOn(answer.basis(), old, image)) > 0);
    }

    /** The dependency of a message on a write. */
    @FunctionalInterface
    interface Dependency {
        boolean on(Image before, Image image);
    }

    /** The number of the last write that something depends on, 0 for none. */
    static int last(List<Image> images, Dependency depends) {
        for (int i = images.size() - 1; i > 0; i--) {
            if (depends.on(images.get(i - 1), images.get(i))) {
                return i;
            }
        }
        return 0;
    }

    /** The oldest write of a member is synced. */
    final void sync(int n, int[] before, Offers offers) {
        int[] queue = queue(n, before);
        if (queue.length == 0 || !runs(n, before)) {
            offers.ruledOut(WRITTEN);
            return;
        }
        int[] after = before.clone();
        after[stored] = patches.with(after[stored], n, prefix(n, 1, before));
        int rest = values.ofSequence(Arrays.copyOfRange(queue, 1, queue.length), -1);
        after[unsynced] = patches.with(after[unsynced], n, rest);
        offers.accepted(null, "the oldest write is synced", after);
    }

    // Restarts

    /** A member starts again with the first {@code k} writes that were not synced. */
    final void restart(int n, int k, int[] before, Offers offers) {
        if (!restarters[n]) {
            offers.ruledOut(RESTARTERS);
        } else if (!isLeft(RESTART_BUDGET, "MaxRestarts", before)) {
            offers.ruledOut(FAILURES);
        } else if (k > queue(n, before).length || !runs(n, before)) {
            offers.ruledOut(WRITTEN);
        } else if (faulty(before, offers)) {
            restart(new int[] {n}, new int[] {k}, RESTART_BUDGET, before, offers);
        }
    }

    /** All members that may start again at once, each with any of the images that it may find. */
    final void powerFailure(int[] before, Offers offers) {
        if (!isLeft(POWER_BUDGET, "MaxPowerFailures", before)) {
            offers.ruledOut(FAILURES);
        } else if (faulty(before, offers)) {
            int[] some = Arrays.stream(all())
                    .filter(n -> restarters[n] && runs(n, before))
                    .toArray();
            int[] found = new int[some.length];
            do {
                restart(some, found, POWER_BUDGET, before, offers);
            } while (advance(some, found, before));
        }
    }

    /** The next choice of images, if there is one. */
    private boolean advance(int[] some, int[] found, int[] before) {
        for (int i = 0; i < some.length; i++) {
            if (found[i] < queue(some[i], before).length) {
                found[i]++;
                return true;
            }
            found[i] = 0;
        }
        return false;
    }

    private void restart(int[] some, int[] found, String budget, int[] before, Offers offers) {
        int[] after = before.clone();
        int spent = values.number(values.field(before[failed], budget));
        int place = values.shape(before[failed]).fields().indexOf(budget);
        after[failed] = patches.with(before[failed], place, values.ofNumber(spent + 1));
        after[msgs] = without(before[msgs], heldBackBy(some, before));
        for (int i = 0; i < some.length; i++) {
            int image = prefix(some[i], found[i], before);
            Restarted<S> member = restarted(some[i], image, before);
            for (int v = 0; v < variables.length; v++) {
                after[variables[v]] = patches.with(after[variables[v]], some[i], member.parts()[v]);
            }
            after[msgs] = patches.union(after[msgs], member.sent());
            after[stored] = patches.with(after[stored], some[i], image);
            after[unsynced] = patches.with(after[unsynced], some[i], values.ofSequence(new int[0], -1));
            lose(some[i], member.state(), after);
        }
        for (int n = 0; n < members.length; n++) {
            if (!mayFail(n, after)) {
                after[stored] = patches.with(after[stored], n, image(empty(n)));
                after[unsynced] = patches.with(after[unsynced], n, values.ofSequence(new int[0], -1));
            }
        }
        offers.accepted(carrier(), "restart with the first " + Arrays.toString(found) + " writes", after);
    }
}
