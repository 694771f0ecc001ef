package io.godwit.cli;

import io.godwit.cli.ClusterScreen.ProgressBar;
import io.godwit.lab.ClusterSummary;
import io.godwit.lab.ClusterSummary.LeavingMember;
import io.godwit.lab.ClusterSummary.MemberSummary;
import io.godwit.lab.LocalCluster;
import io.godwit.lab.LocalMember;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;

/** Tells a member to leave and shows its progress. */
final class LeaveProgress {
    private static final long LOOK_AGAIN = 250;
    /** Interval between lines when the output is not a terminal, in nanoseconds. */
    private static final long REMIND = 2_000_000_000L;

    private static final int WIDTH = 24;
    private static final String REWRITE = "\r\u001b[2K";

    private final LocalCluster cluster;
    private final LocalMember member;
    private final PrintWriter out;
    private final boolean terminal = Boolean.getBoolean("godwit.terminal");
    private long told = System.nanoTime();
    /** The largest number of copies seen on the member. */
    private int most;
    /** Size of the member's output when it was told to leave, in bytes. */
    private int before;

    LeaveProgress(LocalCluster cluster, LocalMember member, PrintWriter out) {
        this.cluster = cluster;
        this.member = member;
        this.out = out;
    }

    /** Tells the member to leave; if it cannot, prints why and returns false. */
    boolean begin() throws IOException, InterruptedException {
        LocalMember.Condition condition = member.condition();
        if (condition != LocalMember.Condition.RUNNING) {
            return failed(condition == LocalMember.Condition.GONE ? "is not running" : "is paused; resume it first");
        }
        ClusterSummary look = ClusterSummary.at(cluster);
        if (look.members().stream().noneMatch(other -> takesOver(look, other))) {
            return failed("cannot leave: no other running member could take over its data;"
                    + " './godwit cluster add' starts one, './godwit cluster stop' stops all members");
        }
        before = (int) Files.size(member.output());
        return cluster.tell(member, "/leave") || failed("does not answer");
    }

    private boolean failed(String why) {
        out.println(member.name() + " " + why);
        return false;
    }

    private boolean takesOver(ClusterSummary look, MemberSummary other) {
        return !other.member().equals(member)
                && other.number() > 0
                && look.leavers().stream()
                        .noneMatch(it -> it.name().equals(other.member().name()));
    }

    /** Waits until the member has left; if it has not left in time or exited early, prints that and returns false. */
    boolean await(Duration patience) throws IOException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (member.process().isPresent()) {
            String line = member.name() + " leaves: " + left(ClusterSummary.at(cluster));
            if (System.nanoTime() > end) {
                say(line);
                return failed("has not left within " + patience.toSeconds() + " s; it is still leaving");
            }
            show(line);
            Thread.sleep(LOOK_AGAIN);
        }
        erase();
        // A process that was killed in the meantime is gone, too.
        return said().contains(" has left")
                || failed("exited before it was released; its output is in " + member.output());
    }

    /** The member's output since it was told to leave. */
    private String said() throws IOException {
        byte[] all = Files.readAllBytes(member.output());
        return new String(all, before, all.length - before, StandardCharsets.UTF_8);
    }

    private String left(ClusterSummary look) {
        String name = member.name();
        LeavingMember leaver = look.leavers().stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElse(null);
        String master = look.master().isPresent() ? "" : "; no master is available";
        if (leaver == null) {
            return "progress unknown: no member reports it" + master;
        }
        most = Math.max(most, leaver.copies());
        return ProgressBar.withPercent(most - leaver.copies(), most, WIDTH) + "  waits for " + leaver.waitsFor()
                + master;
    }

    private void show(String line) {
        if (terminal) {
            out.print(REWRITE + line);
            out.flush();
        } else if (System.nanoTime() - told > REMIND) {
            told = System.nanoTime();
            say(line);
        }
    }

    private void say(String line) {
        erase();
        out.println(line);
        out.flush();
    }

    private void erase() {
        if (terminal) {
            out.print(REWRITE);
            out.flush();
        }
    }
}
