package io.godwit.mutants.runtime;

import static io.godwit.mutants.runtime.RuntimeMutants.in;
import static io.godwit.mutants.runtime.RuntimeMutants.row;
import static io.godwit.mutants.runtime.RuntimeMutants.tested;

import io.godwit.mutants.runtime.RuntimeMutants.RuntimeMutant;
import java.util.List;

/** The client library. */
final class ClientMutants {
    private static final String INVOCATION = "io.godwit.client.invocation.";
    private static final String SERVICE = INVOCATION + "InvocationService";
    private static final String LATE = "loss,pause,isolate,reset";

    static final List<RuntimeMutant> ALL = List.of(
            tested(
                    "client/AnyAnswer",
                    "an answer is taken for that of another call",
                    "io.godwit.client.invocation.InvocationServiceTest.answerToAFormerCallOfTheSessionIsIgnored",
                    in(SERVICE, "take").jump(2, 2, false)),
            tested(
                    "client/NoDoubt",
                    "a call that may have been done counts as not done",
                    "io.godwit.client.invocation.InvocationServiceTest.callGoesToAnotherMemberWhenTheConnectionBreaks",
                    in(SERVICE, "retry").keep("doubt", 1, 1)),
            tested(
                    "client/NoDoubtWhenMoved",
                    "a call that moved with its partition counts as not done",
                    "io.godwit.client.invocation.PrimaryChangeTest.firstAttemptMayHaveBeenCarriedOut",
                    in(SERVICE, "primariesChanged").keep("doubt", 1, 1)),
            row(
                    "client/NewNumber",
                    "each attempt of a call has a number of its own",
                    LATE,
                    in(INVOCATION + "Invocation", "frame").readBy("number", 1, 1, "newNumber")),
            tested(
                    "client/NewNumberOfMany",
                    "when one of many keys is asked for again, its call has another number",
                    "io.godwit.client.invocation.KeyCallsTest.movedKeysAreRepeatedUnderTheSameNumbers",
                    in(INVOCATION + "Invocation", "frame").readBy("number", 1, 1, "newNumber")),
            tested(
                    "client/AnswerOfAnotherKey",
                    "what one of many keys gets is given to another one",
                    "io.godwit.client.invocation.KeyCallsTest.keysOfAMemberAreOneFrame",
                    in(INVOCATION + "KeyCalls$KeyCallCallback", "done").readBy("index", 1, 1, "neighbour")),
            tested(
                    "client/SentToFormerTarget",
                    "a call that asks elsewhere now is sent with those that waited with it, too",
                    "io.godwit.client.invocation.KeyCallsTest.callThatMovesBeforeItsFrameLeavesIsSentToItsNewTargetOnly",
                    in(INVOCATION + "CallBatches", "send").jump(3, 9, true)),
            tested(
                    "client/NoRetry",
                    "a call without answer is not repeated",
                    "io.godwit.client.invocation.InvocationServiceTest.silentMemberIsAskedAgainUnderTheSameNumber",
                    in(SERVICE, "watch").remove("InvocationService.retry", 1, 1)),
            tested(
                    "client/SessionLost",
                    "a session is not used again",
                    "io.godwit.client.invocation.InvocationServiceTest.sessionNumbersItsCalls",
                    in(SERVICE, "free").remove("Deque.push", 1, 1)),
            tested(
                    "client/RedirectOfOther",
                    "what an earlier member says of a call, perhaps over a connection that is gone, is taken for the next one's word",
                    "io.godwit.client.invocation.InvocationServiceTest.lateRedirectOfAnotherAttemptIsIgnored",
                    in(SERVICE, "answered").jump(2, 11, false)),
            tested(
                    "client/PagesOfOther",
                    "pages of an earlier attempt are taken",
                    "io.godwit.client.invocation.InvocationTest.partsOfAnotherAnswerAreIgnored",
                    in(INVOCATION + "Invocation", "take").jump(2, 3, true)),
            tested(
                    "client/KeepsPages",
                    "pages of an earlier attempt stay",
                    "io.godwit.client.invocation.PrimaryChangeTest.partsOfAnswersToTwoAttemptsAreNotPutTogether",
                    in(INVOCATION + "Invocation", "take").remove("Invocation.forgetParts", 1, 1),
                    in(INVOCATION + "Invocation", "nextAttempt").remove("Invocation.forgetParts", 1, 1)),
            tested(
                    "client/OldRoutes",
                    "an old route replaces a new one",
                    "io.godwit.client.invocation.RoutesTest.routeMovesForwardOnly",
                    in(INVOCATION + "Routes", "learn").result("Version.newerThan", 1, 1, true)),
            tested(
                    "client/LearnsNoRoutes",
                    "new routes are not learned",
                    "io.godwit.client.invocation.PrimaryChangeTest.waitingWriteIsRepeatedAtTheNewPrimary",
                    in(SERVICE, "received").result("Routes.learn", 1, 1, "@noSet")));

    private ClientMutants() {}
}
