package io.godwit.member.runtime;

import io.godwit.client.invocation.Address;
import io.godwit.client.invocation.Connector;
import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.transport.connection.RefusedException;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Role;
import io.godwit.transport.frame.Frame.RunAnswer;
import io.godwit.transport.frame.Frame.RunRequest;
import io.godwit.transport.frame.Frame.Verdict;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Run;
import io.godwit.transport.frame.Versions;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Asks the voters to confirm the run of a member that has started from its directory, until they let it in or another process of the
 * member takes part: {@code MemberRuns}, {@code docs/decisions/0052-another-address.md}. All its state belongs to one executor.
 */
final class RunAdmission {
    /** Pause between two rounds. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Timeout for the answers of a round. */
    private static final long ANSWER_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** How often a process that has ended may be silent for as long as it takes to be suspected, before it is taken to run. */
    private static final int SILENCES = 4;

    private final Identity identity;
    private final Clock clock;
    private final Executor executor;
    private final Connector connector;
    private final Consumer<String> log;
    private final int self;
    private final Versions versions;
    private final long patience;
    /** Where members may be. */
    private final TreeSet<String> addresses = new TreeSet<>();
    /** The other members, each where it was last. */
    private final Map<Integer, Peer> peers = new TreeMap<>();
    /** The last message that was logged about each address. */
    private final Map<String, String> logged = new LinkedHashMap<>();

    private Outcome outcome;
    private Voting voting;
    private Run run;
    private MemberSet confirmed = MemberSet.of();
    /** Members that go by a cluster version without runs. */
    private MemberSet before = MemberSet.of();
    /** The last refusal of each member. */
    private final Map<Integer, RunAnswer> refusals = new TreeMap<>();
    /** The questions of this round that are not answered. */
    private int open;

    private int round;
    /** Since when the only obstacle is that another process is heard; 0 if that is not so. */
    private long inUseSince;

    private Clock.Timer timer;
    private boolean ended;

    /** Receives the outcome: one call, as a task of the executor. */
    interface Outcome {
        /**
         * The member takes part.
         *
         * @param run the process, as it is confirmed
         * @param peers the other members, where they are now as far as is known
         */
        void admitted(Run run, List<Peer> peers);

        /**
         * Another process of the member takes part, or may.
         *
         * @param text for people
         * @param copy whether a majority of the other voters has confirmed that process, or hears it, so that this directory is a
         *     copy of that of the other one
         * @param number the greatest number of a run that was heard of
         */
        void refused(String text, boolean copy, int number);

        /** The cluster goes on without the member. */
        void failed(IOException cause);
    }

    /**
     * An admission that has not begun.
     *
     * @param identity the member's, with its run
     * @param voting the voters that it knew last
     */
    RunAdmission(
            RuntimeConfig config,
            Identity identity,
            Voting voting,
            Clock clock,
            Executor executor,
            Connector connector,
            Consumer<String> log) {
        this.identity = identity;
        this.voting = voting;
        this.clock = clock;
        this.executor = executor;
        this.connector = connector;
        this.log = log;
        this.self = identity.self().number();
        this.versions = config.versions().from(voting.clusterVersion());
        this.run = identity.self().run();
        this.patience = SILENCES * TimeUnit.MILLISECONDS.toNanos(config.suspectMillis()) + ANSWER_NANOS;
        identity.peers().stream().filter(peer -> peer.number() != self).forEach(peer -> peers.put(peer.number(), peer));
        peers.values().forEach(peer -> addresses.add(peer.address()));
        addresses.addAll(config.members());
        addresses.remove(identity.self().address());
    }

    /** Begins. Any thread may call, once. */
    void start(Outcome tellTo) {
        executor.execute(() -> {
            outcome = tellTo;
            if (!decide()) {
                ask();
            }
        });
    }

    /** Takes where another member is that starts as well, and returns the members that are known. For tasks of the executor. */
    List<Peer> met(Peer starting) {
        learn(starting);
        return List.copyOf(peers.values());
    }

    /** Ends without an outcome, unless it has ended. For tasks of the executor, or after the executor was closed. */
    void close() {
        end();
    }

    private void end() {
        ended = true;
        if (timer != null) {
            timer.cancel();
        }
    }

    private void ask() {
        round++;
        refusals.clear();
        Collection<String> all = List.copyOf(addresses);
        open = all.size();
        timer = clock.schedule(executor, ANSWER_NANOS, this::roundOver);
        all.forEach(address -> connector.connect(Address.parse(address), hello(), new Question(address, round)));
    }

    private Hello hello() {
        return identity.hello(Role.STARTING, Bytes.EMPTY, versions);
    }

    /** Asks whoever is at an address. */
    private final class Question implements Connector.Handler {
        private final String address;
        private final int asked;
        private final Run askedFor = run;
        private Connector.Channel channel;
        /** Who answers; set before an answer comes. */
        private int from;

        private boolean over;

        Question(String address, int asked) {
            this.address = address;
            this.asked = asked;
        }

        @Override
        public void welcomed(Connector.Channel opened, Welcome welcome) {
            executor.execute(() -> {
                channel = opened;
                if (ended || asked != round) {
                    opened.close();
                    return;
                }
                learn(welcome);
                from = welcome.self().number();
                if (from == self || from == 0) {
                    opened.close();
                    done();
                } else {
                    opened.send(new RunRequest(askedFor));
                }
            });
        }

        @Override
        public void failed(IOException cause) {
            executor.execute(() -> {
                if (cause instanceof RefusedException refused && refused.reason() == Reason.RECOVERED) {
                    fail(new IOException(
                            "the cluster was recovered without this member, as " + address
                                    + " says; start without the directory, as a new member",
                            cause));
                } else {
                    logFailure(address, cause.getMessage());
                    done();
                }
            });
        }

        @Override
        public void received(Frame frame) {
            executor.execute(() -> {
                if (!ended && frame instanceof RunAnswer answer && answer.run().equals(run)) {
                    answered(from, answer);
                }
                if (channel != null) {
                    channel.close();
                }
                done();
            });
        }

        @Override
        public void closed() {
            executor.execute(this::done);
        }

        private void done() {
            if (!over && !ended && asked == round) {
                over = true;
                open--;
                if (!decide() && open == 0) {
                    roundOver();
                }
            }
        }
    }

    /** Where members are: what a member that takes part says counts more than what one says that starts as well. */
    private void learn(Welcome welcome) {
        welcome.peers().forEach(this::learn);
        Peer there = welcome.self();
        Peer known = peers.get(there.number());
        if (there.number() == self || there.number() == 0) {
            return;
        }
        if (there.run().isDurable() || known == null) {
            learn(there);
        } else if (known.incarnation().equals(there.incarnation())) {
            peers.put(there.number(), known.at(there.host(), there.port()));
        }
    }

    private void learn(Peer peer) {
        Peer known = peers.get(peer.number());
        boolean later = known == null || peer.run().number() > known.run().number();
        if (later && peer.number() != self && peer.number() > 0 && !peer.host().isEmpty()) {
            peers.put(peer.number(), peer);
            addresses.add(peer.address());
            addresses.remove(identity.self().address());
        }
    }

    private void answered(int from, RunAnswer answer) {
        if (answer.voting().newerThan(voting)) {
            voting = answer.voting();
        }
        before = before.without(from);
        if (answer.verdict() == Verdict.NO_RUNS) {
            before = before.with(from);
        } else if (answer.verdict() == Verdict.CONFIRMED) {
            confirmed = confirmed.with(from);
            refusals.remove(from);
        } else {
            refusals.put(from, answer);
        }
    }

    private MemberSet others() {
        return voting.voters().without(self);
    }

    private static int majority(int members) {
        return members == 0 ? 0 : members / 2 + 1;
    }

    /** How many of the other voters have to confirm the run; {@code MemberRuns!Suffices}. */
    private int needed() {
        int others = others().size();
        if (!voting.voters().contains(self) || run.moves()) {
            return majority(others);
        }
        return majority(others + 1) - 1;
    }

    /** Is the member let in? {@code MemberRuns!Enter} */
    private boolean decide() {
        return admitIf(confirmed);
    }

    private boolean admitIf(MemberSet suffices) {
        if (!ended && others().common(suffices) >= needed()) {
            end();
            outcome.admitted(run, List.copyOf(peers.values()));
        }
        return ended;
    }

    private void roundOver() {
        if (ended) {
            return;
        }
        timer.cancel();
        round++;
        List<RunAnswer> obstacles = refusals.entrySet().stream()
                .filter(refusal -> others().contains(refusal.getKey()))
                .map(Map.Entry::getValue)
                .toList();
        // Voters without runs have confirmed no move. They could not go on without a process that waits for them.
        if (obstacles.isEmpty() && !run.moves() && admitIf(confirmed.union(before))) {
            return;
        }
        boolean blocked = others().size() - obstacles.size() < needed();
        if (!blocked) {
            inUseSince = 0;
        } else if (!run.moves() && any(obstacles, Verdict.MOVED)) {
            // MemberRuns!AskAsMoved
            run = run.moving();
            confirmed = MemberSet.of();
            ask();
            return;
        } else if (any(obstacles, Verdict.LATER_KNOWN)) {
            refuse(obstacles);
            return;
        } else if (inUseSince == 0) {
            inUseSince = Math.max(1, clock.nanoTime());
        } else if (clock.nanoTime() - inUseSince > patience) {
            refuse(obstacles);
            return;
        }
        timer = clock.schedule(executor, PAUSE_NANOS, this::ask);
    }

    private static boolean any(List<RunAnswer> answers, Verdict verdict) {
        return answers.stream().anyMatch(answer -> answer.verdict() == verdict);
    }

    private void refuse(List<RunAnswer> obstacles) {
        Map<Long, Integer> votes = new HashMap<>();
        obstacles.stream()
                .filter(answer -> answer.verdict() != Verdict.MOVED)
                .forEach(answer -> votes.merge(answer.known().nonce(), 1, Integer::sum));
        boolean copy = votes.values().stream().anyMatch(count -> 2 * count > others().size());
        int number = obstacles.stream()
                .mapToInt(answer -> answer.known().number())
                .max()
                .orElse(0);
        end();
        outcome.refused(
                "another process of member " + self + " takes part"
                        + (any(obstacles, Verdict.IN_USE) ? ", and answers" : "") + " (run " + number
                        + "; this one is run "
                        + run.number() + ")",
                copy,
                number);
    }

    private void fail(IOException cause) {
        if (!ended) {
            end();
            outcome.failed(cause);
        }
    }

    /** Logs why an address cannot be asked: once, and again when the reason changes. */
    private void logFailure(String address, String why) {
        if (!ended && why != null && !why.equals(logged.put(address, why))) {
            log.accept("asks for its run to be confirmed; " + address + " cannot be asked: " + why);
        }
    }
}
