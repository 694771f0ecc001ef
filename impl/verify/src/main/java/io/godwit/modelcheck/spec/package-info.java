/**
 * What can be read from specifications: with the parser of TLA+, and from their text.
 *
 * <p>{@link io.godwit.modelcheck.spec.SpecificationFacts} runs in a process of its own, with the parser on its class path: it keeps
 * static state, like TLC. {@link io.godwit.modelcheck.spec.SpecText}, and what is built on it, needs no parser.
 */
package io.godwit.modelcheck.spec;
