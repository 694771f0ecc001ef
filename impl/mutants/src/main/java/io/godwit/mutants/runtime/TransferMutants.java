package io.godwit.mutants.runtime;

import static io.godwit.mutants.runtime.RuntimeMutants.in;
import static io.godwit.mutants.runtime.RuntimeMutants.row;
import static io.godwit.mutants.runtime.RuntimeMutants.tested;

import io.godwit.mutants.runtime.RuntimeMutants.RuntimeMutant;
import java.util.List;

/** Copies of partitions on their way between members. */
final class TransferMutants {
    private static final String TRANSFER = "io.godwit.member.transfer.";
    private static final String MOVES = "large-values,leave,join,crash";

    static final List<RuntimeMutant> ALL = List.of(
            row(
                    "transfer/NoExecuted",
                    "the calls that were executed do not come with a copy",
                    MOVES + ",loss,pause",
                    in(TRANSFER + "SnapshotReceiver", "take").result("SnapshotChunk.executed", 1, 1, "@emptyList")),
            row(
                    "transfer/NoLastEntry",
                    "the last entry of the log does not come with a copy",
                    MOVES,
                    in(TRANSFER + "LogChunks", "whole").result("Log.entries", 1, 1, "@emptyList")),
            row(
                    "transfer/NoExecutedSent",
                    "the calls that were executed are not sent with a copy",
                    MOVES + ",loss,pause",
                    in(TRANSFER + "LogChunks", "whole").result("LongMap.iterator", 1, 1, "@emptyIterator")),
            tested(
                    "transfer/AnyLog",
                    "a copy of another log than was offered is taken",
                    "io.godwit.member.transfer.RollbackTest.logThatIsNotTheOneThatWasOfferedIsRefused",
                    in(TRANSFER + "SnapshotReceiver", "complete").jump(5, 6, false),
                    in(TRANSFER + "SnapshotReceiver", "complete").jump(5, 5, true)),
            tested(
                    "transfer/WrongBase",
                    "a difference is sent for a base with another last entry",
                    "io.godwit.member.transfer.SnapshotTransferTest.receiverWithAnotherLogGetsEverything",
                    in(TRANSFER + "SnapshotSender", "isDifference").result("Version.equals", 1, 1, true)),
            tested(
                    "transfer/OldPositions",
                    "positions of a log that was replaced are used",
                    "io.godwit.member.transfer.PositionCacheTest.saysWhatALookAtAllSays",
                    in(TRANSFER + "PositionCache$Known", "isOf").result("Version.equals", 1, 1, true)),
            tested(
                    "transfer/OtherRequest",
                    "parts for another request are taken",
                    "io.godwit.member.transfer.SnapshotFaultsTest.partsOfAnEarlierRequestAreNotAppliedToAnotherLog",
                    in(TRANSFER + "SnapshotReceivers", "begin").contrary("RequestKey.equals", 1, 1)),
            tested(
                    "transfer/PartTwice",
                    "a part is taken twice",
                    "io.godwit.member.transfer.SnapshotFaultsTest.partThatComesTwiceIsTakenOnce",
                    in(TRANSFER + "SnapshotReceivers", "received").result("SnapshotReceiver.has", 1, 2, false),
                    in(TRANSFER + "SnapshotReceivers", "received").result("SnapshotReceiver.has", 1, 1, false),
                    in(TRANSFER + "SnapshotReceiver", "count").jump(1, 1, true)),
            tested(
                    "transfer/MissingPart",
                    "that a part is missing is not noticed",
                    "io.godwit.member.transfer.SnapshotFaultsTest.logsThatArriveAreTheSendersWhateverHappensToFrames",
                    in(TRANSFER + "SnapshotReceiver", "count").jump(1, 1, true)),
            row(
                    "transfer/LateOffer",
                    "an offer of an old version is taken",
                    "leave,join,rolling,delay,jitter",
                    in(TRANSFER + "SnapshotReceivers", "manifestReceived").contrary("Version.newerThan", 2, 2)),
            row(
                    "transfer/NeverReplaced",
                    "a sender of an old version stays",
                    MOVES,
                    in(TRANSFER + "SnapshotSenders", "send").result("Version.equals", 1, 1, true)),
            tested(
                    "transfer/UndoneStays",
                    "what is taken back stays in the data",
                    "io.godwit.member.transfer.SnapshotTransferTest.divergedLogsBecomeTheSame",
                    in(TRANSFER + "Rollback", "forward").skip("Rollback.without", 1, 1)),
            tested(
                    "transfer/UndoneCallStays",
                    "calls that are taken back stay executed",
                    "io.godwit.member.transfer.RollbackTest.callThatIsTakenBackDoesNotCountAsExecuted",
                    in(TRANSFER + "Rollback", "forward").skip("LongMap.without", 2, 2)),
            tested(
                    "transfer/NoUndoneCells",
                    "keys that are taken back do not come with a difference",
                    "io.godwit.member.transfer.SnapshotTransferTest.divergedLogsBecomeTheSame",
                    in(TRANSFER + "LogChunks", "difference").remove("List.add", 1, 2)),
            tested(
                    "transfer/NeverLeaves",
                    "a copy that was sent keeps its place",
                    "io.godwit.member.transfer.SendQueueTest.snapshotsBeyondLimitWaitInQueue",
                    in(TRANSFER + "SendQueue$Slot", "leave").body((Object) null)),
            tested(
                    "transfer/StaysBlocked",
                    "a sender that waits for acknowledgements goes not on",
                    "io.godwit.member.transfer.SnapshotFaultsTest.sendingGoesOnAfterAsManyPartsAsMayBeOnTheirWay",
                    in(TRANSFER + "SnapshotSender", "acknowledge").remove("SnapshotSender.request", 1, 1)),
            row(
                    "transfer/WindowNeverOpens",
                    "acknowledged parts count as under way",
                    MOVES,
                    in(TRANSFER + "CongestionWindow", "acknowledged").keep("underWay", 1, 1)),
            tested(
                    "transfer/SentOnce",
                    "a part for which there was no room is not sent again",
                    "io.godwit.member.transfer.SnapshotFaultsTest.partThatTheConnectionHasNoRoomForIsSentLater",
                    in(TRANSFER + "SnapshotSender", "send").remove("Clock.schedule", 1, 1)));

    private TransferMutants() {}
}
