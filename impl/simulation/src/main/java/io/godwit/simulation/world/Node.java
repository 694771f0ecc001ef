package io.godwit.simulation.world;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Message;
import io.godwit.protocol.Step;
import io.godwit.simulation.Concern;
import io.godwit.simulation.subject.MemberView;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One incarnation of a member: the runtime around the engine. It takes events one after the other, and carries commands
 * out in their order; what stands behind a write to the disk waits for it.
 */
final class Node<S> implements MemberView<S> {
    private static final long TICK = 10_000;
    private static final long DISK_LEAST = 50;
    private static final long DISK_SPREAD = 2_000;

    private final World<S> world;
    private final int number;
    private final int site;
    private final Clock clock;
    private Detector detector;

    private S state;
    private Status status = Status.UP;
    private int pauses;
    private int suspicions;
    private long costPerEvent;
    private boolean working;
    private boolean tickWaits;
    /** Counts lives; what was meant for an earlier one is dropped. */
    private int life;

    private final Deque<Event> inbox = new ArrayDeque<>();
    private final Deque<Command> outbox = new ArrayDeque<>();
    private Message durable;
    private Message beingWritten;

    private enum Status {
        UP,
        ASLEEP,
        DEAD,
        LEFT
    }

    Node(World<S> world, int number, int site, S state, Clock clock, Detector detector) {
        this.world = world;
        this.number = number;
        this.site = site;
        this.state = state;
        this.clock = clock;
        this.detector = detector;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public int site() {
        return site;
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
    public S state() {
        return state;
    }

    @Override
    public boolean healthy() {
        return up()
                && pauses == 0
                && costPerEvent == 0
                && suspicions == 0
                && world.network().connected(site);
    }

    /** Somebody is made to suspect it, or no longer. */
    void suspected(boolean begin) {
        suspicions += begin ? 1 : -1;
    }

    Clock clock() {
        return clock;
    }

    Detector detector() {
        return detector;
    }

    Message durable() {
        return durable;
    }

    /** Which life it is in: a number that grows with each end. */
    int life() {
        return life;
    }

    /** Does something that was meant for that life, if it is not over. */
    void ifStill(int of, Runnable action) {
        if (of == life) {
            action.run();
        }
    }

    /** Begins to live: time passes, others hear of it. */
    void start(boolean first) {
        int now = life;
        long offset = first ? number * 1_000L : 0;
        world.after(offset + 1, () -> tick(now));
        world.after(offset + 2, () -> beat(now));
    }

    private void tick(int of) {
        if (of != life || !up()) {
            return;
        }
        world.after(clock.worldTime(TICK), () -> tick(of));
        // A member that is behind gets one tick when it comes to it, not all that it missed.
        if (!tickWaits) {
            boolean waits = pauses > 0 || costPerEvent > 0 || !inbox.isEmpty();
            tickWaits = waits;
            take(new Event.Tick(clock.at(world.now())));
        }
    }

    private void beat(int of) {
        if (of != life || !up()) {
            return;
        }
        world.after(Detector.BEAT, () -> beat(of));
        if (pauses == 0) {
            world.signsOfLife(this);
            for (Event event : detector.look(world.now())) {
                take(event);
            }
        }
    }

    /** Takes an event, now or when it comes to it. */
    void take(Event event) {
        if (!up()) {
            return;
        }
        if (pauses > 0 || costPerEvent > 0 || !inbox.isEmpty()) {
            inbox.add(event);
            work();
        } else {
            step(event);
        }
    }

    /** A client's call arrives. */
    void call(Event.Call call) {
        if (up()) {
            world.called();
            take(call);
        }
    }

    private void work() {
        if (pauses > 0 || working || inbox.isEmpty()) {
            return;
        }
        working = true;
        int of = life;
        world.after(costPerEvent, () -> {
            if (of == life && up()) {
                working = false;
                if (pauses == 0 && !inbox.isEmpty()) {
                    Event event = inbox.remove();
                    if (event instanceof Event.Tick) {
                        tickWaits = false;
                        event = new Event.Tick(clock.at(world.now()));
                    }
                    step(event);
                }
                work();
            }
        });
    }

    private void step(Event event) {
        S before = state;
        Step<S> step = world.protocol().step(before, event);
        state = step.state();
        int of = life;
        world.stepped(this, before, event, step);
        // A fault that was aimed at this step may have ended the member.
        if (of == life && up()) {
            outbox.addAll(step.commands());
            carryOut();
        }
    }

    private void carryOut() {
        while (beingWritten == null && !outbox.isEmpty() && up()) {
            Command command = outbox.remove();
            if (command instanceof Command.Send send) {
                world.send(this, send.to(), send.message());
            } else if (command instanceof Command.Answer answer) {
                world.answer(this, answer);
            } else if (command instanceof Command.Persist persist) {
                write(persist.image());
            } else {
                end(Status.LEFT);
                world.stopped(this);
            }
        }
    }

    private void write(Message image) {
        beingWritten = image;
        int of = life;
        long takes = DISK_LEAST + world.dice().below(DISK_SPREAD, Concern.DISK, number, world.now());
        world.after(takes, () -> {
            if (of == life && up()) {
                durable = image;
                beingWritten = null;
                carryOut();
            }
        });
    }

    /** It dies with all that it knew. */
    void crash() {
        end(Status.DEAD);
    }

    /**
     * It dies and will come back. A write that is under way has reached the disk or not; a torn one counts as none, for
     * images carry a checksum. What waited behind it is lost.
     */
    void fallAsleep() {
        if (beingWritten != null && world.dice().chance(500_000, Concern.TORN, number, world.now())) {
            durable = beingWritten;
        }
        end(durable == null ? Status.DEAD : Status.ASLEEP);
    }

    private void end(Status how) {
        status = how;
        life++;
        inbox.clear();
        outbox.clear();
        beingWritten = null;
        working = false;
        tickWaits = false;
    }

    /** It comes back with what it made durable. */
    void wake(S restarted, Detector fresh) {
        status = Status.UP;
        state = restarted;
        detector = fresh;
        pauses = 0;
        costPerEvent = 0;
        start(false);
    }

    /** Stops it, or lets it go on; stops add up. */
    void pause(boolean begin) {
        pauses = Math.max(0, pauses + (begin ? 1 : -1));
        work();
    }

    /** Each event takes so long from now on. */
    void slow(long micros) {
        costPerEvent = micros;
        work();
    }

    @Override
    public String toString() {
        return "m" + number;
    }
}
