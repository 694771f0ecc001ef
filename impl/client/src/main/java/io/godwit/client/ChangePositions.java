package io.godwit.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.godwit.protocol.map.StreamPosition;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Up to where a {@link ChangeReader} has read, in each partition of its map. Immutable; {@link #toString} can be stored. */
public final class ChangePositions {
    private static final int NUMBERS = 3;

    private final String map;
    private final List<StreamPosition> positions;

    ChangePositions(String map, List<StreamPosition> positions) {
        this.map = map;
        this.positions = List.copyOf(positions);
    }

    /** The name of the map. */
    String map() {
        return map;
    }

    List<StreamPosition> all() {
        return positions;
    }

    /**
     * The positions that a text stands for.
     *
     * @param text from {@link #toString}
     * @throws IllegalArgumentException if it is not the text of positions
     */
    public static ChangePositions parse(String text) {
        int end = text.indexOf(':');
        if (end < 0) {
            throw new IllegalArgumentException(
                    "no positions: \"" + text + "\" does not begin with a map's name and ':'");
        }
        String map = URLDecoder.decode(text.substring(0, end), UTF_8);
        List<StreamPosition> positions = new ArrayList<>();
        for (String part : text.substring(end + 1).split(",", -1)) {
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
        return new ChangePositions(map, positions);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ChangePositions that && map.equals(that.map) && positions.equals(that.positions);
    }

    @Override
    public int hashCode() {
        return Objects.hash(map, positions);
    }

    /**
     * The map's name, a colon, and up to 50 characters for each partition, of digits, dots and commas. In the name all but letters,
     * digits, {@code .}, {@code -} and {@code _} is encoded as in a URL.
     */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(URLEncoder.encode(map, UTF_8).replace("*", "%2A"));
        char before = ':';
        for (StreamPosition position : positions) {
            text.append(before)
                    .append(position.index())
                    .append('.')
                    .append(position.taken())
                    .append('.')
                    .append(position.shown());
            before = ',';
        }
        return text.toString();
    }
}
