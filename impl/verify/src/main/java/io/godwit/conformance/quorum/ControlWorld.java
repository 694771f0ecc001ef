package io.godwit.conformance.quorum;

import io.godwit.conformance.binding.Constants;
import io.godwit.conformance.binding.Trials;
import io.godwit.conformance.corpus.Corpus;
import io.godwit.conformance.corpus.Corpus.Instance;
import io.godwit.conformance.quorum.ControlMessages.Letter;
import io.godwit.conformance.quorum.ControlMessages.LetterType;
import io.godwit.conformance.replay.Offers;
import io.godwit.conformance.replay.World;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Handler;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.Received;
import io.godwit.protocol.quorum.QuorumGuard;
import io.godwit.protocol.quorum.registers.AbandonMigration;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.FinishMigration;
import io.godwit.protocol.quorum.registers.Repair;
import io.godwit.protocol.quorum.registers.StartMigration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.voters.AddVoter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/** The control plane: what each action means as events for members. */
final class ControlWorld implements World {
    static final String ALIVE = "n \\in alive";
    static final String OTHER_ALIVE = "m \\in alive";
    static final String CALM = "~calm";
    static final String BUDGET = "used < Max";
    static final String VOTER_CHANGES = "MaxVoterChanges > 0";
    static final String LISTENERS = "n \\in Listeners";
    static final String CANDIDATES = "n \\in Candidates";
    static final String LAST_TERM = "t <= MaxTerm /\\ (Calming /\\ t = MaxTerm => calm /\\ IsPreferred(n))";
    static final String CALMING = "Calming";

    private final Corpus corpus;
    private final Constants constants;
    private final ControlCodec codec;
    private final ControlHandlers handlers;
    private final ControlScene scene;
    private final int[] members;
    private final Trials.Counter counter = new Trials.Counter();
    private final List<Offerer> offerers = new ArrayList<>();
    private final List<Offerer> stutterers = new ArrayList<>();
    private int at;

    /** Offers one action instance in the present state. */
    @FunctionalInterface
    private interface Offerer {
        void offer(Offers offers);

        /** The same where the specification has one condition more. */
        default Offerer when(Predicate<Offers> condition) {
            return offers -> {
                if (condition.test(offers)) {
                    offer(offers);
                }
            };
        }
    }

    ControlWorld(Corpus corpus, Guards all, Function<Guards, DiskRules> rules) {
        this.corpus = corpus;
        Guards guards = new Constants(corpus).lacking(all, QuorumGuard.values());
        codec = new ControlCodec(corpus, guards);
        handlers = ControlHandlers.with(guards);
        scene = new ControlScene(corpus, codec, handlers, rules.apply(guards));
        constants = scene.constants();
        members = scene.members();
        corpus.instances().forEach(instance -> offerers.add(offerer(instance)));
        for (int n = 0; n < members.length; n++) {
            int self = members[n];
            Predicate<Letter> own = it -> it.to() == self;
            stutterers.add(mail(n, LetterType.VOTE, own, handlers.handleVote(), Vote.class));
            stutterers.add(mail(n, LetterType.ACCEPTED, own, handlers.handleAccepted(), Accepted.class));
            stutterers.add(
                    mail(n, LetterType.VOTERS_INSTALLED, own, handlers.handleInstalled(), VotersInstalled.class));
            stutterers.add(mail(n, LetterType.ACCEPT, it -> true, handlers.repeatAccepted(), Accept.class));
            stutterers.add(mail(n, LetterType.VOTERS, it -> true, handlers.repeatInstalled(), Voters.class));
        }
    }

    @Override
    public void offer(int state, int instance, Offers offers) {
        at = state;
        scene.enter(state);
        offerers.get(instance).offer(offers);
    }

    @Override
    public void offerStutters(int state, Offers offers) {
        at = state;
        scene.enter(state);
        stutterers.forEach(stutterer -> stutterer.offer(offers));
    }

    private Offerer offerer(Instance instance) {
        int n = instance.arguments().isEmpty()
                ? -1
                : scene.position(codec.members().number(instance.arguments().get(0)));
        return switch (Disks.action(instance.action())) {
            case "SyncDisk" -> offers -> scene.disks().sync(n, scene.copy(), offers);
            case "RestartFromDisk" -> {
                int found = instance.number(corpus.values(), 1);
                yield offers -> scene.disks().restart(n, found, scene.copy(), offers);
            }
            case "PowerFailure" -> offers -> scene.disks().powerFailure(scene.copy(), offers);
            case "StartElection" -> election(n);
            case "HandleVoteRequest" -> {
                int c = member(instance, 1);
                yield mail(
                        n,
                        LetterType.VOTE_REQUEST,
                        it -> it.from() == c,
                        handlers.handleVoteRequest(),
                        VoteRequest.class);
            }
            case "BecomeMaster" -> {
                MemberSet quorum = codec.members().set(instance.arguments().get(1));
                yield single(n, handlers.becomeMaster(), quorum);
            }
            case "StartMigration" -> startMigration(n, partition(instance), member(instance, 2));
            case "FinishMigration" -> {
                int p = partition(instance);
                yield based(n, p, handlers.finishMigration(), base -> new FinishMigration.Request(p, base));
            }
            case "AbandonMigration" -> {
                int p = partition(instance);
                yield based(n, p, handlers.abandonMigration(), base -> new AbandonMigration.Request(p, base));
            }
            case "Repair" -> repair(n, partition(instance), member(instance, 2));
            case "HandleAccept" -> mail(n, LetterType.ACCEPT, it -> true, handlers.handleAccept(), Accept.class);
            case "CommitProposal" -> single(n, handlers.commitProposal(), partition(instance));
            case "HandleCommit" -> handleCommit(n, instance);
            case "Crash" -> crash(n).when(this::faulty).when(budget("crashes", "MaxCrashes"));
            case "Reboot" -> single(n, handlers.reboot(), members[n])
                    .when(this::faulty)
                    .when(budget("reboots", "MaxReboots"));
            case "BecomeCalm" -> calm();
            case "RestampVoters" -> restampVoters(n);
            case "AddVoter" -> addVoter(n, member(instance, 1));
            case "RemoveVoter" -> single(n, handlers.removeVoter(), member(instance, 1))
                    .when(budget("voterChanges", "MaxVoterChanges"));
            case "HandleVoters" -> mail(n, LetterType.VOTERS, it -> true, handlers.handleVoters(), Voters.class);
            default -> throw new IllegalArgumentException("no binding for " + instance.name());
        };
    }

    private int member(Instance instance, int argument) {
        return codec.members().number(instance.arguments().get(argument));
    }

    private int partition(Instance instance) {
        return codec.registers().partition(instance.arguments().get(1));
    }

    // Actions

    /** Which term a member stands in next is the model's choice; the own one is to be refused. */
    private Offerer election(int n) {
        String name = codec.members().name(members[n]);
        boolean stands = constants.texts("Candidates").contains(name);
        int last = constants.number("MaxTerm");
        boolean calming = constants.truth(CALMING);
        Integer[] terms = new Integer[last + 4];
        Arrays.setAll(terms, Integer::valueOf);
        Trials<ControlState, Integer, Integer> trials = trials(handlers.startElection(), term -> term);
        return offers -> {
            int own = scene.member(n).term();
            scene.offer(n, trials.of(terms[own]), offers);
            int term = Turns.next(constants, name, own);
            if (!stands) {
                offers.ruledOut(CANDIDATES);
            } else if (term > last || (term == last && calming && !isPreferred(n))) {
                offers.ruledOut(LAST_TERM);
            } else {
                scene.offer(n, trials.of(terms[term]), offers);
            }
        };
    }

    /** The specification chooses one candidate for the time after the faults; which one is not laid down. */
    private boolean isPreferred(int n) {
        if (!scene.isCalm()) {
            return false;
        }
        int[] first = corpus.edges().first();
        for (int e = first[at]; e < first[at + 1]; e++) {
            Instance instance = corpus.instances().get(corpus.edges().instance()[e]);
            if (instance.action().equals("StartElection") && member(instance, 0) == members[n]) {
                return true;
            }
        }
        return false;
    }

    private Offerer startMigration(int n, int p, int destination) {
        return based(
                        n,
                        p,
                        handlers.startMigration(),
                        base -> new StartMigration.Request(
                                p, base, base.configuration().primary(), destination))
                .when(this::faulty)
                .when(budget("migrations", p, "MaxMigrations"));
    }

    private Offerer repair(int n, int p, int suspect) {
        Offerer backup = based(n, p, handlers.repair(), base -> new Repair.Request(p, base, suspect, Members.NONE));
        List<Trials<ControlState, Entry, Repair.Request>> promotions = new ArrayList<>();
        for (int successor : members) {
            promotions.add(trials(handlers.repair(), base -> new Repair.Request(p, base, suspect, successor)));
        }
        Offerer all = offers -> {
            backup.offer(offers);
            for (Entry base : bases(n, p)) {
                if (base.configuration().primary() == suspect) {
                    promotions.forEach(promotion -> scene.offer(n, promotion.of(base), offers));
                }
            }
        };
        return all.when(this::faulty).when(budget("repairs", p, "MaxRepairs"));
    }

    private Offerer handleCommit(int n, Instance instance) {
        int p = partition(instance);
        if (!constants.texts("Listeners").contains(codec.members().name(members[n]))) {
            return offers -> offers.ruledOut(LISTENERS);
        }
        return mail(
                n,
                LetterType.COMMIT,
                it -> ((Commit) it.message()).partition() == p,
                handlers.handleCommit(),
                Commit.class);
    }

    private Offerer calm() {
        if (!constants.truth(CALMING)) {
            return offers -> offers.ruledOut(CALMING);
        }
        Offerer end = offers -> offers.accepted(null, "the faults end", scene.copy());
        return end.when(this::faulty);
    }

    private Offerer restampVoters(int n) {
        if (constants.number("MaxVoterChanges") == 0) {
            return offers -> offers.ruledOut(VOTER_CHANGES);
        }
        Integer[] terms = new Integer[constants.number("MaxTerm") + 1];
        Arrays.setAll(terms, Integer::valueOf);
        Trials<ControlState, Integer, Integer> trials = trials(handlers.restampVoters(), term -> term);
        return offers -> scene.offer(n, trials.of(terms[scene.member(n).term()]), offers);
    }

    private Offerer addVoter(int n, int m) {
        Offerer alone = single(n, handlers.addVoter(), new AddVoter.Request(m));
        List<Offerer> instead = new ArrayList<>();
        for (int other : members) {
            instead.add(single(n, handlers.addVoter(), new AddVoter.Request(m, other)));
        }
        Offerer all = offers -> {
            if (!scene.isAlive(scene.position(m))) {
                offers.ruledOut(OTHER_ALIVE);
                return;
            }
            alone.offer(offers);
            MemberSet voters = scene.member(n).voting().voters();
            for (int k = 0; k < members.length; k++) {
                if (voters.contains(members[k])) {
                    instead.get(k).offer(offers);
                }
            }
        };
        return all.when(budget("voterChanges", "MaxVoterChanges"));
    }

    /** A member's memory is gone with it; what the engine makes is the state of the new member at its address. */
    private Offerer crash(int n) {
        int reborn = QuorumMembers.reborn(members[n]);
        return offers -> {
            if (!scene.isAlive(n)) {
                offers.ruledOut(ALIVE);
                return;
            }
            ControlState state =
                    handlers.crash().handle(scene.member(n), reborn).state();
            int[] after = scene.copy();
            int other = scene.position(state.self());
            if (state.self() == reborn) {
                scene.put(after, n, codec.parts(ControlState.empty(members[n], state.partitions())));
                MemberSet left = scene.living().without(members[n]);
                scene.putAlive(after, other < 0 ? left : left.with(reborn));
            }
            if (other >= 0) {
                scene.put(after, other, codec.parts(state));
            }
            offers.accepted(handlers.crash().getClass(), reborn, after);
        };
    }

    /** What a change can be proposed for: what the master knows to be decided; and, to be refused, whatever else was decided. */
    private List<Entry> bases(int n, int p) {
        Entry committed = scene.member(n).committed().get(p);
        List<Entry> announced = scene.mail().announced(p);
        if (announced.size() == 1 && announced.get(0).equals(committed)) {
            return announced;
        }
        List<Entry> bases = new ArrayList<>();
        bases.add(committed);
        for (Entry entry : announced) {
            if (!entry.equals(committed)) {
                bases.add(entry);
            }
        }
        return bases;
    }

    // Guards that only the specification has

    private boolean faulty(Offers offers) {
        if (scene.isCalm()) {
            offers.ruledOut(CALM);
            return false;
        }
        return true;
    }

    private Predicate<Offers> budget(String field, String limit) {
        int most = constants.number(limit);
        int budget = scene.budget(field);
        return offers -> within(scene.spent(budget), most, offers);
    }

    private Predicate<Offers> budget(String field, int partition, String limit) {
        int most = constants.number(limit);
        int budget = scene.budget(field);
        return offers -> within(scene.spent(budget, partition), most, offers);
    }

    private static boolean within(int spent, int most, Offers offers) {
        if (spent < most) {
            return true;
        }
        offers.ruledOut(BUDGET);
        return false;
    }

    // Kinds of events

    private <K, E> Trials<ControlState, K, E> trials(Handler<ControlState, E> handler, Function<K, E> event) {
        return new Trials<>(counter, handler, event);
    }

    /** One event. */
    private <E> Offerer single(int n, Handler<ControlState, E> handler, E event) {
        Trials<ControlState, E, E> trials = trials(handler, it -> it);
        return offers -> scene.offer(n, trials.of(event), offers);
    }

    /** One event for each entry that a change could be meant for. */
    private <E> Offerer based(int n, int p, Handler<ControlState, E> handler, Function<Entry, E> event) {
        Trials<ControlState, Entry, E> trials = trials(handler, event);
        return offers -> bases(n, p).forEach(base -> scene.offer(n, trials.of(base), offers));
    }

    /** Every message of a type that fits. */
    private <M extends Message> Offerer mail(
            int n,
            LetterType type,
            Predicate<Letter> which,
            Handler<ControlState, Received<M>> handler,
            Class<M> message) {
        Trials<ControlState, Letter, Received<M>> trials =
                trials(handler, letter -> new Received<>(letter.from(), message.cast(letter.message())));
        return offers -> {
            for (Letter letter : scene.mail().ofType(type)) {
                if (which.test(letter)) {
                    scene.offer(n, trials.of(letter), offers);
                }
            }
        };
    }
}
