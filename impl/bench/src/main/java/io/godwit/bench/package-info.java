/** JMH benchmarks of the engine. */
package io.godwit.bench;
