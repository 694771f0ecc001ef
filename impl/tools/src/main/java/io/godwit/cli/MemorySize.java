package io.godwit.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses memory sizes. */
final class MemorySize {
    private static final Pattern SIZE = Pattern.compile("(\\d+)([mg])");
    private static final int MIB_PER_GIB = 1024;

    private MemorySize() {}

    /** The size in MiB: {@code 4g} or {@code 900m}. */
    static int toMiB(String text) {
        Matcher matcher = SIZE.matcher(text.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a memory size; write 4g or 900m");
        }
        int number = Integer.parseInt(matcher.group(1));
        return matcher.group(2).equals("g") ? number * MIB_PER_GIB : number;
    }
}
