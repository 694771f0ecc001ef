/** Copies of partitions from disk to disk, in parts and as files. */
package io.godwit.bench.transfer;
