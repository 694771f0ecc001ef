package io.godwit.cli;

import io.godwit.lab.ClusterSummary;
import io.godwit.lab.ClusterSummary.LeavingMember;
import io.godwit.lab.ClusterSummary.MemberSummary;
import io.godwit.lab.ClusterSummary.MigratingPartition;
import io.godwit.lab.LocalMember;
import io.godwit.member.http.MemberStatus;
import io.godwit.member.http.Partitions.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Renders the state of a cluster as lines of text. */
final class ClusterScreen {
    private static final int WIDTH = 24;
    private static final int MOST_MIGRATIONS = 12;
    private static final int SHORT_STAMP = 8;

    private ClusterScreen() {}

    /** A one-line summary, for logs. */
    static String line(ClusterSummary look) {
        long running = look.members().stream()
                .filter(member -> member.condition() == LocalMember.Condition.RUNNING)
                .count();
        long stamps = look.members().stream()
                .flatMap(member -> member.status().stream())
                .map(MemberStatus::stamp)
                .distinct()
                .count();
        String master = look.master()
                .map(it -> it.member().name() + " (term "
                        + it.status().orElseThrow().term() + ")")
                .orElse("none");
        return running + " of " + look.members().size() + " members running, master " + master + ", "
                + look.state().map(it -> it.text() + ", ").orElse("") + partitions(look) + ", newest version "
                + newest(look) + ", "
                + (stamps == 1 ? "one stamp" : stamps + " stamps") + ", "
                + look.moving().size() + " migrations, " + look.incomplete() + " incomplete, " + look.livingVoters()
                + " of " + look.voters().size() + " voters"
                + look.leavers().stream().map(it -> ", " + leaver(it)).collect(Collectors.joining())
                + (look.unserved() == 0 ? "" : ", " + look.unserved() + " not served");
    }

    /** A message about unserved partitions, 1 or more, and what can be done. */
    static String notServed(int partitions) {
        return partitions
                + " partitions are not served: all members with a current copy are down or unreachable. Each is served"
                + " again when one of them returns with its data; data that was only in memory is lost";
    }

    /** A line about a leaving member and what it waits for. */
    static String leaver(LeavingMember leaver) {
        return leaver.name() + " leaves: waits for " + leaver.waitsFor();
    }

    private static String partitions(ClusterSummary look) {
        List<Integer> copies = look.members().stream()
                .flatMap(member -> member.status().stream())
                .map(MemberStatus::copies)
                .findFirst()
                .orElse(List.of());
        return partitions(look.table().partitions().size(), copies);
    }

    /** The number of partitions, by number of backups if that differs. */
    static String partitions(int partitions, List<Integer> copies) {
        if (copies.size() < 2) {
            return partitions + " partitions";
        }
        return copies.stream()
                .map(count -> partitions / copies.size() + " with " + (count - 1))
                .collect(Collectors.joining(", ", partitions + " partitions (", " backups)"));
    }

    private static String newest(ClusterSummary look) {
        return look.table().partitions().stream()
                .map(Row::version)
                .max((a, b) -> compare(a, b))
                .orElse("-");
    }

    private static int compare(String a, String b) {
        int byTerm = Integer.compare(part(a, 0), part(b, 0));
        return byTerm != 0 ? byTerm : Integer.compare(part(a, 1), part(b, 1));
    }

    private static int part(String version, int index) {
        return Integer.parseInt(version.split("\\.", -1)[index]);
    }

    /** The members and the migrations in progress. */
    static List<String> lines(ClusterSummary look) {
        List<String> lines = new ArrayList<>();
        lines.add(line(look));
        lines.add("");
        boolean zoned = look.members().stream()
                .flatMap(member -> member.status().stream())
                .anyMatch(it -> !it.zone().isEmpty());
        lines.add(String.format(
                "%-10s %-8s %s%6s %-9s %4s %-9s %-30s %8s %8s  %s",
                "member",
                "process",
                zoned ? zone("zone") : "",
                "number",
                "role",
                "term",
                "stamp",
                "primaries",
                "replicas",
                "entries",
                "suspects"));
        int most = look.members().stream()
                .flatMap(member -> member.status().stream())
                .mapToInt(MemberStatus::primaries)
                .max()
                .orElse(0);
        look.members().forEach(member -> lines.add(member(look, member, most, zoned)));
        if (!look.leavers().isEmpty()) {
            lines.add("");
            look.leavers().forEach(it -> lines.add(leaver(it)));
        }
        if (look.master().isPresent() && !look.mayLoseVoter()) {
            lines.add("");
            lines.add(String.format(
                    "no other voter may stop now: %d of %d run, and %d have to",
                    look.livingVoters(), look.voters().size(), look.majority()));
        }
        if (look.unserved() > 0) {
            lines.add("");
            lines.add(notServed(look.unserved()));
        }
        List<MigratingPartition> moving = look.moving();
        if (!moving.isEmpty()) {
            lines.add("");
            moving.stream().limit(MOST_MIGRATIONS).forEach(it -> lines.add(migration(it)));
        }
        if (moving.size() > MOST_MIGRATIONS) {
            lines.add("and " + (moving.size() - MOST_MIGRATIONS) + " more");
        }
        return lines;
    }

    private static String zone(String name) {
        return String.format("%-10s ", name);
    }

    private static String member(ClusterSummary look, MemberSummary member, int most, boolean zoned) {
        boolean leaves = look.leavers().stream()
                .anyMatch(it -> it.name().equals(member.member().name()));
        String process = leaves && member.condition() == LocalMember.Condition.RUNNING
                ? "leaving"
                : member.condition().name().toLowerCase(Locale.ROOT);
        String start = String.format("%-10s %-8s ", member.member().name(), process);
        return start
                + member.status()
                        .map(it -> String.format(
                                "%s%6d %-9s %4d %-9s %s %4d %8d %8d  %s",
                                zoned ? zone(it.zone()) : "",
                                it.number(),
                                it.role(),
                                it.term(),
                                it.stamp().substring(Math.max(0, it.stamp().length() - SHORT_STAMP)),
                                ProgressBar.of(it.primaries(), most, WIDTH - 1),
                                it.primaries(),
                                it.replicas(),
                                it.entries(),
                                String.join(
                                        ", ",
                                        it.suspects().stream().map(look::name).toList())))
                        .orElse(member.condition() == LocalMember.Condition.RUNNING ? "does not answer" : "");
    }

    private static String migration(MigratingPartition it) {
        return String.format(
                "partition %5d  %8s  %-10s -> %-10s %s",
                it.partition(),
                it.version(),
                it.source(),
                it.destination(),
                ProgressBar.withPercent(it.sent(), it.all(), WIDTH));
    }

    /** A progress bar. */
    static final class ProgressBar {
        private static final int PERCENT = 100;

        private ProgressBar() {}

        /** A bar of the given width that shows {@code part} of {@code whole}; empty if the whole is 0. */
        static String of(long part, long whole, int width) {
            int full = whole <= 0 ? 0 : (int) Math.min(width, part * width / whole);
            return "[" + "#".repeat(full) + "-".repeat(width - full) + "]";
        }

        /** The bar, followed by the percentage. */
        static String withPercent(long part, long whole, int width) {
            return of(part, whole, width)
                    + (whole <= 0 ? "   -" : String.format("%3d%%", Math.min(PERCENT, part * PERCENT / whole)));
        }
    }
}
