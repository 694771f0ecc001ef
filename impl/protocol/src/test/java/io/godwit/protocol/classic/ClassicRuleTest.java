package io.godwit.protocol.classic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.godwit.protocol.Rules;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ClassicRuleTest {
    private static Set<ClassicRule> those(Predicate<ClassicRule> predicate) {
        return Stream.of(ClassicRule.values()).filter(predicate).collect(Collectors.toSet());
    }

    @Test
    void productLacksTheRepairs() {
        Set<ClassicRule> fixes = EnumSet.of(
                ClassicRule.FETCH_TAKES_MAX,
                ClassicRule.RETAIN_CHECKS_VERSION,
                ClassicRule.RETAIN_CHECKS_SCOPE,
                ClassicRule.SERVE_AFTER_DECISION,
                ClassicRule.SELF_COMMIT_WAITS,
                ClassicRule.BACKUP_CHECKS_SENDER,
                ClassicRule.BACKUP_WAITS_FOR_TABLE,
                ClassicRule.FREEZE_BLOCKS_READS,
                ClassicRule.STAMP_HASHES_REPLICAS);
        assertEquals(fixes, those(ClassicRule::isFix));
        assertEquals(fixes, Classic.published().rules().off());
        assertSame(Rules.ALL, Classic.repaired().rules());
    }

    @Test
    void someOperationsAreGenerations() {
        assertEquals(
                EnumSet.of(
                        ClassicRule.VERSION_PER_PARTITION,
                        ClassicRule.PUBLISH_BY_DELTA,
                        ClassicRule.BATCHED_PUBLISH,
                        ClassicRule.SYNC_BLOCKS_WRITES),
                those(ClassicRule::isGeneration));
    }

    @Test
    void someMessagesWait() {
        assertEquals(
                EnumSet.of(
                        ClassicRule.FLAG_IS_EXCLUSIVE,
                        ClassicRule.CLAIMANT_IS_MEMBER,
                        ClassicRule.CLAIM_CHECKS_VIEW,
                        ClassicRule.BACKUP_WAITS_FOR_TABLE,
                        ClassicRule.RESOLVE_WAITS,
                        ClassicRule.NEWER_TABLE_WAITS),
                those(ClassicRule::waits));
    }

    @Test
    void modelsConstantsGiveItsRules() {
        assertEquals(
                Set.of(),
                ClassicRule.of(Map.of("GapGuard", true, "GlobalVersion", false, "MaxCrashes", false))
                        .off());
        assertEquals(
                Set.of(
                        ClassicRule.GAP_GUARD,
                        ClassicRule.VERSION_PER_PARTITION,
                        ClassicRule.BACKUP_CHECKS_SENDER,
                        ClassicRule.BACKUP_WAITS_FOR_TABLE),
                ClassicRule.of(Map.of("GapGuard", false, "GlobalVersion", true, "BackupChecksSender", false))
                        .off());
    }

    @Test
    void switchesHaveTheNamesOfTheSpecification() {
        assertEquals("FetchTakesMax", ClassicRule.FETCH_TAKES_MAX.spec());
        assertEquals("", ClassicRule.LEADS.spec());
        assertEquals("", ClassicRule.CLAIMANT_IS_MEMBER.spec());
    }
}
