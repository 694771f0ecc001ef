package io.godwit.member.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BackupRequestTest {
    private static final String SUM = "0123456789abcdef".repeat(4);

    @Test
    void textIsReadBack() {
        BackupRequest request = new BackupRequest(Map.of(0, "", 12, SUM));
        assertEquals(Optional.of(request), BackupRequest.parse(request.toString()));
        assertTrue(request.wants(0) && request.wants(12) && !request.wants(1));
        assertTrue(request.hasContents(12, SUM) && !request.hasCopy(0));
        assertEquals(Optional.of(BackupRequest.ALL), BackupRequest.parse(""));
        assertTrue(BackupRequest.ALL.wants(7) && !BackupRequest.ALL.hasCopies());
    }

    @Test
    void partitionWithoutACopyHasNoContents() {
        assertFalse(new BackupRequest(Map.of(0, "")).hasContents(1, SUM));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "-1", "1,", ",1", "1:", "1:abc", "9999999999", "1 2", "1:0123456789ABCDEF"})
    void otherTextIsRefused(String text) {
        assertEquals(Optional.empty(), BackupRequest.parse(text));
    }
}
