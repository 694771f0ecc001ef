/**
 * What the classic protocol computes with: tables and their stamps, migrations, copies of partitions, and the connections
 * between members. Immutable values.
 */
package io.godwit.protocol.classic.data;
