package io.godwit.modelcheck.docs;

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

/** The pages of this project: each link leads to a file and a heading that exist. */
class PagesTest {
    private static final Path ROOT =
            Path.of(System.getProperty("godwit.root")).toAbsolutePath().normalize();
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");
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

    /** The names under which the headings of a page can be linked to. */
    private static Set<String> headings(Path page) throws IOException {
        Set<String> names = new HashSet<>();
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
