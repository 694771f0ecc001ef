package io.godwit.simulation.linear;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.linear.History.RecordedCall;
import io.godwit.simulation.linear.Linearizability.HistoryVerdict;
import io.godwit.simulation.linear.SequentialModel.CounterModel;
import io.godwit.simulation.linear.SequentialModel.ListModel;
import io.godwit.simulation.linear.SequentialModel.RegisterModel;
import io.godwit.simulation.linear.SequentialModel.SetModel;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LinearizabilityTest {
    private static final long LIMIT = 1_000_000;

    private final List<RecordedCall> history = new ArrayList<>();

    private void put(long value, long from, long to) {
        add(new Operation.Put(0, value), from, to, new Result.Done(List.of()));
    }

    private void get(long value, long from, long to) {
        add(new Operation.Get(0), from, to, new Result.Done(List.of(value)));
    }

    private void add(Operation operation, long from, long to, Result result) {
        history.add(new RecordedCall(history.size(), 1, operation, from, to, result));
    }

    private void unknown(Operation operation, long from) {
        history.add(RecordedCall.unanswered(history.size(), 1, operation, from));
    }

    private HistoryVerdict register() {
        return new Linearizability(LIMIT).check(new RegisterModel(), history);
    }

    @Test
    void nothingIsLinearizable() {
        assertEquals(HistoryVerdict.LINEARIZABLE, register());
    }

    @Test
    void readSeesTheWriteBeforeIt() {
        put(1, 0, 10);
        get(1, 20, 30);
        assertEquals(HistoryVerdict.LINEARIZABLE, register());
    }

    @Test
    void staleReadIsWrong() {
        put(1, 0, 10);
        put(2, 20, 30);
        get(1, 40, 50);
        assertEquals(HistoryVerdict.VIOLATED, register());
    }

    @Test
    void readDuringAWriteMaySeeEither() {
        put(1, 0, 10);
        put(2, 20, 60);
        get(1, 30, 40);
        get(2, 31, 41);
        assertEquals(HistoryVerdict.LINEARIZABLE, register());
    }

    @Test
    void readsMayNotGoBack() {
        put(1, 0, 10);
        put(2, 20, 60);
        get(2, 30, 40);
        get(1, 45, 50);
        assertEquals(HistoryVerdict.VIOLATED, register());
    }

    @Test
    void unknownWriteMayTakeEffectLate() {
        put(1, 0, 10);
        unknown(new Operation.Put(0, 2), 20);
        get(1, 100, 110);
        get(2, 200, 210);
        assertEquals(HistoryVerdict.LINEARIZABLE, register());
    }

    @Test
    void unknownWriteTakesEffectOnce() {
        put(1, 0, 10);
        unknown(new Operation.Put(0, 2), 20);
        get(2, 100, 110);
        put(3, 120, 130);
        get(2, 200, 210);
        assertEquals(HistoryVerdict.VIOLATED, register());
    }

    @Test
    void valueFromNowhereIsWrong() {
        put(1, 0, 10);
        get(7, 20, 30);
        assertEquals(HistoryVerdict.VIOLATED, register());
    }

    @Test
    void compareAndSetThatFailsNamesTheValue() {
        put(1, 0, 10);
        add(new Operation.CompareAndSet(0, 5, 6), 20, 30, new Result.Differs(1));
        add(new Operation.CompareAndSet(0, 1, 6), 40, 50, new Result.Done(List.of()));
        get(6, 60, 70);
        assertEquals(HistoryVerdict.LINEARIZABLE, register());
        add(new Operation.CompareAndSet(0, 6, 8), 80, 90, new Result.Differs(1));
        assertEquals(HistoryVerdict.VIOLATED, register());
    }

    @Test
    void twoCompareAndSetsOnOneValueCannotBothSucceed() {
        add(new Operation.CompareAndSet(0, 0, 1), 0, 10, new Result.Done(List.of()));
        add(new Operation.CompareAndSet(0, 0, 2), 0, 10, new Result.Done(List.of()));
        assertEquals(HistoryVerdict.VIOLATED, register());
    }

    @Test
    void listKeepsOrderAndCounts() {
        add(new Operation.Append(0, 1), 0, 10, new Result.Done(List.of()));
        add(new Operation.Append(0, 2), 0, 10, new Result.Done(List.of()));
        add(new Operation.Get(0), 20, 30, new Result.Done(List.of(2L, 1L)));
        assertEquals(HistoryVerdict.LINEARIZABLE, new Linearizability(LIMIT).check(new ListModel(), history));
        add(new Operation.Get(0), 40, 50, new Result.Done(List.of(2L, 1L, 1L)));
        assertEquals(HistoryVerdict.VIOLATED, new Linearizability(LIMIT).check(new ListModel(), history));
    }

    @Test
    void setHasEachElementOnce() {
        add(new Operation.AddToSet(0, 2), 0, 10, new Result.Done(List.of()));
        add(new Operation.AddToSet(0, 1), 0, 10, new Result.Done(List.of()));
        add(new Operation.Get(0), 20, 30, new Result.Done(List.of(2L, 1L)));
        assertEquals(HistoryVerdict.LINEARIZABLE, new Linearizability(LIMIT).check(new SetModel(), history));
        add(new Operation.Get(0), 40, 50, new Result.Done(List.of(1L, 1L, 2L)));
        assertEquals(HistoryVerdict.VIOLATED, new Linearizability(LIMIT).check(new SetModel(), history));
    }

    @Test
    void counterCountsEachIncrementOnce() {
        add(new Operation.Increment(0, 2), 0, 10, new Result.Done(List.of(2L)));
        unknown(new Operation.Increment(0, 5), 0);
        add(new Operation.Increment(0, 1), 20, 30, new Result.Done(List.of(8L)));
        assertEquals(HistoryVerdict.LINEARIZABLE, new Linearizability(LIMIT).check(new CounterModel(), history));
        add(new Operation.Get(0), 40, 50, new Result.Done(List.of(13L)));
        assertEquals(HistoryVerdict.VIOLATED, new Linearizability(LIMIT).check(new CounterModel(), history));
    }

    @Test
    void givingUpIsNoVerdict() {
        for (int i = 1; i <= 16; i++) {
            unknown(new Operation.Increment(0, 1L << i), i);
        }
        get(1, 100, 110);
        Linearizability search = new Linearizability(1_000);
        assertEquals(HistoryVerdict.GAVE_UP, search.check(new CounterModel(), history));
        assertEquals(HistoryVerdict.VIOLATED, new Linearizability(10_000_000).check(new CounterModel(), history));
    }

    /** Short random histories, half of them made from a real object and then perhaps damaged. */
    @Test
    void agreesWithBruteForce() {
        SplittableRandom random = new SplittableRandom(1);
        int violated = 0;
        int rounds = 6_000;
        for (int round = 0; round < rounds; round++) {
            int kind = round % 4;
            List<RecordedCall> calls = RandomHistory.draw(random, kind);
            boolean expected =
                    switch (kind) {
                        case 0 -> BruteForce.linearizable(new RegisterModel(), calls);
                        case 1 -> BruteForce.linearizable(new SetModel(), calls);
                        case 2 -> BruteForce.linearizable(new ListModel(), calls);
                        default -> BruteForce.linearizable(new CounterModel(), calls);
                    };
            Linearizability search = new Linearizability(LIMIT);
            HistoryVerdict verdict =
                    switch (kind) {
                        case 0 -> search.check(new RegisterModel(), calls);
                        case 1 -> search.check(new SetModel(), calls);
                        case 2 -> search.check(new ListModel(), calls);
                        default -> search.check(new CounterModel(), calls);
                    };
            assertEquals(
                    expected ? HistoryVerdict.LINEARIZABLE : HistoryVerdict.VIOLATED,
                    verdict,
                    () -> "history " + calls);
            violated += expected ? 0 : 1;
        }
        assertTrue(violated > rounds / 10 && violated < rounds * 9 / 10, "violated: " + violated);
    }
}
