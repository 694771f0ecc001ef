package io.godwit.events;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Received;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.Fenced;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.engine.ActionSubject;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;

/** With what an action was taken: the partition, the message that was received, the call. Not safe for several threads. */
final class ActionArguments {
    private final ClientDictionary clients = new ClientDictionary();

    /**
     * Writes the arguments.
     *
     * @param before the part of the state that the handler was given
     * @param added has the write that the event names been added to a log, which {@link VariableChanges} is going to say?
     */
    void write(JsonLine line, Action action, Object event, Object before, Step<?> step, boolean added) {
        if (event instanceof Received<?> received) {
            line.field('f', received.from());
            message(line, received.message(), added);
        } else if (event instanceof Call call) {
            line.field('p', call.partition());
            call(line, call.client(), call.call());
        } else if (event instanceof ActionSubject about) {
            line.field('p', about.partition());
            about(line, action, about, before, step);
        } else if (event instanceof MemberSet quorum) {
            JsonValues.members(line.name('q'), quorum);
        } else if (event instanceof Integer number) {
            line.field(letter(action), number);
        }
    }

    private void about(JsonLine line, Action action, ActionSubject about, Object before, Step<?> step) {
        int p = about.partition();
        switch (action.name()) {
            case "AnswerWrite" -> answered(line, about.subject(), step);
            case "AnswerRead" -> {
                answered(line, about.subject(), step);
                seen(line, about, (DataState) before);
            }
            case "Activate" -> version(
                    line, ((DataState) step.state()).replica(p).epoch());
            case "ProposeMember" -> line.field('m', about.subject()).field('n', held((DataState) before, p));
            case "Repair" -> line.field('m', about.subject());
            default -> {
                // What is proposed is in the entry.
            }
        }
    }

    /** Whether a number is a partition, a member or a term. */
    private static char letter(Action action) {
        return switch (action.name()) {
            case "CommitProposal" -> 'p';
            case "AddVoter", "RequestLeave", "Release" -> 'm';
            default -> 'n';
        };
    }

    /** The number of log entries that the primary knows to be held by all replicas that it waits for. */
    private static int held(DataState state, int partition) {
        Replica replica = state.replica(partition);
        return replica.configuration().inSync().union(replica.waits()).without(state.self()).stream()
                .map(member -> Math.max(replica.primaryState().acks().of(member), 0))
                .min()
                .orElse(replica.log().length());
    }

    private void message(JsonLine line, Object message, boolean added) {
        // Asked for first are those that come with each call of a client.
        if (message instanceof Append append) {
            append(line, append, added);
            call(line, append.entry().client(), append.entry().call());
        } else if (message instanceof Probe probe) {
            fenced(line, probe.partition(), probe.version());
            call(line, probe.client(), probe.call());
        } else if (message instanceof Fenced fenced) {
            fenced(line, fenced.partition(), fenced.version());
        } else if (message instanceof Accept accept) {
            entry(line, accept.partition(), accept.entry());
        } else if (message instanceof Commit commit) {
            entry(line, commit.partition(), commit.entry());
        } else if (message instanceof VoteRequest request) {
            line.field('n', request.term());
        } else if (message instanceof Voters voters) {
            JsonValues.voting(line.name("voting"), voters.voting());
        }
    }

    /** The version and the position are left out where what was added says them. */
    private static void append(JsonLine line, Append append, boolean added) {
        if (added && append.version().equals(append.entry().epoch())) {
            line.field('p', append.partition());
        } else {
            fenced(line, append.partition(), append.version());
            line.field('n', append.number());
        }
    }

    private static void entry(JsonLine line, int partition, Entry entry) {
        line.field('p', partition);
        version(line, entry.version());
    }

    private static void fenced(JsonLine line, int partition, Version version) {
        line.field('p', partition);
        version(line, version);
    }

    private static void version(JsonLine line, Version version) {
        line.list('v', version.term(), version.number());
    }

    /** The length of the log at the read. */
    private static void seen(JsonLine line, ActionSubject about, DataState before) {
        if (before.replica(about.partition()).primaryState().calls().get(about.subject()) instanceof ForRead read) {
            line.field('n', read.seen().length());
        }
    }

    private void call(JsonLine line, long client, long call) {
        clients.write(line, client, call);
    }

    private void answered(JsonLine line, long client, Step<?> step) {
        for (Command command : step.commands()) {
            if (command instanceof Command.Answer answer) {
                call(line, client, answer.call());
            }
        }
    }
}
