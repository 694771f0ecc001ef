package io.godwit.simulation.world;

import io.godwit.protocol.Event;
import io.godwit.protocol.Step;
import io.godwit.simulation.plan.Fault;
import io.godwit.simulation.plan.FaultKind;
import io.godwit.simulation.subject.Assumption;
import io.godwit.simulation.subject.Subject;
import io.godwit.simulation.subject.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Makes the faults of a plan happen, at their time or when their window opens, and ends them. */
final class Faults<S> {
    /** Members that must go on running besides those that leave: fewer would not be a cluster. */
    private static final int LEAST_MEMBERS = 3;

    private final World<S> world;
    private final Assumption<S> assumption;
    private final Consumer<Fault> rushes;
    private final Map<String, Window<S>> windows = new HashMap<>();
    private final List<Fault> waiting = new ArrayList<>();
    private final List<Runnable> endings = new ArrayList<>();
    private final Set<Integer> leaving = new TreeSet<>();
    private final Map<Integer, Long> backAfterLeaving = new HashMap<>();
    private final Map<String, Integer> intended = new TreeMap<>();
    private final Map<String, Integer> happened = new TreeMap<>();
    private boolean over;

    /**
     * Faults of a world.
     *
     * @param rushes lets writers begin
     */
    Faults(World<S> world, Subject<S> subject, Consumer<Fault> rushes) {
        this.world = world;
        this.rushes = rushes;
        this.assumption = subject.assumption();
        subject.windows().forEach(window -> windows.put(window.name(), window));
    }

    /** Puts all faults of the plan in their places. */
    void schedule() {
        for (Fault fault : world.plan().faults()) {
            intended.merge(fault.label(), 1, Integer::sum);
            if (fault.aimed()) {
                world.at(fault.at(), () -> waiting.add(fault));
            } else {
                world.at(fault.at(), () -> happen(fault));
            }
        }
        world.at(world.plan().calmFrom(), this::end);
    }

    /** Looks whether a step opens a window that a fault waits for. */
    void stepped(Node<S> node, S before, Event event, Step<S> step) {
        for (int i = 0; i < waiting.size(); i++) {
            Fault fault = waiting.get(i);
            Window<S> window = windows.get(fault.window());
            int[] named = window == null ? new int[0] : window.opened(world, node, before, event, step);
            if (named.length > 0) {
                waiting.remove(i--);
                Fault aimed = new Fault(
                        fault.kind(),
                        fault.at(),
                        fault.window(),
                        fault.delay(),
                        resolve(fault.site(), named, 0),
                        resolve(fault.other(), named, resolve(fault.site(), named, 0)),
                        fault.amount(),
                        fault.duration());
                world.tell("window", fault.window() + " opens at " + members(named));
                long delay = Math.max(fault.delay(), window.least());
                if (delay == 0) {
                    happen(aimed);
                } else {
                    world.after(delay, () -> happen(aimed));
                }
            }
        }
    }

    /** A site from 1, or with 0 or below the site of a member that the window names: the one before it if it is taken. */
    private int resolve(int site, int[] named, int taken) {
        if (site > 0) {
            return site;
        }
        int index = Math.min(-site, named.length - 1);
        int found = world.node(named[index]).site();
        return found == taken
                ? world.node(named[(index + named.length - 1) % named.length]).site()
                : found;
    }

    private static String members(int[] named) {
        StringBuilder text = new StringBuilder();
        for (int member : named) {
            text.append(text.length() > 0 ? ", m" : "m").append(member);
        }
        return text.toString();
    }

    /** A member has stopped because it was told to leave. */
    void stopped(Node<S> node) {
        leaving.remove(node.number());
        Long back = backAfterLeaving.remove(node.number());
        if (back != null && back > 0) {
            comeBack(node.site(), back);
        }
    }

    private void happen(Fault fault) {
        if (over) {
            return;
        }
        String refused = apply(fault);
        if (refused.isEmpty()) {
            happened.merge(fault.label(), 1, Integer::sum);
        } else {
            world.tell("skipped", describe(fault) + ": " + refused);
        }
    }

    /** Why a fault cannot happen now; empty when it has. */
    private String apply(Fault fault) {
        return switch (fault.kind().group()) {
            case MEMBER -> member(fault);
            case CLUSTER -> fault.kind() == FaultKind.ROLLING ? rolling(fault) : rebootAll(fault);
            case DETECTOR -> suspect(fault);
            case MEMBERSHIP -> fault.kind() == FaultKind.JOIN ? join(fault) : leave(fault.site(), fault);
            case CUT, LINK -> network(fault);
            case LOAD -> load(fault);
            case MACHINE -> "engines without connections and disks";
        };
    }

    /** Goes on when the faults end. */
    private String load(Fault fault) {
        begin(fault);
        if (fault.kind() == FaultKind.RUSH) {
            rushes.accept(fault);
        } else {
            world.network().begin(fault);
            world.after(fault.duration(), () -> world.network().end(fault));
        }
        return "";
    }

    private String network(Fault fault) {
        begin(fault);
        world.network().begin(fault);
        endLater(fault, () -> world.network().end(fault));
        return "";
    }

    private String member(Fault fault) {
        Node<S> node = world.atSite(fault.site());
        if (node == null || !node.up()) {
            return "nobody runs there";
        }
        switch (fault.kind()) {
            case CRASH -> {
                return crash(fault, node);
            }
            case REBOOT -> {
                return reboot(fault, List.of(node));
            }
            case PAUSE -> {
                begin(fault);
                node.pause(true);
                int life = node.life();
                endLater(fault, () -> node.ifStill(life, () -> node.pause(false)));
            }
            case SLOW -> {
                begin(fault);
                node.slow(fault.amount());
                int life = node.life();
                endLater(fault, () -> node.ifStill(life, () -> node.slow(0)));
            }
            case DRIFT -> {
                begin(fault);
                node.clock().drift(world.now(), fault.amount());
                endLater(fault, () -> node.clock().drift(world.now(), 0));
            }
            default -> throw new IllegalArgumentException("no fault of a member: " + fault);
        }
        return "";
    }

    private String crash(Fault fault, Node<S> node) {
        String forbidden = assumption.forbidsLoss(world, Set.of(node.number()));
        if (!forbidden.isEmpty()) {
            return forbidden;
        }
        begin(fault);
        node.crash();
        leaving.remove(node.number());
        if (fault.duration() > 0) {
            comeBack(node.site(), fault.duration());
        }
        return "";
    }

    /** Whoever has nothing durable loses its memory, and starts anew. */
    private String reboot(Fault fault, List<Node<S>> victims) {
        Set<Integer> numbers = victims.stream().map(Node::number).collect(Collectors.toCollection(TreeSet::new));
        String forbidden = assumption.forbidsReboot(world, numbers);
        Set<Integer> losers = victims.stream()
                .filter(node -> node.durable() == null)
                .map(Node::number)
                .collect(Collectors.toCollection(TreeSet::new));
        if (forbidden.isEmpty() && !losers.isEmpty()) {
            forbidden = assumption.forbidsLoss(world, losers);
        }
        if (!forbidden.isEmpty()) {
            return forbidden;
        }
        begin(fault);
        for (Node<S> node : victims) {
            node.fallAsleep();
            if (node.asleep()) {
                int life = node.life();
                endLater(fault, () -> node.ifStill(life, () -> wake(node)));
            } else {
                leaving.remove(node.number());
                comeBack(node.site(), fault.duration());
            }
        }
        return "";
    }

    private void wake(Node<S> node) {
        if (node.asleep()) {
            world.tell("restart", node + " comes back with what it made durable");
            world.wake(node);
            if (leaving.contains(node.number())) {
                node.take(new Event.Leave());
            }
        }
    }

    private String rebootAll(Fault fault) {
        List<Node<S>> running = running();
        return running.isEmpty() ? "nobody runs" : reboot(fault, running);
    }

    private List<Node<S>> running() {
        List<Node<S>> running = new ArrayList<>();
        for (int site = 1; site <= world.plan().sites(); site++) {
            Node<S> node = world.atSite(site);
            if (node != null && node.up()) {
                running.add(node);
            }
        }
        return running;
    }

    private String suspect(Fault fault) {
        Node<S> node = world.atSite(fault.site());
        Node<S> other = world.atSite(fault.other());
        if (node == null || other == null || node == other || !node.up()) {
            return "nobody runs there";
        }
        begin(fault);
        Detector detector = node.detector();
        detector.lie(other.number(), true);
        other.suspected(true);
        endLater(fault, () -> {
            detector.lie(other.number(), false);
            other.suspected(false);
        });
        return "";
    }

    private String join(Fault fault) {
        Node<S> node = world.atSite(fault.site());
        if (node != null && node.alive()) {
            return "somebody runs there";
        }
        begin(fault);
        start(fault.site());
        return "";
    }

    private String leave(int site, Fault fault) {
        Node<S> node = world.atSite(site);
        if (node == null || !node.up()) {
            return "nobody runs there";
        } else if (leaving.contains(node.number())) {
            return "it is leaving";
        }
        long staying =
                running().stream().filter(n -> !leaving.contains(n.number())).count();
        if (staying <= LEAST_MEMBERS) {
            return "too few would stay";
        }
        begin(fault);
        leaving.add(node.number());
        backAfterLeaving.put(node.number(), fault.duration());
        node.take(new Event.Leave());
        return "";
    }

    /** One site after the other; a member that cannot leave in its turn stays. */
    private String rolling(Fault fault) {
        begin(fault);
        int sites = world.plan().members();
        for (int i = 0; i < sites; i++) {
            int site = i + 1;
            long start = fault.duration() * i / sites;
            world.after(start, () -> {
                if (!over) {
                    leave(site, Fault.at(world.now(), FaultKind.LEAVE, site, 0, 0, fault.duration() / sites / 10 + 1));
                }
            });
        }
        return "";
    }

    private void comeBack(int site, long micros) {
        if (over) {
            start(site);
            return;
        }
        Runnable[] ending = new Runnable[1];
        ending[0] = () -> {
            if (endings.remove(ending[0])) {
                Node<S> there = world.atSite(site);
                if (there == null || !there.alive()) {
                    start(site);
                }
            }
        };
        endings.add(ending[0]);
        world.after(micros, ending[0]);
    }

    private void start(int site) {
        Node<S> node = world.join(site);
        world.tell("start", node + " starts at site " + site + ", as a new member");
    }

    /** Ends a fault after its duration, or when all faults end. */
    private void endLater(Fault fault, Runnable end) {
        Runnable[] ending = new Runnable[1];
        ending[0] = () -> {
            if (endings.remove(ending[0])) {
                world.tell("ends", describe(fault));
                end.run();
            }
        };
        endings.add(ending[0]);
        world.after(fault.duration(), ending[0]);
    }

    /** All faults end. */
    private void end() {
        over = true;
        world.tell("calm", "all faults end");
        List.copyOf(endings).forEach(Runnable::run);
        world.becomeCalm();
    }

    private void begin(Fault fault) {
        world.tell("fault", describe(fault));
    }

    private String describe(Fault fault) {
        StringBuilder text = new StringBuilder(fault.label());
        if (fault.site() > 0) {
            text.append(" site ").append(fault.site());
            Node<S> node = world.atSite(fault.site());
            if (node != null) {
                text.append(" (").append(node).append(')');
            }
        }
        if (fault.other() > 0
                && (fault.kind() == FaultKind.ONE_WAY
                        || fault.kind() == FaultKind.SUSPECT
                        || fault.kind() == FaultKind.DELAY)) {
            text.append(" to site ").append(fault.other());
        }
        if (fault.amount() != 0) {
            text.append(" amount ").append(fault.amount());
        }
        return text.append(" for ").append(fault.duration()).append(" us").toString();
    }

    /** How often each was in the plan. */
    Map<String, Integer> intended() {
        return intended;
    }

    /** How often each came about. */
    Map<String, Integer> happened() {
        return happened;
    }
}
