/** The stamp of the seed: one number over the versions of all partitions (seed 001 section 1.3). */
package io.godwit.protocol.classic.stamp;
