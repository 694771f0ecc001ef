/**
 * Runs the engine on every state and action instance of a corpus, and compares; and what all bindings need for that: values of
 * the specification as Java values and back.
 */
package io.godwit.conformance.replay;
