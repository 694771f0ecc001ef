package io.godwit.protocol.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class QuorumRuleTest {
    @Test
    void switchesHaveTheSpecificationsNames() {
        Set<String> seen = new HashSet<>();
        for (QuorumRule guard : QuorumRule.values()) {
            if (!guard.spec().isEmpty()) {
                assertEquals(
                        guard.name(),
                        guard.spec().replaceAll("(?<=.)([A-Z])", "_$1").toUpperCase(java.util.Locale.ROOT));
                assertTrue(seen.add(guard.spec()));
            }
        }
        assertTrue(seen.contains("AcceptChecksTerm"));
    }
}
