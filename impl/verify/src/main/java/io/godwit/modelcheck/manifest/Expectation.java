package io.godwit.modelcheck.manifest;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * What must come out of a model.
 *
 * @param verdict {@code holds} or {@code violated}
 * @param property the property that breaks; null when all hold
 * @param distinct distinct states of the complete run; null when not known yet
 * @param generated generated states of the complete run; null when not known yet
 * @param traceLength states of the shortest counterexample, found with one worker; null when not known yet or not fixed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Expectation(
        ExpectedVerdict verdict, String property, Long distinct, Long generated, Integer traceLength) {}
