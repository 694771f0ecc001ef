/**
 * The corpus: the whole state graph of a model as a file that is read without TLC. {@code docs/decisions} says why it looks as
 * it does.
 */
package io.godwit.conformance.corpus;
