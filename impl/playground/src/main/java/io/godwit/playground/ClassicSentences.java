package io.godwit.playground;

import io.godwit.protocol.Message;
import io.godwit.protocol.classic.ControlMessage;
import io.godwit.protocol.classic.DataMessage;
import io.godwit.protocol.classic.data.LinkMessage;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionTable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What messages of the classic protocol say, in sentences for people. */
final class ClassicSentences {
    private ClassicSentences() {}

    /** What a message says. */
    static String of(Message message) {
        if (message instanceof LinkMessage.Packet packet) {
            return of(packet.payload());
        } else if (message instanceof LinkMessage.Received received) {
            return "I have got your " + received.channel().name().toLowerCase(Locale.ROOT) + " messages before number "
                    + received.expected();
        } else if (message instanceof DataMessage data) {
            return of(data);
        } else if (message instanceof ControlMessage control) {
            return migration(control);
        }
        return message.toString();
    }

    private static String migration(ControlMessage message) {
        if (message instanceof ControlMessage.MigrationRequest request) {
            return of(request.migration()) + ": take part" + done(request.done());
        } else if (message instanceof ControlMessage.MigrationReply reply) {
            return of(reply.migration()) + (reply.ok() ? ": the copy is there" : ": I do not take part");
        } else if (message instanceof ControlMessage.MigrationCommit commit) {
            return of(commit.migration()) + ": carry it out";
        } else if (message instanceof ControlMessage.CommitReply reply) {
            return of(reply.migration()) + (reply.ok() ? ": I have carried it out" : ": I do not carry it out");
        } else if (message instanceof ControlMessage.MigrationDecision decision) {
            return of(decision.migration()) + ": it has succeeded" + done(decision.done());
        } else if (message instanceof ControlMessage.PublishCompleted publish) {
            String inflight = publish.inflight().isEmpty() ? "" : "; under way: " + of(publish.inflight());
            return "these have ended" + done(publish.done()) + inflight;
        } else if (message instanceof ControlMessage.PublishReply reply) {
            return reply.ok() ? "my table has all of them" : "my table has not all of them";
        } else if (message instanceof ControlMessage.PartitionState state) {
            return "this is the table: " + of(state.table()) + done(state.done());
        } else if (message instanceof ControlMessage.FetchRequest) {
            return "I am master now: what do you have?";
        } else if (message instanceof ControlMessage.FetchReply reply) {
            String active = reply.active().isEmpty() ? "" : "; undecided: " + of(reply.active());
            return "I have " + of(reply.table()) + done(reply.done()) + active;
        }
        return membership(message);
    }

    private static String membership(ControlMessage message) {
        if (message instanceof ControlMessage.PromotionCommit commit) {
            return "become owner of " + of(commit.partitions());
        } else if (message instanceof ControlMessage.PromotionReply reply) {
            return reply.ok() ? "I am owner of " + of(reply.partitions()) : "I do not become owner";
        } else if (message instanceof ControlMessage.PartitionStateCheck check) {
            return "my stamp is " + Long.toHexString(check.stamp()) + "; yours?";
        } else if (message instanceof ControlMessage.PartitionStateCheckReply reply) {
            return reply.ok() ? "mine is the same" : "mine is another one";
        } else if (message instanceof ControlMessage.ShutdownRequest request) {
            return "m" + request.member() + " wants to leave";
        } else if (message instanceof ControlMessage.ShutdownResponse response) {
            return "m" + response.member() + " may leave";
        } else if (message instanceof ControlMessage.JoinRequest) {
            return "I want to become a member";
        } else if (message instanceof ControlMessage.FinalizeJoin join) {
            return "you are a member, with " + Sentences.of(join.view()) + "; the table is " + of(join.table());
        } else if (message instanceof ControlMessage.MembersUpdate update) {
            return "m" + update.joined() + " is a member";
        }
        return message.toString();
    }

    private static String of(DataMessage message) {
        if (message instanceof DataMessage.MigrationData data) {
            return of(data.migration()) + ": the copy, with "
                    + writes(data.content().applied());
        } else if (message instanceof DataMessage.Backup backup) {
            return "write " + backup.version() + " of p" + backup.partition() + ", "
                    + Sentences.of(backup.update().operation()) + ", my version of it is v" + backup.at();
        } else if (message instanceof DataMessage.BackupAck ack) {
            return "I hold the write of p" + ack.partition() + ", "
                    + Sentences.of(ack.update().operation());
        } else if (message instanceof DataMessage.SyncCheck check) {
            return "my copy of p" + check.partition() + " has the counter " + check.version();
        } else if (message instanceof DataMessage.SyncRequest request) {
            return "mine of p" + request.partition() + " has another one: send me yours";
        }
        DataMessage.SyncResponse response = (DataMessage.SyncResponse) message;
        return "my copy of p" + response.partition() + " in place of yours, with "
                + writes(response.content().applied());
    }

    private static String writes(int number) {
        return number + (number == 1 ? " write" : " writes");
    }

    private static String of(Migration m) {
        String where = m.source() > 0 ? " from m" + m.source() : "";
        return "migration " + m.number() + " of m" + m.master() + ", p" + m.partition() + where + " to m"
                + m.destination() + ", v" + m.from();
    }

    private static String done(MigrationSet done) {
        return done.isEmpty() ? "" : "; completed: " + of(done);
    }

    private static String of(MigrationSet migrations) {
        return migrations.stream()
                .map(m -> of(m) + " " + m.status().name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    private static String of(PartitionTable table) {
        return IntStream.range(0, table.size())
                .mapToObj(p -> "p" + p + " v" + table.version(p) + " owner "
                        + (table.owner(p) > 0 ? "m" + table.owner(p) : "nobody"))
                .collect(Collectors.joining(", "));
    }

    private static String of(List<Integer> partitions) {
        return partitions.stream().map(p -> "p" + p).collect(Collectors.joining(", "));
    }
}
