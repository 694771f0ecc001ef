package io.godwit.transport.codec;

import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.ClusterVersion;
import io.godwit.protocol.quorum.QuorumMessage.Fetch;
import io.godwit.protocol.quorum.QuorumMessage.ForwardedCommit;
import io.godwit.protocol.quorum.QuorumMessage.Heartbeat;
import io.godwit.protocol.quorum.QuorumMessage.HeartbeatReply;
import io.godwit.protocol.quorum.QuorumMessage.PreVoteReply;
import io.godwit.protocol.quorum.QuorumMessage.PreVoteRequest;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.QuorumMessage.VersionRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Entry;

/**
 * Messages of the engine. Two do not travel like this: a {@code Batch} is the batch that they travel in, and a large {@code Sync} is
 * offered and sent in parts.
 */
final class EngineCodec {
    private static final int VOTE_REQUEST = 1;
    private static final int VOTE = 2;
    private static final int ACCEPT = 3;
    private static final int ACCEPTED = 4;
    private static final int COMMIT = 5;
    private static final int VOTERS = 6;
    private static final int VOTERS_INSTALLED = 7;
    private static final int HEARTBEAT = 14;
    private static final int HEARTBEAT_REPLY = 15;
    private static final int FETCH = 16;
    private static final int FORWARDED_COMMIT = 17;
    private static final int PRE_VOTE_REQUEST = 18;
    private static final int PRE_VOTE_REPLY = 19;
    private static final int RESUMED = 21;

    private static final int GREATEST = StateCodec.GREATEST;

    private final TableCodec table;
    private final DataCodec data;
    private final StateCodec state;

    EngineCodec(TableCodec table) {
        this.table = table;
        this.data = new DataCodec(table);
        this.state = new StateCodec(table);
    }

    // ---- Writing

    /**
     * Writes the field of an {@code EngineMessage}.
     *
     * @throws IllegalArgumentException if the message does not leave a process
     */
    static void write(FieldWriter to, Message message) {
        if (message instanceof Accept accept) {
            write(to, ACCEPT, accept.partition(), accept.entry());
        } else if (message instanceof Accepted accepted) {
            write(to, ACCEPTED, accepted.partition(), accepted.entry());
        } else if (message instanceof Commit commit) {
            write(to, COMMIT, commit.partition(), commit.entry());
        } else if (!DataCodec.write(to, message) && !StateCodec.write(to, message)) {
            writeRare(to, message);
        }
    }

    private static void write(FieldWriter to, int kind, int partition, Entry entry) {
        int start = to.begin(kind);
        to.number(1, partition);
        TableCodec.write(to, 2, entry);
        to.end(start);
    }

    private static void writeRare(FieldWriter to, Message message) {
        if (message instanceof ForwardedCommit forwarded) {
            write(
                    to,
                    FORWARDED_COMMIT,
                    forwarded.commit().partition(),
                    forwarded.commit().entry());
        } else if (message instanceof Voters voters) {
            TableCodec.write(to, VOTERS, voters.voting());
        } else if (message instanceof VotersInstalled installed) {
            TableCodec.write(to, VOTERS_INSTALLED, installed.voting());
        } else {
            int start = to.begin(kind(message));
            writeFields(to, message);
            to.end(start);
        }
    }

    private static int kind(Message message) {
        if (message instanceof VoteRequest) {
            return VOTE_REQUEST;
        } else if (message instanceof Vote) {
            return VOTE;
        } else if (message instanceof Heartbeat) {
            return HEARTBEAT;
        } else if (message instanceof HeartbeatReply) {
            return HEARTBEAT_REPLY;
        } else if (message instanceof Fetch) {
            return FETCH;
        } else if (message instanceof PreVoteRequest) {
            return PRE_VOTE_REQUEST;
        } else if (message instanceof PreVoteReply) {
            return PRE_VOTE_REPLY;
        } else if (message instanceof Resumed) {
            return RESUMED;
        }
        throw new IllegalArgumentException("does not travel in a batch: " + message);
    }

    private static void writeFields(FieldWriter to, Message message) {
        if (message instanceof VoteRequest request) {
            to.number(1, request.term());
            TableCodec.write(to, 2, request.voting());
        } else if (message instanceof Vote vote) {
            to.number(1, vote.term());
            for (int p = 0; p < vote.registers().size(); p++) {
                TableCodec.write(to, 2, vote.registers().get(p));
            }
            TableCodec.write(to, 3, vote.voting());
        } else if (message instanceof Heartbeat heartbeat) {
            to.number(1, heartbeat.term());
            to.fixed(2, heartbeat.stamp());
            to.fixed(3, heartbeat.decidedStamp());
            TableCodec.write(to, 4, heartbeat.leaving());
            StateCodec.write(to, 5, heartbeat.state());
        } else if (message instanceof HeartbeatReply reply) {
            to.number(1, reply.term());
            TableCodec.write(to, 2, reply.leaving());
        } else if (message instanceof Fetch fetch) {
            TableCodec.writeVersions(to, 1, fetch.accepted());
            TableCodec.writeVersions(to, 3, fetch.committed());
        } else if (message instanceof PreVoteRequest request) {
            to.number(1, request.term());
        } else if (message instanceof PreVoteReply reply) {
            to.number(1, reply.term());
            to.flag(2, reply.hearsNoMaster());
        } else if (message instanceof Resumed resumed) {
            to.number(1, resumed.partition());
            TableCodec.write(to, 2, resumed.version());
        }
    }

    /** The version that a process has to speak in order to read a message. */
    static int needs(Message message) {
        Voting voting = null;
        if (message instanceof Voters voters) {
            voting = voters.voting();
        } else if (message instanceof VotersInstalled installed) {
            voting = installed.voting();
        } else if (message instanceof VoteRequest request) {
            voting = request.voting();
        } else if (message instanceof Vote vote) {
            voting = vote.voting();
        } else if (message instanceof VersionRequest) {
            return ClusterVersion.RAISED;
        }
        return voting == null ? ClusterVersion.FIRST : voting.clusterVersion();
    }

    // ---- Reading

    /** Reads the fields of an {@code EngineMessage}. */
    Message read(FieldReader from) {
        int kind = from.kind(GREATEST);
        long around = from.enter();
        Message message =
                switch (kind) {
                    case ACCEPT -> new Accept(table.partition(from.number(1)), table.decided(from, 2));
                    case ACCEPTED -> new Accepted(table.partition(from.number(1)), table.decided(from, 2));
                    case COMMIT -> commit(from);
                    case FORWARDED_COMMIT -> new ForwardedCommit(commit(from));
                    case VOTE_REQUEST -> new VoteRequest(from.number(1), from.message(2, TableCodec::voting));
                    case VOTE -> new Vote(
                            from.number(1), table.registers(from, 2), from.message(3, TableCodec::voting));
                    case VOTERS -> new Voters(TableCodec.voting(from));
                    case VOTERS_INSTALLED -> new VotersInstalled(TableCodec.voting(from));
                    case HEARTBEAT -> new Heartbeat(
                            from.number(1),
                            from.fixed(2),
                            from.fixed(3),
                            TableCodec.members(from, 4),
                            StateCodec.progress(from, 5));
                    case HEARTBEAT_REPLY -> new HeartbeatReply(from.number(1), TableCodec.members(from, 2));
                    case FETCH -> new Fetch(table.versions(from, 1), table.versions(from, 3));
                    case PRE_VOTE_REQUEST -> new PreVoteRequest(from.number(1));
                    case RESUMED -> new Resumed(table.partition(from.number(1)), TableCodec.version(from, 2));
                    case PRE_VOTE_REPLY -> new PreVoteReply(from.number(1), from.flag(2));
                    default -> kind > DataCodec.GREATEST ? state.read(from, kind) : data.read(from, kind);
                };
        from.leave(around);
        return message;
    }

    private Commit commit(FieldReader from) {
        return new Commit(table.partition(from.number(1)), table.decided(from, 2));
    }
}
