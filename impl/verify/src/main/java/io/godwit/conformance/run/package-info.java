/**
 * Everything that ties the engine to the specification, run at once: what {@code ./godwit conform} does. Every transition of the
 * models' state graphs is replayed in the engine; every action has a handler, every variable a counterpart, and nothing in the
 * engine names what the specification does not have.
 */
package io.godwit.conformance.run;
