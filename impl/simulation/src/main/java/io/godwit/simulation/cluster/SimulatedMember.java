package io.godwit.simulation.cluster;

import io.godwit.environment.Environment;
import io.godwit.environment.Storage;
import io.godwit.member.limit.Limit;
import io.godwit.member.runtime.CopyException;
import io.godwit.protocol.ClusterState;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Refusal;
import io.godwit.protocol.Step;
import io.godwit.simulation.Cluster.MemberView;
import io.godwit.simulation.CoverageGoal;
import io.godwit.simulation.RandomPurpose;
import io.godwit.simulation.disk.SimulatedDisk;
import io.godwit.storage.StoreException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Random;
import java.util.Set;

/**
 * A process of a member: the unchanged runtime in a simulated environment.
 *
 * @param <S> the state of one member
 */
final class SimulatedMember<S> implements MemberView<S>, MemberProcess.Hooks<S> {
    private static final long RESTART_MICROS = 500_000;

    private final SimulatedCluster<S> cluster;
    private final SimulatedMachine<S> site;
    private final SimulatedDisk disk;
    private final SimulatedProcess process;
    private final SimulatedTransport transport;
    /** Its heap; null if it does not watch it. */
    private final SimulatedHeap heap;

    private MemberProcess<S> runtime;
    private int number;
    private S state;
    private Status status = Status.UP;
    /** Faults that make other members suspect it. */
    private int suspicions;

    private boolean leaveRequested;

    private enum Status {
        UP,
        ASLEEP,
        /** Like asleep, but it will not come back from its disk. */
        DAMAGED,
        DEAD,
        LEFT
    }

    SimulatedMember(
            SimulatedCluster<S> cluster, SimulatedMachine<S> site, SimulatedNetwork network, SimulatedProcess process) {
        this.cluster = cluster;
        this.site = site;
        this.disk = site.disk;
        this.process = process;
        this.transport = new SimulatedTransport(network, process, site.number());
        long reserve = cluster.configs().heapReserve();
        this.heap = reserve > 0 ? new SimulatedHeap(2 * reserve) : null;
    }

    /** Starts the runtime, on a thread of the process. */
    void start(MemberProcess.Start start) {
        process.create().execute(() -> run(start));
    }

    private void run(MemberProcess.Start start) {
        boolean damaged = disk.isDamaged();
        try {
            Storage storage = cluster.hasDisks() ? disk.open() : null;
            runtime =
                    cluster.factory().create(start, new Environment(process, process, transport, storage, heap), this);
            if (damaged) {
                cluster.unnoticed(this);
            }
            runtime.start();
        } catch (IOException e) {
            if (isDamage(e) && damaged) {
                refused(e, CoverageGoal.DAMAGE_AT_START);
                return;
            } else if (isDamage(e)) {
                cluster.damaged(this, e);
            }
            notStarted(e);
        }
    }

    private static boolean isDamage(Throwable cause) {
        return cause instanceof StoreException found && found.isDamage();
    }

    /** It ends because something on its disk is damaged. The operator removes that, and starts a new member. */
    private void refused(Throwable cause, CoverageGoal what) {
        cluster.tell("ends", () -> this + " finds damage: " + cause.getMessage());
        cluster.reached(what);
        crash(false);
        cluster.lost(this);
        cluster.after(cluster.calm() ? 0 : RESTART_MICROS, () -> {
            if (isLatest()) {
                cluster.start(site.number());
            }
        });
    }

    /** The disk does not let it start, or join. The operator starts it once more, at the first port. */
    @Override
    public void notStarted(IOException cause) {
        if (cause instanceof CopyException) {
            cluster.refused(this, cause);
        }
        site.port = SimulatedCluster.PORT;
        cluster.tell("ends", () -> this + " cannot start: " + cause.getMessage());
        stop(Status.ASLEEP, false);
        cluster.after(RESTART_MICROS, () -> {
            if (asleep() && isLatest()) {
                cluster.start(site.number());
            }
        });
    }

    /** Is it the last process of its site? */
    boolean isLatest() {
        return site.process == this;
    }

    /** Writes its identity to a disk, if it belongs to a cluster. */
    void identify(SimulatedDisk to) {
        if (number > 0) {
            try {
                runtime.identify(to.open());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public void log(String text) {
        cluster.tell("log", () -> this + ": " + text);
    }

    @Override
    public void joined(int newNumber, S newState) {
        if (number > 0) {
            cluster.abandoned(number, state);
        }
        number = newNumber;
        state = newState;
        site.member = this;
        cluster.joined(this);
    }

    @Override
    public void running() {
        if (leaveRequested) {
            runtime.submit(new Event.Leave());
        }
    }

    @Override
    public void reached(Limit limit) {
        cluster.reached(CoverageGoal.valueOf(limit.name()));
    }

    @Override
    public void stopped() {
        stop(Status.LEFT, false);
        // The operator removes what a member has kept that has left.
        site.loseDisk();
        cluster.left(this);
    }

    @Override
    public void failed(Throwable cause) {
        if (isDamage(cause.getCause()) && disk.isDamaged()) {
            refused(cause.getCause(), CoverageGoal.DAMAGE_WHILE_RUNNING);
        } else {
            cluster.failed(this, cause);
        }
    }

    @Override
    public void stepped(S before, Event event, Step<S> step) {
        state = step.state();
        cluster.stepped(this, before, event, step);
    }

    @Override
    public void took(String action) {
        cluster.took(this, action);
    }

    @Override
    public void refused(String action, Refusal refusal) {
        cluster.refused(this, action, refusal);
    }

    @Override
    public void answered(Command.Answer answer) {
        if (up()) {
            cluster.answered(this, answer);
        }
    }

    /** Tells it to leave. */
    void leave() {
        leaveRequested = true;
        if (number > 0) {
            runtime.submit(new Event.Leave());
        }
    }

    /** The operator asks it for a state of the cluster. */
    void changeState(ClusterState wanted) {
        if (number > 0) {
            runtime.submit(new Event.ChangeState(wanted));
        }
    }

    /** The operator declares a partition lost: another member is to go on. */
    void declareLost(int partition, int successor) {
        runtime.submit(new Event.DeclareLost(partition, successor));
    }

    /** The operator asks it for a higher cluster version. */
    void raiseVersion(int clusterVersion) {
        if (number > 0) {
            runtime.submit(new Event.RaiseVersion(clusterVersion));
        }
    }

    /** It dies, and its disk is lost. */
    void crash(boolean powerOff) {
        stop(Status.DEAD, powerOff);
        site.loseDisk();
    }

    /** It dies, and will come back with what is on its disk, unless that is damaged. */
    void fallAsleep(boolean powerOff) {
        stop(Status.ASLEEP, powerOff);
        noteDamage();
    }

    /** Its disk has been changed while it is down. */
    void noteDamage() {
        if (asleep() && disk.isDamaged()) {
            become(Status.DAMAGED);
        }
    }

    /** Is it down, and will a process that starts from its disk end at once? */
    boolean damaged() {
        return status == Status.DAMAGED;
    }

    /** So does the member whose data it has, if it has not been let in as that yet. */
    private void become(Status how) {
        status = how;
        if (site.member != null) {
            site.member.status = how;
        }
    }

    private void stop(Status how, boolean powerOff) {
        become(how);
        cluster.network().off(site.number(), powerOff);
        process.end();
        transport.end();
        disk.crash(new Random(process.seeded().bits(RandomPurpose.REST, 0, 0)));
    }

    /** Reads its figures. */
    void look() {
        if (up() && runtime != null) {
            runtime.look();
        }
    }

    /** It ends, and so does its event log. */
    void close() {
        if (up() && runtime != null) {
            runtime.close();
        }
    }

    SimulatedDisk disk() {
        return disk;
    }

    SimulatedHeap heap() {
        return heap;
    }

    SimulatedProcess process() {
        return process;
    }

    SimulatedMachine<S> where() {
        return site;
    }

    /** Makes other members suspect it, or not any more. */
    void suspected(boolean begin) {
        suspicions += begin ? 1 : -1;
    }

    @Override
    public int number() {
        return number;
    }

    /** The member whose data it has, also before it has been let in as that; 0 for none. */
    int owner() {
        return site.member == null ? number : site.member.number;
    }

    @Override
    public int site() {
        return site.number();
    }

    @Override
    public String zone() {
        return cluster.configs().zone(site.number());
    }

    @Override
    public boolean up() {
        return status == Status.UP;
    }

    @Override
    public boolean asleep() {
        return status == Status.ASLEEP;
    }

    @Override
    public boolean left() {
        return status == Status.LEFT;
    }

    @Override
    public boolean healthy(Set<Integer> without) {
        return up()
                && !process.isPaused()
                && !process.isSlow()
                && suspicions == 0
                && cluster.network().isConnected(site.number(), without);
    }

    @Override
    public S state() {
        return state;
    }

    @Override
    public String toString() {
        return number > 0 ? "m" + number : "process at site " + site.number();
    }

    /**
     * A machine: one disk, and one process of a member at a time.
     *
     * @param <S> the state of one member
     */
    static final class SimulatedMachine<S> {
        private final int number;
        /** The disk; a new one after the old one was lost. */
        SimulatedDisk disk;
        /** The images that were given to the disk. */
        WrittenImages images;
        /** The restarts from the disk. */
        Restarts restarts;
        /** Number of disks so far. */
        int disks;
        /** Number of processes of members that were started here. */
        int processes;
        /** The last process that was the member whose data the disk has; null for none. */
        SimulatedMember<S> member;
        /** Where the next process of a member listens. */
        int port = SimulatedCluster.PORT;
        /** The greatest cluster version by which the next process can go. */
        int maxVersion;
        /** The process that runs here or ran here last; null if there was none. */
        SimulatedMember<S> process;

        SimulatedMachine(int number) {
            this.number = number;
        }

        int number() {
            return number;
        }

        void loseDisk() {
            disk = null;
            member = null;
        }
    }
}
