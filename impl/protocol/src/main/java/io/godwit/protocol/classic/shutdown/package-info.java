/**
 * A member leaves without losing anything: it asks the master, the master moves everything off it, and releases it when no
 * entry of the table names it any more.
 */
package io.godwit.protocol.classic.shutdown;
