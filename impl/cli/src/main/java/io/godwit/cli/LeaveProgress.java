package io.godwit.cli;

import io.godwit.lab.LocalCluster;
import io.godwit.lab.LocalMember;
import io.godwit.lab.view.ClusterLook;
import io.godwit.lab.view.Leaver;
import io.godwit.lab.view.MemberLook;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;

/** Has a member leave, and shows how far it is until it is gone. */
final class LeaveProgress {
    private static final long LOOK_AGAIN = 250;
    /** On a terminal the line is drawn again each time, elsewhere that often there is a new one, in nanoseconds. */
    private static final long REMIND = 2_000_000_000L;

    private static final int WIDTH = 24;
    private static final String REWRITE = "\r\u001b[2K";

    private final LocalCluster cluster;
    private final LocalMember member;
    private final PrintWriter out;
    private final boolean terminal = Boolean.getBoolean("godwit.terminal");
    private long told = System.nanoTime();
    /** The most copies that were still here at any time. */
    private int most;
    /** How many bytes the member had printed before it was told. */
    private int before;

    LeaveProgress(LocalCluster cluster, LocalMember member, PrintWriter out) {
        this.cluster = cluster;
        this.member = member;
        this.out = out;
    }

    /** Tells the member to leave; false if it cannot, and why was said. */
    boolean begin() throws IOException, InterruptedException {
        LocalMember.Condition condition = member.condition();
        if (condition != LocalMember.Condition.RUNNING) {
            return failed(condition == LocalMember.Condition.GONE ? "does not run" : "is paused; resume it first");
        }
        ClusterLook look = ClusterLook.at(cluster);
        if (look.members().stream().noneMatch(other -> takesOver(look, other))) {
            return failed("cannot leave: nobody else runs who could take over what it has;"
                    + " './godwit cluster add' starts one more, './godwit cluster stop' ends all");
        }
        before = (int) Files.size(member.output());
        return cluster.tell(member, "/leave") || failed("does not answer");
    }

    private boolean failed(String why) {
        out.println(member.name() + " " + why);
        return false;
    }

    private boolean takesOver(ClusterLook look, MemberLook other) {
        return !other.member().equals(member)
                && other.number() > 0
                && look.leavers().stream()
                        .noneMatch(it -> it.name().equals(other.member().name()));
    }

    /** Waits until it is gone; false if it is not gone in time, or has ended before it was let go, and that was said. */
    boolean await(Duration patience) throws IOException, InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (member.process().isPresent()) {
            String line = member.name() + " leaves: " + left(ClusterLook.at(cluster));
            if (System.nanoTime() > end) {
                say(line);
                return failed("has not left in " + patience.toSeconds() + " s, and goes on");
            }
            show(line);
            Thread.sleep(LOOK_AGAIN);
        }
        erase();
        // A process that was killed meanwhile is gone, too.
        return said().contains(" has left")
                || failed("has ended before it was let go; what it said is in " + member.output());
    }

    /** What the member has printed since it was told. */
    private String said() throws IOException {
        byte[] all = Files.readAllBytes(member.output());
        return new String(all, before, all.length - before, StandardCharsets.UTF_8);
    }

    private String left(ClusterLook look) {
        String name = member.name();
        Leaver leaver = look.leavers().stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElse(null);
        String master = look.master().isPresent() ? "" : "; there is no master to decide anything";
        if (leaver == null) {
            return "nobody says how far it is" + master;
        }
        most = Math.max(most, leaver.copies());
        return Bar.withPercent(most - leaver.copies(), most, WIDTH) + "  waits for " + leaver.waitsFor() + master;
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
