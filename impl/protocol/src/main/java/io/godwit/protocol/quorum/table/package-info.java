/** What is decided about a partition: its configuration, and the versions under which it is decided. */
package io.godwit.protocol.quorum.table;
