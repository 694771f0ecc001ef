package io.godwit.protocol.classic.run;

import io.godwit.protocol.Event;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Message;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicGuard;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.Errands;
import io.godwit.protocol.classic.Life;
import io.godwit.protocol.classic.link.LinkMessage;
import io.godwit.protocol.classic.link.Links;
import io.godwit.protocol.classic.membership.Suspect;
import io.godwit.protocol.classic.shutdown.AskToLeave;
import io.godwit.protocol.classic.table.MigrationSet;

/** How a member takes an event: the handler that it is for, then whatever has become possible. */
public final class Member {
    private final Inbox inbox;
    private final Suspect suspect;
    private final AskToLeave askToLeave;
    private final Clients clients;
    private final Agenda agenda;
    private final Rounds rounds;

    /** A member under these guards, with plans from somebody. */
    public Member(Guards guards, Planning planning) {
        inbox = new Inbox(guards);
        suspect = guards.make(Suspect.class, Suspect::new);
        askToLeave = guards.make(AskToLeave.class, AskToLeave::new);
        clients = new Clients(guards);
        agenda = new Agenda(guards, planning);
        rounds = new Rounds(guards);
    }

    /** Takes an event. Who has left takes none. */
    public Step<ClassicState> step(ClassicState state, Event event) {
        if (state.life() == Life.LEFT) {
            return Step.to(state);
        }
        Turn turn = new Turn(state);
        take(turn, event);
        drain(turn);
        if (due(state.errands(), turn.errands()) || !Board.of(state).equals(Board.of(turn.state()))) {
            while (agenda.advance(turn)) {
                drain(turn);
            }
        }
        rest(turn, state.completed());
        return turn.done();
    }

    /** Has time made something possible: a round has begun, or the rest after a failure is over? */
    private static boolean due(Errands before, Errands after) {
        return before.round() != after.round() || (before.now() < after.rest() && after.now() >= after.rest());
    }

    private void take(Turn turn, Event event) {
        if (event instanceof Event.Deliver deliver) {
            arrive(turn, deliver.from(), deliver.message());
        } else if (event instanceof Event.Tick tick) {
            rounds.tick(turn, tick.now());
        } else if (event instanceof Event.Call call) {
            turn.take(clients.call(turn.state(), call));
        } else if (event instanceof Event.Suspect other) {
            turn.links(turn.errands().links().closed(other.member()));
            turn.take(suspect.handle(turn.state(), other.member()));
        } else if (event instanceof Event.Join other && turn.state().life() == Life.OFF) {
            turn.errands(turn.errands().withContacts(turn.errands().contacts().with(other.member())));
        } else if (event instanceof Event.Leave) {
            turn.take(askToLeave.handle(turn.state(), Act.NOW));
        }
        // Trust: a member that was given up stays given up. Nothing heals.
    }

    private void arrive(Turn turn, int from, Message message) {
        if (message instanceof LinkMessage.Packet packet) {
            turn.links(turn.errands().links().arrived(from, packet));
        } else if (message instanceof LinkMessage.Received ack) {
            turn.links(
                    turn.errands().links().confirmed(from, ack, turn.errands().now()));
        } else {
            turn.take(inbox.take(turn.state(), from, message));
        }
    }

    /** Takes what has arrived, of each channel as far as nothing has to wait. */
    private void drain(Turn turn) {
        boolean progress = true;
        while (progress) {
            progress = false;
            for (Links.Waiting waiting : turn.errands().links().waiting()) {
                Step<ClassicState> step = inbox.take(turn.state(), waiting.from(), waiting.message());
                if (step.accepted() || !((ClassicGuard) step.refusal()).waits()) {
                    turn.take(step);
                    if (turn.state().life() == Life.LEFT) {
                        return;
                    }
                    turn.links(turn.errands().links().taken(waiting.from(), waiting.channel()));
                    progress = true;
                }
            }
        }
    }

    /** After a failure no migration is started for a while, and the plan is made anew. */
    private static void rest(Turn turn, MigrationSet before) {
        MigrationSet now = turn.state().completed();
        if (!now.equals(before) && now.minus(before).any(m -> !m.succeeded())) {
            turn.errands(turn.errands().resting(turn.errands().now() + Planner.REST));
        }
    }
}
