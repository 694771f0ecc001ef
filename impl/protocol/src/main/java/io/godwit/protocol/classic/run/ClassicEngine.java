package io.godwit.protocol.classic.run;

import io.godwit.protocol.ActionListener;
import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.Message;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicRule;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ProcessStatus;
import io.godwit.protocol.classic.TimerState;
import io.godwit.protocol.classic.data.LinkMessage;
import io.godwit.protocol.classic.data.MemberLinks;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.Pending;
import io.godwit.protocol.classic.data.Update;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.Result;
import java.util.List;

/**
 * How a member takes an event: the action that it is for, then whatever has become possible. What a member does by itself it
 * does in the order of urgency: become master, decide what is open, repair, let newcomers in, publish, go on with the plan,
 * leave. Nothing here decides anything that an action could refuse.
 */
public final class ClassicEngine {
    private final Classic classic;
    private final Dispatcher dispatcher;
    private final ClassicPlanner planner;
    private final Ticker ticker;

    /** The engine of these modules. */
    public ClassicEngine(Classic classic, ClassicPlanner planner) {
        this.classic = classic;
        this.dispatcher = new Dispatcher(classic);
        this.planner = planner;
        this.ticker = new Ticker(classic);
    }

    /** Takes an event, and tells nobody. */
    public Step<ClassicState> step(ClassicState state, Event event) {
        return step(state, event, null);
    }

    /**
     * Takes an event. A member that has left takes none.
     *
     * @param actionListener the listener, or null; it is told which messages and calls are refused, but no other refusals
     */
    public Step<ClassicState> step(ClassicState state, Event event, ActionListener actionListener) {
        if (state.life() == ProcessStatus.LEFT) {
            return Step.to(state);
        }
        ClassicStepContext context = new ClassicStepContext(state, event, actionListener);
        take(context, event);
        drain(context);
        if (isDue(state.timers(), context.timers()) || hasChanged(state, context.state())) {
            while (advance(context)) {
                drain(context);
            }
        }
        rest(context, state.completed());
        return context.done();
    }

    private void take(ClassicStepContext context, Event event) {
        if (event instanceof Event.Deliver deliver) {
            arrive(context, deliver.from(), deliver.message());
        } else if (event instanceof Event.Tick tick) {
            ticker.tick(context, tick.now());
        } else if (event instanceof Event.Call call) {
            context.take(call(context, call));
        } else if (event instanceof Event.Suspect other) {
            context.links(context.timers().links().closed(other.member()));
            context.take("Suspect", s -> classic.membership().suspect(s, other.member()));
        } else if (event instanceof Event.Join other && context.state().life() == ProcessStatus.OFF) {
            context.timers(
                    context.timers().withContacts(context.timers().contacts().with(other.member())));
        } else if (event instanceof Event.ChangeState other) {
            Step<ClassicState> step = Step.of(context.state(), s -> classic.stateChange()
                    .startStateChange(s, s.transition().last() + 1, other.state()));
            context.tell("StartStateChange", step);
            context.take(step);
        } else if (event instanceof Event.Leave) {
            context.take("AskToLeave", classic.shutdown()::askToLeave);
        }
        // Trust: a member that was given up stays given up. Nothing heals.
    }

    private void arrive(ClassicStepContext context, int from, Message message) {
        if (message instanceof LinkMessage.Packet packet) {
            context.links(context.timers().links().arrived(from, packet));
        } else if (message instanceof LinkMessage.Received ack) {
            context.links(context.timers()
                    .links()
                    .confirmed(from, ack, context.timers().now()));
        } else {
            Step<ClassicState> step = dispatcher.receive(context.state(), from, message);
            context.tell(Dispatcher.action(message), step);
            context.take(step);
        }
    }

    /** Takes what has arrived, of each channel as far as nothing has to wait. */
    private void drain(ClassicStepContext context) {
        boolean progress = true;
        while (progress) {
            progress = false;
            for (MemberLinks.Waiting waiting : context.timers().links().waiting()) {
                Step<ClassicState> step = dispatcher.receive(context.state(), waiting.from(), waiting.message());
                if (step.accepted() || !((ClassicRule) step.refusal()).waits()) {
                    context.tell(Dispatcher.action(waiting.message()), step);
                    context.take(step);
                    if (context.state().life() == ProcessStatus.LEFT) {
                        return;
                    }
                    context.links(context.timers().links().taken(waiting.from(), waiting.channel()));
                    progress = true;
                }
            }
        }
    }

    // Clients

    /**
     * What a client asks for. A call that the member cannot carry out is answered with the owner that it knows; a call that it
     * has under way already is not begun again.
     */
    private Step<ClassicState> call(ClassicStepContext context, Event.Call call) {
        ClassicState state = context.state();
        int p = call.partition();
        Update update = new Update(call.client(), call.call(), call.operation());
        boolean reads = call.operation().readOnly();
        if (!reads && isKnown(state, p, update)) {
            return Step.to(state);
        }
        Step<ClassicState> step = Step.of(
                state,
                s -> reads
                        ? classic.replication().read(s, p, update)
                        : classic.replication().write(s, p, update));
        context.tell(reads ? "read" : "Write", step);
        return step.accepted() ? step : Step.to(state, elsewhere(state, call));
    }

    /** Does it wait for backups, or has the client made a later call since? */
    private static boolean isKnown(ClassicState state, int partition, Update update) {
        List<Pending> pending = state.pending().get(partition);
        if (pending != null && pending.stream().anyMatch(w -> w.update().equals(update))) {
            return true;
        }
        Executed last = state.replicas().get(partition).content().executed(update.client());
        return last != null && last.call() > update.call();
    }

    private static Command elsewhere(ClassicState state, Event.Call call) {
        int owner = state.up() ? state.table().owner(call.partition()) : Members.NONE;
        return new Command.Answer(call.client(), call.call(), new Result.NotHere(owner));
    }

    // What the member does by itself

    /** Has time made something possible: a round has begun, or the rest after a failure is over? */
    private static boolean isDue(TimerState before, TimerState after) {
        return before.round() != after.round() || (before.now() < after.rest() && after.now() >= after.rest());
    }

    /** Has anything changed that {@link #advance} looks at? As long as it stays the same there is nothing new to do. */
    private static boolean hasChanged(ClassicState a, ClassicState b) {
        return a.master() != b.master()
                || a.duty() != b.duty()
                || !a.view().equals(b.view())
                || !a.table().equals(b.table())
                || !a.fetch().equals(b.fetch())
                || !a.inflight().equals(b.inflight())
                || !a.completed().equals(b.completed())
                || !a.publication().equals(b.publication())
                || !a.leaving().equals(b.leaving())
                || !a.transition().equals(b.transition())
                || !a.timers().newcomers().equals(b.timers().newcomers());
    }

    /** Takes the first step that is possible. */
    private boolean advance(ClassicStepContext context) {
        return context.take("Claim", classic.failover()::claim)
                || context.take("FinishFetch", classic.failover()::finishFetch)
                || (context.state().leads() && lead(context));
    }

    private boolean lead(ClassicStepContext context) {
        return abort(context)
                || context.take("AbortPromotion", classic.promotion()::abortPromotion)
                || context.take("Repair", classic.promotion()::repair)
                || assign(context)
                || letIn(context)
                || context.take("PublishCompleted", classic.versioning()::publishCompleted)
                || planner.advance(context)
                || context.take("Release", s -> classic.shutdown().release(s, s.self()));
    }

    private boolean abort(ClassicStepContext context) {
        for (MigrationProgress flight : context.state().inflight().values()) {
            int p = flight.migration().partition();
            if (context.take("AbortMigration", s -> classic.migration().abortMigration(s, p))) {
                return true;
            }
        }
        return false;
    }

    /** A partition that is lost goes to one of those who stay, each in its turn. */
    private boolean assign(ClassicStepContext context) {
        ClassicState state = context.state();
        MemberSet stayers = state.view().minus(state.leaving());
        for (int p = 0; p < state.table().size() && !stayers.isEmpty(); p++) {
            if (state.table().get(p).isLost()) {
                int lost = p;
                int owner = stayers.get(p % stayers.size());
                return context.take("AssignLost", s -> classic.promotion().assignLost(s, lost, owner));
            }
        }
        return false;
    }

    private boolean letIn(ClassicStepContext context) {
        MemberSet newcomers = context.timers().newcomers();
        if (newcomers.isEmpty()) {
            return false;
        }
        int newcomer = newcomers.oldest();
        boolean known = context.state().view().contains(newcomer);
        if (context.take("Join", s -> classic.membership().join(s, newcomer)) || known) {
            context.timers(context.timers().withNewcomers(newcomers.without(newcomer)));
            return true;
        }
        return false;
    }

    /** After a failure no migration is started for a while, and a new plan is made. */
    private static void rest(ClassicStepContext context, MigrationSet before) {
        MigrationSet now = context.state().completed();
        if (!now.equals(before) && now.minus(before).any(m -> !m.succeeded())) {
            context.timers(context.timers().resting(context.timers().now() + ClassicPlanner.REST_MICROS));
        }
    }
}
