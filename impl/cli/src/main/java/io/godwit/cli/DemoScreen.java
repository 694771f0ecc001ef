package io.godwit.cli;

import io.godwit.lab.LocalCluster;
import io.godwit.lab.load.Workload;
import io.godwit.lab.view.ClusterLook;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** What the demo shows: what it does, line by line, and on a terminal below that the cluster as it is now. */
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
    private Workload load;
    private long writesBefore;
    private long lookedBefore = begin;

    DemoScreen(PrintWriter out, LocalCluster cluster) {
        this.out = out;
        this.cluster = cluster;
    }

    /** Says what happens. */
    void say(String text) {
        erase();
        out.println(time() + text);
        out.flush();
    }

    private String time() {
        return String.format("%5.1f s  ", (System.nanoTime() - begin) / 1e9);
    }

    /** From now on, the work of the clients is shown, too. */
    void show(Workload newLoad) {
        load = newLoad;
    }

    /** Looks at the cluster again, and shows it. */
    ClusterLook nextLook() throws IOException, InterruptedException {
        Thread.sleep(REFRESH);
        ClusterLook look = ClusterLook.at(cluster);
        if (terminal) {
            draw(look);
        } else if (System.nanoTime() - reminded > REMIND) {
            reminded = System.nanoTime();
            out.println(time() + "    " + ClusterScreen.line(look) + (load == null ? "" : "; " + work()));
            out.flush();
        }
        return look;
    }

    private void draw(ClusterLook look) {
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
                "clients: %,d calls answered, %,d writes acknowledged (%.0f in a second now), %d unknown",
                load.answered(), writes, rate, load.unknown());
    }

    private void erase() {
        if (drawn > 0) {
            out.printf(UP, drawn);
            out.print(REST_OF_SCREEN);
            drawn = 0;
        }
    }

    /** Leaves nothing but the lines that were said. */
    void end() {
        erase();
        out.flush();
    }
}
