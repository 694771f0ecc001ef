/** How many messages a migration takes, counted in a cluster that has a time of its own. */
package io.godwit.bench.messages;
