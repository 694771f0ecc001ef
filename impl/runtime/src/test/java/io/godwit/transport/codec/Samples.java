package io.godwit.transport.codec;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Executed;
import io.godwit.protocol.map.LongMap;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.quorum.QuorumMessage.ForwardedCommit;
import io.godwit.protocol.quorum.QuorumMessage.Heartbeat;
import io.godwit.protocol.quorum.QuorumMessage.HeartbeatReply;
import io.godwit.protocol.quorum.QuorumMessage.PassiveReport;
import io.godwit.protocol.quorum.QuorumMessage.PassiveRequest;
import io.godwit.protocol.quorum.QuorumMessage.PreVoteReply;
import io.godwit.protocol.quorum.QuorumMessage.PreVoteRequest;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.QuorumMessage.StateProgress;
import io.godwit.protocol.quorum.QuorumMessage.StateRequest;
import io.godwit.protocol.quorum.QuorumMessage.VersionRequest;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Lease;
import io.godwit.protocol.quorum.data.message.DataMessage.LeaseRequest;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Released;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Accepted;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlMessage.VoteRequest;
import io.godwit.protocol.quorum.registers.ControlMessage.Voters;
import io.godwit.protocol.quorum.registers.ControlMessage.VotersInstalled;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import io.godwit.transport.frame.CellChunk;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.LastWrite;
import io.godwit.transport.frame.LogPosition;
import io.godwit.transport.frame.MapKey;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.PartitionSet;
import io.godwit.transport.frame.Peer;
import io.godwit.transport.frame.Run;
import io.godwit.transport.frame.UndoneWrites;
import io.godwit.transport.frame.VectorTime;
import io.godwit.transport.frame.Versions;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A frame of each kind, of a cluster with three partitions. */
public final class Samples {
    public static final int PARTITIONS = 3;
    public static final Bytes IDENTITY =
            Bytes.owning(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
    public static final Maps MAPS = Maps.of(1, Map.of("a", 0, "b*", 2));
    public static final Peer PEER = new Peer(7, IDENTITY, "localhost", 5_701, "north");
    static final Run RUN = new Run(3, -2, 5);
    static final Version V = new Version(3, 4);
    static final Configuration MOVING = Configuration.of(1, new int[] {2, 3}, MemberSet.of(1, 3), 3, 4);
    static final Entry ENTRY = new Entry(new Version(3, 4), new Version(2, 1), MOVING);
    static final Voting VOTING = new Voting(new Version(3, 2), MemberSet.of(1, 2, 3), ClusterState.FROZEN);
    static final OnMap PUT = on(Verb.PUT, Bytes.of((byte) 9), Bytes.EMPTY);
    static final LogEntry WRITE = new LogEntry(V, -5L, 77, PUT);
    static final PartitionVector<Entry> REGISTERS = PartitionVector.filled(PARTITIONS, Entry.NONE)
            .with(1, ENTRY)
            .with(2, Entry.first(Configuration.settled(1)));

    private Samples() {}

    static OnMap on(Verb verb, Bytes value, Bytes expected) {
        return new OnMap(verb, Bytes.of((byte) 'm'), Bytes.of((byte) 'k', (byte) 0), value, expected);
    }

    static List<Message> messages() {
        return List.of(
                new VoteRequest(4, VOTING),
                new Vote(4, REGISTERS, Voting.NONE),
                new Accept(1, ENTRY),
                new Accepted(2, ENTRY),
                new Commit(0, ENTRY),
                new Voters(VOTING),
                new VotersInstalled(VOTING),
                new Append(2, V, 5, WRITE),
                new Ack(2, V, 0),
                new Probe(1, V, -9, 3),
                new Confirm(1, V, -9, 3),
                new LeaseRequest(1, V, 1L << 40, 900_000_000),
                new Lease(1, V, 7),
                new CaughtUp(1, V, 4),
                new Sync(2, new View(V, MOVING), Log.of(List.of(WRITE))),
                new Released(),
                new Heartbeat(3, -1, 1L << 60, MemberSet.of(2), new StateProgress(V, 7)),
                new HeartbeatReply(3, MemberSet.of()),
                new HeartbeatReply(3, MemberSet.of(1, 4)),
                new ForwardedCommit(new Commit(1, ENTRY)),
                new Resumed(1, V),
                new StateRequest(V, ClusterState.PASSIVE),
                new VersionRequest(V, 7),
                new Voters(new Voting(V, VOTING.voters(), ClusterState.ACTIVE, 7)),
                new PassiveRequest(V),
                new PassiveReport(V, LongMap.<Version>empty().with(1, V)),
                new PreVoteRequest(0),
                new PreVoteRequest(7),
                new PreVoteReply(2, true));
    }

    static List<OnMap> operations() {
        return Arrays.stream(Verb.values())
                .map(verb -> on(verb, Bytes.ofNumber(5), Bytes.ofNumber(1)))
                .toList();
    }

    static List<Result> results() {
        return List.of(
                new Result.Done(List.of()),
                new Result.Done(List.of(-1L, Long.MAX_VALUE)),
                new Result.Found(List.of(Bytes.EMPTY, Bytes.of((byte) 1))),
                new Result.Unmet(),
                new Result.WrongKind(),
                new Result.Refused("the disk is full"),
                new Result.NotHere(0),
                new Result.NotHere(9));
    }

    /** One of each kind. */
    public static List<Frame> frames() {
        return List.of(
                new Frame.Hello(1, Frame.Role.MEMBER, "c", "quorum", 1, PARTITIONS, MAPS, IDENTITY, PEER, Bytes.EMPTY),
                new Frame.Hello(
                        new Versions(6, 7),
                        Frame.Role.SEEKER,
                        "c",
                        "quorum",
                        1,
                        PARTITIONS,
                        MAPS,
                        IDENTITY,
                        PEER,
                        Bytes.EMPTY),
                new Frame.Hello(1, Frame.Role.CLIENT, "c", "quorum", 1, 0, null, IDENTITY, Peer.NOBODY, Bytes.EMPTY),
                new Frame.Welcome(
                        PEER, IDENTITY, PARTITIONS, MAPS, 1, List.of(PEER), List.of(PEER, PEER.withNumber(8))),
                new Frame.Welcome(PEER, IDENTITY, PARTITIONS, MAPS, 1, List.of(PEER), List.of())
                        .with(new Versions(6, 7)),
                new Frame.Welcome(PEER, IDENTITY, PARTITIONS, MAPS, 1, List.of(PEER), List.of())
                        .with(new Versions(7, 7)),
                new Frame.Welcome(PEER, IDENTITY, PARTITIONS, MAPS, 1, List.of(PEER), List.of())
                        .withFeatures(Frame.Welcome.ALL_FEATURES),
                new Frame.Refusal(Frame.Reason.CLUSTER_NAME, "another cluster"),
                new Frame.Peers(List.of(PEER, Peer.NOBODY)),
                new Frame.KeepAlive(),
                new Frame.KeepAlive(true, false),
                new Frame.KeepAlive(true, true),
                new Frame.Opaque(IDENTITY),
                new Frame.MessageBatch(messages()),
                new Frame.MessageBatch(messages(), VectorTime.of(0, 7, 1L << 40)),
                new Frame.Clock(VectorTime.of(0, 3)),
                new Frame.SnapshotManifest(5, 1, new View(V, MOVING), 9, V),
                new Frame.SnapshotManifest(
                        5,
                        1,
                        new View(V, MOVING),
                        9,
                        V,
                        List.of(new LogPosition(3, Version.NONE), new LogPosition(9, V))),
                new Frame.SnapshotRequest(5, 0, Version.NONE),
                new Frame.SnapshotRequest(
                        5,
                        4,
                        V,
                        new UndoneWrites(
                                List.of(new MapKey(IDENTITY, Bytes.EMPTY), new MapKey(IDENTITY, Bytes.ofNumber(5))),
                                List.of(-7L, 7L)),
                        true),
                new Frame.FileChunk(5, 2, true, new FileSlice.Held(ByteBuffer.wrap(new byte[300]))),
                new Frame.FileChunk(6, 0, false, new FileSlice.Held(ByteBuffer.wrap(new byte[] {1}))),
                new Frame.SnapshotChunk(
                        5,
                        1,
                        true,
                        false,
                        List.of(
                                new CellChunk(
                                        Bytes.of((byte) 1), Bytes.EMPTY, CellChunk.Kind.SINGLE, List.of(IDENTITY)),
                                new CellChunk(IDENTITY, IDENTITY, CellChunk.Kind.ITEMS, List.of(IDENTITY, Bytes.EMPTY)),
                                new CellChunk(IDENTITY, PUT.map(), CellChunk.Kind.ELEMENTS, List.of(IDENTITY))),
                        List.of(new LastWrite(-2, new Executed(3, 4, new Result.Unmet()))),
                        List.of(WRITE)),
                new Frame.ChunkAck(5, 1),
                new Frame.Call(-3, 8, 2, PUT, true),
                new Frame.Answer(-3, 8, new Result.Found(List.of(IDENTITY))),
                new Frame.Answer(-3, 8, new Result.Found(List.of(IDENTITY)), 3, true),
                new Frame.CallBatch(
                        List.of(new Frame.Call(-3, 8, 2, PUT, false), new Frame.Call(-4, 1 << 20, 0, PUT, false))),
                new Frame.AnswerBatch(List.of(
                        new Frame.Answer(-3, 8, new Result.Found(List.of(IDENTITY))),
                        new Frame.Answer(-4, 9, new Result.Unmet()))),
                new Frame.PartitionsCall(-3, 8, Verb.SIZE, IDENTITY, PartitionSet.range(1, 3), true),
                new Frame.PartitionsCall(-3, 8, Verb.CLEAR, Bytes.EMPTY, PartitionSet.range(0, 1), false),
                new Frame.PartitionsAnswer(-3, 8, 1L << 40, PartitionSet.range(0, 1), PartitionSet.range(2, 3), ""),
                new Frame.PartitionsAnswer(-3, 8, 0, PartitionSet.NONE, PartitionSet.NONE, "no"),
                new Frame.TableRequest(-4),
                new Frame.Table(-4, List.of(new Frame.Route(2, V, 3)), List.of(PEER)),
                new Frame.Peers(List.of(PEER.withRun(RUN))),
                new Frame.RunRequest(RUN),
                new Frame.RunAnswer(Frame.Verdict.IN_USE, RUN, Run.NONE, VOTING));
    }
}
