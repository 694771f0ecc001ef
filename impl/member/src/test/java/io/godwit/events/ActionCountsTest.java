package io.godwit.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ActionCountsTest {
    @Test
    void actionOfTheSpecificationBeginsWithACapitalLetter() {
        ActionCounts actions = new ActionCounts();
        assertTrue(actions.of("Write").isSpecified());
        assertFalse(actions.of("repeatWrite").isSpecified());
        assertSame(actions.of("Write"), actions.of("Write"));
        List<String> all = new ArrayList<>();
        actions.forEach(action -> all.add(action.name()));
        all.sort(null);
        assertEquals(List.of("Write", "repeatWrite"), all);
    }
}
