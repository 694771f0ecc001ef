package io.godwit.cli;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses durations such as {@code 60s}, {@code 1500ms} or {@code 2m}. */
final class TimeSpan implements ITypeConverter<Duration> {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m)");
    private static final Map<String, Long> MICROS = Map.of("ms", 1_000L, "s", 1_000_000L, "m", 60_000_000L);

    static long toMicros(String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a duration; write for instance 60s, 1500ms or 2m");
        }
        return Long.parseLong(matcher.group(1)) * MICROS.get(matcher.group(2));
    }

    @Override
    public Duration convert(String text) {
        try {
            return Duration.of(toMicros(text), ChronoUnit.MICROS);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
