package io.godwit.tracecheck;

import io.godwit.tracecheck.log.CausalPast;
import io.godwit.tracecheck.log.LoggedEvent;
import io.godwit.tracecheck.log.LoggedRun;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import tlc2.value.impl.Value;

/**
 * What primaries know of what others hold. An answer may count on all acknowledgements that there are, since each that is there
 * only allows it. To propose a member is another matter: it has to hold what the others have acknowledged, so that one more
 * acknowledgement can forbid what the primary does. Then what counts is what the primary knew, which is at least what it says
 * and what its answers have shown. An acknowledgement that it has not got may as well be lost, or still be under way: its clock
 * says only who has taken what, and letters may overtake acknowledgements that wait for a disk.
 */
final class PrimaryKnowledge {
    private final LoggedRun run;
    private final CausalPast past;
    private final SentAcks acks = new SentAcks();
    /** Per primary and version, up to where answers have shown that it knew what is held. */
    private final Map<String, Integer> shown = new HashMap<>();

    /**
     * Nothing is known.
     *
     * @param past what members can know at the event that is being taken
     */
    PrimaryKnowledge(LoggedRun run, CausalPast past) {
        this.run = run;
        this.past = past;
    }

    /** An acknowledgement was sent by the event with that number among its member's; 0 before the first. */
    void acknowledged(long event, Value ack) {
        acks.add(event, ack);
    }

    /** The primary has answered what can be answered only when so many entries are held by all that count. */
    void shows(LoggedEvent answer, int epoch, int held) {
        int most = shown.merge(answer.member() + " " + epoch, held, Math::max);
        for (int member : run.members()) {
            acks.forget(V.member(member), V.member(answer.member()), epoch, most, known(member, answer));
        }
    }

    /** A primary goes by this version for good: what it was told under older ones does not count any more. */
    void activated(Value primary, int epoch) {
        acks.forget(primary, epoch);
    }

    /** All that a primary can have been told under a version. */
    List<Value> most(Value primary, int epoch) {
        List<Value> found = new ArrayList<>();
        for (int member : run.members()) {
            found.addAll(acks.greatest(V.member(member), primary, epoch, event -> true));
        }
        return found;
    }

    /** How many entries the primary says to be held by all for whom it waits. */
    static int said(LoggedEvent proposal) {
        return proposal.line().get("n").asInt();
    }

    /** One for whom the primary waits and of whom it cannot know what it says; null if there is none. */
    Value overstated(LoggedEvent proposal, int epoch, Set<Value> awaited) {
        int said = said(proposal);
        Value self = V.member(proposal.member());
        for (int number : run.members()) {
            Value member = V.member(number);
            if (said > 0
                    && !member.equals(self)
                    && awaited.contains(member)
                    && acks.greatest(member, self, epoch, known(number, proposal)).stream()
                            .noneMatch(ack -> SentAcks.number(ack) >= said)) {
                return member;
            }
        }
        return null;
    }

    /** What the primary knew of the others at least, and of the member that it proposes at most. */
    List<Value> at(LoggedEvent proposal, Value proposed, int epoch) {
        int held = Math.max(said(proposal), shown.getOrDefault(proposal.member() + " " + epoch, 0));
        Value self = V.member(proposal.member());
        List<Value> found = new ArrayList<>();
        for (int number : run.members()) {
            Value member = V.member(number);
            if (member.equals(proposed)) {
                found.addAll(acks.greatest(member, self, epoch, known(number, proposal)));
            } else if (held > 0) {
                found.addAll(acks.least(member, self, epoch, held, known(number, proposal)));
            }
        }
        return found;
    }

    private LongPredicate known(int member, LoggedEvent proposal) {
        return event -> past.mayCause(member, event, proposal.member());
    }

    /** The greatest acknowledgement of each to each under each version. */
    List<Value> all() {
        return acks.all();
    }

    /** The acknowledgements of each member to each primary under each version, with the events that sent them, in their order. */
    static final class SentAcks {
        private final Map<String, List<Sent>> sent = new HashMap<>();

        private record Sent(long event, Value ack) {}

        private static String key(Value from, Value to, Object epoch) {
            return from + " " + to + " " + epoch;
        }

        /** Who holds more holds less, too: an acknowledgement of less than was known adds nothing. */
        void add(long event, Value ack) {
            List<Sent> there = sent.computeIfAbsent(
                    key(V.field(ack, "src"), V.field(ack, "dst"), V.field(ack, "epoch")), it -> new ArrayList<>(1));
            if (there.isEmpty() || number(there.get(there.size() - 1).ack()) < number(ack)) {
                there.add(new Sent(event, ack));
            }
        }

        static int number(Value ack) {
            return V.number(V.field(ack, "num"));
        }

        /**
         * Forgets what will not be asked for again: of those that are known, all but the greatest, if they say less than has been
         * shown.
         */
        void forget(Value from, Value to, int epoch, int shown, LongPredicate known) {
            List<Sent> there = sent.getOrDefault(key(from, to, epoch), List.of());
            int superfluous = 0;
            while (superfluous + 1 < there.size()
                    && number(there.get(superfluous).ack()) < shown
                    && known.test(there.get(superfluous + 1).event())) {
                superfluous++;
            }
            if (superfluous > 0) {
                there.subList(0, superfluous).clear();
            }
        }

        /** Forgets what was sent to a member under versions before this one. */
        void forget(Value to, int epoch) {
            sent.values().removeIf(it -> {
                Value ack = it.get(0).ack();
                return V.field(ack, "dst").equals(to) && V.number(V.field(ack, "epoch")) < epoch;
            });
        }

        /** The greatest of those whose sending is accepted, as a list of at most one. */
        List<Value> greatest(Value from, Value to, int epoch, LongPredicate event) {
            List<Sent> there = sent.getOrDefault(key(from, to, epoch), List.of());
            for (int i = there.size() - 1; i >= 0; i--) {
                if (event.test(there.get(i).event())) {
                    return List.of(there.get(i).ack());
                }
            }
            return List.of();
        }

        /** The least of those that say so much or more and whose sending is accepted, as a list of at most one. */
        List<Value> least(Value from, Value to, int epoch, int held, LongPredicate event) {
            for (Sent each : sent.getOrDefault(key(from, to, epoch), List.of())) {
                if (number(each.ack()) >= held) {
                    return event.test(each.event()) ? List.of(each.ack()) : List.of();
                }
            }
            return List.of();
        }

        /** The greatest of each. */
        List<Value> all() {
            List<Value> all = new ArrayList<>();
            sent.values().forEach(it -> all.add(it.get(it.size() - 1).ack()));
            return all;
        }
    }
}
