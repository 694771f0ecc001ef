/** What a member stores of the cluster's arrangement: the partition table, migrations and the stamp. */
package io.godwit.protocol.classic.table;
