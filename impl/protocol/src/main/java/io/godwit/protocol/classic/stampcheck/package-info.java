/**
 * The master looks for stale members when it has nothing else to do, by asking for equality of stamps (seed 000 section 4,
 * seed 001 section 1.3).
 */
package io.godwit.protocol.classic.stampcheck;
