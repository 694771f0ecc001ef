/**
 * What can be read from specifications. {@link io.godwit.modelcheck.spec.SpecificationFacts} runs in a process of its own, with the
 * parser of TLA+ on its class path: that parser keeps static state, like TLC. {@link io.godwit.modelcheck.spec.ModuleGraph}
 * needs no parser.
 */
package io.godwit.modelcheck.spec;
