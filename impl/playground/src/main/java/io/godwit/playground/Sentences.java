package io.godwit.playground;

import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.quorum.QuorumMessage;
import io.godwit.protocol.quorum.data.message.DataMessage;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import java.util.stream.Collectors;

/** What happens, in sentences for people. */
final class Sentences {
    private Sentences() {}

    /** What a member is told. */
    static String of(int member, Event event) {
        String who = "m" + member;
        if (event instanceof Event.Deliver deliver) {
            return who + " receives from m" + deliver.from() + ": " + of(deliver.message());
        } else if (event instanceof Event.Call call) {
            return who + " is asked by a client: " + of(call.operation()) + ", p" + call.partition();
        } else if (event instanceof Event.Suspect suspect) {
            return who + " takes m" + suspect.member() + " to be dead";
        } else if (event instanceof Event.Trust trust) {
            return who + " hears of m" + trust.member() + " again";
        } else if (event instanceof Event.Join join) {
            return who + " is told of a new member, m" + join.member();
        } else if (event instanceof Event.Leave) {
            return who + " is told to leave";
        } else if (event instanceof Event.ZonesKnown known) {
            return who + " knows the zones " + known.zones().names();
        } else if (event instanceof Event.VersionsKnown known) {
            return who + " knows up to which version each member can go: " + known.greatest();
        } else if (event instanceof Event.ChangeState change) {
            return who + " is asked for the state " + change.state();
        } else if (event instanceof Event.Forget forget) {
            return who + " may forget what is not needed of the log of p" + forget.partition();
        }
        return who + ": time passes";
    }

    private static String of(Operation operation) {
        if (operation instanceof Operation.OnMap onMap) {
            return onMap.verb() + " " + key(onMap.keyBytes());
        }
        return operation.toString();
    }

    /** Clients of the simulation have keys of eight bytes, which are numbers. */
    private static String key(Bytes key) {
        return key.isNumber() ? Long.toString(key.number()) : key.toString();
    }

    /** What a message says. */
    static String of(Message message) {
        if (message instanceof ControlMessage control) {
            return of(control);
        } else if (message instanceof DataMessage data) {
            return of(data);
        } else if (message instanceof QuorumMessage.Batch batch) {
            return batch.messages().stream().map(Sentences::of).collect(Collectors.joining("; "));
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
        return leaving.isEmpty() ? "" : "; " + of(leaving) + " want to leave";
    }

    /** A version as the page writes it: term and number. */
    static String of(Version version) {
        return version.term() < 0 ? "no version" : "v" + version.term() + "." + version.number();
    }

    private static String of(Entry entry) {
        Configuration c = entry.configuration();
        String text = of(entry.version()) + ": primary m" + c.primary();
        if (c.backups().length > 0) {
            text += ", backups " + of(MemberSet.of(c.backups()));
        }
        if (c.inSyncSize() < c.size()) {
            text += ", in sync " + of(c.inSync());
        }
        return c.isMigrating() ? text + ", migrates from m" + c.source() + " to m" + c.destination() : text;
    }

    private static String of(Voting voting) {
        return "voters " + of(voting.voters());
    }

    private static String of(MemberSet members) {
        return members.stream().mapToObj(member -> "m" + member).collect(Collectors.joining(" "));
    }
}
