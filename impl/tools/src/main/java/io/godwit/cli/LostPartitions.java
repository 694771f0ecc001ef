package io.godwit.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.lab.LocalCluster;
import io.godwit.lab.LocalMember;
import io.godwit.member.http.MemberStatus;
import io.godwit.member.http.OwnCopies;
import io.godwit.member.http.OwnCopies.Copy;
import io.godwit.member.http.Partitions;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Partitions of which no in-sync member answers, as the master knows them, and the copies that are left. */
final class LostPartitions {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int OK = 200;

    private final LocalCluster cluster;
    private final LocalMember master;
    private final MemberStatus status;
    private final Partitions table;
    private final List<OwnCopies> copies = new ArrayList<>();

    private LostPartitions(LocalCluster cluster, LocalMember master, MemberStatus status, Partitions table) {
        this.cluster = cluster;
        this.master = master;
        this.status = status;
        this.table = table;
    }

    /** Asks all members; empty if no master answers. */
    static Optional<LostPartitions> of(LocalCluster cluster) throws IOException, InterruptedException {
        LostPartitions found = null;
        List<OwnCopies> all = new ArrayList<>();
        for (LocalMember member : cluster.members()) {
            Optional<String> status = cluster.ask(member, "/status");
            Optional<String> copies = cluster.ask(member, "/copies");
            if (status.isEmpty() || copies.isEmpty()) {
                continue;
            }
            all.add(JSON.readValue(copies.get(), OwnCopies.class));
            MemberStatus read = JSON.readValue(status.get(), MemberStatus.class);
            if (read.role().equals("master") && (found == null || read.term() > found.status.term())) {
                Optional<String> table = cluster.ask(member, "/partitions");
                if (table.isPresent()) {
                    found = new LostPartitions(cluster, member, read, JSON.readValue(table.get(), Partitions.class));
                }
            }
        }
        if (found != null) {
            found.copies.addAll(all);
        }
        return Optional.ofNullable(found);
    }

    /** The numbers of the partitions that are not served. */
    List<Integer> numbers() {
        return table.partitions().stream()
                .filter(row -> !row.inSync().isEmpty() && status.suspects().containsAll(row.inSync()))
                .map(Partitions.Row::partition)
                .toList();
    }

    /**
     * Declares a partition lost, and prints what the master says and what may be missing.
     *
     * @return whether it was decided
     */
    boolean declare(int partition, PrintWriter out) throws IOException, InterruptedException {
        int successor = 0;
        Copy newest = null;
        for (OwnCopies each : copies) {
            if (each.member() == 0 || status.suspects().contains(each.member()) || isInSync(each.member(), partition)) {
                continue;
            }
            Optional<Copy> copy = each.copies().stream()
                    .filter(it -> it.partition() == partition)
                    .findFirst();
            if (copy.isPresent() && (newest == null || copy.get().newerThan(newest))) {
                newest = copy.get();
                successor = each.member();
            } else if (newest == null && (successor == 0 || (partition + each.member()) % copies.size() == 0)) {
                successor = each.member();
            }
        }
        if (successor == 0) {
            // The master says which members have a current copy, and answer.
            successor = status.number();
        }
        Optional<HttpResponse<String>> answer =
                cluster.exchange(master, "/declare-lost/" + partition + "/" + successor, true);
        if (answer.isEmpty()) {
            out.println("partition " + partition + ": " + master.name() + " does not answer");
            return false;
        }
        out.println(answer.get().body().strip());
        if (answer.get().statusCode() != OK) {
            return false;
        }
        out.println(
                newest == null
                        ? "  nobody had a copy: it is empty; all that was written may be missing"
                        : "  kept are " + newest.keys() + " keys, " + newest.writes() + " writes up to version "
                                + newest.term() + "." + newest.number() + "; what was written since may be missing");
        return true;
    }

    private boolean isInSync(int member, int partition) {
        return partition < table.partitions().size()
                && table.partitions().get(partition).inSync().contains(member);
    }
}
