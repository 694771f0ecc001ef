package io.godwit.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class RunPageTest {
    private static final String CLOCK = "document.getElementById('clock').textContent";
    private static final String STEPS = "document.getElementById('steps').textContent";

    /** Two members, a fault, and two clients, of which one hears nothing. */
    private static final String RUN =
            """
            {"name": "a <run>", "says": "of nobody", "verdict": {"text": "valid", "tone": "good"}, "unit": "micros", "window": 5000000,
             "lanes": [{"id": "n1", "name": "n1", "key": "1"}, {"id": "n2", "name": "n2", "key": "2"}], "partitions": ["p0"],
             "clients": ["client 0", "client 1"],
             "calls": [{"client": 0, "t": 1000, "until": 900000, "result": "ok"}, {"client": 1, "t": 2000, "until": null, "result": "info"}],
             "definitions": {"Put": [{"module": "spec/quorum/Map", "line": 3, "text": "Put == TRUE"}]},
             "steps": [
              {"t": 0, "k": "step", "m": "n1", "x": "n1 is there", "v": {
               "n1": {"up": true, "role": "master", "lines": ["master", ""], "cells": [{"kind": "primary", "version": "v1", "data": "0 writes"}]},
               "n2": {"up": true, "role": "", "lines": ["follower", ""], "cells": []}}},
              {"t": 500000, "k": "fault", "until": 800000, "x": "kill one: n2", "v": {"n2": {"up": false, "role": "", "lines": ["dead", ""], "cells": []}}},
              {"t": 900000, "k": "client", "m": "n1", "a": ["Put"], "x": "client 0: put 5",
               "v": {"n1": {"partial": true, "cells": {"0": {"kind": "primary", "version": "v1", "data": "1 write"}}}}},
              {"t": 950000, "k": "tick", "m": "n1", "x": "a tick"}]}
            """;

    @Test
    void pageHasTheRunAndLoadsNothing() {
        String page = RunPage.render(RUN);
        assertTrue(page.contains("<h1>a &lt;run&gt;</h1>"));
        assertTrue(page.contains("client 0: put 5"));
        assertFalse(Pattern.compile("(src|href)=\"|url\\(|https?://|@import|/\\*[\\w.]+\\*/")
                .matcher(page)
                .find());
    }

    @Test
    void whatIsNoRunIsRefused() {
        assertRefused("a run must be JSON", "{");
        assertRefused("'name'", "{}");
        assertRefused("'hours'", "{\"name\": \"a\", \"unit\": \"hours\"}");
        assertRefused("'lanes'", "{\"name\": \"a\", \"unit\": \"steps\"}");
    }

    private static void assertRefused(String expected, String run) {
        String message = assertThrows(IllegalArgumentException.class, () -> RunPage.render(run))
                .getMessage();
        assertTrue(message.contains(expected), message);
    }

    @Test
    @Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void callsAndFaultsAreBesideTheLanes(@TempDir Path directory) throws Exception {
        assumeTrue(Chromium.program().isPresent(), "no Chromium is installed");
        Path page = Files.writeString(directory.resolve("run.html"), RunPage.render(RUN));
        try (Chromium browser = Chromium.start(Chromium.program().orElseThrow(), directory.resolve("profile"))) {
            for (int width : new int[] {1280, 400}) {
                browser.look(width, 800, false);
                browser.open("about:blank");
                browser.open(page.toUri().toString());
                browser.await(CLOCK, "0.950 s");
                browser.await("document.getElementById('verdict').textContent", "valid");
                browser.await("document.getElementById('client-names').textContent", "client 0client 1");
                browser.await("document.getElementById('table').textContent", "v1 · 1 write");
                assertEquals("0", browser.value("document.documentElement.scrollWidth - window.innerWidth"));
                assertFalse(browser.value(STEPS).contains("a tick"), "ticks are left out at first");
                browser.value("document.getElementById('quiet').click()");
                browser.await(STEPS, "a tick");
                browser.value("location.hash = '#moment=600000'");
                browser.await(CLOCK, "0.600 s");
                browser.await("document.querySelector('#steps .now').className", "fault");
                browser.await("document.getElementById('table').textContent", "v1 · 0 writes");
                browser.await("document.getElementById('lanes').textContent", "dead");
                browser.value("document.getElementById('forward').click()");
                browser.await("location.hash", "#moment=900000");
                browser.value("document.querySelector('#steps .action').click()");
                browser.await(
                        "document.getElementById('specification-text').textContent", "spec/quorum/Map.tla, line 3");
            }
        }
    }
}
