package io.godwit.protocol.classic.data;

import io.godwit.protocol.MemberSet;

/**
 * The publication under way.
 *
 * @param list what was sent
 * @param waiting who has not answered
 * @param ok whether all answers so far were positive
 */
public record Publication(MigrationSet list, MemberSet waiting, boolean ok) {}
