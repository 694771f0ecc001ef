package io.godwit.playground;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.QuorumMessage;
import io.godwit.protocol.quorum.data.message.DataMessage;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.stream.Collectors;

/** What messages of the quorum protocol say, in sentences for people. */
final class QuorumSentences {
    private QuorumSentences() {}

    /** What a message says. */
    static String of(Message message) {
        if (message instanceof ControlMessage control) {
            return of(control);
        } else if (message instanceof DataMessage data) {
            return of(data);
        } else if (message instanceof QuorumMessage.Batch batch) {
            return batch.messages().stream().map(QuorumSentences::of).collect(Collectors.joining("; "));
        } else if (message instanceof QuorumMessage.Heartbeat heartbeat) {
            return "the master of term " + heartbeat.term() + " lives" + leaving(heartbeat.leaving());
        } else if (message instanceof QuorumMessage.HeartbeatReply reply) {
            return "I live, in term " + reply.term() + leaving(reply.leaving());
        } else if (message instanceof QuorumMessage.Fetch) {
            return "I miss entries: send me what is newer than what I have";
        } else if (message instanceof QuorumMessage.ForwardedCommit forwarded) {
            return "passed on: " + of(forwarded.commit());
        } else if (message instanceof QuorumMessage.Resumed resumed) {
            return "I have started again as primary of p" + resumed.partition() + " under " + of(resumed.version());
        } else if (message instanceof QuorumMessage.PreVoteRequest request) {
            return "I hear no master since term " + request.term() + "; do you?";
        } else if (message instanceof QuorumMessage.PreVoteReply reply) {
            return reply.hearsNoMaster() ? "I hear no master, either" : "I hear a master";
        }
        return message.toString();
    }

    private static String of(ControlMessage message) {
        if (message instanceof ControlMessage.VoteRequest request) {
            return "vote for me in term " + request.term() + ", " + of(request.voting());
        } else if (message instanceof ControlMessage.Vote vote) {
            return "my vote in term " + vote.term() + ", with what I have accepted";
        } else if (message instanceof ControlMessage.Accept accept) {
            return "I propose for p" + accept.partition() + " " + of(accept.entry());
        } else if (message instanceof ControlMessage.Accepted accepted) {
            return "I have accepted for p" + accepted.partition() + " "
                    + of(accepted.entry().version());
        } else if (message instanceof ControlMessage.Commit commit) {
            return "decided for p" + commit.partition() + " is " + of(commit.entry());
        } else if (message instanceof ControlMessage.Voters voters) {
            return "go by these voters: " + of(voters.voting());
        }
        return "I go by your voters";
    }

    private static String of(DataMessage message) {
        if (message instanceof DataMessage.Sync sync) {
            return "activate p" + sync.partition() + " under " + of(sync.version()) + ", with a log of "
                    + sync.log().length();
        } else if (message instanceof DataMessage.Append append) {
            return "write " + append.number() + " of p" + append.partition() + ", " + of(append.version());
        } else if (message instanceof DataMessage.Ack ack) {
            return "I hold " + ack.number() + " writes of p" + ack.partition() + ", " + of(ack.version());
        } else if (message instanceof DataMessage.Probe probe) {
            return "a client reads p" + probe.partition() + ": am I still its primary under " + of(probe.version())
                    + "?";
        } else if (message instanceof DataMessage.Confirm confirm) {
            return "you are primary of p" + confirm.partition() + " under " + of(confirm.version());
        } else if (message instanceof DataMessage.LeaseRequest request) {
            return "promise me to serve p" + request.partition() + " under no later version than "
                    + of(request.version()) + " for a while";
        } else if (message instanceof DataMessage.Lease lease) {
            return "I promise that for p" + lease.partition() + " under " + of(lease.version());
        } else if (message instanceof DataMessage.CaughtUp caughtUp) {
            return "m" + caughtUp.subject() + " holds what the in-sync set of p" + caughtUp.partition() + " holds";
        }
        return "nothing depends on you: you may go";
    }

    private static String leaving(MemberSet leaving) {
        return leaving.isEmpty() ? "" : "; " + Sentences.of(leaving) + " want to leave";
    }

    /** A version as the page writes it: term and number. */
    static String of(Version version) {
        return version.term() < 0 ? "no version" : "v" + version.term() + "." + version.number();
    }

    private static String of(Entry entry) {
        Configuration c = entry.configuration();
        String text = of(entry.version()) + ": primary m" + c.primary();
        if (c.backups().length > 0) {
            text += ", backups " + Sentences.of(MemberSet.of(c.backups()));
        }
        if (c.inSyncSize() < c.size()) {
            text += ", in sync " + Sentences.of(c.inSync());
        }
        return c.isMigrating() ? text + ", migrates from m" + c.source() + " to m" + c.destination() : text;
    }

    private static String of(Voting voting) {
        return "voters " + Sentences.of(voting.voters());
    }
}
