/** The command {@code bench}, and JMH benchmarks of single pieces. */
package io.godwit.bench;
