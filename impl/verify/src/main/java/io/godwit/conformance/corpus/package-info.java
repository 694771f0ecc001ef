/**
 * The corpus: the whole state graph of a model as a file that is read without TLC. {@code docs/decisions} says why it looks as
 * it does.
 *
 * <p>{@link io.godwit.conformance.corpus.Regeneration} writes it. {@code GraphDump} and {@code TlcValues} run in a process of their
 * own, with TLC on its class path: TLC keeps static state.
 */
package io.godwit.conformance.corpus;
