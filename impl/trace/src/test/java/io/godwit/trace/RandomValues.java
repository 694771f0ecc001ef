package io.godwit.trace;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Values of all kinds, at random from a seed. */
public final class RandomValues {
    private static final String[] NAMES = {"src", "dst", "type", "x1", "_a", "n2"};
    private static final String[] TEXTS = {
        "", "a", "-", "x y", "\"", "\\", "</script>", "line\nbreak", "ü", "1..2", "/\\ a = 1"
    };

    private final Random random;

    /** The same seed gives the same values. */
    public RandomValues(long seed) {
        random = new Random(seed);
    }

    /** The next value, nested no deeper than so much. */
    public TlaValue next(int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 4)) {
            case 0 -> TlaValue.of(random.nextInt(2000) - 1000);
            case 1 -> TlaValue.of(TEXTS[random.nextInt(TEXTS.length)]);
            case 2 -> TlaValue.of(random.nextBoolean());
            case 3 -> random.nextInt(5) == 0
                    ? new TlaValue.Int(BigInteger.TWO.pow(70).add(BigInteger.valueOf(random.nextInt())))
                    : new TlaValue.Model("m" + random.nextInt(12));
            case 4 -> new TlaValue.Tuple(list(depth));
            case 5 -> new TlaValue.SetOf(list(depth));
            case 6 -> record(depth);
            default -> function(depth);
        };
    }

    private List<TlaValue> list(int depth) {
        List<TlaValue> values = new ArrayList<>();
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            values.add(next(depth - 1));
        }
        return values;
    }

    private TlaValue record(int depth) {
        Map<String, TlaValue> fields = new HashMap<>();
        int size = 1 + random.nextInt(3);
        for (int i = 0; i < size; i++) {
            fields.put(NAMES[random.nextInt(NAMES.length)], next(depth - 1));
        }
        return new TlaValue.Rec(fields);
    }

    private TlaValue function(int depth) {
        Map<TlaValue, TlaValue> pairs = new HashMap<>();
        int size = random.nextInt(4);
        for (int i = 0; i < size; i++) {
            pairs.put(next(depth - 1), next(depth - 1));
        }
        return TlaValue.function(pairs);
    }
}
