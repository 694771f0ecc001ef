/** Runs the engine on every state and action instance of a corpus, and compares. */
package io.godwit.conformance.replay;
