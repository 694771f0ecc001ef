package io.godwit.transport.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.protobuf.TextFormat;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.registers.ControlMessage.Commit;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Maps;
import io.godwit.transport.frame.VectorTime;
import io.godwit.transport.wire.Wire;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames that follow the schema and say what cannot be, and those that are just possible. The cluster has three partitions. */
class FrameRefusalTest {
    /** The greatest number of the schema. */
    private static final String MOST = "4294967295";

    private static final String VERSION = "version { term: 1 number: 1 }";
    private static final String LONE = "configuration { replicas: 1 in_sync: 1 }";
    private static final String NAME_256 = "x".repeat(256);

    private final FrameCodec codec = new FrameCodec(3);

    private static ByteBuffer bytes(String text) throws TextFormat.ParseException {
        Wire.Frame.Builder frame = Wire.Frame.newBuilder();
        TextFormat.merge(text, frame);
        return ByteBuffer.wrap(frame.build().toByteArray());
    }

    private void decode(String text) throws TextFormat.ParseException {
        codec.decode(bytes(text));
    }

    private void assertRefused(String why, String... frames) {
        for (String text : frames) {
            MalformedFrameException refused = assertThrows(MalformedFrameException.class, () -> decode(text), text);
            assertEquals(why, refused.getMessage(), text);
        }
    }

    private static String batch(String message) {
        return "message_batch { messages { " + message + " } }";
    }

    private static String accept(String entry) {
        return batch("accept { partition: 1 entry { " + entry + " } }");
    }

    private static String configuration(String fields) {
        return accept(VERSION + " configuration { " + fields + " }");
    }

    private static String hello(String fields) {
        return "hello { role: CLIENT " + fields + " }";
    }

    private static String welcome(String fields) {
        return "welcome { copies: 1 " + fields + " }";
    }

    @Test
    void whatIsNotThere() {
        assertRefused("no field of several", "", batch(""), "answer { }");
        assertRefused(
                "an unknown element of an enumeration",
                "call { }",
                "call { operation { verb: 99 } }",
                batch("append { number: 1 entry { } }"),
                "snapshot_chunk { cells { } }",
                "snapshot_chunk { cells { kind: 9 } }",
                "hello { }",
                "hello { role: 9 }",
                "refusal { }",
                "refusal { reason: 99 }");
        String none = "entry { configuration { replicas: 0 } }";
        assertRefused(
                "no entry",
                batch("accept { " + none + " }"),
                batch("accepted { " + none + " }"),
                batch("commit { " + none + " }"),
                batch("forwarded_commit { " + none + " }"));
    }

    @Test
    void partitions() {
        assertRefused(
                "no such partition",
                "call { partition: 3 operation { verb: GET } }",
                "table { routes { partition: 3 } }",
                "partitions_call { verb: SIZE partitions { runs: [3, 1] } }",
                "partitions_call { verb: SIZE partitions { runs: [0, 4] } }",
                "partitions_call { verb: SIZE partitions { runs: [2147483647, 2147483647] } }",
                "partitions_call { verb: SIZE partitions { bits: '\\x08' } }",
                "partitions_call { verb: SIZE partitions { bits: '\\x01\\x00' } }",
                "partitions_answer { done { runs: [3, 1] } }",
                "partitions_answer { left { runs: [3, 1] } }",
                "snapshot_manifest { partition: 3 " + VERSION + " " + LONE + " }",
                batch("ack { partition: 3 }"),
                batch("probe { partition: 3 }"),
                batch("confirm { partition: 3 }"),
                batch("caught_up { partition: 3 subject: 1 }"),
                batch("sync { partition: 3 " + VERSION + " " + LONE + " }"),
                batch("append { partition: 3 number: 1 entry { operation { verb: CLEAR } } }"),
                batch("commit { partition: 3 entry { " + VERSION + " " + LONE + " } }"));
        assertRefused(
                "registers of so many partitions",
                batch(
                        "vote { registers { configuration { replicas: 0 } } registers { configuration { replicas: 0 } } }"),
                batch("vote { }"));
        String three = "accepted_terms: [1, 1, 1] accepted_numbers: [1, 1, 1] ";
        assertRefused(
                "versions of so many partitions",
                batch("fetch { }"),
                batch("fetch { accepted_terms: [1, 1, 1] accepted_numbers: [1, 1] }"),
                batch("fetch { " + three + "committed_terms: [1, 1] committed_numbers: [1, 1, 1] }"));
    }

    @Test
    void setsOfPartitions() {
        assertRefused(
                "an empty set of partitions",
                "partitions_call { verb: SIZE }",
                "partitions_call { verb: SIZE partitions { } }",
                "partitions_call { verb: SIZE partitions { bits: '\\x00' } }");
        assertRefused(
                "not a set of partitions",
                "partitions_call { verb: SIZE partitions { runs: [0] } }",
                "partitions_call { verb: SIZE partitions { runs: [0, 0] } }",
                "partitions_call { verb: SIZE partitions { runs: [0, 1, 0, 1] } }",
                "partitions_call { verb: SIZE partitions { runs: [0, 1] bits: '\\x02' } }");
        assertRefused("an unknown element of an enumeration", "partitions_call { partitions { runs: [0, 1] } }");
        assertRefused("not an operation on partitions", "partitions_call { verb: PUT partitions { runs: [0, 1] } }");
        assertRefused("a negative count", "partitions_answer { count: 18446744073709551615 }");
        // A client does not know how many partitions there are.
        FrameCodec any = new FrameCodec(0);
        for (String runs : new String[] {"[65536, 1]", "[0, 65537]"}) {
            MalformedFrameException refused = assertThrows(
                    MalformedFrameException.class,
                    () -> any.decode(bytes("partitions_answer { done { runs: " + runs + " } }")));
            assertEquals("no such partition", refused.getMessage());
        }
    }

    @Test
    void members() {
        assertRefused(
                "not a member's number",
                batch("caught_up { }"),
                batch("heartbeat { leaving: 0 }"),
                batch("heartbeat_reply { leaving: 0 }"),
                batch("voters { voters: 0 }"),
                configuration("replicas: [1, 0] in_sync: 1"));
    }

    @Test
    void numbers() {
        assertRefused(
                "a number is too large",
                "answer { index: " + MOST + " result { unmet { } } }",
                "call { partition: " + MOST + " operation { verb: GET } }",
                "answer { result { not_here: " + MOST + " } }",
                "chunk_ack { index: " + MOST + " }",
                "snapshot_chunk { index: " + MOST + " }",
                "file_chunk { index: " + MOST + " }",
                "file_chunk { size: " + MOST + " }",
                "snapshot_request { length: " + MOST + " }",
                "snapshot_manifest { " + VERSION + " " + LONE + " length: " + MOST + " }",
                "table { routes { primary: " + MOST + " } }",
                "peers { peers { number: " + MOST + " } }",
                hello("partitions: " + MOST),
                welcome("partitions: " + MOST),
                welcome("parallel: " + MOST),
                batch("vote_request { term: " + MOST + " }"),
                batch("vote { term: " + MOST + " }"),
                batch("heartbeat { term: " + MOST + " }"),
                batch("heartbeat_reply { term: " + MOST + " }"),
                batch("pre_vote_request { term: " + MOST + " }"),
                batch("pre_vote_reply { term: " + MOST + " }"),
                batch("ack { number: " + MOST + " }"),
                batch("ack { version { number: " + MOST + " } }"),
                batch("append { number: " + MOST + " entry { operation { verb: CLEAR } } }"),
                batch("heartbeat_reply { leaving: " + MOST + " }"),
                hello("self { port: " + MOST + " }"),
                "welcome { copies: " + MOST + " }",
                configuration("replicas: " + MOST + " in_sync: 1"),
                configuration("replicas: 1 in_sync: 1 source: " + MOST),
                configuration("replicas: 1 in_sync: 1 destination: " + MOST));
        assertRefused("an entry at no position", batch("append { entry { operation { verb: CLEAR } } }"));
        assertRefused("a write at no position", "snapshot_chunk { executed { result { unmet { } } } }");
        assertRefused("negative entry in a vector clock", "clock { events: [1, 18446744073709551615] }");
    }

    @Test
    void versions() {
        assertRefused("a version without a number", batch("ack { version { term: 1 } }"));
        assertRefused("not a version", batch("ack { version { term: -1 number: 1 } }"));
        assertRefused("a configuration without a version", accept(LONE));
        assertRefused("a version without a configuration", accept(VERSION + " configuration { replicas: 0 }"));
        assertRefused(
                "a log under no version",
                "snapshot_manifest { " + LONE + " }",
                "snapshot_manifest { " + VERSION + " configuration { replicas: 0 } }",
                batch("sync { " + LONE + " }"));
    }

    @Test
    void configurations() {
        assertRefused(
                "not a configuration",
                configuration("replicas: 0 in_sync: 1"),
                configuration("replicas: 0 source: 1"),
                configuration("replicas: 0 destination: 1"),
                configuration("replicas: 1"),
                configuration("replicas: [1, 1] in_sync: 1"));
        assertRefused("no replicas", configuration(""));
        assertRefused(
                "so many replicas",
                configuration(
                        "replicas: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,"
                                + " 25, 26, 27, 28, 29, 30, 31, 32] in_sync: 1"));
        assertRefused("others are in sync", configuration("replicas: 1 in_sync: 3"));
    }

    @Test
    void greetings() {
        assertRefused(
                "a text is too long",
                hello("cluster_name: '" + NAME_256 + "x'"),
                hello("protocol: '" + NAME_256 + "x'"),
                hello("self { host: '" + NAME_256 + "x' }"),
                "refusal { reason: NOT_READY text: '" + NAME_256.repeat(16) + "x' }");
        assertRefused(
                "not an identity",
                hello("cluster: '123456789012345'"),
                hello("expected_incarnation: '1'"),
                hello("self { incarnation: '12345678901234567' }"));
        assertRefused("no such port", hello("self { port: 65536 }"));
        assertRefused("no number of copies", "welcome { }", "welcome { copies: 8 }");
        assertRefused("a map is named twice", hello("maps { named { name: 'a' } named { name: 'a' backups: 1 } }"));
        assertRefused("backups: 0 to 6, not 7", welcome("maps { backups: 7 }"));
    }

    private void assertRefused(String why, byte... bytes) {
        MalformedFrameException refused =
                assertThrows(MalformedFrameException.class, () -> codec.decode(ByteBuffer.wrap(bytes)), why);
        assertEquals(why, refused.getMessage());
    }

    @Test
    void bytesThatAreNotOfTheSchema() {
        assertRefused("not a number", (byte) -1);
        assertRefused("not a number", (byte) 0x0A);
        assertRefused("a message is cut off", (byte) 0x0A, (byte) 1);
        for (byte[] bytes : new byte[][] {{0x2A, 0, 4}, {0x2A, 0, 0x0C}, {0x32, 5, 0x0A, 3, 0x6A, 0, 0x0C}}) {
            assertThrows(MalformedFrameException.class, () -> codec.decode(ByteBuffer.wrap(bytes)));
        }
    }

    @Test
    void values() {
        // An increment needs a number.
        assertRefused(
                "a message that contains an invalid value",
                "call { operation { verb: INCREMENT } }",
                "snapshot_chunk { cells { kind: ITEMS } }");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "call { partition: 2 operation { verb: GET } }",
                "partitions_call { verb: CLEAR partitions { runs: [2, 1] } }",
                "partitions_call { verb: CLEAR partitions { runs: [0, 3] } }",
                "partitions_call { verb: CLEAR partitions { bits: '\\x04' } }",
                "partitions_answer { count: 9223372036854775807 }",
                "welcome { copies: 1 }",
                "welcome { copies: 7 }",
                "hello { role: MEMBER self { port: 65535 } }",
                "hello { role: SEEKER self { port: 0 incarnation: '1234567890123456' } }",
                "snapshot_chunk { executed { position: 1 result { unmet { } } } }",
                "message_batch { messages { append { number: 1 entry { operation { verb: CLEAR } } } } }",
                "message_batch { messages { ack { version { term: -1 } } } }",
                "message_batch { messages { ack { version { number: 1 } } } }",
                "message_batch { messages { caught_up { subject: 1 } } }",
                "message_batch { messages { heartbeat { leaving: 1 } } }",
                "message_batch { messages { vote { registers { configuration { replicas: 0 } } registers "
                        + "{ configuration { replicas: 0 } } registers { configuration { replicas: 0 } } } } }",
                "clock { events: 0 }",
                "snapshot_manifest { version { term: 1 number: 1 } configuration { in_sync: 1 replicas: [1, 2, 3, 4, 5, 6, 7, 8, 9,"
                        + " 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31] } }",
            })
    void limitIsStillAccepted(String text) throws TextFormat.ParseException {
        decode(text);
    }

    @Test
    void longNamesArePossible() throws TextFormat.ParseException {
        decode(hello(
                "cluster_name: '" + NAME_256 + "' protocol: '" + NAME_256 + "' self { host: '" + NAME_256 + "' }"));
        decode("refusal { reason: NOT_READY text: '" + NAME_256.repeat(16) + "' }");
    }

    @Test
    void readerWithoutPartitionCountRefusesRegisters() {
        FrameCodec any = new FrameCodec(0);
        for (String message : new String[] {"vote { }", "fetch { }"}) {
            assertThrows(MalformedFrameException.class, () -> any.decode(bytes(batch(message))), message);
        }
    }

    /** Before maps had numbers of their own. */
    @Test
    void oldWelcomeSaysHowManyCopiesAllMapsHave() throws TextFormat.ParseException {
        Frame.Welcome welcome = (Frame.Welcome) codec.decode(bytes("welcome { copies: 3 }"));
        assertEquals(Maps.all(2), welcome.maps());
    }

    @Test
    void clockHasAtMostAHundredThousandMembers() {
        Frame.Clock longest = new Frame.Clock(VectorTime.of(new long[100_000]));
        assertEquals(longest, codec.decode(written(longest)));
        ByteBuffer longer = written(new Frame.Clock(VectorTime.of(new long[100_001])));
        MalformedFrameException refused = assertThrows(MalformedFrameException.class, () -> codec.decode(longer));
        assertEquals("vector clock too long", refused.getMessage());
    }

    /** Configurations that were read are remembered, and there are more of these than are remembered. */
    @Test
    void configurationsAreNotMistakenForEachOther() {
        for (int mask = 1; mask < 1 << 11; mask++) {
            MemberSet inSync = MemberSet.of(1);
            for (int member = 2; member <= 12; member++) {
                inSync = (mask >> (member - 2) & 1) == 0 ? inSync : inSync.with(member);
            }
            Configuration configuration =
                    Configuration.of(1, new int[] {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, inSync, 0, 0);
            Frame frame = new Frame.MessageBatch(
                    List.of(new Commit(1, new Entry(new Version(1, 1), new Version(0, 0), configuration))));
            assertEquals(frame, codec.decode(written(frame)));
        }
    }

    private ByteBuffer written(Frame frame) {
        FrameCodec.Encoded encoded = codec.encode(frame);
        ByteBuffer bytes = ByteBuffer.allocate(encoded.size());
        encoded.write(bytes);
        return bytes.flip();
    }
}
