/**
 * Ties the engine to the specification: every transition of the models' state graphs is replayed in the engine, every action
 * has a handler, every variable a counterpart.
 */
package io.godwit.conformance;
