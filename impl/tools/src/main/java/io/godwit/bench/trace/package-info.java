/** The cost of event logs: throughput with and without them, in turns in one process. */
package io.godwit.bench.trace;
