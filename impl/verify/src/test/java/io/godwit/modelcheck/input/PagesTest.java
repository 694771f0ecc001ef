package io.godwit.modelcheck.input;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The pages of this project: links, the length of lines, and the methods and actions that a page names. */
class PagesTest {
    private static final Path ROOT =
            Path.of(System.getProperty("godwit.root")).toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");
    private static final int MAX_CHARACTERS = 180;
    private static final int MAX_STEPS = 12;
    /**
     * A link to a Java method, {@code Class#method} or {@code Class#method(Type)} with the type of a parameter, or to an action of
     * the specification, {@code Module!Action}.
     */
    private static final Pattern NAMED = Pattern.compile("\\[`(\\w+)([#!])(\\w+)(?:\\((\\w+)\\))?`]\\(([^)]+)\\)");

    private static final Pattern STEP = Pattern.compile("(?m)^(\\d+)\\. ");
    private static final Pattern ANCHOR = Pattern.compile("<a id=\"([^\"]+)\"></a>");
    private static final Pattern HEADING = Pattern.compile("^#+ +(.*)$");

    @Test
    void eachLinkLeadsSomewhere() throws IOException {
        List<String> broken = new ArrayList<>();
        int links = 0;
        for (Path page : pages()) {
            for (Matcher link = LINK.matcher(prose(page)); link.find(); links++) {
                String path = link.group(1);
                if (path.contains("://")) {
                    continue;
                }
                Path target = path.isEmpty() ? page : page.resolveSibling(path).normalize();
                boolean there = Files.exists(target)
                        && (link.group(2) == null || headings(target).contains(link.group(2)));
                if (!there) {
                    broken.add(ROOT.relativize(page) + ": " + link.group());
                }
            }
        }
        assertTrue(links > 500, links + " links were found");
        assertEquals(List.of(), broken);
    }

    @Test
    void noLineOutsideTablesIsLong() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path page : pages()) {
            List<String> lines = Files.readAllLines(page);
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).length() > MAX_CHARACTERS && !lines.get(i).startsWith("|")) {
                    found.add(ROOT.relativize(page) + ":" + (i + 1));
                }
            }
        }
        assertEquals(List.of(), found);
    }

    @Test
    void eachMethodAndActionOfTheWalksExists() throws IOException {
        Path page = ROOT.resolve("docs/develop/walks.md");
        List<String> missing = new ArrayList<>();
        int named = 0;
        for (Matcher link = NAMED.matcher(Files.readString(page)); link.find(); named++) {
            Path file = page.resolveSibling(link.group(5)).normalize();
            boolean isJava = link.group(2).equals("#");
            String declared = isJava
                    ? "(?m)^ {4,12}(?!return |throw |else )[\\w@<>\\[\\], .?]+ " + link.group(3) + "\\("
                            + (link.group(4) == null ? "" : "[^)]*\\b" + link.group(4) + "\\b")
                            + "[^)]*\\)(?:\\s+throws [\\w, ]+)? \\{"
                    : "(?m)^" + link.group(3) + "\\b[^=]*==";
            boolean there = file.endsWith(link.group(1) + (isJava ? ".java" : ".tla"))
                    && Files.isRegularFile(file)
                    && Pattern.compile(declared).matcher(Files.readString(file)).find();
            if (!there) {
                missing.add(link.group());
            }
        }
        assertTrue(named > 50, named + " methods and actions are named");
        assertEquals(List.of(), missing);
    }

    @Test
    void noWalkHasTooManySteps() throws IOException {
        String text = Files.readString(ROOT.resolve("docs/develop/walks.md"));
        int steps = 0;
        for (Matcher step = STEP.matcher(text); step.find(); steps++) {
            assertTrue(Integer.parseInt(step.group(1)) <= MAX_STEPS, "step " + step.group(1));
        }
        assertTrue(steps > 20, steps + " steps");
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(ROOT.resolve("README.md"), ROOT.resolve("spec/README.md")));
        try (Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            docs.filter(it -> it.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    /** The text of a page without its blocks of code. */
    private static String prose(Path page) throws IOException {
        StringBuilder text = new StringBuilder();
        boolean code = false;
        for (String line : Files.readAllLines(page)) {
            if (line.strip().startsWith("```")) {
                code = !code;
            } else if (!code) {
                text.append(line).append('\n');
            }
        }
        return text.toString();
    }

    /** The names under which the headings of a page, and the anchors in its tables, can be linked to. */
    private static Set<String> headings(Path page) throws IOException {
        Set<String> names = new HashSet<>();
        ANCHOR.matcher(prose(page)).results().forEach(anchor -> names.add(anchor.group(1)));
        for (String line : prose(page).split("\n", -1)) {
            Matcher heading = HEADING.matcher(line);
            if (heading.matches()) {
                names.add(heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'));
            }
        }
        return names;
    }
}
