package io.godwit.tracecheck;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.tracecheck.PrimaryKnowledge.SentAcks;
import java.util.List;
import org.junit.jupiter.api.Test;
import tlc2.value.impl.Value;

/** Whatever was forgotten, the answers are the same for what may still be asked. */
class SentAcksTest {
    private final SentAcks acks = new SentAcks();
    private final Value backup = V.member(2);
    private final Value primary = V.member(1);

    private Value ack(int epoch, int num) {
        return V.record("src", backup, "dst", primary, "epoch", V.number(epoch), "num", V.number(num));
    }

    private List<Integer> numbers() {
        return acks.all().stream().map(SentAcks::number).toList();
    }

    @Test
    void greatestThatIsKnownIsKept() {
        for (int num = 0; num <= 9; num++) {
            acks.add(10 + num, ack(3, num));
        }
        acks.forget(backup, primary, 3, 7, event -> event <= 14);
        assertEquals(List.of(ack(3, 4)), acks.greatest(backup, primary, 3, event -> event <= 14));
        assertEquals(List.of(ack(3, 5)), acks.greatest(backup, primary, 3, event -> event <= 15));
        assertEquals(List.of(), acks.greatest(backup, primary, 3, event -> event <= 13), "forgotten");
    }

    @Test
    void leastThatSaysAsMuchAsWasShownIsKept() {
        for (int num = 0; num <= 9; num++) {
            acks.add(10 + num, ack(3, num));
        }
        acks.forget(backup, primary, 3, 7, event -> true);
        assertEquals(List.of(ack(3, 7)), acks.least(backup, primary, 3, 7, event -> event <= 18));
        assertEquals(List.of(ack(3, 8)), acks.least(backup, primary, 3, 8, event -> event <= 18));
        assertEquals(List.of(), acks.least(backup, primary, 3, 9, event -> event <= 18), "not known");
        acks.forget(backup, primary, 3, 100, event -> true);
        assertEquals(List.of(ack(3, 9)), acks.greatest(backup, primary, 3, event -> true), "the last one stays");
    }

    @Test
    void versionsThatWereLeftAreForgotten() {
        acks.add(10, ack(3, 1));
        acks.add(11, ack(4, 2));
        acks.forget(V.member(3), 9);
        acks.forget(backup, 9);
        assertEquals(2, numbers().size());
        acks.forget(primary, 4);
        assertEquals(List.of(2), numbers());
    }
}
