package io.godwit.lab;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.godwit.client.StateReading;
import io.godwit.member.http.MemberStatus;
import io.godwit.member.http.Partitions;
import io.godwit.member.http.Partitions.Row;
import io.godwit.member.transfer.TransferProgress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The state of a cluster as its members report it. They are queried sequentially, so their answers may contradict each other.
 *
 * @param members all that were ever started
 * @param table the table of the master with the highest term, or else of any member that answers; empty if none does
 */
public record ClusterSummary(List<MemberSummary> members, Partitions table) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JavaType TRANSFERS =
            JSON.getTypeFactory().constructCollectionType(List.class, TransferProgress.class);

    /** Queries all members. */
    public static ClusterSummary at(LocalCluster cluster) throws IOException, InterruptedException {
        List<MemberSummary> members = new ArrayList<>();
        for (LocalMember member : cluster.members()) {
            LocalMember.Condition condition = member.condition();
            boolean running = condition == LocalMember.Condition.RUNNING;
            Optional<String> status = running ? cluster.ask(member, "/status") : Optional.empty();
            Optional<String> transfers = status.isPresent() ? cluster.ask(member, "/transfers") : Optional.empty();
            members.add(new MemberSummary(
                    member,
                    condition,
                    status.isPresent()
                            ? Optional.of(JSON.readValue(status.get(), MemberStatus.class))
                            : Optional.empty(),
                    transfers.isPresent() ? JSON.readValue(transfers.get(), TRANSFERS) : List.of()));
        }
        return new ClusterSummary(members, table(cluster, members));
    }

    private static Partitions table(LocalCluster cluster, List<MemberSummary> members)
            throws InterruptedException, IOException {
        List<MemberSummary> best = members.stream()
                .filter(member -> member.status().isPresent())
                .sorted(Comparator.comparing(MemberSummary::isMaster)
                        .thenComparing(member -> member.status().orElseThrow().term())
                        .reversed())
                .toList();
        Optional<String> table =
                best.isEmpty() ? Optional.empty() : cluster.ask(best.get(0).member(), "/partitions");
        return table.isPresent() ? JSON.readValue(table.get(), Partitions.class) : new Partitions(0, "0", List.of());
    }

    /** The master, by its own account and the highest term. */
    public Optional<MemberSummary> master() {
        return members.stream().filter(MemberSummary::isMaster).max(Comparator.comparing(member -> member.status()
                .orElseThrow()
                .term()));
    }

    /** The name of the member with a number. */
    public String name(int number) {
        return members.stream()
                .filter(member -> number > 0 && member.number() == number)
                .map(member -> member.member().name())
                .findFirst()
                .orElse(number == 0 ? "-" : "no. " + number);
    }

    /** All migrating partitions, by number. */
    public List<MigratingPartition> moving() {
        Map<String, TransferProgress> sending = new HashMap<>();
        for (MemberSummary member : members) {
            member.transfers().forEach(it -> sending.put(it.partition() + " " + it.to(), it));
        }
        List<MigratingPartition> moving = new ArrayList<>();
        for (Row row : table.partitions()) {
            if (row.destination() > 0) {
                TransferProgress transfer = sending.get(row.partition() + " " + row.destination());
                int from = row.source() > 0 ? row.source() : row.replicas().get(0);
                moving.add(new MigratingPartition(
                        row.partition(),
                        row.version(),
                        name(from),
                        name(row.destination()),
                        transfer == null ? 0 : transfer.sent(),
                        transfer == null ? 0 : transfer.all()));
            }
        }
        return moving;
    }

    /** Leaving members by number, with their state according to the table. */
    public List<LeavingMember> leavers() {
        TreeSet<Integer> numbers = new TreeSet<>();
        members.forEach(member -> member.status().ifPresent(status -> numbers.addAll(status.leaving())));
        return numbers.stream()
                .map(this::leaver)
                .filter(it -> it.copies() > 0 || it.votes() || isMember(it.name()))
                .toList();
    }

    private LeavingMember leaver(int number) {
        long copies = table.partitions().stream()
                .filter(row -> row.replicas().contains(number) || row.source() == number || row.destination() == number)
                .count();
        boolean votes = answering(table.member()).stream()
                .anyMatch(status -> status.voters().contains(number));
        return new LeavingMember(name(number), (int) copies, votes);
    }

    private Optional<MemberStatus> answering(int number) {
        return members.stream()
                .filter(member -> member.number() == number)
                .flatMap(member -> member.status().stream())
                .findFirst();
    }

    private boolean isMember(String name) {
        return members.stream().anyMatch(member -> member.member().name().equals(name));
    }

    /**
     * Partitions with a replica that lacks writes, or whose member does not answer: until the master has noticed that a member has gone, its
     * replicas are in sync in the table.
     */
    public long incomplete() {
        Set<Integer> answering = members.stream().map(MemberSummary::number).collect(Collectors.toSet());
        return table.partitions().stream()
                .filter(row -> row.inSync().size() < row.replicas().size() || !answering.containsAll(row.replicas()))
                .count();
    }

    /** The number of partitions that no live member can serve, the maximum over the members' reports. */
    public int unserved() {
        return members.stream()
                .flatMap(member -> member.status().stream())
                .mapToInt(MemberStatus::unserved)
                .max()
                .orElse(0);
    }

    /** The state of the cluster, by the member that has heard of the newest version; empty if none answers. */
    public Optional<StateReading> state() {
        return members.stream()
                .flatMap(member -> member.status().stream())
                .map(MemberStatus::state)
                .reduce((a, b) -> b.isAfter(a) ? b : a);
    }

    /** The voters, by the master's account; none if there is no master. */
    public List<Integer> voters() {
        return master().flatMap(MemberSummary::status).map(MemberStatus::voters).orElse(List.of());
    }

    /** The voters that answer. */
    public long livingVoters() {
        List<Integer> voters = voters();
        return members.stream()
                .filter(member -> voters.contains(member.number()))
                .count();
    }

    /**
     * How many voters have to live, so that anything can be decided. The master replaces voters that have died one after the other;
     * with fewer than this the cluster decides nothing any more, whoever joins.
     */
    public int majority() {
        return voters().size() / 2 + 1;
    }

    /** Whether a majority of the voters is left when another member dies. */
    public boolean mayLoseVoter() {
        return livingVoters() > majority();
    }

    /** Whether all running members answer, agree and have no pending work, and another one may die. */
    public boolean atRest() {
        List<MemberStatus> statuses = members.stream()
                .filter(member -> member.condition() != LocalMember.Condition.GONE)
                .map(member -> member.status().orElse(null))
                .toList();
        return !statuses.isEmpty()
                && statuses.stream()
                        .allMatch(status -> status != null
                                && status.ready()
                                && status.migrations() == 0
                                && status.incomplete() == 0)
                && incomplete() == 0
                && statuses.stream().map(MemberStatus::stamp).distinct().count() == 1
                && mayLoseVoter();
    }

    /**
     * A leaving member.
     *
     * @param name its name
     * @param copies number of partitions that still depend on its copy
     * @param votes whether it is still a voter
     */
    public record LeavingMember(String name, int copies, boolean votes) {
        /** What it is waiting for. */
        public String waitsFor() {
            if (copies == 0 && !votes) {
                return "its release";
            }
            return (copies == 1 ? "1 copy" : copies + " copies") + " to move" + (votes ? "; it still votes" : "");
        }
    }

    /**
     * The state of a member.
     *
     * @param member its process
     * @param condition the state of the process
     * @param status its status, if it answers
     * @param transfers its outgoing transfers
     */
    public record MemberSummary(
            LocalMember member,
            LocalMember.Condition condition,
            Optional<MemberStatus> status,
            List<TransferProgress> transfers) {
        /** Its number, or 0 if it has none or does not answer. */
        public int number() {
            return status.map(MemberStatus::number).orElse(0);
        }

        /** Whether it reports that it is master. */
        public boolean isMaster() {
            return status.map(it -> it.role().equals("master")).orElse(false);
        }
    }

    /**
     * A migrating partition.
     *
     * @param partition its number
     * @param version of its configuration
     * @param source name of the source
     * @param destination name of the destination
     * @param sent keys or entries sent so far
     * @param all total number of keys or entries, 0 if not known yet
     */
    public record MigratingPartition(
            int partition, String version, String source, String destination, long sent, long all) {}
}
