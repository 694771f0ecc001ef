package io.godwit.simulation.linear;

import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.linear.History.RecordedCall;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Histories of a few calls that overlap. */
final class RandomHistory {
    private static final int LONGEST = 7;
    private static final long HORIZON = 12;

    private RandomHistory() {}

    /** Results are mostly those of one object that served the calls in the order of their invocation. */
    static List<RecordedCall> draw(SplittableRandom random, int kind) {
        List<RecordedCall> calls = new ArrayList<>();
        List<Long> content = new ArrayList<>();
        int count = 2 + random.nextInt(LONGEST - 1);
        long invoked = 0;
        for (int i = 0; i < count; i++) {
            invoked += random.nextLong(3);
            Operation operation = operation(random, kind);
            Result result = random.nextInt(12) == 0 ? noise(random) : apply(content, operation);
            boolean unknown = random.nextInt(4) == 0;
            calls.add(
                    unknown
                            ? RecordedCall.unanswered(i, i, operation, invoked)
                            : new RecordedCall(i, i, operation, invoked, invoked + random.nextLong(HORIZON), result));
        }
        return calls;
    }

    private static Operation operation(SplittableRandom random, int kind) {
        long value = 1 + random.nextLong(3);
        if (random.nextInt(2) == 0) {
            return new Operation.Get(0);
        }
        return switch (kind) {
            case 0 -> random.nextBoolean()
                    ? new Operation.Put(0, value)
                    : new Operation.CompareAndSet(0, random.nextLong(4), value);
            case 1 -> new Operation.AddToSet(0, value);
            case 2 -> new Operation.Append(0, value);
            default -> new Operation.Increment(0, value);
        };
    }

    private static Result noise(SplittableRandom random) {
        return new Result.Done(List.of(random.nextLong(4)));
    }

    private static Result apply(List<Long> content, Operation operation) {
        long first = content.isEmpty() ? 0 : content.get(0);
        if (operation instanceof Operation.Get) {
            return new Result.Done(content);
        } else if (operation instanceof Operation.CompareAndSet cas && cas.expected() != first) {
            return new Result.Differs(first);
        } else if (operation instanceof Operation.CompareAndSet cas) {
            set(content, cas.value());
        } else if (operation instanceof Operation.Put put) {
            set(content, put.value());
        } else if (operation instanceof Operation.AddToSet add && !content.contains(add.element())) {
            content.add(add.element());
        } else if (operation instanceof Operation.Append append) {
            content.add(append.element());
        } else if (operation instanceof Operation.Increment increment) {
            set(content, first + increment.by());
            return new Result.Done(content);
        }
        return new Result.Done(List.of());
    }

    private static void set(List<Long> content, long value) {
        content.clear();
        content.add(value);
    }
}
