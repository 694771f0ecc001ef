package io.godwit.mutants.runtime;

import static io.godwit.mutants.runtime.RuntimeMutants.in;

import java.util.List;

/** Tasks and timers, connections and frames, failure detection, and requests of clients. */
final class MemberMutants {
    private static final String RUNTIME = "io.godwit.member.runtime.";
    private static final String CONNECTION = "io.godwit.transport.connection.";
    private static final String CODEC = "io.godwit.transport.codec.";

    static final List<RuntimeMutant> ALL = List.of(
            row(
                    "loop/TimerRunsOnce",
                    "a timer runs once",
                    "none",
                    in(RUNTIME + "EventLoop", "repeat").remove("Clock.schedule", 1, 1)),
            row(
                    "loop/TimerInTurnRunsOnce",
                    "a timer whose task waits its turn runs once",
                    "none",
                    in(RUNTIME + "EventLoop", "everyInTurn").remove("AtomicBoolean.set", 1, 1)),
            row(
                    "loop/BackPressureStays",
                    "a connection that was held because of the backlog is not read again",
                    "",
                    in(RUNTIME + "ClusterMember", "later").remove("Connection.reading", 2, 2)),
            row(
                    "loop/HeldForever",
                    "a client that was held because of the disk is not read again",
                    "",
                    in(RUNTIME + "ClusterMember", "release").remove("Set.forEach", 1, 1)),
            row(
                    "peers/OldConnectionCloses",
                    "the end of an old connection is taken for that of the new one",
                    "reset,crash,reboot",
                    in(RUNTIME + "PeerConnection", "closed").jump(3, 5, false)),
            row(
                    "peers/AnyIncarnation",
                    "another incarnation is taken for the member",
                    "crash",
                    in(RUNTIME + "PeerRegistry", "allows").body(true)),
            row(
                    "peers/ExpectsNobody",
                    "a member answers who looks for the one before it",
                    "crash",
                    in(RUNTIME + "MemberHandshakes", "refusal").result("Bytes.equals", 2, 2, true)),
            row(
                    "peers/StaleAddress",
                    "an old member's address replaces the new one's",
                    "crash,rolling",
                    in(RUNTIME + "PeerRegistry", "learn").result("Stream.anyMatch", 1, 1, false)),
            row(
                    "peers/NeverTrusts",
                    "a member that is heard of again stays suspect",
                    "isolate,pause",
                    in(RUNTIME + "FailureDetector", "hear").result("Set.remove", 1, 1, false)),
            row(
                    "peers/NeverSuspects",
                    "silence is not noticed",
                    "isolate,pause",
                    in(RUNTIME + "FailureDetector", "look").result("Set.add", 1, 1, false)),
            row(
                    "peers/NoSecondAttempt",
                    "a connection that could not be opened is not tried again",
                    "reboot,crash",
                    in(RUNTIME + "PeerConnection", "isDue").read("connecting", 1, 1, true)),
            row(
                    "peers/LostMessages",
                    "messages of a batch that is full are lost",
                    "none",
                    in(RUNTIME + "PeerConnection", "add").remove("PeerConnection.complete", 1, 2)),
            row(
                    "peers/LearnsNobody",
                    "members do not learn of others from a greeting",
                    "join,leave",
                    in(RUNTIME + "ClusterMember", "member").remove("PeerRegistry.learn", 1, 1)),
            row(
                    "frames/NoChecksum",
                    "the checksum of a frame is not looked at",
                    "corrupt",
                    in(CONNECTION + "FrameDecoder", "decode").jump(1, 1, true)),
            row(
                    "frames/NoLengthCheck",
                    "the length of a frame is not checked",
                    "corrupt",
                    in(CONNECTION + "FrameDecoder", "length").jump(3, 6, true)),
            row(
                    "frames/CountsForever",
                    "a frame counts as waiting after it was written",
                    "",
                    in(CONNECTION + "Connection", "write").remove("AtomicLong.addAndGet", 1, 3)),
            row(
                    "frames/AfterBreak",
                    "frames behind one that was broken are taken",
                    "corrupt",
                    in(CONNECTION + "FrameDecoder", "next").read("broken", 1, 1, false)),
            row(
                    "codec/NoCallNumber",
                    "a log entry loses its call number in a copy",
                    "leave,join,loss,pause",
                    in(CODEC + "SyncCodec", "write").result("LogEntry.call", 1, 1, 0L)),
            row(
                    "codec/NoExpected",
                    "a compare-and-set loses what it expects in a copy",
                    "leave,join",
                    in(CODEC + "SyncCodec", "write").result("OnMap.expected", 1, 1, "@noBytes")),
            row(
                    "codec/EpochLost",
                    "a log entry loses its epoch in a copy",
                    "leave,join",
                    in(CODEC + "SyncCodec", "write").redirect("LogEntry.epoch", 1, 1, "noEpoch")),
            row(
                    "codec/BaseLost",
                    "a proposal loses what it is based on",
                    "leave,join,halves",
                    in(CODEC + "RegisteredCodec", "write").result("Entry.baseNumber", 1, 1, 0)),
            row(
                    "calls/OtherPartition",
                    "a member looks for a key in another partition",
                    "none",
                    in(RUNTIME + "ClientRequestHandler", "call")
                            .redirect("LocalReads.partition", 1, 1, "otherPartition")),
            row(
                    "calls/NeverRedirected",
                    "a client that waits at the wrong member is not told",
                    "leave,rolling",
                    in(RUNTIME + "ClientRequestHandler", "maintain").remove("PendingRequests.redirect", 1, 1)),
            row(
                    "calls/AnswerToOther",
                    "an answer is taken for that of a later call of the session",
                    "",
                    in(RUNTIME + "PendingRequests", "answered").jump(2, 2, true)),
            row(
                    "calls/OldPagesGoOn",
                    "pages of an old answer go on after a new call",
                    "",
                    in(RUNTIME + "AnswerPages", "send").remove("Map.remove", 1, 1)),
            row(
                    "calls/NoMorePages",
                    "of an answer in pages the first one is sent",
                    "large-values",
                    in(RUNTIME + "AnswerPages$Paged", "sendPages").jump(5, 8, true)),
            row(
                    "calls/SessionsExpireAtOnce",
                    "which calls were executed is forgotten within a second",
                    "loss,pause,isolate",
                    in(RUNTIME + "Sessions", "look").jump(3, 7, true)),
            row(
                    "calls/DiskStaysFull",
                    "a disk that was full counts as full for ever",
                    "full-disk",
                    in(RUNTIME + "DiskSpace", "look").keep("full", 2, 2)));

    private MemberMutants() {}

    private static RuntimeMutant row(String name, String text, String faults, Rewriting... rewritings) {
        return new RuntimeMutant(name, text, faults, "", List.of(rewritings));
    }
}
