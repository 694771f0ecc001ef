package io.godwit.protocol.classic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.godwit.protocol.Guards;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ClassicGuardTest {
    private static Set<ClassicGuard> those(Predicate<ClassicGuard> predicate) {
        return Stream.of(ClassicGuard.values()).filter(predicate).collect(Collectors.toSet());
    }

    @Test
    void theProductLacksTheRepairs() {
        Set<ClassicGuard> fixes = EnumSet.of(
                ClassicGuard.FETCH_TAKES_MAX,
                ClassicGuard.RETAIN_CHECKS_VERSION,
                ClassicGuard.RETAIN_CHECKS_SCOPE,
                ClassicGuard.SERVE_AFTER_DECISION,
                ClassicGuard.SELF_COMMIT_WAITS,
                ClassicGuard.BACKUP_CHECKS_SENDER,
                ClassicGuard.BACKUP_WAITS_FOR_TABLE,
                ClassicGuard.FREEZE_BLOCKS_READS,
                ClassicGuard.STAMP_HASHES_REPLICAS);
        assertEquals(fixes, those(ClassicGuard::isFix));
        assertEquals(fixes, ClassicGuard.product().absent());
        assertSame(Guards.ALL, ClassicGuard.repaired());
    }

    @Test
    void someAreGenerations() {
        assertEquals(
                EnumSet.of(
                        ClassicGuard.VERSION_PER_PARTITION,
                        ClassicGuard.PUBLISH_BY_DELTA,
                        ClassicGuard.BATCHED_PUBLISH,
                        ClassicGuard.SYNC_BLOCKS_WRITES),
                those(ClassicGuard::isGeneration));
    }

    @Test
    void someMessagesWait() {
        assertEquals(
                EnumSet.of(
                        ClassicGuard.FLAG_IS_EXCLUSIVE,
                        ClassicGuard.CLAIMANT_IS_MEMBER,
                        ClassicGuard.CLAIM_CHECKS_VIEW,
                        ClassicGuard.BACKUP_WAITS_FOR_TABLE),
                those(ClassicGuard::waits));
    }

    @Test
    void aModelsConstantsGiveItsGuards() {
        assertEquals(
                Set.of(),
                ClassicGuard.of(Map.of("GapGuard", true, "GlobalVersion", false, "MaxCrashes", false))
                        .absent());
        assertEquals(
                Set.of(
                        ClassicGuard.GAP_GUARD,
                        ClassicGuard.VERSION_PER_PARTITION,
                        ClassicGuard.BACKUP_CHECKS_SENDER,
                        ClassicGuard.BACKUP_WAITS_FOR_TABLE),
                ClassicGuard.of(Map.of("GapGuard", false, "GlobalVersion", true, "BackupChecksSender", false))
                        .absent());
    }

    @Test
    void switchesHaveTheNamesOfTheSpecification() {
        assertEquals("FetchTakesMax", ClassicGuard.FETCH_TAKES_MAX.spec());
        assertEquals("", ClassicGuard.LEADS.spec());
        assertEquals("", ClassicGuard.CLAIMANT_IS_MEMBER.spec());
    }

    @Test
    void whatTheWorldDoesIsNamed() {
        assertEquals("classic/Membership!Crash", WorldActions.CRASH.action());
        assertEquals("links are the world's", WorldActions.CUT_LINK.reason());
        assertEquals("classic/Replication!StartSync", WorldConditions.START_SYNC.action());
        assertEquals(
                "the master is up and no request to it is under way",
                WorldConditions.REPEAT_SHUTDOWN_REQUEST.condition());
    }
}
