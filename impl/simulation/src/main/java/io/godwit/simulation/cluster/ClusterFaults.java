package io.godwit.simulation.cluster;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Event;
import io.godwit.protocol.Step;
import io.godwit.simulation.Assumption;
import io.godwit.simulation.Fault;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.RandomPurpose;
import io.godwit.simulation.Subject;
import io.godwit.simulation.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Applies the faults of a plan, at their time or when their window opens, and ends them.
 *
 * @param <S> the state of one member
 */
final class ClusterFaults<S> {
    /** Members that must go on running besides those that leave: fewer would not be a cluster. */
    private static final int LEAST_MEMBERS = 3;

    private final SimulatedCluster<S> cluster;
    private final Assumption<S> assumption;
    private final Consumer<Fault> rushes;
    private final DiskFaults<S> disks;
    private final LostPartitions<S> lost;
    private final StateRequests<S> states;
    private final RollingUpgrade<S> upgrade;
    private final Map<String, Window<S>> windows = new HashMap<>();
    private final List<Fault> waiting = new ArrayList<>();
    private final List<Runnable> endings = new ArrayList<>();
    private final Set<Integer> leaving = new TreeSet<>();
    private final Map<Integer, Long> backAfterLeaving = new HashMap<>();
    private final Map<String, Integer> intended = new TreeMap<>();
    private final Map<String, Integer> happened = new TreeMap<>();
    private boolean over;

    /**
     * Faults of a cluster.
     *
     * @param rushes starts the writers of a rush
     */
    ClusterFaults(SimulatedCluster<S> cluster, Subject<S> subject, Consumer<Fault> rushes) {
        this.cluster = cluster;
        this.rushes = rushes;
        this.assumption = subject.assumption();
        this.states = new StateRequests<>(cluster, this);
        this.upgrade = new RollingUpgrade<>(cluster, this);
        this.disks = new DiskFaults<>(cluster, this, assumption);
        this.lost = new LostPartitions<>(cluster, this, assumption);
        subject.windows().forEach(window -> windows.put(window.name(), window));
    }

    /** Schedules all faults of the plan. */
    void schedule() {
        for (Fault fault : cluster.plan().faults()) {
            intended.merge(fault.label(), 1, Integer::sum);
            if (fault.aimed()) {
                cluster.at(fault.at(), () -> waiting.add(fault));
            } else {
                cluster.at(fault.at(), () -> happen(fault));
            }
        }
        cluster.at(cluster.plan().calmFrom(), this::end);
    }

    /** Checks whether a step opens a window for which a fault waits. */
    void stepped(SimulatedMember<S> member, S before, Event event, Step<S> step) {
        for (int i = 0; i < waiting.size(); i++) {
            Fault fault = waiting.get(i);
            Window<S> window = windows.get(fault.window());
            int[] named = window == null ? new int[0] : window.opened(cluster, member, before, event, step);
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
                cluster.tell("window", () -> fault.window() + " opens at " + members(named));
                long delay = Math.max(fault.delay(), window.least());
                if (delay == 0) {
                    happen(aimed);
                } else {
                    cluster.after(delay, () -> happen(aimed));
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
        int found = cluster.member(named[index]).site();
        return found == taken
                ? cluster.member(named[(index + named.length - 1) % named.length])
                        .site()
                : found;
    }

    private static String members(int[] named) {
        StringBuilder text = new StringBuilder();
        for (int member : named) {
            text.append(text.length() > 0 ? ", m" : "m").append(member);
        }
        return text.toString();
    }

    /** Called when a member has stopped because it was told to leave. */
    void stopped(SimulatedMember<S> member) {
        leaving.remove(member.site());
        Long back = backAfterLeaving.remove(member.site());
        if (back != null && back > 0) {
            comeBack(member.site(), back);
        }
    }

    private void happen(Fault fault) {
        if (over) {
            return;
        }
        String refused = apply(fault);
        if (refused.isEmpty()) {
            noteHappened(fault);
        } else {
            cluster.tell("skipped", () -> describe(fault) + ": " + refused);
        }
    }

    /** The reason for which a fault cannot happen now; empty if it has happened. */
    private String apply(Fault fault) {
        return switch (fault.kind().group()) {
            case MEMBER -> member(fault);
            case CLUSTER -> fault.kind() == FaultKind.ROLLING ? rolling(fault) : rebootAll(fault);
            case DETECTOR -> suspect(fault);
            case MEMBERSHIP -> fault.kind() == FaultKind.JOIN ? join(fault) : leave(fault.site(), fault);
            case CUT, LINK -> network(fault);
            case MACHINE -> machine(fault);
            case LOAD -> load(fault);
        };
    }

    /** Goes on when the faults end. */
    private String load(Fault fault) {
        boolean ofRealMembers = fault.kind() == FaultKind.MIXED_CALLS
                || fault.kind() == FaultKind.FOLLOWED_CALLS
                || fault.kind() == FaultKind.MISCONFIGURED
                || fault.kind() == FaultKind.STATE
                || fault.kind() == FaultKind.UPGRADE;
        if (ofRealMembers && !cluster.hasDisks()) {
            return "for real members only";
        }
        begin(fault);
        switch (fault.kind()) {
            case RUSH, BURST, MANY_KEYS, MIXED_CALLS, FOLLOWED_CALLS, PUT, GET -> rushes.accept(fault);
            case STATE -> {
                states.begin(fault);
                if (ClusterState.of((int) fault.amount()) == ClusterState.STOPPING) {
                    stopAll(fault);
                }
            }
            case UPGRADE -> upgrade.begin(fault);
            case MISCONFIGURED -> new MisconfiguredMember<>(cluster, fault).start();
            default -> {
                cluster.network().begin(fault);
                cluster.after(fault.duration(), () -> cluster.network().end(fault));
            }
        }
        return "";
    }

    /** In the middle of STOPPING all members end, and start again. */
    private void stopAll(Fault fault) {
        cluster.after(fault.duration() / 2, () -> {
            if (!isOver()) {
                rebootAll(Fault.at(cluster.now(), FaultKind.REBOOT_ALL, fault.site(), 0, 0, fault.duration() / 8));
            }
        });
    }

    private String machine(Fault fault) {
        return switch (fault.kind()) {
            case RESET, CORRUPT -> network(fault);
            case LOST_PARTITION -> lost.begin(fault);
            default -> disks.apply(fault);
        };
    }

    private String network(Fault fault) {
        begin(fault);
        cluster.network().begin(fault);
        endLater(fault, () -> cluster.network().end(fault));
        return "";
    }

    private String member(Fault fault) {
        SimulatedMember<S> member = cluster.at(fault.site());
        if (member == null || !member.up()) {
            return "nobody runs there";
        }
        SimulatedProcess process = member.process();
        switch (fault.kind()) {
            case CRASH -> {
                return crash(fault, member);
            }
            case REBOOT -> {
                return reboot(fault, List.of(member), powerOff(fault));
            }
            case PAUSE -> {
                begin(fault);
                process.pause(true);
                endLater(fault, () -> process.pause(false));
            }
            case SLOW -> {
                begin(fault);
                process.slow(fault.amount() * SimulatedNetwork.MICRO);
                endLater(fault, () -> process.slow(0));
            }
            case DRIFT -> {
                begin(fault);
                process.drift(fault.amount());
                endLater(fault, () -> process.drift(0));
            }
            default -> throw new IllegalArgumentException("no fault of a member: " + fault);
        }
        return "";
    }

    private String crash(Fault fault, SimulatedMember<S> member) {
        String forbidden = forbidsLoss(List.of(member));
        if (!forbidden.isEmpty()) {
            return forbidden;
        }
        begin(fault);
        member.crash(powerOff(fault));
        lost(member);
        if (fault.duration() > 0) {
            comeBack(member.site(), fault.duration());
        }
        return "";
    }

    /** Does the machine lose its power, so that nothing answers in its place, or only the process end? */
    boolean powerOff(Fault fault) {
        return cluster.random().chance(500_000, RandomPurpose.POWER, fault.id(), 0);
    }

    String reboot(Fault fault, List<SimulatedMember<S>> victims, boolean powerOff) {
        String forbidden = assumption.forbidsReboot(cluster, numbers(victims));
        if (forbidden.isEmpty() && cluster.hasDisks()) {
            forbidden = forbidsLoss(
                    victims.stream().filter(member -> member.disk().isDamaged()).toList());
        }
        if (!forbidden.isEmpty()) {
            return forbidden;
        }
        begin(fault);
        for (SimulatedMember<S> member : victims) {
            if (cluster.hasDisks()) {
                member.fallAsleep(powerOff);
                member.where().port += fault.kind() == FaultKind.REBOOT ? (int) fault.amount() : 0;
                endLater(fault, () -> wake(member));
            } else {
                member.crash(powerOff);
                lost(member);
                comeBack(member.site(), fault.duration());
            }
        }
        return "";
    }

    /** The reason for which members may not lose their data now, as with a damaged disk; empty if they may. */
    String forbidsLoss(List<SimulatedMember<S>> victims) {
        Set<Integer> numbers = numbers(victims);
        return numbers.isEmpty() ? "" : assumption.forbidsLoss(cluster, numbers);
    }

    private Set<Integer> numbers(List<SimulatedMember<S>> members) {
        return members.stream()
                .map(SimulatedMember<S>::owner)
                .filter(number -> number > 0)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** A member's data is lost: another one starts in its place, which was not told to leave. */
    void lost(SimulatedMember<S> member) {
        leaving.remove(member.site());
    }

    void wake(SimulatedMember<S> member) {
        if (member.asleep() || (member.damaged() && member.isLatest())) {
            cluster.tell("restart", () -> member + " comes back with what is on its disk");
            SimulatedMember<S> again = cluster.start(member.site());
            if (leaving.contains(member.site())) {
                again.leave();
            }
        }
    }

    private String rebootAll(Fault fault) {
        List<SimulatedMember<S>> running = running();
        return running.isEmpty() ? "nobody runs" : reboot(fault, running, powerOff(fault));
    }

    List<SimulatedMember<S>> running() {
        List<SimulatedMember<S>> running = new ArrayList<>();
        for (int site = 1; site <= cluster.plan().sites(); site++) {
            SimulatedMember<S> member = cluster.at(site);
            if (member != null && member.up()) {
                running.add(member);
            }
        }
        return running;
    }

    private String suspect(Fault fault) {
        SimulatedMember<S> member = cluster.at(fault.site());
        SimulatedMember<S> other = cluster.at(fault.other());
        if (member == null || other == null || member == other || !member.up()) {
            return "nobody runs there";
        }
        begin(fault);
        cluster.network().begin(fault);
        other.suspected(true);
        endLater(fault, () -> {
            cluster.network().end(fault);
            other.suspected(false);
        });
        return "";
    }

    private String join(Fault fault) {
        SimulatedMember<S> member = cluster.at(fault.site());
        if (member != null && (member.alive() || member.damaged())) {
            return "somebody runs there";
        }
        begin(fault);
        start(fault.site());
        return "";
    }

    private String leave(int site, Fault fault) {
        SimulatedMember<S> member = cluster.at(site);
        if (member == null || !member.up()) {
            return "nobody runs there";
        } else if (leaving.contains(member.site())) {
            return "it is leaving";
        }
        long staying =
                running().stream().filter(n -> !leaving.contains(n.site())).count();
        if (staying <= LEAST_MEMBERS) {
            return "too few would stay";
        }
        begin(fault);
        leaving.add(site);
        backAfterLeaving.put(site, fault.duration());
        member.leave();
        return "";
    }

    /** One site after the other; a member that cannot leave in its turn stays. */
    private String rolling(Fault fault) {
        begin(fault);
        int sites = cluster.plan().members();
        for (int i = 0; i < sites; i++) {
            int site = i + 1;
            long start = fault.duration() * i / sites;
            cluster.after(start, () -> {
                if (!over) {
                    leave(
                            site,
                            Fault.at(cluster.now(), FaultKind.LEAVE, site, 0, 0, fault.duration() / sites / 10 + 1));
                }
            });
        }
        return "";
    }

    void comeBack(int site, long micros) {
        if (over) {
            start(site);
            return;
        }
        Runnable[] ending = new Runnable[1];
        ending[0] = () -> {
            if (endings.remove(ending[0])) {
                SimulatedMember<S> there = cluster.at(site);
                if (there == null || !there.alive()) {
                    start(site);
                }
            }
        };
        endings.add(ending[0]);
        cluster.after(micros, ending[0]);
    }

    private void start(int site) {
        cluster.start(site);
    }

    /** Ends a fault after its duration, or when all faults end. */
    void endLater(Fault fault, Runnable end) {
        Runnable[] ending = new Runnable[1];
        ending[0] = () -> {
            if (endings.remove(ending[0])) {
                cluster.tell("ends", () -> describe(fault));
                end.run();
            }
        };
        endings.add(ending[0]);
        cluster.after(fault.duration(), ending[0]);
    }

    /** All faults end. */
    private void end() {
        over = true;
        cluster.tell("calm", () -> "all faults end");
        List.copyOf(endings).forEach(Runnable::run);
        cluster.becomeCalm();
    }

    void begin(Fault fault) {
        cluster.tell("fault", () -> describe(fault));
    }

    private String describe(Fault fault) {
        StringBuilder text = new StringBuilder(fault.label());
        if (fault.site() > 0) {
            text.append(" site ").append(fault.site());
            SimulatedMember<S> member = cluster.at(fault.site());
            if (member != null) {
                text.append(" (").append(member).append(')');
            }
        }
        if (fault.other() > 0
                && (fault.kind() == FaultKind.ONE_WAY
                        || fault.kind() == FaultKind.SUSPECT
                        || fault.kind() == FaultKind.DELAY)) {
            text.append(" to site ").append(fault.other());
        }
        if (fault.kind() == FaultKind.PUT || fault.kind() == FaultKind.GET) {
            text.append(" key ").append(fault.other());
            return fault.kind() == FaultKind.PUT
                    ? text.append(" value ").append(fault.amount()).toString()
                    : text.toString();
        }
        if (fault.amount() != 0) {
            text.append(" amount ").append(fault.amount());
        }
        return text.append(" for ").append(fault.duration()).append(" us").toString();
    }

    void noteHappened(Fault fault) {
        happened.merge(fault.label(), 1, Integer::sum);
    }

    /** Have all faults ended? */
    boolean isOver() {
        return over;
    }

    /** The partitions that were lost. */
    LostPartitions<S> lost() {
        return lost;
    }

    /** How often each fault was planned. */
    Map<String, Integer> intended() {
        return intended;
    }

    /** How often each fault happened. */
    Map<String, Integer> happened() {
        return happened;
    }
}
