package io.godwit.modelcheck.tlc;

import io.godwit.modelcheck.run.Verdict.FailureKind;
import io.godwit.modelcheck.tlc.ToolMessageParser.ToolMessage;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The messages of TLC that mean something here, by the number that {@code -tool} prints in front of each.
 *
 * <p>Names are those of the class {@code tlc2.output.EC} in TLC 2.18 without the prefix {@code TLC_}. Messages that are not listed are judged by
 * their class alone: see {@link ToolMessage#isError()}.
 */
enum TlcCode {
    /** An exception that TLC did not foresee; the text names it. */
    GENERAL(1000, FailureKind.EVALUATION),
    /** Memory. */
    SYSTEM_OUT_OF_MEMORY(1001, FailureKind.OUT_OF_MEMORY),
    /** Memory, while computing initial states. */
    SYSTEM_OUT_OF_MEMORY_TOO_MANY_INIT(1002, FailureKind.OUT_OF_MEMORY),
    /** Memory, while checking liveness. */
    SYSTEM_OUT_OF_MEMORY_LIVENESS(1003, FailureKind.OUT_OF_MEMORY),
    /** Stack. */
    SYSTEM_STACK_OVERFLOW(1005, FailureKind.OUT_OF_MEMORY),
    /** An ASSUME is false. */
    ASSUMPTION_FALSE(2104, FailureKind.ASSUMPTION),
    /** An ASSUME cannot be evaluated. */
    ASSUMPTION_EVALUATION_ERROR(2105, FailureKind.ASSUMPTION),
    /** An initial state breaks an invariant; the state is part of the message. */
    INVARIANT_VIOLATED_INITIAL(2107, Role.VIOLATION),
    /** An initial state breaks a property. */
    PROPERTY_VIOLATED_INITIAL(2108, Role.VIOLATION),
    /** A reachable state breaks an invariant. */
    INVARIANT_VIOLATED_BEHAVIOR(2110, Role.VIOLATION),
    /** A step breaks a property of the form {@code [][A]_v}. */
    ACTION_PROPERTY_VIOLATED_BEHAVIOR(2112, Role.VIOLATION),
    /** A state without successor. */
    DEADLOCK_REACHED(2114, FailureKind.DEADLOCK),
    /** A behaviour breaks a temporal property; TLC 2.18 does not say which. */
    TEMPORAL_PROPERTY_VIOLATED(2116, Role.VIOLATION),
    /** Announces a trace. */
    BEHAVIOR_UP_TO_THIS_POINT(2121, Role.CONTEXT),
    /** The trace returns to an earlier state. */
    BACK_TO_STATE(2122, Role.TRACE),
    /** What is called an invariant is no state predicate. */
    INVARIANT_VIOLATED_LEVEL(2146, FailureKind.CONFIG),
    /** TLC's working directory exists. */
    SYSTEM_METADIR_EXISTS(2162, FailureKind.CRASH),
    /** Start of the search. */
    STARTING(2185, Role.CONTEXT),
    /** End of everything. */
    FINISHED(2186, Role.FINISHED),
    /** Search mode, workers, memory. */
    MODE_MC(2187, Role.CONTEXT),
    /** Nothing broke, everything was visited. */
    SUCCESS(2193, Role.SUCCESS),
    /** Longest shortest path. */
    SEARCH_DEPTH(2194, Role.DEPTH),
    /** Final counts. */
    STATS(2199, Role.STATS),
    /** Counts so far. */
    PROGRESS_STATS(2200, Role.PROGRESS),
    /** Start of the coverage block. TLC prints a block now and then; the last one counts. */
    COVERAGE_START(2201, Role.COVERAGE_START),
    /** End of the coverage block. */
    COVERAGE_END(2202, Role.CONTEXT),
    /** A state of a trace. */
    STATE_PRINT2(2217, Role.TRACE),
    /** The trace stutters from here on. */
    STATE_PRINT3(2218, Role.TRACE),
    /** The parser is done. */
    SANY_END(2219, Role.SANY_END),
    /** The parser begins; up to its end, lines outside of messages are its own. */
    SANY_START(2220, Role.SANY_START),
    /** A constant of the specification has no value. */
    CONFIG_VALUE_NOT_ASSIGNED_TO_CONSTANT_PARAM(2222, FailureKind.CONFIG),
    /** The cfg assigns what the specification does not have. */
    CONFIG_ID_DOES_NOT_APPEAR_IN_SPEC(2226, FailureKind.CONFIG),
    /** The cfg names an operator that is not defined. */
    CONFIG_SPECIFIED_NOT_DEFINED(2229, FailureKind.CONFIG),
    /** TLC's version. */
    VERSION(2262, Role.VERSION),
    /** Announces the counterexample of a temporal property. */
    COUNTER_EXAMPLE(2264, Role.CONTEXT),
    /** One action: name, place, distinct and generated successor states. */
    COVERAGE_NEXT(2772, Role.COVERAGE_NEXT),
    /** The initial predicate, likewise. */
    COVERAGE_INIT(2773, Role.CONTEXT),
    /** One invariant that was evaluated. */
    COVERAGE_PROPERTY(2774, Role.COVERAGE_PROPERTY),
    /** The parser gave up. */
    PARSING_FAILED(3002, FailureKind.PARSE),
    /** The cfg cannot be read. */
    CFG_ERROR_READING_FILE(5001, FailureKind.CONFIG),
    /** The cfg is broken. */
    CFG_GENERAL(5002, FailureKind.CONFIG),
    /** The cfg lacks a name. */
    CFG_MISSING_ID(5003, FailureKind.CONFIG),
    /** A statement of the cfg stands twice. */
    CFG_TWICE_KEYWORD(5004, FailureKind.CONFIG),
    /** The cfg has something else where a name is due. */
    CFG_EXPECT_ID(5005, FailureKind.CONFIG),
    /** The cfg has something else where a symbol is due. */
    CFG_EXPECTED_SYMBOL(5006, FailureKind.CONFIG);

    /** What a message is good for. */
    enum Role {
        VIOLATION,
        FAILURE,
        CONTEXT,
        TRACE,
        SUCCESS,
        FINISHED,
        STATS,
        PROGRESS,
        DEPTH,
        VERSION,
        SANY_START,
        SANY_END,
        COVERAGE_START,
        COVERAGE_NEXT,
        COVERAGE_PROPERTY
    }

    private static final Map<Integer, TlcCode> BY_NUMBER =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(code -> code.number, Function.identity()));

    private final int number;
    private final Role role;
    private final FailureKind failure;

    TlcCode(int number, Role role) {
        this.number = number;
        this.role = role;
        this.failure = null;
    }

    TlcCode(int number, FailureKind failure) {
        this.number = number;
        this.role = Role.FAILURE;
        this.failure = failure;
    }

    /** The code of that number, if it means something here. */
    public static Optional<TlcCode> of(int number) {
        return Optional.ofNullable(BY_NUMBER.get(number));
    }

    /** The number that TLC prints. */
    public int number() {
        return number;
    }

    Role role() {
        return role;
    }

    /** What kind of failure it reports, if it reports one. */
    Optional<FailureKind> failure() {
        return Optional.ofNullable(failure);
    }
}
