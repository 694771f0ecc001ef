package io.godwit.client;

import io.godwit.protocol.map.StreamPosition;
import java.util.ArrayList;
import java.util.List;

/** Up to where a {@link ChangeReader} has read, in each partition of its map. Immutable; {@link #toString} can be stored. */
public final class ChangePositions {
    private static final int NUMBERS = 3;

    private final List<StreamPosition> positions;

    ChangePositions(List<StreamPosition> positions) {
        this.positions = List.copyOf(positions);
    }

    List<StreamPosition> all() {
        return positions;
    }

    /**
     * The positions that a text says.
     *
     * @param text from {@link #toString}
     * @throws IllegalArgumentException if it says none
     */
    public static ChangePositions parse(String text) {
        List<StreamPosition> positions = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String[] numbers = part.split("\\.", -1);
            if (numbers.length != NUMBERS) {
                throw new IllegalArgumentException("not a position: \"" + part + "\"");
            }
            try {
                positions.add(new StreamPosition(
                        Integer.parseInt(numbers[0]), Long.parseLong(numbers[1]), Long.parseLong(numbers[2])));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("not a position: \"" + part + "\"", e);
            }
        }
        return new ChangePositions(positions);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ChangePositions that && positions.equals(that.positions);
    }

    @Override
    public int hashCode() {
        return positions.hashCode();
    }

    /** A text of up to 50 characters for each partition, of digits, dots and commas. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (StreamPosition position : positions) {
            text.append(text.length() == 0 ? "" : ",")
                    .append(position.index())
                    .append('.')
                    .append(position.taken())
                    .append('.')
                    .append(position.shown());
        }
        return text.toString();
    }
}
