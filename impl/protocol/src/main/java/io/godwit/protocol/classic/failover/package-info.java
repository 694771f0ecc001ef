/**
 * A new master: the oldest member that is left claims, fetches every member's table, completed and active migrations,
 * decides what is open, and publishes. Nothing else happens at it before that.
 */
package io.godwit.protocol.classic.failover;
