package io.godwit.site;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SiteTest {
    @TempDir
    private Path directory;

    @Test
    void documentationOfTheProjectHasNoDeadLinks() throws IOException {
        Path root = Path.of(System.getProperty("godwit.root")).toAbsolutePath().normalize();

        Site.Result site = Site.write(root, directory, Map.of("Verify", "docs/verify/index.html"));

        assertEquals(List.of(), site.dead());
        assertTrue(site.pages() > 100 && site.links() > 1_000, site.toString());
    }

    @Test
    void pagesLinkToPagesSourcesDirectoriesAndImages() throws IOException {
        Path root = project(
                """
                # Start & end
                [page](docs/a.md#more-words) [source](impl/A.java) [directory](impl) ![image](docs/b.png) [web](https://example.org)
                """);

        Site.Result site = Site.write(root, directory, Map.of("Home", "index.html"));

        assertEquals(List.of(), site.dead());
        assertEquals(4, site.pages());
        String start = Files.readString(directory.resolve("index.html"));
        assertTrue(start.contains("<title>Start &amp; end – Godwit</title>"), start);
        assertTrue(start.contains("<a href=\"docs/a.html#more-words\">page</a>"), start);
        assertTrue(start.contains("<a href=\"impl/A.java.html\">source</a>"), start);
        assertTrue(start.contains("<a href=\"impl/index.html\">directory</a>"), start);
        assertTrue(start.contains("<a href=\"https://example.org\">web</a>"), start);
        String source = Files.readString(directory.resolve("impl/A.java.html"));
        assertTrue(source.contains("<pre>class A&lt;T&gt; {}</pre>"), source);
        assertTrue(source.contains("<a href=\"../index.html\">Home</a>"), source);
        assertTrue(Files.exists(directory.resolve("docs/b.png")));
        String index = Files.readString(directory.resolve("index.js"));
        assertTrue(
                index.contains("\"title\":\"More words\",\"at\":\"docs/a.html#more-words\",\"text\":\"b c \""), index);
    }

    @Test
    void deadLinksAreNamed() throws IOException {
        Path root = project("# Start\n[a](docs/a.md#less) [b](docs/c.md) [c](../outside) [d](#start)\n");

        Site.Result site = Site.write(root, directory, Map.of("API", "api/index.html"));

        List<String> dead = site.dead();
        assertTrue(dead.contains("README.md: docs/c.md"), dead.toString());
        assertTrue(dead.contains("README.md: ../outside"), dead.toString());
        assertTrue(dead.contains("index.html: docs/a.html#less"), dead.toString());
        assertTrue(dead.contains("docs/a.html: ../api/index.html"), dead.toString());
        assertTrue(dead.stream().noneMatch(link -> link.contains("#start")), dead.toString());
    }

    /** In the repository the link leads to a row of a table that names the moment. */
    @Test
    void linkToAMomentOpensThePlaygroundIfThereIsOne() throws IOException {
        Path root = project("[watch](docs/verify/playground.md#show=n1)\n");
        Files.createDirectories(root.resolve("docs/verify"));
        Files.writeString(root.resolve("docs/verify/playground.md"), "| <a id=\"show=n1\"></a>[n1](#show=n1) |\n");

        assertEquals(List.of(), Site.write(root, directory, Map.of()).dead());
        String without = Files.readString(directory.resolve("index.html"));
        assertTrue(without.contains("<a href=\"docs/verify/playground.html#show=n1\">watch</a>"), without);

        Files.writeString(directory.resolve("playground.html"), "<button data-anchor=\"show=n1\">");
        assertEquals(List.of(), Site.write(root, directory, Map.of()).dead());
        String start = Files.readString(directory.resolve("index.html"));
        assertTrue(start.contains("<a href=\"playground.html#show=n1\">watch</a>"), start);
        String row = Files.readString(directory.resolve("docs/verify/playground.html"));
        assertTrue(row.contains("<a href=\"../../playground.html#show=n1\">n1</a>"), row);

        Files.writeString(directory.resolve("playground.html"), "");
        assertEquals(
                List.of(
                        "docs/verify/playground.html: ../../playground.html#show=n1",
                        "index.html: playground.html#show=n1"),
                Site.write(root, directory, Map.of()).dead());
    }

    private Path project(String readme) throws IOException {
        Path root = Files.createDirectories(directory.resolve("project"));
        Files.createDirectories(root.resolve("docs"));
        Files.createDirectories(root.resolve("impl"));
        Files.writeString(root.resolve("README.md"), readme);
        Files.writeString(root.resolve("docs/a.md"), "# A\n\n## More words\nb `c`\n");
        Files.write(root.resolve("docs/b.png"), new byte[] {-1, -2});
        Files.writeString(root.resolve("impl/A.java"), "class A<T> {}");
        return root;
    }
}
