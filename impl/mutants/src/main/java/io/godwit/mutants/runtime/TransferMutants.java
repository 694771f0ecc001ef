package io.godwit.mutants.runtime;

import static io.godwit.mutants.runtime.RuntimeMutants.in;

import java.util.List;

/** Copies of partitions on their way between members. */
final class TransferMutants {
    private static final String TRANSFER = "io.godwit.member.transfer.";
    private static final String MOVES = "large-values,leave,join,crash";
    private static final String RETURNS = "large-values,isolate,reboot,pause";

    static final List<RuntimeMutant> ALL = List.of(
            row(
                    "transfer/NoExecuted",
                    "the calls that were executed do not come with a copy",
                    MOVES + ",loss,pause",
                    in(TRANSFER + "SnapshotReceiver", "take").result("Part.executed", 1, 1, "@emptyList")),
            row(
                    "transfer/NoLastEntry",
                    "the last entry of the log does not come with a copy",
                    MOVES,
                    in(TRANSFER + "LogParts", "whole").result("Log.entries", 1, 1, "@emptyList")),
            row(
                    "transfer/NoExecutedSent",
                    "the calls that were executed are not sent with a copy",
                    MOVES + ",loss,pause",
                    in(TRANSFER + "LogParts", "whole").result("LongMap.iterator", 1, 1, "@emptyIterator")),
            row(
                    "transfer/AnyLog",
                    "a copy of another log than was offered is taken",
                    RETURNS,
                    in(TRANSFER + "SnapshotReceiver", "complete").jump(5, 6, false),
                    in(TRANSFER + "SnapshotReceiver", "complete").jump(5, 5, true)),
            row(
                    "transfer/WrongBase",
                    "a difference is sent for a base with another last entry",
                    RETURNS,
                    in(TRANSFER + "SnapshotSender", "isDifference").result("Version.equals", 1, 1, true)),
            row(
                    "transfer/WrongCommon",
                    "logs are taken to agree up to where they differ",
                    RETURNS,
                    in(TRANSFER + "Positions", "common").result("Version.equals", 2, 2, true)),
            row(
                    "transfer/OldPositions",
                    "positions of a log that was replaced are used",
                    RETURNS,
                    in(TRANSFER + "PositionCache$Known", "isOf").result("Version.equals", 1, 1, true)),
            row(
                    "transfer/OtherRequest",
                    "parts for another request are taken",
                    RETURNS + ",duplicate,reorder",
                    in(TRANSFER + "SnapshotReceivers", "begin").contrary("Request.equals", 1, 1)),
            row(
                    "transfer/PartTwice",
                    "a part is taken twice",
                    "large-values,leave,join,duplicate",
                    in(TRANSFER + "SnapshotReceivers", "received").result("SnapshotReceiver.has", 1, 2, false),
                    in(TRANSFER + "SnapshotReceivers", "received").result("SnapshotReceiver.has", 1, 1, false),
                    in(TRANSFER + "SnapshotReceiver", "count").jump(1, 1, true)),
            row(
                    "transfer/MissingPart",
                    "that a part is missing is not noticed",
                    "large-values,leave,join,loss,reset",
                    in(TRANSFER + "SnapshotReceiver", "count").jump(1, 1, true)),
            row(
                    "transfer/LateOffer",
                    "an offer of an old version is taken",
                    "leave,join,rolling,delay,jitter",
                    in(TRANSFER + "SnapshotReceivers", "offered").contrary("Version.newerThan", 2, 2)),
            row(
                    "transfer/NeverReplaced",
                    "a sender of an old version stays",
                    MOVES,
                    in(TRANSFER + "SnapshotSenders", "send").result("Version.equals", 1, 1, true)),
            row(
                    "transfer/UndoneStays",
                    "what is taken back stays in the data",
                    RETURNS,
                    in(TRANSFER + "Rollback", "forward").skip("Rollback.without", 1, 1)),
            row(
                    "transfer/UndoneCallStays",
                    "calls that are taken back stay executed",
                    RETURNS,
                    in(TRANSFER + "Rollback", "forward").skip("LongMap.without", 2, 2)),
            row(
                    "transfer/NoUndoneCells",
                    "keys that are taken back do not come with a difference",
                    RETURNS,
                    in(TRANSFER + "LogParts", "difference").remove("List.add", 1, 2)),
            row(
                    "transfer/NeverLeaves",
                    "a copy that was sent keeps its place",
                    MOVES,
                    in(TRANSFER + "SendQueue$Slot", "leave").body((Object) null)),
            row(
                    "transfer/StaysBlocked",
                    "a sender that waits for acknowledgements goes not on",
                    MOVES,
                    in(TRANSFER + "SnapshotSender", "acknowledge").remove("SnapshotSender.request", 1, 1)),
            row(
                    "transfer/WindowNeverOpens",
                    "acknowledged parts count as under way",
                    MOVES,
                    in(TRANSFER + "CongestionWindow", "acknowledged").keep("underWay", 1, 1)),
            row(
                    "transfer/SentOnce",
                    "a part for which there was no room is not sent again",
                    "",
                    in(TRANSFER + "SnapshotSender", "send").remove("Clock.schedule", 1, 1)),
            row(
                    "transfer/FileAnyway",
                    "a copy that came as a file is taken although another one has begun",
                    MOVES,
                    in(TRANSFER + "SnapshotReceivers", "isCurrent").body(true)));

    private TransferMutants() {}

    private static RuntimeMutant row(String name, String text, String faults, Rewriting... rewritings) {
        return new RuntimeMutant(name, text, faults, "", List.of(rewritings));
    }
}
