package io.godwit.storage.recovery;

import io.godwit.environment.Clock;
import io.godwit.protocol.Copies;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.engine.Engine;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.storage.MemberStore;
import io.godwit.storage.MemberStore.Stored;
import io.godwit.storage.RecoveryMark;
import io.godwit.storage.StoreException;
import io.godwit.storage.recovery.RecoveredPartition.CopyLeft;
import io.godwit.transport.frame.ClusterId;
import io.godwit.transport.frame.Frame.Welcome;
import io.godwit.transport.frame.Peer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Makes a cluster of the stores of those who are left of another one, a majority of whose voters is gone: {@code
 * spec/quorum/Recovery.tla}. Nothing is written before {@link #write}. That may be interrupted and repeated at any point: what it
 * writes follows from what is in the stores, and no member starts from any of them before all are written.
 */
public final class Recovery {
    /**
     * How much later than any term that was seen the first one of the recovered cluster is. Members that are gone may have had terms
     * of which no store knows; in each of them somebody stood for election.
     */
    public static final int TERM_MARGIN = 1_000;

    private final List<Survivor> survivors;
    private final RecoveryMark mark;
    private final boolean resumed;
    private final boolean allWritten;
    private final List<RecoveredPartition> partitions;
    private final PartitionVector<Entry> registers;
    private final Voting voting;

    /**
     * A member that is left.
     *
     * @param store its store
     * @param identity the member
     * @param image what the store holds
     * @param mark of a recovery that has begun
     */
    private record Survivor(MemberStore store, Welcome identity, Image image, Optional<RecoveryMark> mark) {
        int number() {
            return identity.self().number();
        }
    }

    private Recovery(List<Survivor> survivors, RecoveryMark mark, boolean resumed) {
        this.survivors = survivors;
        this.mark = mark;
        this.resumed = resumed;
        this.allWritten =
                survivors.stream().allMatch(it -> it.identity().cluster().equals(mark.cluster()));
        Optional<Survivor> written = survivors.stream()
                .filter(it -> it.mark().isPresent() && it.image().control().term() == mark.term())
                .findFirst();
        if (allWritten || written.isPresent()) {
            ControlState control = written.orElse(survivors.get(0)).image().control();
            partitions = List.of();
            registers = control.committed();
            voting = control.voting();
        } else {
            partitions = choose();
            registers =
                    PartitionVector.of(partitions.size(), p -> partitions.get(p).decided(mark.term()));
            Voting known = newestVoting();
            Version version = new Version(mark.term(), known.version().number() + 1);
            voting = new Voting(version, Engine.firstVoters(mark.members()), known.state(), known.clusterVersion());
        }
    }

    /**
     * Reads the stores and computes what to write.
     *
     * @param stores of members of one cluster, of each once; the caller closes them
     * @param clock has random numbers
     * @throws StoreException if one of them is damaged or does not belong to the others; the message says which
     */
    public static Recovery of(List<MemberStore> stores, Clock clock) throws StoreException {
        List<Survivor> survivors = new ArrayList<>();
        for (MemberStore store : stores) {
            survivors.add(read(store));
        }
        survivors.sort(Comparator.comparingInt(Survivor::number));
        MemberSet members =
                MemberSet.of(survivors.stream().mapToInt(Survivor::number).toArray());
        Optional<Survivor> begun =
                survivors.stream().filter(it -> it.mark().isPresent()).findFirst();
        RecoveryMark mark = begun.isPresent() ? begun.get().mark().get() : first(survivors, members, clock);
        for (Survivor survivor : survivors) {
            Bytes cluster = survivor.identity().cluster();
            if (!cluster.equals(mark.before()) && !cluster.equals(mark.cluster())) {
                throw new StoreException("the " + survivor.store() + " is of another cluster than the "
                        + survivors.get(0).store() + ", or of the same one before or after a recovery");
            }
        }
        for (int i = 1; i < survivors.size(); i++) {
            if (survivors.get(i).number() == survivors.get(i - 1).number()) {
                throw new StoreException("the " + survivors.get(i - 1).store() + " and the "
                        + survivors.get(i).store() + " are of the same member, "
                        + survivors.get(i).number());
            }
        }
        boolean allWritten =
                survivors.stream().allMatch(it -> it.identity().cluster().equals(mark.cluster()));
        for (Survivor survivor : survivors) {
            check(survivor, survivors.get(0), mark, members);
            boolean ended =
                    survivor.mark().isEmpty() && survivor.identity().cluster().equals(mark.cluster());
            if (ended && !allWritten) {
                throw new StoreException("the recovery of the " + survivor.store()
                        + " has ended, and others of these stores are older than it");
            }
        }
        return new Recovery(survivors, mark, begun.isPresent());
    }

    private static Survivor read(MemberStore store) throws StoreException {
        Optional<RecoveryMark> mark = store.recovery();
        Stored stored = store.loadAnyway()
                .orElseThrow(() -> new StoreException("the " + store + " belongs to no member of a cluster"));
        Welcome identity = stored.identity();
        Copies copies = identity.maps().copies(identity.partitions());
        int all = copies.ranges() * identity.partitions();
        int self = identity.self().number();
        Image image = stored.image()
                .orElseGet(() ->
                        new Image(ControlState.empty(self, all), DataState.unborn(self, all, copies), MemberSet.of()));
        return new Survivor(store, identity, image, mark);
    }

    private static RecoveryMark first(List<Survivor> survivors, MemberSet members, Clock clock) {
        Bytes before = survivors.get(0).identity().cluster();
        int newest = 0;
        for (Survivor survivor : survivors) {
            newest = Math.max(newest, survivor.image().control().term());
        }
        return new RecoveryMark(
                before, ClusterId.recovered(before, (int) clock.random()), newest + TERM_MARGIN, members);
    }

    private static void check(Survivor survivor, Survivor other, RecoveryMark mark, MemberSet members)
            throws StoreException {
        if (!mark.members().equals(members)) {
            throw new StoreException("a recovery with the stores of members " + mark.members()
                    + " was interrupted, and these are the stores of " + members + ": name exactly those directories");
        } else if (survivor.mark().isPresent() && !survivor.mark().get().equals(mark)) {
            throw new StoreException("the " + survivor.store() + " and the " + other.store()
                    + " belong to two recoveries that were interrupted");
        } else if (!survivor.identity().maps().equals(other.identity().maps())
                || survivor.identity().partitions() != other.identity().partitions()) {
            throw new StoreException("the " + survivor.store() + " has other partitions than the " + other.store());
        }
    }

    private List<RecoveredPartition> choose() {
        List<RecoveredPartition> chosen = new ArrayList<>();
        int all = survivors.get(0).image().control().partitions();
        for (int p = 0; p < all; p++) {
            Entry newest = Entry.NONE;
            Map<Integer, CopyLeft> copies = new TreeMap<>();
            for (Survivor survivor : survivors) {
                Entry accepted = survivor.image().control().accepted().get(p);
                newest = accepted.newerThan(newest) ? accepted : newest;
                Log log = survivor.image().data().replica(p).log();
                if (!log.isEmpty()) {
                    copies.put(survivor.number(), CopyLeft.of(log));
                }
            }
            chosen.add(RecoveredPartition.choose(p, mark.members(), newest, copies));
        }
        return List.copyOf(chosen);
    }

    private Voting newestVoting() {
        Voting newest = Voting.NONE;
        for (Survivor survivor : survivors) {
            Voting known = survivor.image().control().voting();
            newest = known.newerThan(newest) ? known : newest;
        }
        return newest;
    }

    /** Whether this goes on with a recovery that was interrupted, and has nothing to choose any more. */
    public boolean isResumed() {
        return resumed;
    }

    /** What becomes of each partition; none if that was decided before this recovery was interrupted. */
    public List<RecoveredPartition> partitions() {
        return partitions;
    }

    /** The term with which the recovered cluster begins. */
    public int term() {
        return mark.term();
    }

    /** The voters that those who are left know last. */
    public Voting knownVoters() {
        return newestVoting();
    }

    /** The voters of the recovered cluster. */
    public MemberSet voters() {
        return voting.voters();
    }

    /**
     * A member that is left, for people.
     *
     * @param self the member
     * @param place where its store is
     * @param term the last term that it knows
     * @param copies the number of partitions of which it has a copy
     * @param writes the number of writes that these have in all
     * @param newest the newest version that it has accepted
     */
    public record MemberLeft(Peer self, String place, int term, int copies, long writes, Version newest) {}

    /** Who is left, by number. */
    public List<MemberLeft> members() {
        List<MemberLeft> members = new ArrayList<>();
        for (Survivor survivor : survivors) {
            ControlState control = survivor.image().control();
            Version newest = Version.NONE;
            int copies = 0;
            long writes = 0;
            for (int p = 0; p < control.partitions(); p++) {
                Version accepted = control.accepted().get(p).version();
                newest = accepted.newerThan(newest) ? accepted : newest;
                Log log = survivor.image().data().replica(p).log();
                copies += log.isEmpty() ? 0 : 1;
                writes += log.length();
            }
            members.add(new MemberLeft(
                    survivor.identity().self(), survivor.store().toString(), control.term(), copies, writes, newest));
        }
        return members;
    }

    /**
     * Writes all stores. Copies of partitions are not touched: what another primary has is sent to them as after any change of a
     * configuration.
     *
     * @throws StoreException if one cannot be written; repeat the recovery then
     */
    public void write() throws StoreException {
        if (!allWritten) {
            for (Survivor survivor : survivors) {
                survivor.store().beginRecovery(mark);
            }
            for (Survivor survivor : survivors) {
                write(survivor);
            }
        }
        for (Survivor survivor : survivors) {
            survivor.store().endRecovery();
        }
    }

    private void write(Survivor survivor) throws StoreException {
        Welcome was = survivor.identity();
        List<Peer> peers = survivors.stream().map(it -> it.identity().self()).toList();
        ControlState control = ControlState.restored(survivor.number(), mark.term(), registers, registers, voting);
        survivor.store().write(new Image(control, survivor.image().data(), MemberSet.of()));
        survivor.store()
                .identify(new Welcome(
                        was.self(), mark.cluster(), was.partitions(), was.maps(), was.parallel(), peers, peers));
    }
}
