package io.godwit.member.runtime;

import io.godwit.client.CallException;
import io.godwit.client.invocation.Address;
import io.godwit.client.invocation.Callback;
import io.godwit.client.invocation.Connector;
import io.godwit.client.invocation.InvocationConfig;
import io.godwit.client.invocation.InvocationService;
import io.godwit.client.invocation.Routes;
import io.godwit.environment.Clock;
import io.godwit.environment.Executor;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.map.Result.Done;
import io.godwit.transport.connection.RefusedException;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Reason;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Peer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Finds a cluster, or founds one: {@code docs/decisions/0014-membership.md}. Asks all addresses in its list, round after round,
 * until the member belongs to a cluster. All its state belongs to one executor.
 */
final class ClusterBootstrap {
    /** The map with the last number that was given to a member. */
    static final String NUMBERS_MAP = "godwit.members";

    private static final Bytes MAP_NAME = Bytes.owning(NUMBERS_MAP.getBytes(StandardCharsets.UTF_8));
    private static final Bytes KEY = Bytes.owning("last".getBytes(StandardCharsets.UTF_8));
    private static final long NANOS_PER_MILLI = 1_000_000;
    /** Pause between two rounds. */
    private static final long PAUSE_NANOS = 100 * NANOS_PER_MILLI;
    /** Timeout for the answer of one address. */
    private static final long ANSWER_NANOS = 2_000 * NANOS_PER_MILLI;

    private static final long CALL_NANOS = 10_000 * NANOS_PER_MILLI;
    private static final long ATTEMPT_NANOS = 500 * NANOS_PER_MILLI;

    private final RuntimeConfig config;
    private final Peer self;
    private final Clock clock;
    private final Executor executor;
    private final Connector connector;
    private final Consumer<String> log;
    /** The last message that was logged about each address. */
    private final Map<String, String> logged = new LinkedHashMap<>();
    /** The addresses in the list but for the member's own, sorted. */
    private final List<String> others;
    /** Whether the member may found a cluster. */
    private final boolean first;

    private Outcome outcome;
    /** The answers of this round. */
    private final Map<String, Welcome> answers = new LinkedHashMap<>();
    /** The address that is being asked, null for none. */
    private Question current;
    /** Fetches a number, null if none is needed now. */
    private InvocationService client;

    private Clock.Timer timer;
    private boolean ended;

    /** Receives the outcome of the search: one call, as a task of the executor. */
    interface Outcome {
        /** The member belongs to a cluster. */
        void found(Identity identity);

        /** An address in the list refuses the member for good. */
        void failed(IOException cause);
    }

    ClusterBootstrap(
            RuntimeConfig config,
            Peer self,
            Clock clock,
            Executor executor,
            Connector connector,
            Consumer<String> log) {
        this.config = config;
        this.self = self;
        this.clock = clock;
        this.executor = executor;
        this.connector = connector;
        this.log = log;
        TreeSet<String> addresses = new TreeSet<>(config.members());
        boolean listed = addresses.remove(self.address()) || addresses.isEmpty();
        this.first =
                listed && addresses.stream().allMatch(other -> self.address().compareTo(other) < 0);
        this.others = List.copyOf(addresses);
    }

    /** 128 random bits. */
    static Bytes random(Clock clock) {
        ByteBuffer bytes = ByteBuffer.allocate(2 * Long.BYTES);
        return Bytes.owning(
                bytes.putLong(clock.random()).putLong(clock.random()).array());
    }

    /** Begins. Any thread may call, once. */
    void start(Outcome tellTo) {
        executor.execute(() -> {
            outcome = tellTo;
            round();
        });
    }

    /**
     * Ends the search, without an outcome, unless it has ended. To be called after the executor was closed, so that no task of it runs any
     * more. Any thread may call.
     */
    void close() {
        end();
    }

    private void fail(IOException cause) {
        if (!ended) {
            end();
            outcome.failed(cause);
        }
    }

    private void end() {
        ended = true;
        current = null;
        if (timer != null) {
            timer.cancel();
        }
        if (client != null) {
            client.closeNow();
            client = null;
        }
    }

    private void round() {
        answers.clear();
        ask(0);
    }

    private void nextRound() {
        current = null;
        timer = clock.schedule(executor, PAUSE_NANOS, this::round);
    }

    private void ask(int index) {
        if (index == others.size()) {
            decide();
            return;
        }
        current = new Question(index);
        timer = clock.schedule(executor, ANSWER_NANOS, current::noAnswer);
        connector.connect(Address.parse(current.address), hello(), current);
    }

    /** Sends a greeting to an address, to find out which process is there. */
    private final class Question implements Connector.Handler {
        private final int index;
        private final String address;

        Question(int index) {
            this.index = index;
            this.address = others.get(index);
        }

        @Override
        public void welcomed(Connector.Channel channel, Welcome welcome) {
            channel.close();
            over(() -> answers.put(address, welcome));
        }

        @Override
        public void failed(IOException cause) {
            over(() -> {
                if (cause instanceof RefusedException refused && refused.reason() != Reason.NOT_READY) {
                    fail(new IOException(address + " refuses this member: " + refused.getMessage(), refused));
                } else {
                    logFailure(address, cause.getMessage());
                }
            });
        }

        @Override
        public void received(Frame frame) {}

        @Override
        public void closed() {}

        void noAnswer() {
            over(() -> logFailure(address, "no answer"));
        }

        /** Takes the answer, unless it comes too late, and asks the next address. */
        private void over(Runnable take) {
            executor.execute(() -> {
                if (current == this) {
                    timer.cancel();
                    take.run();
                    if (!ended) {
                        ask(index + 1);
                    }
                }
            });
        }
    }

    /** Decides what to do with the answers of one round. */
    private void decide() {
        for (Welcome welcome : answers.values()) {
            if (welcome.cluster().length() > 0) {
                belong(welcome);
                return;
            }
        }
        if (first && answers.size() == others.size()) {
            found(newCluster());
        } else {
            nextRound();
        }
    }

    private void found(Identity identity) {
        end();
        outcome.found(identity);
    }

    private Identity newCluster() {
        List<Peer> all = new ArrayList<>(List.of(self));
        answers.values().forEach(welcome -> all.add(welcome.self()));
        all.sort((a, b) -> a.address().compareTo(b.address()));
        List<Peer> founders = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            founders.add(all.get(i).withNumber(i + 1));
        }
        Setup setup = Identity.setup(Identity.numbers(founders), config.partitions(), config.maps(), config.parallel());
        return new Identity(
                config.clusterName(),
                own(founders),
                random(clock),
                Collections.unmodifiableList(founders),
                founders,
                true,
                config.maps(),
                setup);
    }

    private Peer own(List<Peer> founders) {
        return founders.stream()
                .filter(peer -> peer.incarnation().equals(self.incarnation()))
                .findFirst()
                .orElse(null);
    }

    /** There is a cluster: the member is one of its founders, or joins. */
    private void belong(Welcome welcome) {
        Peer asFounder = own(welcome.founders());
        if (asFounder != null) {
            found(identity(asFounder, welcome, true));
            return;
        }
        current = null;
        List<Address> addresses = welcome.peers().stream()
                .map(Peer::address)
                .distinct()
                .map(Address::parse)
                .toList();
        client = new InvocationService(
                new InvocationConfig(config.clusterName(), addresses, CALL_NANOS, ATTEMPT_NANOS, 1),
                clock,
                executor,
                connector);
        client.start(new Step<Routes>() {
            @Override
            void next(Routes routes) {
                increment(welcome);
            }
        });
    }

    private void increment(Welcome welcome) {
        OnMap operation = new OnMap(Verb.INCREMENT, MAP_NAME, KEY, Bytes.ofNumber(1), Bytes.EMPTY);
        client.invoke(operation, false, new Step<Result>() {
            @Override
            void next(Result result) {
                client.close();
                client = null;
                if (result instanceof Done added) {
                    join(welcome, added.values().get(0));
                } else {
                    fail(new IOException("the map " + NUMBERS_MAP + " holds no number under \"last\""));
                }
            }
        });
    }

    private void join(Welcome welcome, long counted) {
        long number = counted + welcome.founders().size();
        // The counter alone is enough. Should it ever be lost, no number is given twice.
        int highest = welcome.peers().stream().mapToInt(Peer::number).max().orElse(0);
        if (number > highest) {
            found(identity(self.withNumber(Math.toIntExact(number)), welcome, false));
        } else {
            nextRound();
        }
    }

    /** A step on the way to a number. */
    private abstract class Step<T> implements Callback<T> {
        abstract void next(T result);

        @Override
        public void done(T result) {
            if (!ended) {
                next(result);
            }
        }

        /** No member serves the counter now. If it was incremented, that number is not used. */
        @Override
        public void failed(CallException cause) {
            if (!ended) {
                client.close();
                client = null;
                nextRound();
            }
        }
    }

    private Identity identity(Peer numbered, Welcome welcome, boolean founder) {
        List<Peer> known = founder ? welcome.founders() : welcome.peers();
        Setup setup = Identity.setup(Identity.numbers(known), welcome);
        return new Identity(
                config.clusterName(),
                numbered,
                welcome.cluster(),
                welcome.founders(),
                welcome.peers(),
                founder,
                welcome.maps(),
                setup);
    }

    /** Logs why an address cannot be asked: once, and again when the reason changes. */
    private void logFailure(String address, String why) {
        if (!why.equals(logged.put(address, why))) {
            log.accept("looks for a cluster; " + address + " cannot be asked: " + why);
        }
    }

    private Hello hello() {
        return new Hello(
                config.versions(),
                Frame.Role.SEEKER,
                config.clusterName(),
                MemberRuntime.PROTOCOL,
                MemberRuntime.GENERATION,
                config.partitions(),
                config.maps(),
                Bytes.EMPTY,
                self,
                Bytes.EMPTY);
    }
}
