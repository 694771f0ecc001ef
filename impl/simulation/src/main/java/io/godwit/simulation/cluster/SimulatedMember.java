package io.godwit.simulation.cluster;

import io.godwit.environment.Environment;
import io.godwit.member.runtime.EventRecorder;
import io.godwit.member.runtime.Identity;
import io.godwit.member.runtime.MemberLog;
import io.godwit.member.runtime.MemberRuntime;
import io.godwit.member.runtime.RuntimeConfig;
import io.godwit.member.runtime.RuntimeHooks;
import io.godwit.member.runtime.StepListener;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.simulation.disk.SimulatedDisk;
import io.godwit.simulation.subject.MemberView;
import io.godwit.transport.frame.Frame.Welcome;
import java.io.IOException;

/** A process of a member: the runtime as it is, in a simulated environment. */
final class SimulatedMember implements MemberView<QuorumState>, StepListener<QuorumState> {
    private static final long RESTART_MICROS = 500_000;

    private final SimulatedCluster cluster;
    private final Site site;
    private final SimulatedDisk disk;
    private final SimulatedProcess process;
    private final SimulatedTransport transport;
    private MemberRuntime runtime;
    private int number;
    private Welcome welcome;
    private QuorumState state;
    private Status status = Status.UP;
    /** Faults of which others suspect it. */
    private int suspicions;

    private boolean leaveRequested;

    private enum Status {
        UP,
        ASLEEP,
        DEAD,
        LEFT
    }

    SimulatedMember(SimulatedCluster cluster, Site site, SimulatedNetwork network, SimulatedProcess process) {
        this.cluster = cluster;
        this.site = site;
        this.disk = site.disk;
        this.process = process;
        this.transport = new SimulatedTransport(network, process, site.number());
    }

    /** Starts the runtime. */
    void start(RuntimeConfig config) {
        try {
            runtime = new MemberRuntime(config, new Environment(process, process, transport, disk.open()), new Hooks());
            runtime.start(config.members());
        } catch (IOException e) {
            giveUp(e);
        }
    }

    /** The disk does not let it start, or join. The operator starts it once more. */
    private void giveUp(IOException cause) {
        cluster.tell("ends", () -> this + " cannot start: " + cause.getMessage());
        stop(Status.ASLEEP, false);
        cluster.after(RESTART_MICROS, () -> {
            if (asleep() && isLatest()) {
                cluster.start(site.number());
            }
        });
    }

    private boolean isLatest() {
        return site.process == this;
    }

    /** What the runtime is given, and what becomes of it. */
    private final class Hooks implements RuntimeHooks {
        @Override
        public Protocol<QuorumState> protocol() {
            return cluster.protocol();
        }

        @Override
        public StepListener<QuorumState> steps() {
            return SimulatedMember.this;
        }

        @Override
        public EventRecorder.Factory recorders() {
            return cluster.recorders();
        }

        @Override
        public MemberLog log() {
            return (member, term, partition, text) -> cluster.tell("log", () -> SimulatedMember.this + ": " + text);
        }

        @Override
        public void joined(Identity identity) {
            number = identity.self().number();
            welcome = identity.welcome(identity.peers());
            state = runtime.state().orElseThrow();
            cluster.joined(SimulatedMember.this);
        }

        @Override
        public void running() {
            if (leaveRequested) {
                runtime.submit(new Event.Leave());
            }
        }

        @Override
        public void left() {
            stop(Status.LEFT, false);
            // The operator removes what a member has kept that has left.
            site.disk = null;
            cluster.left(SimulatedMember.this);
        }

        @Override
        public void notJoined(IOException cause) {
            giveUp(cause);
        }

        @Override
        public void failed(Throwable cause) {
            cluster.failed(SimulatedMember.this, cause);
        }
    }

    @Override
    public void stepped(QuorumState before, Event event, Step<QuorumState> step) {
        state = step.state();
        cluster.stepped(this, before, event, step);
    }

    @Override
    public void answered(Command.Answer answer) {
        if (up()) {
            cluster.answered(this, answer);
        }
    }

    /** The operator tells it to leave. */
    void leave() {
        leaveRequested = true;
        if (number > 0) {
            runtime.submit(new Event.Leave());
        }
    }

    boolean isLeaving() {
        return leaveRequested;
    }

    /** It dies, and its disk is lost. */
    void crash(boolean powerOff) {
        stop(Status.DEAD, powerOff);
        site.disk = null;
    }

    /** It dies, and will come back with what is on its disk. */
    void fallAsleep(boolean powerOff) {
        stop(Status.ASLEEP, powerOff);
    }

    private void stop(Status how, boolean powerOff) {
        status = how;
        cluster.network().off(site.number(), powerOff);
        process.end();
        transport.end();
        disk.crash(cluster.random());
    }

    /** It ends, and so does its event log. */
    void close() {
        if (up() && runtime != null) {
            runtime.close();
        }
    }

    /** What it is, once it belongs to a cluster; null before. */
    Welcome identity() {
        return welcome;
    }

    SimulatedDisk disk() {
        return disk;
    }

    SimulatedProcess process() {
        return process;
    }

    Site where() {
        return site;
    }

    /** Others are made to take it for dead, or not any more. */
    void suspected(boolean begin) {
        suspicions += begin ? 1 : -1;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public int site() {
        return site.number();
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
    public boolean healthy() {
        return up()
                && !process.isPaused()
                && !process.isSlow()
                && suspicions == 0
                && cluster.network().isConnected(site.number());
    }

    @Override
    public QuorumState state() {
        return state;
    }

    @Override
    public String toString() {
        return number > 0 ? "m" + number : "process at site " + site.number();
    }
}
