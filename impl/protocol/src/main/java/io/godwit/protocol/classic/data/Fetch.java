package io.godwit.protocol.classic.data;

import io.godwit.protocol.MemberSet;

/**
 * What a new master has gathered so far.
 *
 * @param waiting who has not answered
 * @param table of each partition the newest entry
 * @param done all completed migrations
 * @param active all migrations that somebody takes part in
 */
public record Fetch(MemberSet waiting, PartitionTable table, MigrationSet done, MigrationSet active) {
    /** The fetch without an answer from the member: it has left. */
    public Fetch without(int member) {
        return new Fetch(waiting.without(member), table, done, active);
    }
}
