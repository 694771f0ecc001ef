package io.godwit.site;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.godwit.page.Html;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The documentation as a static site: the README, all pages of {@code docs}, and each file of the project that one of them links
 * to, at the same relative paths. For one thread.
 */
public final class Site {
    private static final Pattern LINK = Pattern.compile("\\b(?:href|src)=\"([^\"]*)\"");
    /** What may follow the # in a link: ids, and what the script of a page goes by. */
    private static final Pattern ID = Pattern.compile("\\b(?:id|data-anchor)=\"([^\"]+)\"");

    /** A moment of the playground, which its page shows; in the repository it is a row of a table. */
    private static final String MOMENT = "#show=";

    private static final Path MOMENTS = Path.of("docs/verify/playground.md");
    private static final Path PLAYGROUND = Path.of("playground.html");

    private static final Set<String> AS_THEY_ARE = Set.of("png", "svg", "html");

    private final Path root;
    private final Path directory;
    private final Map<String, String> navigation;
    private final String template = Html.resource(Site.class, "site.html");
    private final ArrayNode index = new ObjectMapper().createArrayNode();
    /** Paths relative to the project, in the order in which they were found. */
    private final Set<Path> found = new LinkedHashSet<>();

    private final Deque<Path> waiting = new ArrayDeque<>();
    private final List<String> dead = new ArrayList<>();

    private Site(Path root, Path directory, Map<String, String> navigation) {
        this.root = root;
        this.directory = directory;
        this.navigation = navigation;
    }

    /**
     * What was written.
     *
     * @param pages number of pages
     * @param links number of links that were checked
     * @param dead a line for each link that leads nowhere
     */
    public record Result(int pages, int links, List<String> dead) {
        /** A copy that cannot be changed. */
        public Result {
            dead = List.copyOf(dead);
        }
    }

    /**
     * Writes the pages and looks at all their links within the site.
     *
     * @param root of the project
     * @param directory of the site; other parts of the site, such as the playground, are there already
     * @param navigation paths of the entries of the navigation, by their names
     * @throws IOException if a file cannot be read or written
     */
    public static Result write(Path root, Path directory, Map<String, String> navigation) throws IOException {
        Site site = new Site(root, directory, navigation);
        site.add(Path.of("README.md"));
        try (Stream<Path> docs = Files.walk(root.resolve("docs"))) {
            docs.filter(Site::isMarkdown).sorted().forEach(page -> site.add(root.relativize(page)));
        }
        while (!site.waiting.isEmpty()) {
            site.writePage(site.waiting.remove());
        }
        Files.writeString(directory.resolve("site.css"), Html.baseCss() + Html.resource(Site.class, "site.css"));
        Files.writeString(directory.resolve("theme.js"), Html.themeScript());
        Files.writeString(directory.resolve("search.js"), Html.resource(Site.class, "search.js"));
        Files.writeString(directory.resolve("index.js"), "const sections = " + site.index + ";\n");
        return site.checked();
    }

    /** Plans the page of a file or directory of the project, unless it is planned already; returns its path in the site. */
    private Path add(Path source) {
        if (found.add(source)) {
            waiting.add(source);
        }
        return place(source);
    }

    private Path place(Path source) {
        Path file = root.resolve(source);
        String name = String.valueOf(source.getFileName());
        if (Files.isDirectory(file)) {
            return source.resolve("index.html");
        } else if (name.equals("README.md")) {
            return source.resolveSibling("index.html");
        } else if (isMarkdown(source)) {
            return source.resolveSibling(name.replaceAll("\\.md$", ".html"));
        }
        return isCopied(name) ? source : source.resolveSibling(name + ".html");
    }

    private void writePage(Path source) throws IOException {
        Path file = root.resolve(source);
        Path target = directory.resolve(place(source));
        Files.createDirectories(target.getParent());
        if (Files.isDirectory(file)) {
            try (Stream<Path> files = Files.list(file)) {
                String list = files.filter(Files::isRegularFile)
                        .sorted()
                        .map(each -> "<li><a href=\""
                                + target.getParent().relativize(directory.resolve(add(root.relativize(each)))) + "\">"
                                + Html.escape(String.valueOf(each.getFileName())) + "</a></li>")
                        .collect(Collectors.joining("\n", "<ul>\n", "\n</ul>"));
                Files.writeString(target, page(source, source.toString(), list));
            }
        } else if (isMarkdown(source)) {
            MarkdownPage page = MarkdownPage.of(Files.readString(file), link -> linked(source, link));
            page.sections().forEach(section -> index.addObject()
                    .put("page", page.title())
                    .put("title", section.title())
                    .put("at", place(source) + (section.anchor().isEmpty() ? "" : "#" + section.anchor()))
                    .put("text", section.text()));
            Files.writeString(target, page(source, page.title(), page.html()));
        } else if (isCopied(source.toString())) {
            Files.write(target, Files.readAllBytes(file));
        } else {
            String name = source.toString();
            String content = "<h1>" + Html.escape(name) + "</h1>\n<pre>" + Html.escape(text(file)) + "</pre>";
            Files.writeString(target, page(source, name, content));
        }
    }

    private static String text(Path file) throws IOException {
        try {
            return Files.readString(file);
        } catch (MalformedInputException e) {
            throw new IOException(file + " is linked to and is not text", e);
        }
    }

    /** What a link of a page becomes in the site. */
    private String linked(Path source, String link) {
        boolean here = link.startsWith("#");
        boolean moment = link.contains(MOMENT) && Files.exists(directory.resolve(PLAYGROUND));
        if (link.contains("://") || (here && !(moment && source.equals(MOMENTS)))) {
            return link;
        } else if (moment
                && (here
                        || root.resolve(source)
                                .resolveSibling(link.split("#", 2)[0])
                                .normalize()
                                .endsWith(MOMENTS))) {
            return directory.resolve(place(source)).getParent().relativize(directory.resolve(PLAYGROUND))
                    + link.substring(link.indexOf('#'));
        }
        String[] parts = link.split("#", 2);
        Path target = root.resolve(source).resolveSibling(parts[0]).normalize();
        if (!target.startsWith(root) || !Files.exists(target)) {
            dead.add(source + ": " + link);
            return link;
        }
        Path place = add(root.relativize(target));
        Path from = directory.resolve(place(source)).getParent();
        return from.relativize(directory.resolve(place)) + (parts.length == 1 ? "" : "#" + parts[1]);
    }

    private String page(Path source, String title, String content) {
        String top = "../".repeat(place(source).getNameCount() - 1);
        String entries = navigation.entrySet().stream()
                .map(entry -> "<a href=\"" + top + entry.getValue() + "\">" + Html.escape(entry.getKey()) + "</a>")
                .collect(Collectors.joining("\n"));
        return template.replace("{top}", top)
                .replace("{title}", Html.escape(title))
                .replace("{navigation}", entries)
                .replace("{content}", content);
    }

    /** Looks at the links as they stand in the files. */
    private Result checked() throws IOException {
        Map<Path, String> pages = new TreeMap<>();
        for (Path source : found) {
            Path page = directory.resolve(place(source));
            if (!isCopied(source.toString())) {
                pages.put(page, Files.readString(page));
            }
        }
        Map<Path, Set<String>> ids = new TreeMap<>();
        int links = 0;
        for (Map.Entry<Path, String> page : pages.entrySet()) {
            for (Matcher link = LINK.matcher(page.getValue()); link.find(); ) {
                if (link.group(1).contains("://")) {
                    continue;
                }
                links++;
                String[] parts = link.group(1).split("#", 2);
                Path target = parts[0].isEmpty()
                        ? page.getKey()
                        : page.getKey().resolveSibling(parts[0]).normalize();
                boolean leads = parts.length == 1
                        ? Files.isRegularFile(target)
                        : ids.computeIfAbsent(target, key -> ids(pages.getOrDefault(key, other(key))))
                                .contains(parts[1]);
                if (!leads) {
                    dead.add(directory.relativize(page.getKey()) + ": " + link.group(1));
                }
            }
        }
        return new Result(pages.size(), links, dead);
    }

    /** A page that is not made from a source; empty if there is none. */
    private static String other(Path page) {
        try {
            return Files.isRegularFile(page) ? Files.readString(page) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Set<String> ids(String html) {
        return ID.matcher(html).results().map(id -> id.group(1)).collect(Collectors.toSet());
    }

    private static boolean isMarkdown(Path file) {
        return file.toString().endsWith(".md");
    }

    private static boolean isCopied(String name) {
        return AS_THEY_ARE.contains(name.substring(name.lastIndexOf('.') + 1));
    }
}
