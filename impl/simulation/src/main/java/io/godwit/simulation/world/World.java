package io.godwit.simulation.world;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Step;
import io.godwit.simulation.Concern;
import io.godwit.simulation.Dice;
import io.godwit.simulation.Violation;
import io.godwit.simulation.net.Network;
import io.godwit.simulation.plan.Plan;
import io.godwit.simulation.subject.Cluster;
import io.godwit.simulation.subject.Identity;
import io.godwit.simulation.subject.Invariants;
import io.godwit.simulation.subject.MemberView;
import io.godwit.simulation.subject.Subject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Members, links and time. One thread; whatever happens is an action in a queue ordered by virtual time.
 *
 * @param <S> the state of one member
 */
public final class World<S> implements Cluster<S> {
    private static final long LEAST_PATIENCE = 500_000;
    private static final long PATIENCE_SPREAD = 700_000;
    private static final long LONGEST_CLOCK = 1_000_000_000L;

    private final Subject<S> subject;
    private final Plan plan;
    private final Dice dice;
    private final Protocol<S> protocol;
    private final Invariants<S> invariants;
    private final Protocol.Setup setup;
    private final Network network;
    private final Observer<S> observer;
    private final TimeQueue queue = new TimeQueue();
    private final List<Node<S>> nodes = new ArrayList<>();
    private final List<Node<S>> members = Collections.unmodifiableList(nodes);
    private final List<Node<S>> atSite = new ArrayList<>();
    private Answers answers = (node, answer) -> {};
    private Steps<S> steps = (node, before, event, step) -> {};
    private Stops<S> stops = node -> {};

    private long now;
    private long delivered;
    private long messages;
    private boolean calm;
    private Violation violation;

    /** Who gets answers. */
    interface Answers {
        void answered(Node<?> node, Command.Answer answer);
    }

    /** Who waits for steps. */
    interface Steps<S> {
        void stepped(Node<S> node, S before, Event event, Step<S> step);
    }

    /** Who waits for members to stop. */
    interface Stops<S> {
        void stopped(Node<S> node);
    }

    /** A world with nobody in it. */
    public World(Subject<S> subject, Plan plan, Observer<S> observer) {
        this.subject = subject;
        this.plan = plan;
        this.dice = new Dice(plan.seed());
        this.protocol = subject.protocol();
        this.invariants = subject.invariants();
        this.observer = observer;
        this.network = new Network(dice, plan.sites(), plan.members());
        this.setup = setup(MemberSet.of(IntStream.rangeClosed(1, plan.members()).toArray()));
        atSite.addAll(Collections.nCopies(plan.sites() + 1, null));
    }

    private Protocol.Setup setup(MemberSet members) {
        return new Protocol.Setup(members, plan.partitions(), plan.copies(), plan.parallel());
    }

    /** The founders start. */
    void found() {
        for (int number = 1; number <= plan.members(); number++) {
            place(new Node<>(
                    this, number, number, protocol.found(number, setup), clock(number), detector(number, setup)));
        }
        nodes.forEach(node -> started(node, true));
    }

    /** A new incarnation starts at a site and looks for the members that run. */
    Node<S> join(int site) {
        MemberSet running = MemberSet.of(
                nodes.stream().filter(Node::up).mapToInt(Node::number).toArray());
        Protocol.Setup known = setup(running);
        int number = numberAt(site);
        Node<S> node =
                new Node<>(this, number, site, protocol.join(number, known), clock(number), detector(number, known));
        place(node);
        started(node, true);
        return node;
    }

    private int numberAt(int site) {
        Node<S> before = atSite(site);
        boolean same = subject.identity() == Identity.NUMBER && before != null;
        return same ? before.number() : nodes.size() + 1;
    }

    /** A member comes back with what it made durable. */
    void wake(Node<S> node) {
        node.wake(protocol.restart(node.number(), setup, node.durable()), detector(node.number(), setup));
        started(node, false);
    }

    private void place(Node<S> node) {
        if (node.number() > nodes.size()) {
            nodes.add(node);
        } else {
            nodes.set(node.number() - 1, node);
        }
        atSite.set(node.site(), node);
    }

    private void started(Node<S> node, boolean first) {
        node.start(first);
        note(invariants.started(this, node));
    }

    private Clock clock(int number) {
        return new Clock(dice.below(LONGEST_CLOCK, Concern.CLOCKS, number, 0), now);
    }

    private Detector detector(int number, Protocol.Setup known) {
        Detector detector =
                new Detector(number, LEAST_PATIENCE + dice.below(PATIENCE_SPREAD, Concern.PATIENCE, number, 0));
        known.founders().stream().filter(member -> member != number).forEach(member -> detector.expect(member, now));
        // Others may still take the dead for members and tell of them; a detector suspects whoever it never hears, too.
        nodes.stream().filter(node -> !node.up()).forEach(node -> detector.expect(node.number(), now));
        return detector;
    }

    /** Lets time pass until there is nothing more to do, the end is reached, or something is wrong. */
    void run(long until) {
        run(until, () -> false);
        if (violation == null) {
            now = Math.max(now, until);
        }
    }

    /** The same, and no longer than until something is done. */
    void run(long until, BooleanSupplier done) {
        while (violation == null && !queue.isEmpty() && queue.time() <= until && !done.getAsBoolean()) {
            now = queue.time();
            queue.poll().run();
        }
    }

    void after(long micros, Runnable action) {
        queue.add(now + micros, action);
    }

    void at(long time, Runnable action) {
        queue.add(Math.max(now, time), action);
    }

    void send(Node<S> from, int to, Message message) {
        if (to == Members.EVERYBODY) {
            // Not only members that the sender knows: a broadcast on the wire.
            for (int i = 0; i < nodes.size(); i++) {
                if (nodes.get(i) != from && nodes.get(i).alive()) {
                    sendTo(from, nodes.get(i), message);
                }
            }
        } else if (to >= 1 && to <= nodes.size()) {
            sendTo(from, nodes.get(to - 1), message);
        } else {
            note(new Violation("Addressee", from + " sends to nobody: member " + to + ", " + message));
        }
    }

    private void sendTo(Node<S> from, Node<S> to, Message message) {
        long id = messages++;
        int[] arrivals = {0};
        long copied = network.copiesTakeTime(from.site(), to.site()) ? subject.copied(message, to.state()) : 0;
        network.send(from.site(), to.site(), now, copied, time -> {
            arrivals[0]++;
            queue.add(time, () -> deliver(id, from, to, message));
        });
        observer.sent(now, id, from.number(), to.number(), message, arrivals[0]);
    }

    private void deliver(long id, Node<S> from, Node<S> addressee, Message message) {
        Node<S> to = receiver(addressee);
        observer.arrived(now, id, to.number(), to.up());
        if (to.up()) {
            delivered++;
            to.take(new Event.Deliver(from.number(), message));
        }
    }

    private Node<S> receiver(Node<S> addressee) {
        boolean successor = subject.identity() != Identity.OWN && !addressee.alive();
        return successor ? atSite(addressee.site()) : addressee;
    }

    /** A member takes a client's call. */
    void called() {
        delivered++;
    }

    void answer(Node<S> node, Command.Answer answer) {
        note(invariants.answered(this, node, answer));
        answers.answered(node, answer);
    }

    /** A member tells all others that it lives. */
    void signsOfLife(Node<S> node) {
        for (int i = 0; i < nodes.size(); i++) {
            Node<S> other = nodes.get(i);
            if (other != node && other.up()) {
                long arrival = network.sendOnce(node.site(), other.site(), now, node.number() * 1_000L + i);
                if (arrival >= 0) {
                    other.detector().hear(node.number(), arrival);
                }
            }
        }
    }

    void stepped(Node<S> node, S before, Event event, Step<S> step) {
        observer.stepped(this, node, before, event, step);
        note(invariants.stepped(this, node, before, event, step));
        steps.stepped(node, before, event, step);
    }

    void stopped(Node<S> node) {
        tell("left", node + " stops");
        stops.stopped(node);
    }

    void listen(Answers forAnswers, Steps<S> forSteps, Stops<S> forStops) {
        answers = forAnswers;
        steps = forSteps;
        stops = forStops;
    }

    /** Remembers the first thing that is wrong; the run ends with it. */
    void note(Violation found) {
        if (violation == null && found != null && subject.counts(found.property())) {
            violation = found;
        }
    }

    void tell(String kind, String text) {
        observer.told(this, kind, text);
    }

    /** The same for what happens all the time: nothing is put into words when nobody listens. */
    void tell(String kind, Supplier<String> text) {
        if (observer.listens()) {
            observer.told(this, kind, text.get());
        }
    }

    void becomeCalm() {
        calm = true;
    }

    /** What is still to be done before the cluster is at rest. */
    String unsettled() {
        return invariants.unsettled(this);
    }

    /** Who runs at a site, or ran there last; null if nobody ever did. */
    Node<S> atSite(int site) {
        return atSite.get(site);
    }

    Node<S> node(int number) {
        return nodes.get(number - 1);
    }

    Network network() {
        return network;
    }

    Protocol<S> protocol() {
        return protocol;
    }

    Dice dice() {
        return dice;
    }

    Plan plan() {
        return plan;
    }

    /** What is wrong, or null. */
    Violation violation() {
        return violation;
    }

    /** Messages and calls that members have taken. */
    long delivered() {
        return delivered;
    }

    @Override
    public long now() {
        return now;
    }

    @Override
    public Protocol.Setup setup() {
        return setup;
    }

    @Override
    public List<? extends MemberView<S>> members() {
        return members;
    }

    @Override
    public boolean calm() {
        return calm;
    }
}
