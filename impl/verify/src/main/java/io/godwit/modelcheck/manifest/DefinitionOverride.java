package io.godwit.modelcheck.manifest;

/**
 * A definition that configurations may replace by another one in models of the protocol itself.
 *
 * @param definition the definition that is replaced
 * @param by the definition that takes its place
 * @param reason why the models stay complete
 */
public record DefinitionOverride(String definition, String by, String reason) {}
