package io.godwit.member.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.client.ClientConfig;
import io.godwit.client.GodwitClient;
import io.godwit.member.Member;
import io.godwit.member.config.MemberConfig;
import io.godwit.page.Chromium;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class LivePageTest {
    private static final String HOST = "127.0.0.1";

    /**
     * The stream of the member that the page follows begins so many milliseconds later. When another member takes one to be dead, this
     * script holds its messages back, lets the page follow it, and passes them on when five streams have sent their state.
     */
    private static final String SLOW_STREAMS =
            """
            const Stream = EventSource;
            const held = [];
            let states = 0;
            let next = "";
            window.EventSource = class extends EventTarget {
              constructor(url) {
                super();
                const other = url.includes("partitions=none");
                setTimeout(() => {
                  this.stream = new Stream(url);
                  this.stream.onerror = e => this.onerror(e);
                  ["state", "change"].forEach(name => this.stream.addEventListener(name, e => {
                    const pass = () => {
                      if (this.closed) return;
                      this.dispatchEvent(new MessageEvent(name, { data: e.data }));
                      if (name === "state" && ++states === 5) held.splice(0).forEach(pass => pass());
                    };
                    this.holds = this.holds || other && states < 5 && e.data.includes(" to be dead");
                    if (!this.holds) return pass();
                    held.push(pass);
                    const follow = document.getElementById("follow");
                    if (follow.value !== next) {
                      follow.value = next;
                      follow.dispatchEvent(new Event("change"));
                    }
                  }));
                }, other ? 0 : %d);
              }
              close() {
                this.closed = true;
                if (this.stream) this.stream.close();
              }
            };
            """;

    @TempDir
    Path profile;

    /** A member with its HTTP port. */
    private record Node(Member member, StatusServer http) implements AutoCloseable {
        static Node bind(int place) throws Exception {
            Member member = Member.bind(MemberConfig.of("page", "node-" + place).withPartitions(31, 1), line -> {});
            return new Node(member, new StatusServer(member, HOST, 0));
        }

        String address() {
            return HOST + ":" + http.port();
        }

        @Override
        public void close() {
            http.close();
            member.close();
        }
    }

    @Test
    void pageLoadsNothingElse() throws Exception {
        try (Node node = Node.bind(1)) {
            HttpResponse<String> page = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://" + node.address() + "/"))
                                    .build(),
                            BodyHandlers.ofString());
            assertEquals(200, page.statusCode());
            String html = page.body();
            assertFalse(html.contains("/*cluster.css*/") || html.contains("/*live.js*/"), "all parts are there");
            assertFalse(html.replace("<link rel=\"icon\" href=\"data:,\">", "")
                    .matches("(?s).*(\\bsrc=|\\bhref=|@import|url\\().*"));
        }
    }

    @Test
    void pageShowsTheClusterAndGoesOnWhenAMemberDies() throws Exception {
        assumeTrue(Chromium.program().isPresent(), "no Chromium is installed");
        List<Node> nodes = new ArrayList<>();
        try (Chromium page = Chromium.start(Chromium.program().orElseThrow(), profile)) {
            startThree(nodes);
            page.look(1280, 1000, false);
            page.open(addressOf(nodes));
            page.await("document.getElementById('verdict')?.textContent", "all partitions in sync");
            page.await("document.querySelectorAll('.lane').length", "3");
            page.await("document.getElementById('figures').textContent", "3 of 3 members up");
            assertEquals("3", page.value("document.querySelectorAll('.tiles canvas').length"));
            assertEquals("true", page.value("document.body.scrollWidth <= innerWidth"));
            List<String> addresses =
                    nodes.stream().map(node -> node.member.address()).toList();
            try (GodwitClient client = GodwitClient.connect(ClientConfig.of("page", addresses))) {
                client.map("m").put(new byte[] {1}, new byte[] {1});
            }
            page.await("document.getElementById('figures').textContent", " calls/s: median ");
            page.await("document.getElementById('lanes').textContent", " ms, 99 % ");
            page.look(400, 900, true);
            page.await("document.documentElement.dataset.theme", "dark");
            assertEquals("true", page.value("document.body.scrollWidth <= innerWidth"));
            int first = nodes.get(0).member.number();
            nodes.remove(0).close();
            page.await(
                    "document.getElementById('steps').textContent",
                    "m" + first + " does not answer: the page shows the cluster as");
            page.await("document.getElementById('steps').textContent", "takes m" + first + " to be dead");
            page.await("document.getElementById('figures').textContent", "2 of 3 members up");
            page.await("document.getElementById('verdict').textContent", "all partitions in sync");
            page.value("document.dispatchEvent(new KeyboardEvent('keydown', { key: '?' }))");
            assertEquals("true", page.value("document.getElementById('help').open"));
        } finally {
            nodes.forEach(Node::close);
        }
    }

    @Test
    void pageWaitsForTheMemberThatItWasOpenedAt() throws Exception {
        assumeTrue(Chromium.program().isPresent(), "no Chromium is installed");
        List<Node> nodes = new ArrayList<>();
        try (Chromium page = Chromium.start(Chromium.program().orElseThrow(), profile)) {
            startThree(nodes);
            page.beforeScripts(SLOW_STREAMS.formatted(800));
            page.open(addressOf(nodes));
            page.await("document.getElementById('figures')?.textContent", "3 of 3 members up");
            assertEquals(
                    nodes.get(0).address(),
                    page.value("document.getElementById('follow').value"),
                    "the page has changed");
            assertFalse(
                    page.value("document.getElementById('steps').textContent").contains("does not answer"));
        } finally {
            nodes.forEach(Node::close);
        }
    }

    @Test
    void noEventFallsBetweenTwoStreamsOfAMember() throws Exception {
        assumeTrue(Chromium.program().isPresent(), "no Chromium is installed");
        List<Node> nodes = new ArrayList<>();
        try (Chromium page = Chromium.start(Chromium.program().orElseThrow(), profile)) {
            startThree(nodes);
            page.beforeScripts(SLOW_STREAMS.formatted(0));
            page.open(addressOf(nodes));
            page.await("document.getElementById('figures')?.textContent", "3 of 3 members up");
            // The members that are left go on with their master.
            int place = MemberStatus.of(nodes.get(1).member).role().equals("master") ? 2 : 1;
            int dead = nodes.get(place).member.number();
            Node other = nodes.get(3 - place);
            page.value("next = '" + other.address() + "'");
            nodes.remove(place).close();
            String takes = "m" + other.member.number() + " takes m" + dead + " to be dead";
            page.await("document.getElementById('steps').textContent", takes);
            assertEquals("2", page.value("document.getElementById('steps').textContent.split('" + takes + "').length"));
        } finally {
            nodes.forEach(Node::close);
        }
    }

    private static void startThree(List<Node> nodes) throws Exception {
        for (int i = 1; i <= 3; i++) {
            nodes.add(Node.bind(i));
        }
        List<String> addresses =
                nodes.stream().map(node -> node.member.address()).toList();
        for (var joined :
                nodes.stream().map(node -> node.member.start(addresses)).toList()) {
            joined.get(60, TimeUnit.SECONDS);
        }
    }

    /** The address of the page at the first member, with those of the others. */
    private static String addressOf(List<Node> nodes) {
        return "http://" + nodes.get(0).address() + "/#members="
                + nodes.stream().map(Node::address).collect(Collectors.joining(","));
    }
}
