/** Every action has a handler, every variable a counterpart, and nothing in the engine names what the specification does not have. */
package io.godwit.conformance.traceability;
