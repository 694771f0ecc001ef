package io.godwit.transport.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.Operation.Put;
import io.godwit.protocol.map.Result;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.Fetch;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.registers.ControlMessage.Accept;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.View;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.wire.Wire;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FrameCodecTest {
    private final FrameCodec codec = new FrameCodec(Samples.PARTITIONS);

    static Stream<Frame> frames() {
        return Stream.of(
                        Samples.frames().stream(),
                        Samples.operations().stream().map(it -> (Frame) new Frame.Call(1, 2, 0, it, false)),
                        Samples.results().stream().map(it -> (Frame) new Frame.Answer(1, 2, it)))
                .flatMap(it -> it);
    }

    private byte[] bytes(Frame frame) {
        FrameCodec.Encoded encoded = codec.encode(frame);
        ByteBuffer buffer = ByteBuffer.allocate(encoded.size());
        encoded.write(buffer);
        assertEquals(0, buffer.remaining());
        return buffer.array();
    }

    @ParameterizedTest
    @MethodSource("frames")
    void frameIsReadAsItWasWritten(Frame frame) {
        Frame expected = frame instanceof Frame.FileChunk part
                ? new Frame.FileChunk(
                        part.transfer(),
                        part.index(),
                        part.last(),
                        new FileSlice.Following(part.data().length()))
                : frame;
        assertEquals(expected, codec.decode(ByteBuffer.wrap(bytes(frame))));
    }

    @Test
    void thereIsASampleOfEachKind() {
        Set<Class<?>> seen = new HashSet<>();
        Samples.frames().forEach(frame -> seen.add(frame.getClass()));
        assertEquals(new HashSet<>(Arrays.asList(Frame.class.getPermittedSubclasses())), seen);
    }

    /** Over the wire the versions are enough. */
    @Test
    void fetchCarriesVersions() {
        PartitionVector<Entry> none = PartitionVector.filled(Samples.PARTITIONS, Entry.NONE);
        Frame sent = new Frame.MessageBatch(List.of(new Fetch(Samples.REGISTERS, none)));
        Frame.MessageBatch got = (Frame.MessageBatch) codec.decode(ByteBuffer.wrap(bytes(sent)));
        Fetch fetch = (Fetch) got.messages().get(0);
        for (int p = 0; p < Samples.PARTITIONS; p++) {
            assertTrue(fetch.accepted().get(p).sameVersion(Samples.REGISTERS.get(p)));
            assertTrue(fetch.committed().get(p).isNone());
        }
    }

    /** The codec remembers configurations in fewer places than there are configurations here. */
    @Test
    void configurationsOfOnePlaceAreReadAsTheyWereWritten() {
        List<Configuration> configurations = new ArrayList<>();
        for (int member = 3; member < 1_200; member++) {
            int[] backups = {1, member};
            configurations.add(Configuration.settled(2, backups));
            configurations.add(Configuration.settled(member, 1, 2));
            configurations.add(Configuration.settled(2, member));
            configurations.add(Configuration.of(2, backups, MemberSet.of(2, member), Members.NONE, Members.NONE));
            configurations.add(Configuration.of(2, backups, MemberSet.of(1, 2), Members.NONE, Members.NONE));
            configurations.add(Configuration.of(2, backups, MemberSet.of(1, 2, member), 2, member + 1));
            configurations.add(Configuration.of(2, new int[] {1, 3_000}, MemberSet.of(1, 2, 3_000), 2, member));
            configurations.add(Configuration.of(2, new int[] {1, 3_000}, MemberSet.of(1, 2, 3_000), 1, member));
        }
        Collections.shuffle(configurations, new Random(1));
        // Two that differ in the source of a migration alone: some of these pairs share a place.
        for (int member = 3; member < 9_000; member++) {
            int[] backups = {1, member};
            configurations.add(Configuration.of(2, backups, MemberSet.of(1, 2), 2, 10_000));
            configurations.add(Configuration.of(2, backups, MemberSet.of(1, 2), member, 10_000));
        }
        for (Configuration configuration : configurations) {
            Frame sent = new Frame.MessageBatch(List.of(new Accept(0, Entry.first(configuration))));
            assertEquals(sent, codec.decode(ByteBuffer.wrap(bytes(sent))));
        }
    }

    @Test
    void localValuesAreNotEncoded() {
        LogEntry inside = new LogEntry(Samples.V, 1, 1, new Put(1, 1));
        assertThrows(
                IllegalArgumentException.class,
                () -> codec.encode(new Frame.MessageBatch(List.of(new Append(0, Samples.V, 1, inside)))));
        assertThrows(
                IllegalArgumentException.class,
                () -> codec.encode(new Frame.MessageBatch(List.of(new Batch(List.of())))));
        assertThrows(IllegalArgumentException.class, () -> codec.encode(new Frame.Answer(1, 1, new Result.Differs(4))));
        Log forgotten = Log.of(List.of(Samples.WRITE, new LogEntry(Samples.V, 1, 2, Samples.PUT)))
                .keeping(1);
        Sync sync = new Sync(1, new View(Samples.V, Samples.MOVING), forgotten);
        assertThrows(IllegalArgumentException.class, () -> codec.encode(new Frame.MessageBatch(List.of(sync))));
    }

    private void refuses(Wire.Frame.Builder frame) {
        ByteBuffer bytes = ByteBuffer.wrap(frame.build().toByteArray());
        assertThrows(MalformedFrameException.class, () -> codec.decode(bytes));
    }

    private static Wire.Frame.Builder batch(Wire.EngineMessage.Builder message) {
        return Wire.Frame.newBuilder()
                .setMessageBatch(Wire.MessageBatch.newBuilder().addMessages(message));
    }

    private static Wire.Frame.Builder accept(int partition, Wire.Entry entry) {
        return batch(Wire.EngineMessage.newBuilder()
                .setAccept(Wire.Registered.newBuilder().setPartition(partition).setEntry(entry)));
    }

    private Wire.Entry entry(Entry entry) throws IOException {
        Wire.Frame frame = Wire.Frame.parseFrom(bytes(new Frame.MessageBatch(List.of(new Accept(0, entry)))));
        return frame.getMessageBatch().getMessages(0).getAccept().getEntry();
    }

    private static Wire.Frame.Builder accept(Wire.Configuration.Builder configuration) {
        return accept(
                0,
                Wire.Entry.newBuilder()
                        .setVersion(Wire.Version.newBuilder().setTerm(1).setNumber(1))
                        .setConfiguration(configuration)
                        .build());
    }

    @Test
    void refusesWhatCannotBe() throws IOException {
        Wire.Entry good = entry(Samples.ENTRY);
        refuses(Wire.Frame.newBuilder());
        refuses(batch(Wire.EngineMessage.newBuilder()));
        refuses(accept(Samples.PARTITIONS, good));
        refuses(accept(-1, good));
        refuses(accept(0, entry(Entry.NONE)));
        refuses(accept(Wire.Configuration.newBuilder()));
        refuses(accept(Wire.Configuration.newBuilder().addReplicas(0)));
        refuses(accept(
                Wire.Configuration.newBuilder().addReplicas(1).addReplicas(0).setInSync(1)));
        refuses(accept(
                Wire.Configuration.newBuilder().addReplicas(1).addReplicas(1).setInSync(1)));
        refuses(accept(Wire.Configuration.newBuilder().addReplicas(1).setInSync(2)));
        refuses(accept(Wire.Configuration.newBuilder().addReplicas(1).setInSync(0)));
        refuses(accept(Wire.Configuration.newBuilder().addReplicas(-1).setInSync(1)));
        refuses(accept(
                Wire.Configuration.newBuilder().addReplicas(1).setInSync(1).setDestination(-1)));
        Wire.Configuration.Builder many = Wire.Configuration.newBuilder().setInSync(1);
        for (int i = 1; i <= 32; i++) {
            many.addReplicas(i);
        }
        refuses(accept(many));
    }

    @Test
    void refusesTablesOfAnotherSize() {
        Frame vote = new Frame.MessageBatch(
                List.of(new Vote(1, PartitionVector.filled(Samples.PARTITIONS, Entry.NONE), Voting.NONE)));
        byte[] bytes = bytes(vote);
        assertThrows(MalformedFrameException.class, () -> new FrameCodec(4).decode(ByteBuffer.wrap(bytes)));
        assertThrows(MalformedFrameException.class, () -> new FrameCodec(0).decode(ByteBuffer.wrap(bytes)));
    }

    @Test
    void readerWithoutPartitionCountTakesAnyPartition() {
        Frame frame = new Frame.MessageBatch(List.of(new Accept(2, Samples.ENTRY)));
        assertEquals(frame, new FrameCodec(0).decode(ByteBuffer.wrap(bytes(frame))));
    }

    @Test
    void refusesATruncatedFrame() {
        for (Frame frame : Samples.frames()) {
            byte[] bytes = bytes(frame);
            for (int length = 0; length < bytes.length; length++) {
                ByteBuffer part = ByteBuffer.wrap(bytes, 0, length);
                try {
                    codec.decode(part);
                } catch (MalformedFrameException expected) {
                    continue;
                }
                // A message may end where a field ends.
                assertTrue(length > 0);
            }
        }
    }

    @Test
    void refusesOperationsThatCannotBe() {
        Wire.Operation.Builder unknown = Wire.Operation.newBuilder().setVerbValue(99);
        refuses(Wire.Frame.newBuilder().setCall(Wire.Call.newBuilder().setOperation(unknown)));
        refuses(Wire.Frame.newBuilder().setCall(Wire.Call.newBuilder()));
        Wire.Operation.Builder increment = Wire.Operation.newBuilder().setVerb(Wire.Operation.Verb.INCREMENT);
        refuses(Wire.Frame.newBuilder().setCall(Wire.Call.newBuilder().setOperation(increment)));
        Wire.LogEntry.Builder read = Wire.LogEntry.newBuilder()
                .setOperation(Wire.Operation.newBuilder().setVerb(Wire.Operation.Verb.GET));
        refuses(batch(Wire.EngineMessage.newBuilder()
                .setAppend(Wire.Append.newBuilder().setNumber(1).setEntry(read))));
        refuses(Wire.Frame.newBuilder()
                .setSnapshotChunk(Wire.SnapshotChunk.newBuilder()
                        .addCells(Wire.Cell.newBuilder().setKind(Wire.Cell.Kind.SINGLE))));
        refuses(Wire.Frame.newBuilder().setAnswer(Wire.Answer.newBuilder()));
    }

    @Test
    void refusesGreetingsThatCannotBe() {
        refuses(Wire.Frame.newBuilder().setHello(Wire.Hello.newBuilder()));
        Wire.Hello.Builder hello = Wire.Hello.newBuilder().setRole(Wire.Role.CLIENT);
        refuses(Wire.Frame.newBuilder().setHello(hello.clone().setClusterName("x".repeat(257))));
        refuses(Wire.Frame.newBuilder()
                .setHello(hello.clone().setCluster(com.google.protobuf.ByteString.copyFrom(new byte[15]))));
        refuses(Wire.Frame.newBuilder()
                .setHello(hello.clone().setSelf(Wire.Peer.newBuilder().setPort(65_536))));
        refuses(Wire.Frame.newBuilder().setRefusal(Wire.Refusal.newBuilder()));
    }
}
