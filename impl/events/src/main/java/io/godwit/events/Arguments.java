package io.godwit.events;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event.Call;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Received;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.data.life.Release;
import io.godwit.protocol.quorum.data.life.RequestLeave;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.Fenced;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.replication.Activate;
import io.godwit.protocol.quorum.data.replication.AnswerRead;
import io.godwit.protocol.quorum.data.replication.AnswerWrite;
import io.godwit.protocol.quorum.data.replication.ProposeMember;
import io.godwit.protocol.quorum.registers.AbandonMigration;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.FinishMigration;
import io.godwit.protocol.quorum.registers.ProposeChange;
import io.godwit.protocol.quorum.registers.Repair;
import io.godwit.protocol.quorum.registers.StartMigration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.voters.AddVoter;

/** With what an action was taken: the partition, the message that was received, the call. */
final class Arguments {
    private Arguments() {}

    /**
     * Writes the arguments.
     *
     * @param action the action's name, for events that say no more than a number
     */
    static void write(Line line, String action, Object event, Step<?> step) {
        if (event instanceof Received<?> received) {
            line.name("f").number(received.from());
            message(line, received.message());
        } else if (event instanceof Call call) {
            line.name("p").number(call.partition());
            call(line, call.client(), call.call());
        } else if (event instanceof AnswerWrite.Due due) {
            line.name("p").number(due.partition());
            answered(line, due.client(), step);
        } else if (event instanceof AnswerRead.Due due) {
            line.name("p").number(due.partition());
            answered(line, due.client(), step);
        } else if (event instanceof Activate.Decided decided) {
            line.name("p").number(decided.partition());
            Values.version(line.name("v"), decided.view().version());
        } else if (event instanceof ProposeMember.Candidate candidate) {
            line.name("p").number(candidate.partition()).name("m").number(candidate.member());
        } else if (event instanceof MemberSet quorum) {
            Values.members(line.name("q"), quorum);
        } else if (event instanceof Integer number) {
            line.name("CommitProposal".equals(action) ? "p" : "n").number(number);
        } else {
            request(line, event);
        }
    }

    private static void message(Line line, Object message) {
        if (message instanceof Fenced fenced) {
            line.name("p").number(fenced.partition());
            Values.version(line.name("v"), fenced.version());
            if (message instanceof Append append) {
                line.name("n").number(append.number());
            } else if (message instanceof Probe probe) {
                call(line, probe.client(), probe.call());
            }
        } else if (message instanceof Accept accept) {
            entry(line, accept.partition(), accept.entry());
        } else if (message instanceof Commit commit) {
            entry(line, commit.partition(), commit.entry());
        } else if (message instanceof VoteRequest request) {
            line.name("n").number(request.term());
        } else if (message instanceof Voters voters) {
            Values.voting(line.name("voting"), voters.voting());
        }
    }

    private static void request(Line line, Object event) {
        if (event instanceof StartMigration.Request request) {
            line.name("p").number(request.partition());
        } else if (event instanceof FinishMigration.Request request) {
            line.name("p").number(request.partition());
        } else if (event instanceof AbandonMigration.Request request) {
            line.name("p").number(request.partition());
        } else if (event instanceof Repair.Request request) {
            line.name("p").number(request.partition()).name("m").number(request.suspect());
        } else if (event instanceof ProposeChange.Request request) {
            line.name("p").number(request.partition());
        } else if (event instanceof AddVoter.Request request) {
            line.name("m").number(request.member());
        } else if (event instanceof RequestLeave.Request request) {
            line.name("m").number(request.member());
        } else if (event instanceof Release.Request request) {
            line.name("m").number(request.member());
        }
    }

    private static void entry(Line line, int partition, Entry entry) {
        line.name("p").number(partition);
        Values.version(line.name("v"), entry.version());
    }

    private static void call(Line line, long client, long call) {
        line.name("o").open('[').number(client).number(call).close(']');
    }

    private static void answered(Line line, long client, Step<?> step) {
        for (Command command : step.commands()) {
            if (command instanceof Command.Answer answer) {
                call(line, client, answer.call());
            }
        }
    }
}
