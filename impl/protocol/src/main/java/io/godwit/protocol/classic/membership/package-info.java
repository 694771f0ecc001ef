/** How members come to know of each other: joins, and suspicions that may be wrong. */
package io.godwit.protocol.classic.membership;
