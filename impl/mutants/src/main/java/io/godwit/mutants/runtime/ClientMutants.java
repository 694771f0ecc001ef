package io.godwit.mutants.runtime;

import static io.godwit.mutants.runtime.RuntimeMutants.in;

import java.util.List;

/** The client library. */
final class ClientMutants {
    private static final String INVOCATION = "io.godwit.client.invocation.";
    private static final String SERVICE = INVOCATION + "InvocationService";
    private static final String LATE = "loss,pause,isolate,reset";

    static final List<RuntimeMutant> ALL = List.of(
            row(
                    "client/AnyAnswer",
                    "an answer is taken for that of another call",
                    LATE,
                    in(SERVICE, "received").jump(4, 4, false)),
            row(
                    "client/NoDoubt",
                    "a call that may have been done counts as not done",
                    LATE,
                    in(SERVICE, "again").keep("doubt", 1, 1)),
            row(
                    "client/NoDoubtWhenMoved",
                    "a call that moved with its partition counts as not done",
                    "leave,rolling,pause,isolate",
                    in(SERVICE, "moved").keep("doubt", 1, 1)),
            row(
                    "client/NewNumber",
                    "each attempt of a call has a number of its own",
                    LATE,
                    in(SERVICE, "send").readBy("number", 1, 1, "newNumber")),
            row(
                    "client/NoRetry",
                    "a call without answer is not repeated",
                    LATE,
                    in(SERVICE, "watch").remove("InvocationService.again", 1, 1)),
            row(
                    "client/SessionLost",
                    "a session is not used again",
                    "none",
                    in(SERVICE, "end").remove("Deque.push", 1, 1)),
            row(
                    "client/PagesOfOther",
                    "pages of an earlier attempt are taken",
                    "large-values," + LATE,
                    in(INVOCATION + "Invocation", "take").jump(2, 3, true)),
            row(
                    "client/KeepsPages",
                    "pages of an earlier attempt stay",
                    "large-values," + LATE,
                    in(INVOCATION + "Invocation", "take").remove("Invocation.forgetParts", 1, 1),
                    in(INVOCATION + "Invocation", "nextAttempt").remove("Invocation.forgetParts", 1, 1)),
            row(
                    "client/OldRoutes",
                    "an old route replaces a new one",
                    "leave,rolling,isolate",
                    in(INVOCATION + "Routes", "learn").result("Version.newerThan", 1, 1, true)),
            row(
                    "client/LearnsNoRoutes",
                    "new routes are not learned",
                    "leave,rolling",
                    in(SERVICE, "received").result("Routes.learn", 1, 1, "@noSet")));

    private ClientMutants() {}

    private static RuntimeMutant row(String name, String text, String faults, Rewriting... rewritings) {
        return new RuntimeMutant(name, text, faults, "", List.of(rewritings));
    }
}
