/**
 * One migration, seen by master, owner and destination; several of them at once, one per partition and a limited number per
 * member (seed 001 section 2.2).
 */
package io.godwit.protocol.classic.migration;
