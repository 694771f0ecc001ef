package io.godwit.lab;

import io.godwit.lab.Condition.Cut;
import io.godwit.lab.Links.Link;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** A cluster of real processes whose links can be broken. Closing it stops the processes and the links. */
public final class Lab implements AutoCloseable {
    private final LocalCluster cluster;
    private final Links links;
    private final List<String> command;
    private final Set<Integer> upgraded = ConcurrentHashMap.newKeySet();
    private volatile List<String> newer;

    private Lab(LocalCluster cluster, Links links, List<String> command) {
        this.cluster = cluster;
        this.links = links;
        this.command = command;
        this.newer = command;
    }

    /**
     * Starts a new cluster on links through this process.
     *
     * @throws IOException if it cannot be started; what was started is ended
     */
    public static Lab start(LocalCluster cluster, ClusterPlan plan) throws IOException, InterruptedException {
        return start(cluster, plan, new Relays());
    }

    /**
     * Starts a new cluster.
     *
     * @param links the links between the members; the lab closes them
     * @throws IOException if it cannot be started; what was started is ended
     */
    public static Lab start(LocalCluster cluster, ClusterPlan plan, Links links)
            throws IOException, InterruptedException {
        Lab lab = new Lab(cluster, links, plan.command());
        try {
            cluster.start(plan, lab.links);
        } catch (IOException | RuntimeException e) {
            lab.links.close();
            throw e;
        }
        return lab;
    }

    /** The processes. */
    public LocalCluster cluster() {
        return cluster;
    }

    /** The links. */
    public Links links() {
        return links;
    }

    /** Starts one more member; with the newer program if some member was upgraded. */
    public LocalMember add() throws IOException, InterruptedException {
        return cluster.add(upgraded.isEmpty() ? command : newer);
    }

    /** Starts a member's process again. */
    public void restart(LocalMember member) throws IOException {
        cluster.restart(member, upgraded.contains(member.index()) ? newer : command);
    }

    /** Sets the command that starts members that are upgraded; without it, that of all members. */
    public void setNewer(List<String> newCommand) {
        newer = List.copyOf(newCommand);
    }

    /** The next processes of a member, and members that are added later, run the newer program, with no limit of the version. */
    void upgrade(LocalMember member) throws IOException {
        cluster.endLimit(member);
        upgraded.add(member.index());
    }

    /** Changes some links; returns how many. */
    public int change(Predicate<Link> which, UnaryOperator<Condition> how) {
        int changed = 0;
        for (var each : links.all().entrySet()) {
            if (which.test(each.getKey())) {
                links.set(each.getKey(), how.apply(each.getValue()));
                changed++;
            }
        }
        return changed;
    }

    /**
     * Cuts all links between places of different groups, in both directions. A place in no group, such as the clients, still
     * reaches all others.
     */
    public void partition(Collection<? extends Collection<String>> groups, Cut cut) {
        change(link -> divides(groups, link), condition -> condition.with(cut));
    }

    private static boolean divides(Collection<? extends Collection<String>> groups, Link link) {
        return groups.stream().anyMatch(group -> group.contains(link.from()) && !group.contains(link.to()))
                && groups.stream().anyMatch(group -> group.contains(link.to()) && !group.contains(link.from()));
    }

    /** Cuts all links between a place and all others, the clients included. */
    public void isolate(String place, Cut cut) {
        change(link -> Set.of(link.from(), link.to()).contains(place), condition -> condition.with(cut));
    }

    /** Heals all links. */
    public void heal() {
        change(link -> true, condition -> Condition.CLEAR);
    }

    @Override
    public void close() throws IOException {
        try {
            cluster.stop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            links.close();
        }
    }

    /** A request that cannot be carried out in the present state. */
    public static final class LabException extends IOException {
        private static final long serialVersionUID = 1;

        /** Creates an exception whose message names the problem and the remedy. */
        public LabException(String message) {
            super(message);
        }
    }
}
