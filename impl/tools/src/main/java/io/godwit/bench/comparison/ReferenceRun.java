package io.godwit.bench.comparison;

import io.godwit.bench.comparison.Ping.PingServer;
import io.godwit.bench.comparison.ReferenceClient.ReferenceCalls;
import io.godwit.bench.comparison.ReferenceMember.MemberUse;
import io.godwit.bench.comparison.ReferenceReport.ReferenceResult;
import io.godwit.lab.Ports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One measurement of {@code bench reference}: three members and a client, each a process of its own, on links through this process. */
final class ReferenceRun {
    private static final long START_SECONDS = 180;
    private static final long ANSWER_SECONDS = 60;
    private static final String CLIENT_HEAP = "512m";
    /** A member that runs out of memory ends, and does not linger. */
    private static final String EXIT = "-XX:+ExitOnOutOfMemoryError";

    private final ReferencePlan plan;
    private final ComparedReference system;
    private final Consumer<String> progress;
    private final List<MemberProcess> members = new ArrayList<>();

    /**
     * A system that is compared.
     *
     * @param kind as {@link ReferenceSystem#of} knows it
     * @param member the process of a member
     * @param client the process of the client
     * @param heap of a member
     * @param jvm more options of Java
     * @param snapshots see {@link ReferenceCluster}
     */
    record ComparedReference(
            String kind, ComparedSystem member, ComparedSystem client, String heap, List<String> jvm, int snapshots) {}

    ReferenceRun(ReferencePlan plan, ComparedReference system, Consumer<String> progress) {
        this.plan = plan;
        this.system = system;
        this.progress = progress;
    }

    /**
     * Measures.
     *
     * @throws IOException if a member or the client cannot be started, or the client fails
     */
    ReferenceResult run() throws IOException, InterruptedException {
        List<Integer> ports = Ports.free(2 * ReferenceCluster.MEMBERS);
        List<Integer> memberPorts = ports.subList(0, ReferenceCluster.MEMBERS);
        List<Integer> clientPorts = system.kind().equals("godwit")
                ? memberPorts
                : ports.subList(ReferenceCluster.MEMBERS, 2 * ReferenceCluster.MEMBERS);
        try (ReferenceLinks links = new ReferenceLinks(plan.delay());
                PingServer pings = new PingServer()) {
            ReferenceCluster cluster = new ReferenceCluster(
                    memberPorts,
                    clientPorts,
                    links.forMembers(ReferenceCluster.addresses(memberPorts)),
                    links.forClients(ReferenceCluster.addresses(clientPorts)),
                    system.snapshots());
            startMembers(cluster);
            List<String> arguments = List.of(
                    system.kind(),
                    plan.argument(),
                    cluster.argument(),
                    links.pingForMembers(pings.address()),
                    links.pingForClients(pings.address()));
            ReferenceCalls calls = ComparisonProcess.run(
                            system.client().command(CLIENT_HEAP, system.jvm(), arguments),
                            ReferenceCalls.class,
                            this::heard)
                    .get(0);
            return new ReferenceResult(plan, calls, uses());
        } finally {
            members.forEach(MemberProcess::close);
        }
    }

    private void startMembers(ReferenceCluster cluster) throws IOException, InterruptedException {
        progress.accept("starts");
        List<String> jvm = new ArrayList<>(system.jvm());
        jvm.add(EXIT);
        for (int i = 0; i < ReferenceCluster.MEMBERS; i++) {
            members.add(new MemberProcess(
                    "member " + (i + 1),
                    system.member()
                            .command(
                                    system.heap(),
                                    jvm,
                                    List.of(system.kind(), Integer.toString(i), cluster.argument()))));
        }
        for (MemberProcess member : members) {
            member.await(ReferenceMember.READY, START_SECONDS);
        }
    }

    private void heard(String said) {
        progress.accept(said);
        if (said.equals(ReferenceClient.MEASURES)) {
            members.forEach(member -> member.tell(ReferenceMember.BEGIN));
        } else if (said.equals(ReferenceClient.MEASURED)) {
            members.forEach(member -> member.tell(ReferenceMember.END));
        }
    }

    /** What the members have used that still run. */
    private List<MemberUse> uses() throws InterruptedException {
        List<MemberUse> uses = new ArrayList<>();
        for (MemberProcess member : members) {
            member.tell(ReferenceMember.TELL);
            try {
                uses.add(member.result(MemberUse.class, ANSWER_SECONDS));
            } catch (IOException e) {
                progress.accept(e.getMessage());
            }
        }
        return uses;
    }
}
