package io.godwit.protocol.scheduler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class FifoTest {
    @Test
    void queueIsFirstInFirstOut() {
        Fifo<Integer> queue = Fifo.<Integer>empty().with(1).with(2).with(3).with(4);
        List<Integer> taken = new ArrayList<>();
        while (!queue.isEmpty()) {
            taken.add(queue.first());
            queue = queue.rest();
            if (taken.size() == 2) {
                queue = queue.with(5);
            }
        }
        assertEquals(List.of(1, 2, 3, 4, 5), taken);
    }

    @Test
    void emptyQueueHasNoFirst() {
        assertTrue(Fifo.empty().isEmpty());
        assertThrows(NoSuchElementException.class, () -> Fifo.empty().first());
        assertFalse(Fifo.empty().with(1).isEmpty());
    }

    @Test
    void earlierQueuesStay() {
        Fifo<Integer> two = Fifo.<Integer>empty().with(1).with(2);
        assertEquals(2, two.rest().first());
        assertEquals(1, two.with(3).first());
        assertEquals(1, two.first());
    }
}
