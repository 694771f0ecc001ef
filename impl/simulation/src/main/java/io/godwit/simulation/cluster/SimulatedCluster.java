package io.godwit.simulation.cluster;

import io.godwit.member.runtime.RuntimeConfig;
import io.godwit.member.runtime.Sessions;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Refusal;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.simulation.Cluster;
import io.godwit.simulation.Cluster.MemberView;
import io.godwit.simulation.ClusterInvariants;
import io.godwit.simulation.CoverageGoal;
import io.godwit.simulation.FaultKind;
import io.godwit.simulation.Observer;
import io.godwit.simulation.RandomPurpose;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunResult.Violation;
import io.godwit.simulation.SeededRandom;
import io.godwit.simulation.Subject;
import io.godwit.simulation.Subject.RestartIdentity;
import io.godwit.simulation.cluster.SimulatedMember.SimulatedMachine;
import io.godwit.simulation.disk.SimulatedDisk;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Members, links, disks and time. One thread; whatever happens is an action in a queue ordered by virtual time.
 *
 * @param <S> the state of one member
 */
final class SimulatedCluster<S> implements Cluster<S> {
    static final int PORT = 5701;

    private static final long MICRO = 1_000;
    static final long DISK_LEAST = 50 * MICRO;
    private static final long DISK_SPREAD = 2_000 * MICRO;
    static final String NAME = "simulated";

    private final Subject<S> subject;
    private final MemberProcess.Factory<S> factory;
    private final RunPlan plan;
    private final SeededRandom random;
    /** By member's number. */
    private final Map<Integer, DurablePromises> promises = new HashMap<>();

    private final MapCalls calls;
    private final MemberConfigs configs;
    private final Protocol<S> protocol;
    private final Protocol.Setup setup;
    private final ClusterInvariants<S> invariants;
    private final Observer<S> observer;
    private final SimulatedScheduler scheduler;
    private final SimulatedNetwork network;
    private final Fingerprint fingerprint = new Fingerprint();
    private final List<SimulatedMachine<S>> sites = new ArrayList<>();
    private final List<MemberView<S>> members = new ArrayList<>();
    private final List<MemberView<S>> view = Collections.unmodifiableList(members);
    private final Map<CoverageGoal, Integer> reached = new EnumMap<>(CoverageGoal.class);
    private Listener<S> listener;
    private long delivered;
    private boolean calm;
    private Violation violation;

    /** Receives the events for which faults and clients wait. */
    interface Listener<S> {
        /** A member has taken a step. */
        void stepped(SimulatedMember<S> member, S before, Event event, Step<S> step);

        /** A member has left. */
        void left(SimulatedMember<S> member);

        /** A member's stored data is lost. */
        void lost(SimulatedMember<S> member);
    }

    /**
     * A cluster without members.
     *
     * @param factory makes the members' processes
     */
    SimulatedCluster(Subject<S> subject, RunPlan plan, Observer<S> observer, MemberProcess.Factory<S> factory) {
        this.subject = subject;
        this.factory = factory;
        this.plan = plan;
        this.random = new SeededRandom(plan.seed());
        this.calls = MapCalls.of(plan);
        this.configs = new MemberConfigs(plan, random, calls, subject.mapSettings());
        this.protocol = subject.protocol();
        this.invariants = subject.invariants();
        this.observer = observer;
        this.scheduler = new SimulatedScheduler(() -> violation != null);
        this.network =
                new SimulatedNetwork(scheduler, plan.sites(), plan.members(), fingerprint::written, this::reached);
        this.setup = new Protocol.Setup(
                MemberSet.of(IntStream.rangeClosed(1, plan.members()).toArray()),
                plan.partitions(),
                plan.copies(),
                plan.parallel());
        boolean upgraded = plan.faults().stream().anyMatch(fault -> fault.kind() == FaultKind.UPGRADE);
        for (int site = 1; site <= plan.sites(); site++) {
            sites.add(new SimulatedMachine<>(site));
            site(site).maxVersion = upgraded ? ClusterVersion.FIRST : ClusterVersion.NEWEST;
        }
    }

    void listen(Listener<S> newListener) {
        listener = newListener;
    }

    /** Starts the founders. */
    void found() {
        for (int site = 1; site <= plan.members(); site++) {
            start(site);
        }
    }

    /** A process starts at a site, with the disk that is there, or with a new one. */
    SimulatedMember<S> start(int number) {
        SimulatedMachine<S> site = site(number);
        if (site.disk == null) {
            site.disk = disk(number, ++site.disks);
            inherit(site);
            site.images = new WrittenImages();
            site.restarts = new Restarts();
        }
        network.off(number, false);
        SeededRandom chance = random.of(RandomPurpose.PROCESS, number, ++site.processes);
        site.process = new SimulatedMember<>(this, site, network, process(number, chance));
        site.process.start(new MemberProcess.Start(config(number), addresses(plan.sites()), number, members::size));
        return site.process;
    }

    private RuntimeConfig config(int number) {
        SimulatedMachine<S> site = site(number);
        return configs.of(number, site.port, addresses(plan.members())).withMaxVersion(site.maxVersion);
    }

    /** Without {@code FreshIdentity} a process that has lost its disk takes itself for the member that was there before. */
    private void inherit(SimulatedMachine<S> site) {
        if (subject.identity() == RestartIdentity.NUMBER && site.process != null) {
            site.process.identify(site.disk);
        }
    }

    /**
     * A process that runs at a site.
     *
     * @param chance for it alone
     */
    SimulatedProcess process(int site, SeededRandom chance) {
        return new SimulatedProcess(scheduler, chance, cause -> note(broken("a process at site " + site, cause)));
    }

    private SimulatedDisk disk(int site, int number) {
        SplittableRandom speed = random.of(RandomPurpose.DISK, site, number).stream(RandomPurpose.DISK);
        SimulatedDisk disk =
                new SimulatedDisk("disk " + site, nanos -> scheduler.await(nanos + speed.nextLong(DISK_SPREAD)));
        disk.delay(0, DISK_LEAST);
        disk.observe(new SimulatedDisk.Observer() {
            @Override
            public void written(byte[] bytes) {
                fingerprint.written(site, bytes);
            }

            @Override
            public void synced(long batches, boolean done) {
                fingerprint.synced(site, batches, done);
            }

            @Override
            public void ingested(long bytes) {
                reached(CoverageGoal.COPY_LOADED);
            }
        });
        return disk;
    }

    /** Where members run, or ran last, at the first sites. */
    List<String> addresses(int count) {
        return sites.stream()
                .limit(count)
                .map(site -> SimulatedTransport.host(site.number()) + ":" + site.port)
                .toList();
    }

    MemberConfigs configs() {
        return configs;
    }

    String name() {
        return NAME;
    }

    SimulatedMachine<S> site(int number) {
        return sites.get(number - 1);
    }

    /** The process at a site, or null if none has run there. */
    SimulatedMember<S> at(int site) {
        return site < 1 ? null : site(site).process;
    }

    /** A process has become a member, or has come back as one. */
    void joined(SimulatedMember<S> member) {
        int number = member.number();
        while (members.size() < number) {
            members.add(new UnusedMember<>(members.size() + 1, protocol.join(members.size() + 1, setup)));
        }
        members.set(number - 1, member);
        int port = member.where().port;
        tell("start", () -> member + " starts at site " + member.site() + (port == PORT ? "" : ", port " + port));
        note(invariants.started(this, member));
        if (member.state() instanceof QuorumState found) {
            note(member.where().images.started(found));
            member.where().restarts.started(found, members, this::reached);
            note(promises(member.number()).restarted(found));
        }
    }

    /** A process starts over as another member, and forgets what it was. */
    void abandoned(int number, S last) {
        tell("abandoned", () -> "m" + number + " starts over as another member");
        members.set(number - 1, new UnusedMember<>(number, last));
    }

    void took(SimulatedMember<S> member, String action) {
        observer.took(member, action);
    }

    void refused(SimulatedMember<S> member, String action, Refusal refusal) {
        observer.refused(member, action, refusal);
    }

    void stepped(SimulatedMember<S> member, S before, Event event, Step<S> step) {
        if (event instanceof Event.Deliver deliver) {
            promises(deliver.from()).heard(deliver.message());
            delivered +=
                    deliver.message() instanceof Batch batch ? batch.messages().size() : 1;
        } else if (event instanceof Event.Call call) {
            delivered++;
            if (call.client() == Sessions.OWN) {
                reached(CoverageGoal.SESSIONS_EXPIRED);
            }
        } else if (event instanceof Event.Forget) {
            reached(CoverageGoal.LOG_FORGOTTEN);
        }
        observer.stepped(this, member, before, event, step);
        member.where().images.stepped(step.commands());
        if (hasDisks()) {
            member.where().restarts.stepped(step.commands(), members);
            note(promises(member.number()).stepped(step.commands()));
        }
        note(invariants.stepped(this, member, before, event, step));
        listener.stepped(member, before, event, step);
    }

    private DurablePromises promises(int member) {
        return promises.computeIfAbsent(member, it -> new DurablePromises());
    }

    void answered(SimulatedMember<S> member, Command.Answer answer) {
        note(invariants.answered(this, member, answer));
        member.where().images.answered(answer);
    }

    void left(SimulatedMember<S> member) {
        tell("left", () -> member + " stops");
        listener.left(member);
    }

    /** The runtime of a member has failed, for which there is no reason in the simulation. */
    void failed(SimulatedMember<S> member, Throwable cause) {
        note(broken(member.toString(), cause));
    }

    /** A process that is no member has failed. */
    void broke(String who, Throwable cause) {
        note(broken(who, cause));
    }

    /** A member does not start because it takes its disk for damaged, although no fault has changed synced data. */
    void damaged(SimulatedMember<S> member, IOException cause) {
        note(new Violation("RestartFinds", member + ": " + cause.getMessage()));
    }

    /** A member takes its disk for a copy, although nobody copies disks. */
    void refused(SimulatedMember<S> member, IOException cause) {
        note(new Violation("RestartPasses", member + ": " + cause.getMessage()));
    }

    /** A member starts from a disk on which a record is damaged. */
    void unnoticed(SimulatedMember<S> member) {
        note(new Violation("DamageNoticed", "the " + member + " starts, and a record on its disk is damaged"));
    }

    /** A member's stored data is lost. */
    void lost(SimulatedMember<S> member) {
        listener.lost(member);
    }

    private static Violation broken(String who, Throwable cause) {
        StringBuilder text = new StringBuilder(who).append(": ").append(cause);
        for (StackTraceElement element : cause.getStackTrace()) {
            text.append("\n    at ").append(element);
        }
        return new Violation("Runs", text.toString());
    }

    /** Runs until the end, or until a property is violated. */
    void run(long untilMicros) {
        run(untilMicros, () -> false);
        if (violation == null) {
            scheduler.advance(untilMicros * MICRO);
        }
    }

    /** The same, but at most until a condition holds. */
    void run(long untilMicros, BooleanSupplier done) {
        long until = untilMicros * MICRO;
        while (violation == null && scheduler.next() <= until && !done.getAsBoolean()) {
            scheduler.step();
        }
    }

    void after(long micros, Runnable action) {
        scheduler.after(micros * MICRO, action);
    }

    void at(long micros, Runnable action) {
        scheduler.at(micros * MICRO, action);
    }

    /** Remembers the first violation; the run ends with it. */
    void note(Violation found) {
        if (violation == null && found != null && subject.counts(found.property())) {
            violation = found;
        }
    }

    void tell(String kind, Supplier<String> text) {
        if (observer.listens()) {
            observer.told(this, kind, text.get());
        }
    }

    void becomeCalm() {
        calm = true;
    }

    /** What is missing for the cluster to be at rest. */
    String unsettled() {
        for (SimulatedMachine<S> site : sites) {
            if (site.process != null && site.process.up() && site.process.number() == 0) {
                return "the process at site " + site.number() + " does not belong to the cluster";
            }
        }
        return members.isEmpty() ? "there is no member" : invariants.unsettled(this);
    }

    SimulatedMember<S> running(int number) {
        return number >= 1 && number <= members.size() && members.get(number - 1) instanceof SimulatedMember<S> member
                ? member
                : null;
    }

    SimulatedNetwork network() {
        return network;
    }

    Protocol<S> protocol() {
        return protocol;
    }

    MemberProcess.Factory<S> factory() {
        return factory;
    }

    /** Do members have disks? */
    boolean hasDisks() {
        return factory.hasDisks();
    }

    ClusterInvariants<S> invariants() {
        return invariants;
    }

    MapCalls calls() {
        return calls;
    }

    SeededRandom random() {
        return random;
    }

    RunPlan plan() {
        return plan;
    }

    Violation violation() {
        return violation;
    }

    /** Notes that something was reached. */
    void reached(CoverageGoal what) {
        reached.merge(what, 1, Integer::sum);
    }

    /** How often each thing was reached that real members have to reach in some seed. */
    Map<String, Integer> reached() {
        Map<String, Integer> counts = new TreeMap<>();
        for (CoverageGoal what : CoverageGoal.values()) {
            int count = reached.getOrDefault(what, 0);
            if (hasDisks() && (count > 0 || !what.isExcused())) {
                counts.put(what.text(), count);
            }
        }
        return counts;
    }

    /** Number of messages and calls that members have taken. */
    long delivered() {
        return delivered;
    }

    /** Reads the figures of all members. */
    void look() {
        for (SimulatedMachine<S> site : sites) {
            if (site.process != null) {
                site.process.look();
            }
        }
    }

    /** The run is over: members that run end, and their event logs with them. */
    void close() {
        for (SimulatedMachine<S> site : sites) {
            if (site.process != null) {
                site.process.close();
            }
        }
    }

    /** The fingerprint of all bytes that were sent and written, and of syncs. */
    long fingerprint() {
        return fingerprint.value();
    }

    @Override
    public long now() {
        return scheduler.now() / MICRO;
    }

    @Override
    public Protocol.Setup setup() {
        return setup;
    }

    @Override
    public List<? extends MemberView<S>> members() {
        return view;
    }

    @Override
    public boolean calm() {
        return calm;
    }
}
