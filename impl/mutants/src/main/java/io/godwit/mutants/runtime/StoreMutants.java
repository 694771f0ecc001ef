package io.godwit.mutants.runtime;

import static io.godwit.mutants.runtime.RuntimeMutants.in;
import static io.godwit.mutants.runtime.RuntimeMutants.row;
import static io.godwit.mutants.runtime.RuntimeMutants.tested;

import io.godwit.mutants.runtime.RuntimeMutants.RuntimeMutant;
import java.util.List;

/** What is written to the disk, when, and what a restart makes of it. */
final class StoreMutants {
    private static final String DURABILITY = "io.godwit.protocol.quorum.Durability";
    private static final String RESTORED = "io.godwit.protocol.quorum.";
    private static final String QUEUE = "io.godwit.member.runtime.DurabilityQueue";
    private static final String STORE = "io.godwit.storage.";
    private static final String REBOOTS = "power-cut";
    private static final String REBOOT_ALL = "power-cut,reboot-all,reboot";
    private static final String DISK_ERRORS = "disk-error,power-cut";

    static final List<RuntimeMutant> ALL = List.of(
            row(
                    "durability/PromiseBeforeSync",
                    "messages leave before what they promise is durable",
                    REBOOTS,
                    in(DURABILITY, "dependsOn").isA("SignOfLife", 1, 1, true)),
            row(
                    "durability/AckBeforeLog",
                    "an acknowledgement does not say that it depends on its entries",
                    REBOOTS,
                    in(DURABILITY, "dependsOn").result("Durability.changesLog", 1, 1, false)),
            row(
                    "durability/AckBeforeVersion",
                    "an acknowledgement does not say that it depends on the version",
                    REBOOTS + ",suspect,join,leave",
                    in(DURABILITY, "dependsOn").result("Durability.changesVersion", 1, 4, false)),
            tested(
                    "store/ShortLogIsWhole",
                    "a log that ends before what was synced is taken for a whole one",
                    "io.godwit.storage.rocksdb.RocksStorageTest.logThatEndsBeforeWhatWasSyncedIsDamage",
                    in("io.godwit.storage.rocksdb.RocksStorage", "open").result("Contents.number", 1, 1, 0L)),
            tested(
                    "store/ShortFileIsWhole",
                    "a list of files, or a log before the newest, that is shorter than what was synced is taken for a whole one",
                    "io.godwit.storage.rocksdb.RocksStorageTest.shortenedListOfFilesIsDamage",
                    in("io.godwit.storage.rocksdb.SyncedMark", "check").body((Object) null)),
            tested(
                    "store/FlushNotNoted",
                    "after a flush the sizes of the files are not noted",
                    "io.godwit.storage.rocksdb.RocksStorageTest.listOfFilesIsNotedAfterAFlush",
                    in("io.godwit.storage.rocksdb.RocksStorage$FlushListener", "onFlushCompleted")
                            .body((Object) null)),
            tested(
                    "durability/CaughtUpBeforeProposal",
                    "the proposal of a member does not say that it depends on whom the primary waits for",
                    "io.godwit.protocol.quorum.DurabilityTest.proposalOfMemberWaitsForThoseThatThePrimaryWaitsFor",
                    in(DURABILITY, "dependsOn").isA("CaughtUp", 1, 1, false)),
            tested(
                    "durability/FetchBeforeSync",
                    "a request for decisions does not say that it depends on what the member has accepted",
                    "io.godwit.protocol.quorum.DurabilityTest.fetchWaitsForEachWrite",
                    in(DURABILITY, "dependsOn").isA("Fetch", 1, 1, false)),
            tested(
                    "durability/AppendBeforeVersion",
                    "an entry does not say that it depends on the version",
                    "io.godwit.protocol.quorum.DurabilityTest.messagesUnderVersionWaitForItsWrite",
                    in(DURABILITY, "dependsOn").isA("Append", 1, 1, false)),
            row(
                    "durability/LeadsAfterRestart",
                    "a primary that has started again leads under its version",
                    REBOOTS,
                    in("io.godwit.protocol.quorum.DurableDataPlane", "restartFromDisk")
                            .result("Rules.has", 1, 1, false)),
            tested(
                    "durability/SyncBeforeVersion",
                    "the log of a version does not say that it depends on the version",
                    "io.godwit.protocol.quorum.DurabilityTest.messagesUnderVersionWaitForItsWrite",
                    in(DURABILITY, "dependsOn").isA("Sync", 1, 1, false)),
            row(
                    "durability/AnswerBeforeLog",
                    "an answer does not wait until its entries are on the primary's disk",
                    REBOOTS,
                    in(DURABILITY, "answerDependsOn").result("Log.length", 1, 1, Integer.MAX_VALUE)),
            tested(
                    "durability/AnswerBeforeVersion",
                    "an answer does not wait until its version is on the primary's disk",
                    "io.godwit.protocol.quorum.DurabilityTest.messagesUnderVersionWaitForItsWrite",
                    in(DURABILITY, "answerDependsOn").result("Durability.changesVersion", 1, 1, false)),
            tested(
                    "durability/VoteBeforeTerm",
                    "votes, and requests for them, do not say that they depend on the term",
                    "io.godwit.protocol.quorum.DurabilityTest.controlPlaneWaitsForItsOwnPart",
                    in(DURABILITY, "dependsOn").redirect("Durability.writes", 1, 1, "writesWithoutTerm")),
            row(
                    "durability/AcceptedBeforeRegister",
                    "an acceptance does not say that it depends on the register",
                    "slow-disk,reboot,reboot-all,isolate",
                    in(DURABILITY, "dependsOn").redirect("Durability.writes", 1, 1, "writesWithoutAccepted")),
            tested(
                    "durability/InstalledBeforeVoters",
                    "a member says that it goes by a voter set, and not that this depends on its disk",
                    "io.godwit.protocol.quorum.DurabilityTest.controlPlaneWaitsForItsOwnPart",
                    in(DURABILITY, "dependsOn").redirect("Durability.writes", 1, 1, "writesWithoutVoting")),
            row(
                    "durability/FirstImage",
                    "of several images the first is written",
                    "slow-disk,reboot-all",
                    in(QUEUE + "$PendingWrite", "image").body("firstImage")),
            row(
                    "durability/NothingWritten",
                    "no image is written",
                    REBOOTS,
                    in(QUEUE, "write").remove("MemberStore.write", 1, 1)),
            row(
                    "durability/NoSync",
                    "what is written is not synced",
                    REBOOTS,
                    in(STORE + "MemberStore", "commit").remove("Storage.sync", 1, 1)),
            row(
                    "durability/OutOfOrder",
                    "commands that come during a failed write overtake it",
                    DISK_ERRORS,
                    in(QUEUE, "ask").read("writing", 1, 1, false)),
            tested(
                    "durability/ForgetsFailedCommands",
                    "after a failed write its commands are forgotten",
                    "io.godwit.member.runtime.DurabilityQueueTest.commandsBehindAWriteThatFailedAreCarriedOutOnceItWorks",
                    in(QUEUE, "write").result("PendingWrite.commands", 1, 3, "@emptyList")),
            row(
                    "durability/ForgetsFailedBatch",
                    "after a failed write the batch is forgotten",
                    DISK_ERRORS,
                    in(QUEUE, "write").redirect("MemberStore.reopen", 1, 1, "forgetPending")),
            row(
                    "durability/NeverReopened",
                    "after a failed write the store is not opened again",
                    DISK_ERRORS,
                    in(QUEUE, "write").remove("MemberStore.reopen", 1, 1)),
            row(
                    "durability/NeverRetried",
                    "a failed write is not tried again",
                    DISK_ERRORS,
                    in(QUEUE, "write").remove("Clock.schedule", 1, 1)),
            row(
                    "durability/DamageRetried",
                    "a member whose disk is damaged runs on, and tries to write",
                    "damage",
                    in(QUEUE, "write").result("StoreException.isDamage", 1, 1, false)),
            row(
                    "durability/StopsAfterOneRound",
                    "what collects during a write is not written",
                    "none",
                    in(QUEUE, "write").remove("DurabilityQueue.begin", 1, 1)),
            tested(
                    "durability/AnswerTwice",
                    "commands that were held back are carried out twice",
                    "io.godwit.member.runtime.DurabilityQueueTest.commandsDuringAWriteWaitForTheNextOne",
                    in(QUEUE, "write").redirect("EventLoop.execute", 1, 2, "twice")),
            row(
                    "restart/ForgetsVote",
                    "a restart forgets what was accepted",
                    REBOOT_ALL,
                    in(STORE + "Loader", "take").result("Register.entry", 1, 2, "@noEntry")),
            row(
                    "restart/ForgetsCommitted",
                    "a restart forgets what was decided",
                    REBOOT_ALL,
                    in(STORE + "Loader", "take").result("Register.entry", 2, 2, "@noEntry")),
            row(
                    "restart/OtherTerm",
                    "a restart begins in term 0",
                    REBOOT_ALL,
                    in(STORE + "Loader", "image").result("Scalars.term", 1, 1, 0)),
            row(
                    "restart/ForgetsVoters",
                    "a restart forgets the voters",
                    "join,leave,reboot,reboot-all",
                    in(RESTORED + "registers.ControlState", "restored").skip("ControlState.withVoting", 1, 1)),
            row(
                    "restart/EmptyLog",
                    "a restart begins with empty logs",
                    REBOOT_ALL,
                    in(STORE + "Loader", "image").result("CopyReader.log", 1, 1, "@emptyLog")),
            row(
                    "restart/ForgetsView",
                    "a restart forgets the views of replicas",
                    REBOOT_ALL,
                    in(STORE + "Loader", "take").result("Activated.view", 1, 1, "@noView")),
            row(
                    "restart/ForgetsWaits",
                    "a restart forgets whom a primary waits for",
                    "reboot,reboot-all,join,leave",
                    in(STORE + "Loader", "take").result("WaitedFor.members", 1, 1, "@noMembers")),
            row(
                    "restart/ForgetsLeaving",
                    "a restart forgets who leaves",
                    "leave,reboot,reboot-all",
                    in(STORE + "Loader", "image").result("Scalars.leaving", 1, 1, "@noMembers")),
            row(
                    "restart/ForgetsExecuted",
                    "a restart forgets which calls were executed",
                    REBOOT_ALL + ",loss,pause",
                    in(STORE + "CopyReader", "take").skip("LongMap.with", 1, 1)),
            row(
                    "restart/ForgetsLead",
                    "a restarted primary forgets that it leads",
                    REBOOT_ALL,
                    in(RESTORED + "data.Replica", "restored").jump(1, 2, true)),
            tested(
                    "restart/NoIdentity",
                    "who the member is is not stored when it joins",
                    "io.godwit.member.runtime.LoneMemberTest.identityIsDurableBeforeMemberRuns",
                    in("io.godwit.member.runtime.MemberRuntime", "begin").remove("MemberStore.identify", 1, 1)),
            row(
                    "store/ContinuesAlways",
                    "a log that was replaced is taken for a continuation",
                    "all",
                    in(STORE + "DifferenceWriter", "isContinued").body(true)),
            tested(
                    "store/ContinuesOtherEpoch",
                    "a log with another last entry is taken for a continuation",
                    "io.godwit.simulation.disk.StoreFaultTest.logWithAnotherLastEntryIsWrittenWhole",
                    in(STORE + "DifferenceWriter", "isContinued").result("Version.equals", 1, 1, true)),
            row(
                    "store/KeepsReplacedLog",
                    "a log that was replaced is not deleted",
                    "all",
                    in(STORE + "DifferenceWriter", "log").remove("Batch.deleteRange", 2, 2)),
            row(
                    "store/NoView",
                    "views are not written",
                    REBOOT_ALL,
                    in(STORE + "DifferenceWriter", "replica").remove("DifferenceWriter.view", 1, 1)),
            row(
                    "store/NoWaits",
                    "whom a primary waits for is not written",
                    "reboot,reboot-all,join,leave",
                    in(STORE + "DifferenceWriter", "replica").remove("DifferenceWriter.waits", 1, 1)),
            row(
                    "store/NoAccepted",
                    "what was accepted is not written",
                    REBOOT_ALL,
                    in(STORE + "DifferenceWriter", "write").remove("DifferenceWriter.registers", 1, 2)),
            row(
                    "store/NoTerm",
                    "term and voters are written once only",
                    REBOOT_ALL,
                    in(STORE + "DifferenceWriter", "write").contrary("Scalars.equals", 1, 1)),
            row(
                    "store/NoExecuted",
                    "which calls were executed is not written as a log grows",
                    REBOOT_ALL + ",loss,pause",
                    in(STORE + "DifferenceWriter", "append").remove("DifferenceWriter.executed", 1, 1)),
            row(
                    "store/NoExecutedOfCopies",
                    "which calls were executed is not written with a copy",
                    "all",
                    in(STORE + "CopyRecords", "of").remove("MapContent.forEachExecuted", 1, 1)),
            tested(
                    "store/KeepsOldItems",
                    "items of a list that was replaced stay on disk",
                    "io.godwit.simulation.disk.StoreFaultTest.replacedListLeavesNoElements",
                    in(STORE + "CellChange", "items").remove("CellChange.forget", 1, 1)),
            tested(
                    "store/KeepsExpired",
                    "calls whose session has expired stay on disk",
                    "io.godwit.storage.MemberStoreTest.writtenValueSurvivesRestart",
                    in(STORE + "DifferenceWriter", "append").remove("DifferenceWriter.expire", 1, 1)),
            row(
                    "store/NoChecksum",
                    "the checksum of a stored value is not looked at",
                    "damage",
                    in(STORE + "ChecksummedValues", "isWhole").body(true)),
            row(
                    "store/ChecksumWithoutKey",
                    "the checksum of a stored value does not cover its key",
                    "damage",
                    in(STORE + "ChecksummedValues", "sum").remove("CRC32C.update", 1, 2)),
            row(
                    "store/LeavesDamagedOut",
                    "a restart leaves out records that are damaged",
                    "damage",
                    in(STORE + "MemberStore", "read").redirect("Storage.scan", 1, 1, "wholeRecords")),
            row(
                    "store/NoChecksumOfFiles",
                    "the checksums of a copy that comes as a file are not looked at",
                    "large-values,damage,join,leave,rolling",
                    in(STORE + "CopyFiles", "read").redirect("ChecksummedValues.open", 1, 1, "openUnchecked")),
            row(
                    "store/NoPlace",
                    "the store does not note where a copy that came as a file lies",
                    "large-values,join,leave,reboot-all,reboot",
                    in(STORE + "DifferenceWriter", "log").remove("Batch.put", 1, 2)),
            tested(
                    "store/KeepsUselessCopies",
                    "copies of no use are never deleted",
                    "io.godwit.simulation.disk.StoreFaultTest.copiesThatAreOfNoUseGo",
                    in(STORE + "MemberStore", "write").remove("List.forEach", 1, 1)));

    private StoreMutants() {}
}
