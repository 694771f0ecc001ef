/** Storage engines side by side, under the load of partition logs: {@code docs/decisions/0015-storage.md}. */
package io.godwit.bench.storage;
