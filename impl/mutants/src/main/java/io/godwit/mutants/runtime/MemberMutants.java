package io.godwit.mutants.runtime;

import static io.godwit.mutants.runtime.RuntimeMutants.in;
import static io.godwit.mutants.runtime.RuntimeMutants.row;
import static io.godwit.mutants.runtime.RuntimeMutants.tested;

import io.godwit.mutants.runtime.RuntimeMutants.RuntimeMutant;
import java.util.List;

/** Tasks and timers, connections and frames, failure detection, and requests of clients. */
final class MemberMutants {
    private static final String ON_LOSS = "io.godwit.member.runtime.OnLossTest.";
    private static final String DECLARES = "io.godwit.protocol.quorum.engine.AutomaticDeclarationTest.";
    private static final String DECISIONS = "io.godwit.protocol.quorum.engine.Decisions";
    private static final String PRIMARY_STATE = "io.godwit.protocol.quorum.data.PrimaryState";
    private static final String ACKS = "io.godwit.protocol.quorum.HandleAckTest.";
    private static final String EXPIRY = "io.godwit.member.runtime.ExpiryTest.";
    private static final String LIFETIMES = "io.godwit.member.runtime.MapLifetimesTest.";
    private static final String IDLE = "io.godwit.member.runtime.MapIdleTest.";
    private static final String LIMITS = "io.godwit.member.runtime.MapLimitsTest.";
    private static final String HEAP = "io.godwit.member.runtime.HeapSpaceTest.";
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
                    "burst",
                    in(RUNTIME + "Backlog", "add").remove("Connection.reading", 2, 2)),
            row(
                    "loop/HeldForever",
                    "a client that was held because of the disk is not read again",
                    "burst",
                    in(RUNTIME + "HeldClients", "release").remove("Set.forEach", 1, 1)),
            tested(
                    "peers/OldConnectionCloses",
                    "the end of an old connection is taken for that of the new one",
                    "io.godwit.member.runtime.PeerConnectionTest.ignoresTheEndOfAnEarlierConnection",
                    in(RUNTIME + "PeerConnection", "closed").jump(3, 5, false)),
            tested(
                    "peers/AnyIncarnation",
                    "another incarnation is taken for the member",
                    "io.godwit.member.runtime.PeerRegistryTest.numberBelongsToOneIncarnation",
                    in(RUNTIME + "PeerRegistry", "allows").body(true)),
            tested(
                    "peers/ExpectsNobody",
                    "a member answers who looks for the one before it",
                    "io.godwit.member.runtime.MemberHandshakesTest.memberThatLooksForTheOneBeforeIsRefused",
                    in(RUNTIME + "MemberHandshakes", "refusal").result("Bytes.equals", 2, 2, true)),
            tested(
                    "peers/StaleAddress",
                    "an old member's address replaces the new one's",
                    "io.godwit.member.runtime.PeerRegistryTest.laterMemberReplacesEarlierAtItsAddress",
                    in(RUNTIME + "PeerRegistry", "learn").result("Stream.anyMatch", 1, 1, false)),
            row(
                    "peers/NeverTrusts",
                    "a member that is heard of again stays suspect",
                    "isolate,pause",
                    in(RUNTIME + "FailureDetector", "hear").result("Set.remove", 1, 1, false)),
            tested(
                    "peers/NeverSuspects",
                    "silence is not noticed",
                    "io.godwit.member.runtime.FailureDetectorTest.silentMemberIsSuspectedOnce",
                    in(RUNTIME + "FailureDetector", "look").result("Set.add", 1, 1, false)),
            row(
                    "peers/NoSecondAttempt",
                    "a connection that could not be opened is not tried again",
                    "reboot,crash",
                    in(RUNTIME + "PeerConnection", "isDue").read("connecting", 1, 1, true)),
            tested(
                    "peers/FramesOvertake",
                    "a frame overtakes messages that were to be sent before it",
                    "io.godwit.member.runtime.PeerConnectionTest.frameLeavesBehindTheMessagesThatWereAddedBefore",
                    in(RUNTIME + "PeerConnection", "add").remove("PeerConnection.complete", 2, 2)),
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
            tested(
                    "frames/CountsForever",
                    "a frame counts as waiting after it was written",
                    "io.godwit.transport.connection.ConnectionTest.bytesThatWereReceivedCanBeSentOn",
                    in(CONNECTION + "Connection", "write").remove("AtomicLong.addAndGet", 1, 3)),
            tested(
                    "frames/AfterBreak",
                    "frames behind one that was broken are taken",
                    "io.godwit.transport.connection.FrameDecoderTest.flippedBitAnywhereIsNoticed",
                    in(CONNECTION + "FrameDecoder", "next").read("broken", 1, 1, false)),
            row(
                    "codec/NoCallNumber",
                    "a log entry is written without its call number",
                    "leave,join,loss,pause",
                    in(CODEC + "MapCodec", "write").result("LogEntry.call", 1, 1, 0L)),
            row(
                    "codec/NoExpected",
                    "a compare-and-set is written without what it expects",
                    "leave,join",
                    in(CODEC + "MapCodec", "write").result("OnMap.expected", 1, 1, "@noBytes")),
            row(
                    "codec/EpochLost",
                    "a log entry is written without its epoch",
                    "leave,join",
                    in(CODEC + "MapCodec", "write").redirect("LogEntry.epoch", 1, 1, "noEpoch")),
            row(
                    "codec/BaseLost",
                    "a proposal loses what it is based on",
                    "leave,join,halves",
                    in(CODEC + "TableCodec", "write").redirect("Entry.base", 1, 1, "baseWithoutNumber")),
            row(
                    "calls/OtherPartition",
                    "a member looks for a key in another partition",
                    "none",
                    in(RUNTIME + "ClientRequestHandler", "call")
                            .redirect("LocalReads.partition", 1, 1, "otherPartition")),
            tested(
                    "calls/NeverRedirected",
                    "a client that waits at the wrong member is not told",
                    "io.godwit.member.runtime.ClientRequestHandlerTest.waitingClientIsRedirectedOnceAnotherMemberLeads",
                    in(RUNTIME + "ClientRequestHandler", "maintain").remove("PendingRequests.redirect", 1, 1)),
            tested(
                    "calls/AnswerToOther",
                    "an answer is taken for that of a later call of the session",
                    "io.godwit.member.runtime.ClientRequestHandlerTest.lateAnswerIsNotSentForTheNextCall",
                    in(RUNTIME + "PendingRequests", "answered").jump(2, 2, true)),
            tested(
                    "calls/CommonAnswerToOther",
                    "an answer to an earlier call is taken for that of one that came with others",
                    "io.godwit.member.runtime.AnswerBatchesTest.otherAnswersAreNotTaken",
                    in(RUNTIME + "AnswerBatches", "ends").jump(3, 3, true)),
            tested(
                    "calls/OldPagesGoOn",
                    "pages of an old answer go on after a new call",
                    "io.godwit.member.runtime.AnswerPagesTest.pagesOfAnEarlierAnswerDoNotFollowThatToALaterCall",
                    in(RUNTIME + "AnswerPages", "send").remove("Map.remove", 1, 1)),
            tested(
                    "loop/BytesDoNotCount",
                    "connections are read however many bytes wait",
                    "io.godwit.member.runtime.BacklogTest.connectionIsNotReadWhileTooManyBytesWait",
                    in(RUNTIME + "Backlog", "add").result("Backlog.size", 1, 1, 0L)),
            tested(
                    "loop/BytesStay",
                    "bytes count for ever",
                    "io.godwit.member.runtime.BacklogTest.connectionIsReadAgainWhenTheLoopHasReachedTheFrame",
                    in(RUNTIME + "Backlog", "add").remove("AtomicLong.addAndGet", 2, 2)),
            tested(
                    "logs/NeverTooLarge",
                    "logs that have become too large are not shortened",
                    "io.godwit.member.runtime.RetainedLogsTest.logsStayWithinTheirBoundWhateverIsWritten",
                    in(RUNTIME + "RetainedLogs", "tick").remove("RetainedLogs.shortenLargest", 1, 1)),
            tested(
                    "logs/BytesNotCounted",
                    "the size of what is written does not count",
                    "io.godwit.protocol.quorum.data.log.LogTest.sizeIsThatOfTheEntriesBeforeTheLast",
                    in("io.godwit.protocol.quorum.data.log.Log", "append").result("Log.bytes", 1, 1, 0L)),
            tested(
                    "logs/ForgottenBytesCount",
                    "what is forgotten counts as kept",
                    "io.godwit.member.runtime.RetainedLogsTest.largestLogsAreShortenedUntilAllTakeHalf",
                    in(RUNTIME + "RetainedLogs", "shortenLargest").remove("RetainedLogs.count", 1, 1)),
            tested(
                    "logs/AlwaysTriedAgain",
                    "logs that cannot be shortened are looked at in each tick",
                    "io.godwit.member.runtime.RetainedLogsTest.logThatCannotBeShortenedIsTriedAgainWhenItHasGrownOrAfterASecond",
                    in(RUNTIME + "RetainedLogs", "shortenLargest").keep("due", 1, 1)),
            tested(
                    "logs/LongLogsStay",
                    "logs of many entries are not shortened",
                    "io.godwit.member.runtime.RetainedLogsTest.longLogIsShortened",
                    in(RUNTIME + "RetainedLogs", "housekeep").remove("Shortening.shorten", 1, 1)),
            tested(
                    "logs/OldEntriesStay",
                    "old entries are not forgotten",
                    "io.godwit.member.runtime.RetainedLogsTest.oldEntriesAreForgotten",
                    in(RUNTIME + "RetainedLogs", "housekeep").remove("RetainedLogs.forgetOld", 1, 1)),
            tested(
                    "logs/ForgottenBeforeTheDisk",
                    "entries are forgotten that are not on the disk",
                    "io.godwit.member.runtime.DurabilityQueueTest.tellsHowMuchOfALogTheDiskHas",
                    in(RUNTIME + "DurabilityQueue", "durableLength").result("List.isEmpty", 1, 1, true)),
            row(
                    "calls/NoMorePages",
                    "of an answer in pages the first one is sent",
                    "large-values",
                    in(RUNTIME + "AnswerPages$Paged", "sendPages").jump(5, 8, true)),
            row(
                    "calls/SessionsExpireAtOnce",
                    "which calls were executed is forgotten within a second",
                    "loss,pause,isolate",
                    in(RUNTIME + "Sessions", "look").jump(4, 7, true)),
            tested(
                    "calls/NewPrimaryExpiresNothing",
                    "a new primary does not look for entries that are due",
                    EXPIRY + "newPrimaryFindsWhatOthersHaveTaken",
                    in(RUNTIME + "Expiry", "look").body((Object) null)),
            tested(
                    "calls/NewVersionExpiresNothing",
                    "a primary that was none for a moment does not look for entries that are due",
                    EXPIRY + "primaryOfANewVersionFindsWhatAnotherOneHasTakenMeanwhile",
                    in(RUNTIME + "Expiry", "look").result("Version.equals", 1, 1, true)),
            tested(
                    "calls/ExpiresOnce",
                    "the removal of an entry that is due is not repeated",
                    EXPIRY + "removalThatHasNoEffectIsTakenAgain",
                    in(RUNTIME + "Expiry", "remove").remove("Expiry.add", 2, 2)),
            tested(
                    "calls/ExpiresWhatWasPutAgain",
                    "an entry is removed at the time of an earlier put",
                    EXPIRY + "laterPutDecides",
                    in(RUNTIME + "Expiry", "remove").result("Cell.due", 2, 4, 0L)),
            tested(
                    "calls/ExpiresWhatCannotBeWritten",
                    "entries are removed although nothing may be written",
                    EXPIRY + "removalThatHasNoEffectIsTakenAgain",
                    in(RUNTIME + "Expiry", "remove").result("Primary.takesWrites", 1, 1, true)),
            tested(
                    "calls/RemovedKeysWait",
                    "keys that are removed are kept until they would be due",
                    EXPIRY + "removedKeyIsForgotten",
                    in(RUNTIME + "Expiry", "taken").remove("Expiry.forget", 1, 1)),
            tested(
                    "calls/ForgetsWhatIsThere",
                    "a key whose removal was not taken is not removed when it is due",
                    EXPIRY + "keyWhoseRemovalWasNotTakenIsRemovedWhenItIsDue",
                    in(RUNTIME + "Expiry", "taken").result("Expiry.cell", 2, 2, null)),
            tested(
                    "calls/NoLifetimeOfMaps",
                    "entries stay although their map has a lifetime",
                    LIFETIMES + "entryThatHasItsLifetimeFromItsMapGoesAtTheNextPrimary",
                    in(RUNTIME + "MapLifetimes", "inLog").result("MapNames.isEmpty", 1, 1, true)),
            tested(
                    "calls/LifetimeOfMapWins",
                    "a put that names a lifetime gets that of its map",
                    LIFETIMES + "lifetimeThatAPutNamesCounts",
                    in(RUNTIME + "MapLifetimes", "timed").redirect("OnMap.verb", 1, 1, "verbWithoutLifetime")),
            tested(
                    "calls/PutIfAbsentStays",
                    "what is put where there is nothing gets no lifetime of its map",
                    LIFETIMES + "putIfAbsentHasTheLifetimeOfItsMap",
                    in(RUNTIME + "MapLifetimes", "timed").redirect("MapLifetimes.put", 2, 3, "withoutLifetime")),
            tested(
                    "calls/ReplacementStays",
                    "a value that replaces another one gets no lifetime of its map",
                    LIFETIMES + "replacementHasTheLifetimeOfItsMap",
                    in(RUNTIME + "MapLifetimes", "timed").result("NamedMaps.holds", 1, 1, false)),
            tested(
                    "calls/ReplacesAnything",
                    "in a map with a lifetime any value is replaced",
                    LIFETIMES + "replacementHasTheLifetimeOfItsMap",
                    in(RUNTIME + "MapLifetimes", "timed").result("NamedMaps.holds", 1, 1, true)),
            tested(
                    "calls/NoIdleTimeOfMaps",
                    "entries stay although nobody uses them",
                    IDLE + "entryThatNobodyUsesGoes",
                    in(RUNTIME + "MapLifetimes", "idle").body(0L)),
            tested(
                    "calls/ReadsAreNotTouched",
                    "an entry goes although it is read",
                    IDLE + "usedEntryStays",
                    in(RUNTIME + "Expiry", "used").result("MapLifetimes.isTouched", 1, 1, false)),
            tested(
                    "calls/RelaxedReadsAreNotTouched",
                    "an entry goes although its primary answers relaxed reads of it",
                    IDLE + "usedEntryStays",
                    in(RUNTIME + "ClientRequestHandler", "usedRelaxed")
                            .result("MapLifetimes.hasIdleTime", 1, 1, false)),
            tested(
                    "calls/TouchesAlways",
                    "each read of an entry that goes if nobody uses it is a write",
                    IDLE + "readsAreTouchedOnceInAQuarterOfTheIdleTime",
                    in(RUNTIME + "MapLifetimes", "isShort").body(true)),
            tested(
                    "calls/TouchesWhatCannotBeWritten",
                    "entries are touched although nothing may be written",
                    EXPIRY + "entryIsNotTouchedWhereNothingMayBeWritten",
                    in(RUNTIME + "Expiry", "used").result("Primary.takesWrites", 1, 1, true)),
            tested(
                    "calls/ValuesWithoutDueTimeStay",
                    "a value that was there before its map had an idle time stays",
                    EXPIRY + "valueWithoutADueTimeGetsOne",
                    in(RUNTIME + "MapLifetimes", "lookAt").result("MapLifetimes.isTouched", 1, 1, false)),
            tested(
                    "calls/NoLimitOfMaps",
                    "a map takes more entries than it may have",
                    LIMITS + "putThatIsOneTooManyIsNotDone",
                    in(RUNTIME + "MapLimits", "refusal").result("MapLimits.isOneTooMany", 1, 1, false)),
            tested(
                    "calls/EvictsNothing",
                    "no entry is removed where one too many comes",
                    LIMITS + "mapStaysWithinItsLimitAtEachPrimary",
                    in(RUNTIME + "MapLimits", "removal").result("MapLimits.isOneTooMany", 1, 1, false)),
            tested(
                    "calls/EvictsMany",
                    "a map that has more entries than it may have loses many for one that comes",
                    LIMITS + "mapThatHasMoreThanItsLimitShrinks",
                    in(RUNTIME + "MapLimits", "removal").jump(1, 7, false)),
            tested(
                    "calls/EvictsTheSame",
                    "the same entries are picked again and again",
                    LIMITS + "anyEntryMayBeRemoved",
                    in(RUNTIME + "MapLimits", "victim").result("Log.length", 1, 1, 0)),
            tested(
                    "calls/EvictsAnyPicked",
                    "of the entries that are picked, another one goes than that which is due first",
                    LIMITS + "entryThatIsDueFirstIsMostLikelyRemoved",
                    in(RUNTIME + "MapLimits", "victim").result("Cell.due", 1, 2, Long.MAX_VALUE)),
            tested(
                    "calls/LimitCountsChanges",
                    "a full map takes no changes of what it has",
                    LIMITS + "writeThatAddsNothingIsTaken",
                    in(RUNTIME + "MapLimits", "isOneTooMany").result("NamedMaps.cell", 1, 1, null)),
            tested(
                    "calls/LimitCountsEveryWrite",
                    "a full map takes no writes that add nothing",
                    LIMITS + "writeThatAddsNothingIsTaken",
                    in(RUNTIME + "MapLimits", "adds").body(true)),
            tested(
                    "calls/ShareIsTheLimit",
                    "a partition may have as many entries as its map",
                    LIMITS + "mapStaysWithinItsLimitAtEachPrimary",
                    in(RUNTIME + "MapLimits", "share").redirect("SizeLimit.most", 1, 1, "manyEntries")),
            tested(
                    "calls/ShareOfNothing",
                    "a partition whose share is less than one entry has none",
                    LIMITS + "partitionHasAtLeastOneEntry",
                    in(RUNTIME + "MapLimits", "share").result("Math.max", 1, 1, 0L)),
            tested(
                    "calls/NoBytesOfMaps",
                    "a map takes more bytes than it may have",
                    LIMITS + "writeThatMakesAPartitionTooLargeIsRefused",
                    in(RUNTIME + "MapLimits", "refusal").result("MapLimits.isTooLarge", 1, 1, false)),
            tested(
                    "calls/EvictsNoBytes",
                    "no entry is removed where too many bytes come",
                    LIMITS + "mapStaysWithinItsBytesAtEachPrimary",
                    in(RUNTIME + "MapLimits", "removal").result("MapLimits.isTooLarge", 1, 1, false)),
            tested(
                    "calls/EvictsWhatIsWritten",
                    "an entry is removed to make room for what is added to it",
                    LIMITS + "entriesGoUntilThereIsRoomForTheBytes",
                    in(RUNTIME + "MapLimits", "victim").result("Bytes.equals", 1, 1, false)),
            tested(
                    "calls/RepeatedCallCounts",
                    "a write that is in the log already is one too many when it is repeated",
                    LIMITS + "repeatedCallIsAnsweredAndRemovesNothing",
                    in(RUNTIME + "ClientRequestHandler", "decides").result("Log.hasExecuted", 1, 1, false)),
            tested(
                    "calls/BackupCounts",
                    "a member that is not the primary says that a map is full",
                    LIMITS + "onlyThePrimaryRefuses",
                    in(RUNTIME + "ClientRequestHandler", "decides").result("DataState.isPrimary", 1, 1, true)),
            tested(
                    "calls/DiskStaysFull",
                    "a disk that was full counts as full for ever",
                    "io.godwit.simulation.disk.DiskSpaceTest.diskIsFullUntilMoreThanTheReserveIsFree",
                    in(RUNTIME + "FreeSpace", "look").keep("full", 2, 2)),
            tested(
                    "lost/NoDelay",
                    "a partition is given up as soon as its members are gone",
                    ON_LOSS + "partitionIsDeclaredLostAfterTheDelay",
                    in(RUNTIME + "OnLoss", "addTo").result("TimeUnit.toNanos", 1, 1, 0L)),
            tested(
                    "lost/WithBackups",
                    "partitions with backups are given up, too",
                    DECLARES + "partitionWithBackupsWaitsForTheOperator",
                    in(DECISIONS, "declareLostByItself").result("Copies.of", 1, 1, 1)),
            tested(
                    "lost/WhileOneLives",
                    "partitions of members that live are given up with those of dead ones",
                    DECLARES + "partitionBeginsAgainWhenItsOnlyMemberIsGone",
                    in(DECISIONS, "declareLostByItself").result("MemberSet.containsAll", 1, 1, true)),
            tested(
                    "lost/OldCopyGoesOn",
                    "a master with an old copy goes on with it",
                    DECLARES + "masterWithAnOldCopyLetsAnotherMemberGoOn",
                    in(DECISIONS, "anyoneLeft").result("Log.isEmpty", 1, 1, true)),
            tested(
                    "lost/NeverByItself",
                    "nothing is declared lost without an operator",
                    ON_LOSS + "cacheGoesOnWithoutWhatADeadMemberHeld",
                    in("io.godwit.protocol.quorum.engine.MasterRound", "run")
                            .remove("Decisions.declareLostByItself", 1, 1)),
            tested(
                    "calls/KeepsWhatWasSynced",
                    "a primary keeps what it had when it activated its version",
                    ACKS + "whatWentOutWithTheVersionIsKeptUntilAllHaveAnswered",
                    in(PRIMARY_STATE, "releaseSynced").result("IntStream.allMatch", 1, 1, false)),
            tested(
                    "calls/ReleasesWhatIsToBeSent",
                    "a primary does not keep what it may have to send again to a member that has not activated its version",
                    ACKS + "whatWentOutWithTheVersionIsKeptUntilAllHaveAnswered",
                    in(PRIMARY_STATE, "releaseSynced").result("IntStream.allMatch", 1, 1, true)),
            tested(
                    "calls/GarbageFillsHeap",
                    "writes are refused because of garbage in the heap",
                    HEAP + "garbageIsCollectedBeforeWritesAreRefused",
                    in(RUNTIME + "HeapSpace", "measure").remove("Heap.collect", 1, 1)),
            tested(
                    "calls/HeapIgnoresArrivals",
                    "the heap counts as it was after the last collection, whatever has arrived since",
                    HEAP + "whatArrivesBetweenCollectionsCounts",
                    in(RUNTIME + "HeapSpace", "free").result("LongSupplier.getAsLong", 1, 1, 0L)),
            tested(
                    "calls/HeapTakesAllUntilNextCheck",
                    "between two checks of the heap everything is taken",
                    HEAP + "whatArrivesBetweenCollectionsCounts",
                    in(RUNTIME + "HeapSpace", "isFull").result("LongSupplier.getAsLong", 1, 1, 0L)),
            tested(
                    "calls/HeapStaysFull",
                    "a full heap is not collected to find out whether there is room again",
                    HEAP + "heapHasRoomAgainWhenACollectionFindsIt",
                    in(RUNTIME + "HeapSpace", "measure").jump(2, 2, false)),
            tested(
                    "calls/FullHeapKeepsAll",
                    "a member whose heap is full refuses removals",
                    "io.godwit.member.runtime.ClientCallsTest.fullHeapRefusesWritesThatAddData",
                    in(RUNTIME + "ClientRequestHandler", "refusal").result("Set.contains", 1, 1, false)));

    private MemberMutants() {}
}
