/**
 * The engine with one rule missing at a time, under the names of the specification's switches. A rule that is a plain
 * precondition is switched off; where the broken protocol does something else instead, a module from here takes the place of
 * the protocol's own. The engine itself knows nothing of this.
 */
package io.godwit.mutants;
