package io.godwit.transport.codec;

import static io.godwit.transport.codec.TableCodec.notNegative;

import io.godwit.protocol.Message;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.quorum.QuorumMessage.Fetch;
import io.godwit.protocol.quorum.QuorumMessage.Heartbeat;
import io.godwit.protocol.quorum.QuorumMessage.HeartbeatReply;
import io.godwit.protocol.quorum.QuorumMessage.PassedOn;
import io.godwit.protocol.quorum.QuorumMessage.Poll;
import io.godwit.protocol.quorum.QuorumMessage.PollReply;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.registers.ControlMessage;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.transport.wire.Wire;

/**
 * The engine's messages by the library, which writes those only that {@link RegisteredCodec} and {@link SyncCodec} do not. Two do not
 * travel like this: a {@code Batch} is the letter that they travel in, and a large
 * {@code Sync} is offered and sent in parts.
 */
final class EngineCodec {
    private final TableCodec table;
    private final DataCodec data;

    EngineCodec(TableCodec table) {
        this.table = table;
        this.data = new DataCodec(table);
    }

    Wire.EngineMessage encode(Message message) {
        Wire.EngineMessage.Builder wire = Wire.EngineMessage.newBuilder();
        if (message instanceof ControlMessage control) {
            encode(wire, control);
        } else if (message instanceof Heartbeat heartbeat) {
            wire.setHeartbeat(Wire.Heartbeat.newBuilder()
                    .setTerm(heartbeat.term())
                    .setStamp(heartbeat.stamp())
                    .setDecidedStamp(heartbeat.decidedStamp())
                    .addAllLeaving(heartbeat.leaving().stream().boxed().toList()));
        } else if (message instanceof HeartbeatReply reply) {
            wire.setHeartbeatReply(Wire.HeartbeatReply.newBuilder()
                    .setTerm(reply.term())
                    .addAllLeaving(reply.leaving().stream().boxed().toList()));
        } else if (message instanceof Fetch fetch) {
            wire.setFetch(encode(fetch));
        } else if (message instanceof PassedOn passedOn) {
            wire.setPassedOn(
                    registered(passedOn.commit().partition(), passedOn.commit().entry()));
        } else if (message instanceof Resumed resumed) {
            wire.setResumed(Wire.Resumed.newBuilder()
                    .setPartition(resumed.partition())
                    .setVersion(TableCodec.encode(resumed.version())));
        } else if (message instanceof Poll poll) {
            wire.setPoll(Wire.Poll.newBuilder().setTerm(poll.term()));
        } else if (message instanceof PollReply reply) {
            wire.setPollReply(Wire.PollReply.newBuilder().setTerm(reply.term()).setAlone(reply.alone()));
        } else {
            data.encode(wire, message);
        }
        return wire.build();
    }

    private static void encode(Wire.EngineMessage.Builder wire, ControlMessage message) {
        if (message instanceof VoteRequest request) {
            wire.setVoteRequest(Wire.VoteRequest.newBuilder()
                    .setTerm(request.term())
                    .setVoting(TableCodec.encode(request.voting())));
        } else if (message instanceof Vote vote) {
            Wire.Vote.Builder encoded =
                    Wire.Vote.newBuilder().setTerm(vote.term()).setVoting(TableCodec.encode(vote.voting()));
            for (int p = 0; p < vote.registers().size(); p++) {
                encoded.addRegisters(TableCodec.encode(vote.registers().get(p)));
            }
            wire.setVote(encoded);
        } else if (message instanceof Voters voters) {
            wire.setVoters(TableCodec.encode(voters.voting()));
        } else if (message instanceof VotersInstalled installed) {
            wire.setVotersInstalled(TableCodec.encode(installed.voting()));
        }
    }

    private static Wire.Registered registered(int partition, Entry entry) {
        return Wire.Registered.newBuilder()
                .setPartition(partition)
                .setEntry(TableCodec.encode(entry))
                .build();
    }

    private static Wire.Fetch encode(Fetch fetch) {
        Wire.Fetch.Builder wire = Wire.Fetch.newBuilder();
        PartitionVector<Entry> accepted = fetch.accepted();
        PartitionVector<Entry> committed = fetch.committed();
        for (int p = 0; p < accepted.size(); p++) {
            wire.addAcceptedTerms(accepted.get(p).term())
                    .addAcceptedNumbers(accepted.get(p).number())
                    .addCommittedTerms(committed.get(p).term())
                    .addCommittedNumbers(committed.get(p).number());
        }
        return wire.build();
    }

    Message decode(Wire.EngineMessage wire) {
        return switch (wire.getKindCase()) {
            case VOTE_REQUEST -> new VoteRequest(
                    notNegative(wire.getVoteRequest().getTerm()),
                    TableCodec.decode(wire.getVoteRequest().getVoting()));
            case VOTE -> new Vote(
                    notNegative(wire.getVote().getTerm()),
                    table.registers(wire.getVote().getRegistersList()),
                    TableCodec.decode(wire.getVote().getVoting()));
            case ACCEPT -> new Accept(
                    partition(wire.getAccept()),
                    TableCodec.decided(wire.getAccept().getEntry()));
            case ACCEPTED -> new Accepted(
                    partition(wire.getAccepted()),
                    TableCodec.decided(wire.getAccepted().getEntry()));
            case COMMIT -> commit(wire.getCommit());
            case VOTERS -> new Voters(TableCodec.decode(wire.getVoters()));
            case VOTERS_INSTALLED -> new VotersInstalled(TableCodec.decode(wire.getVotersInstalled()));
            case HEARTBEAT -> new Heartbeat(
                    notNegative(wire.getHeartbeat().getTerm()),
                    wire.getHeartbeat().getStamp(),
                    wire.getHeartbeat().getDecidedStamp(),
                    TableCodec.members(wire.getHeartbeat().getLeavingList()));
            case HEARTBEAT_REPLY -> new HeartbeatReply(
                    notNegative(wire.getHeartbeatReply().getTerm()),
                    TableCodec.members(wire.getHeartbeatReply().getLeavingList()));
            case FETCH -> new Fetch(
                    table.versions(
                            wire.getFetch().getAcceptedTermsList(),
                            wire.getFetch().getAcceptedNumbersList()),
                    table.versions(
                            wire.getFetch().getCommittedTermsList(),
                            wire.getFetch().getCommittedNumbersList()));
            case PASSED_ON -> new PassedOn(commit(wire.getPassedOn()));
            case RESUMED -> new Resumed(
                    table.partition(wire.getResumed().getPartition()),
                    TableCodec.decode(wire.getResumed().getVersion()));
            case POLL -> new Poll(notNegative(wire.getPoll().getTerm()));
            case POLL_REPLY -> new PollReply(
                    notNegative(wire.getPollReply().getTerm()),
                    wire.getPollReply().getAlone());
            case APPEND, ACK, PROBE, CONFIRM, CAUGHT_UP, SYNC, RELEASED -> data.decode(wire);
            case KIND_NOT_SET -> throw new MalformedFrameException("no such message");
        };
    }

    private int partition(Wire.Registered wire) {
        return table.partition(wire.getPartition());
    }

    private Commit commit(Wire.Registered wire) {
        return new Commit(partition(wire), TableCodec.decided(wire.getEntry()));
    }
}
