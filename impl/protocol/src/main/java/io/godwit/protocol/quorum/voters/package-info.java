/**
 * The voter set and how it changes: one voter at a time, each set installed at a majority before the next, learners first
 * ({@code spec/quorum/Voters.tla}).
 */
package io.godwit.protocol.quorum.voters;
