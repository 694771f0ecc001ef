package io.godwit.simulation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.member.limit.Limit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The simulation counts each limit that members tell of, and its documentation names each bound of the runtime. */
class LimitsTest {
    private static final Path ROOT = Path.of("../..");
    private static final Pattern BOUND = Pattern.compile(
            "static final (?:int|long|double) ((?:MAX_\\w+|\\w+_KEPT|\\w+_PER_TICK|\\w+_AT_ENTRIES|PAGE_BYTES)) =");

    @Test
    void eachLimitIsCounted() {
        for (Limit limit : Limit.values()) {
            assertEquals(limit.name(), CoverageGoal.valueOf(limit.name()).name());
        }
    }

    @Test
    void eachBoundIsListed() throws IOException {
        String text = Files.readString(ROOT.resolve("docs/verify/simulation.md"));
        List<String> unlisted = new ArrayList<>();
        int bounds = 0;
        try (Stream<Path> files = Files.walk(ROOT.resolve("impl/runtime/src/main/java"))) {
            for (Path file : files.filter(it -> it.toString().endsWith(".java")).toList()) {
                String type = String.valueOf(file.getFileName()).replace(".java", "");
                for (Matcher found = BOUND.matcher(Files.readString(file)); found.find(); bounds++) {
                    String name = type + "." + found.group(1);
                    if (!text.contains("`" + name + "`")) {
                        unlisted.add(name);
                    }
                }
            }
        }
        assertTrue(bounds > 20, bounds + " bounds were found");
        assertEquals(List.of(), unlisted);
    }

    @Test
    void eachCountIsDescribed() throws IOException {
        String text = Files.readString(ROOT.resolve("docs/verify/simulation.md"));
        for (CoverageGoal what : CoverageGoal.values()) {
            assertTrue(text.contains("`" + what.text() + "`"), what.text());
        }
    }
}
