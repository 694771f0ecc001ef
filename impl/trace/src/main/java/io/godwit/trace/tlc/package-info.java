/** Reads the traces that TLC prints with {@code -tool}. */
package io.godwit.trace.tlc;
