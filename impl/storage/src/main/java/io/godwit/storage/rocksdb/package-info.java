/** The storage of a process: RocksDB in a directory. It decides nothing about what is stored. */
package io.godwit.storage.rocksdb;
