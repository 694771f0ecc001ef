/** Latencies and transfer rates while members join, leave and crash under load with large values. */
package io.godwit.bench.scale;
