/**
 * Makes the corpus, with TLC. What is in here and says so runs in a process of its own, with TLC on its class path: TLC keeps
 * static state.
 */
package io.godwit.conformance.generate;
