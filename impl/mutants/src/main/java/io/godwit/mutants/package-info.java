/**
 * The engine with one guard missing at a time, under the names of the specification's switches. A guard that is a plain
 * condition is simply not in force; where the broken protocol does something else instead, a handler from here stands in
 * for the protocol's own. The engine itself knows nothing of this.
 */
package io.godwit.mutants;
