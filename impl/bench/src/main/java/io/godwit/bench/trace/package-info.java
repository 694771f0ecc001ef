/** What event logs cost: throughput with them and without them, in turns in one process. */
package io.godwit.bench.trace;
