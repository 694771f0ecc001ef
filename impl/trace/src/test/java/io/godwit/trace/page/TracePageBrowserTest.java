package io.godwit.trace.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.godwit.page.Chromium;
import io.godwit.trace.Lenses;
import io.godwit.trace.SampleTraces;
import io.godwit.trace.Trace;
import io.godwit.trace.TraceBuilder;
import io.godwit.trace.TraceJson;
import io.godwit.trace.TraceMeta;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What somebody does who looks at a trace, in a browser. */
@Timeout(value = 300, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class TracePageBrowserTest {
    private static final Path ROOT = Path.of("../..");
    private static final String CLOCK = "document.getElementById('clock').textContent";
    private static final String SIDE = "document.getElementById('side').textContent";
    private static final String TOO_WIDE = "document.documentElement.scrollWidth - window.innerWidth";

    @TempDir
    static Path directory;

    private static Chromium browser;

    @BeforeAll
    static void start() throws Exception {
        assumeTrue(Chromium.program().isPresent(), "no Chromium is installed");
        browser = Chromium.start(Chromium.program().orElseThrow(), directory.resolve("profile"));
        browser.look(1280, 1000, false);
    }

    @AfterAll
    static void stop() {
        if (browser != null) {
            browser.close();
        }
    }

    private static Trace finding() {
        return TraceJson.read(ROOT.resolve("models/traces/classic-n2.json"), Lenses.load(ROOT.resolve("spec")));
    }

    /** Opens the page of a trace; {@code address} follows the # in its address. */
    private static void open(Trace trace, String address) throws Exception {
        Path page = directory.resolve(trace.meta().name() + ".html");
        Files.writeString(page, TracePage.render(trace, SpecificationText.read(ROOT), ""));
        browser.open("about:blank");
        browser.open(page.toUri() + "#" + address);
        browser.await(CLOCK, "of " + trace.steps().size());
    }

    private static void press(String key, boolean shift) throws Exception {
        browser.value("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: '" + key + "', shiftKey: " + shift
                + ", bubbles: true}))");
    }

    private static String click(String selector) {
        return "document.querySelector('" + selector + "').click()";
    }

    @Test
    void keysAndAddressLeadToSteps() throws Exception {
        Trace trace = finding();
        int steps = trace.steps().size();
        open(trace, "step=3");
        browser.await(CLOCK, "step 3 of " + steps);
        press("ArrowRight", false);
        browser.await(CLOCK, "step 4 of");
        browser.await("location.hash", "#step=4");
        press("ArrowLeft", false);
        press("ArrowLeft", false);
        browser.await(CLOCK, "step 2 of");
        press("ArrowRight", true);
        browser.await(CLOCK, "step 12 of");
        browser.await(SIDE, "breaks at step " + steps);
        press("End", false);
        browser.await(CLOCK, "step " + steps + " of");
        browser.await(SIDE, "Agreement is broken here");
        browser.await("document.querySelector('#steps .now').className", "fault");
        browser.await("getComputedStyle(document.getElementById('changed-says')).display", "inline-block");
        press("Home", false);
        browser.await(SIDE, "The initial state.");
        press(" ", false);
        browser.await(CLOCK, "step 2 of");
        press(" ", false);
        browser.value("location.hash = '#step=7'");
        browser.await(CLOCK, "step 7 of");
        browser.value(click("#steps li:nth-child(9) .time"));
        browser.await(CLOCK, "step 9 of");
        press("2", false);
        browser.await("document.querySelector('.lane.chosen').textContent", "2");
    }

    /** All that a trace has of a step. */
    @Test
    void stepIsShownWithStateMessagesAndDefinition() throws Exception {
        Trace trace = finding();
        open(trace, "step=2");
        int steps = Integer.parseInt(browser.value("document.querySelectorAll('#steps li').length"));
        assertEquals(trace.steps().size(), steps);
        assertEquals("3", browser.value("document.querySelectorAll('.lane').length"));
        browser.await(
                "document.querySelector('#steps .now').textContent",
                trace.steps().get(1).action());
        browser.await(SIDE, "What changed");
        browser.await(SIDE, "bookkeeping – of the specification");
        browser.await(SIDE, "Full state");
        browser.await("document.querySelector('#table').textContent", "primary");
        browser.await("document.querySelectorAll('#table .stamp').length", "3");
        browser.value(click("#steps .now .action"));
        browser.await("document.getElementById('specification').open", "true");
        browser.await(
                "document.getElementById('specification-text').textContent",
                trace.steps().get(1).action() + "spec/classic/");
        press("ArrowRight", false);
        browser.await(CLOCK, "step 2 of");
        browser.value(click("#specification button"));
        int sent = 1
                + trace.steps()
                        .indexOf(trace.steps().stream()
                                .filter(step -> !step.inFlight().isEmpty())
                                .findFirst()
                                .orElseThrow());
        browser.value("location.hash = '#step=" + sent + "'");
        browser.await(SIDE, "On their way");
    }

    @Test
    void runsWithoutAnEndSayHowTheyGoOn() throws Exception {
        open(lasso(), "step=5");
        browser.await("document.querySelector('#steps .endless').textContent", "∞ back to step 3, and so on for ever");
        assertEquals("3", browser.value("document.querySelectorAll('#steps .loop').length"));
        browser.await(SIDE, "Heals never comes true: steps 3 to 5 repeat for ever.");
        open(SampleTraces.soup("Init | 0 | 0 | ", "Put | 1 | 0 | " + SampleTraces.message("Put", "a", "b", 1)), "");
        browser.await("document.querySelector('#steps .endless').textContent", "∞ and then no further steps");
    }

    /** The page hides signs of life only if it says so. */
    @Test
    void signsOfLifeAreDrawnIfNoStepIsOneOfThem() throws Exception {
        String check = SampleTraces.message("PartitionStateCheck", "a", "outside", 1);
        open(SampleTraces.soup("Init | 0 | 0 | ", "Check | 1 | 0 | " + check), "");
        assertEquals("true", browser.value("document.getElementById('quiet').parentElement.hidden"));
        browser.value("(() => { const draw = CanvasRenderingContext2D.prototype.fillText; window.drawn = '';"
                + " CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {"
                + " window.drawn += text + ' '; draw.call(this, text, ...place); }; })()");
        press("End", false);
        browser.await("window.drawn", "PartitionStateCheck");
        browser.await("document.getElementById('lanes').textContent", "outside");
    }

    private static Trace lasso() {
        return TraceBuilder.build(
                TraceMeta.named("toy-lasso")
                        .module("Toy")
                        .property("Heals")
                        .loop(OptionalInt.of(3), false)
                        .build(),
                SampleTraces.fifoStates(),
                SampleTraces.lens());
    }

    @Test
    void pageIsAsWideAsAPhoneAndDark() throws Exception {
        browser.look(400, 800, true);
        try {
            open(finding(), "step=5");
            browser.await("getComputedStyle(document.body).backgroundColor", "rgb(17, 22, 27)");
            int steps = finding().steps().size();
            for (int step = 1; step <= steps; step++) {
                browser.value("location.hash = '#step=" + step + "'");
                browser.await(CLOCK, "step " + step + " of");
                assertEquals("0", browser.value(TOO_WIDE), "at step " + step);
            }
            browser.value(click("details summary"));
            assertEquals("0", browser.value(TOO_WIDE));
            assertTrue(Integer.parseInt(browser.value("document.getElementById('canvas').clientWidth")) > 200);
        } finally {
            browser.look(1280, 1000, false);
        }
    }
}
