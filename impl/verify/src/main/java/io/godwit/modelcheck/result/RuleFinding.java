package io.godwit.modelcheck.result;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * A way in which the manifest is hollow.
 *
 * @param rule the rule, a kebab-case name that {@code docs/verify/check.md} explains
 * @param subject the entry, module, property or file that it is about
 * @param message what is wrong
 * @param remedy what to do about it
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record RuleFinding(String rule, String subject, String message, String remedy) {}
