package io.godwit.cli;

import io.godwit.lab.ClusterSummary;
import io.godwit.lab.LabWorkload;
import io.godwit.lab.LocalCluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** The demo's output: a line for each step and, on a terminal, the current state of the cluster below. */
final class DemoScreen {
    private static final long REFRESH = 300;
    private static final long REMIND = 5_000_000_000L;
    private static final String UP = "\u001b[%dA";
    private static final String REST_OF_LINE = "\u001b[K";
    private static final String REST_OF_SCREEN = "\u001b[J";

    private final PrintWriter out;
    private final LocalCluster cluster;
    private final boolean terminal = Boolean.getBoolean("godwit.terminal");
    private final long begin = System.nanoTime();
    private int drawn;
    private long reminded = begin;
    private LabWorkload load;
    private long writesBefore;
    private long lookedBefore = begin;

    DemoScreen(PrintWriter out, LocalCluster cluster) {
        this.out = out;
        this.cluster = cluster;
    }

    /** Prints a step of the demo. */
    void say(String text) {
        erase();
        out.println(time() + text);
        out.flush();
    }

    private String time() {
        return String.format("%5.1f s  ", (System.nanoTime() - begin) / 1e9);
    }

    /** Shows the work of the clients from now on. */
    void show(LabWorkload newLoad) {
        load = newLoad;
    }

    /** Refreshes the state of the cluster and shows it. */
    ClusterSummary nextLook() throws IOException, InterruptedException {
        Thread.sleep(REFRESH);
        ClusterSummary look = ClusterSummary.at(cluster);
        if (terminal) {
            draw(look);
        } else if (System.nanoTime() - reminded > REMIND) {
            reminded = System.nanoTime();
            out.println(time() + "    " + ClusterScreen.line(look) + (load == null ? "" : "; " + work()));
            out.flush();
        }
        return look;
    }

    private void draw(ClusterSummary look) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        if (load != null) {
            lines.add(work());
            lines.add("");
        }
        lines.addAll(ClusterScreen.lines(look));
        if (drawn > 0) {
            out.printf(UP, drawn);
        }
        lines.forEach(line -> out.println(line + REST_OF_LINE));
        out.print(REST_OF_SCREEN);
        out.flush();
        drawn = lines.size();
    }

    private String work() {
        long now = System.nanoTime();
        long writes = load.writes();
        double rate = (writes - writesBefore) / ((now - lookedBefore) / 1e9);
        writesBefore = writes;
        lookedBefore = now;
        return String.format(
                "clients: %,d calls answered, %,d writes acknowledged (%.0f per second now), %d unknown",
                load.answered(), writes, rate, load.unknown());
    }

    private void erase() {
        if (drawn > 0) {
            out.printf(UP, drawn);
            out.print(REST_OF_SCREEN);
            drawn = 0;
        }
    }

    /** Removes everything but the lines of the steps. */
    void end() {
        erase();
        out.flush();
    }
}
