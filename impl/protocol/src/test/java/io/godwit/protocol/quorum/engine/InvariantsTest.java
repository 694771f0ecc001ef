package io.godwit.protocol.quorum.engine;

import static io.godwit.protocol.quorum.engine.EngineFixture.VOTERS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Members;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.map.Operation.Get;
import io.godwit.protocol.map.Operation.Put;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.protocol.quorum.data.DataState;
import io.godwit.protocol.quorum.data.PendingCall.ForRead;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.Status;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.data.log.LogEntry;
import io.godwit.protocol.quorum.registers.ControlMessage.Vote;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.registers.Role;
import io.godwit.protocol.quorum.registers.Stamps;
import io.godwit.protocol.quorum.registers.Voting;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each invariant is broken once, by a step that no engine takes. */
class InvariantsTest {
    private static final Configuration CONFIGURATION = Configuration.settled(1, 2, 3);
    private static final Configuration PRIMARY_NOT_IN_SYNC =
            Configuration.of(1, new int[] {2, 3}, MemberSet.of(2, 3), Members.NONE, Members.NONE);
    private static final View VIEW = new View(new Version(0, 1), CONFIGURATION);

    private static final QuorumState STATE = new QuorumProtocol().found(1, new Setup(VOTERS, 1, 3, 1));
    private static final ControlState FOLLOWER = STATE.control().inTerm(2, Role.FOLLOWER);
    private static final ControlState MASTER = STATE.control().inTerm(2, Role.MASTER);

    private static final Log LOG = Log.EMPTY.append(new LogEntry(VIEW.version(), 7, 1, new Put(1, 2)));
    private static final Replica PRIMARY = Replica.founding(1, VIEW);
    private static final Replica BACKUP = Replica.founding(2, VIEW);

    private static final Map<String, Executable> CASES = new TreeMap<>();

    private static void control(String invariant, ControlState before, ControlState after) {
        CASES.put(invariant, () -> Invariants.hold(before, after));
    }

    private static void data(String invariant, int self, Replica before, Replica after) {
        CASES.put(invariant, () -> Invariants.hold(data(self, before), data(self, after)));
    }

    private static DataState data(int self, Replica replica) {
        return new DataState(self, Status.UP, 3, PartitionVector.filled(1, replica));
    }

    private static void both(String invariant, QuorumState after) {
        CASES.put(invariant, () -> Invariants.hold(STATE, after));
    }

    private static QuorumState with(DataState data) {
        return new QuorumState(STATE.setup(), STATE.control(), data, STATE.local(), STATE.master());
    }

    private static Entry entry(int term, int number) {
        return new Entry(new Version(term, number), new Version(0, 1), CONFIGURATION);
    }

    private static PartitionVector<Entry> registers(Entry entry) {
        return PartitionVector.filled(1, entry);
    }

    private static ControlState accepting(ControlState state, Entry entry) {
        return state.withAccepted(registers(entry), new Stamps().of(registers(entry)));
    }

    private static ControlState proposing(ControlState state, Entry entry) {
        return state.withOutstanding(registers(entry), state.answers());
    }

    private static Vote vote(int term) {
        return new Vote(term, STATE.control().accepted(), STATE.control().voting());
    }

    static {
        control("termGrows", FOLLOWER.inTerm(3, Role.FOLLOWER), FOLLOWER);
        control(
                "entryIsValid",
                FOLLOWER,
                FOLLOWER.withCommitted(
                        registers(new Entry(new Version(1, 2), new Version(0, 1), PRIMARY_NOT_IN_SYNC))));
        control(
                "baseIsOlder",
                FOLLOWER,
                accepting(FOLLOWER, new Entry(new Version(1, 2), new Version(1, 2), CONFIGURATION)));
        control("acceptedIsOfPromisedTerm", FOLLOWER, accepting(FOLLOWER, entry(3, 2)));
        control("acceptedGrows", accepting(FOLLOWER, entry(1, 2)), FOLLOWER);
        control("stampIsOfAccepted", FOLLOWER, FOLLOWER.withAccepted(registers(entry(1, 2)), 99));
        control("committedIsOfPromisedTerm", FOLLOWER, FOLLOWER.withCommitted(registers(entry(3, 2))));
        control("committedGrows", FOLLOWER.withCommitted(registers(entry(1, 2))), FOLLOWER);
        control("onlyMasterProposes", FOLLOWER, proposing(FOLLOWER, entry(2, 2)));
        control("proposalIsOfOwnTerm", MASTER, proposing(MASTER, entry(1, 2)));
        control("proposalIsAccepted", MASTER, proposing(MASTER, entry(2, 2)));
        ControlState decided = accepting(MASTER, entry(2, 2)).withCommitted(registers(entry(2, 2)));
        control("proposalIsNewer", decided, proposing(decided, entry(2, 2)));
        control("votingGrows", FOLLOWER.withVoting(new Voting(new Version(1, 2), VOTERS)), FOLLOWER);
        control("votingIsOfPromisedTerm", FOLLOWER, FOLLOWER.withVoting(new Voting(new Version(3, 2), VOTERS)));
        control(
                "followerHasNoVotes",
                FOLLOWER,
                FOLLOWER.withBallot(FOLLOWER.ballot().with(2, vote(2))));
        ControlState candidate = FOLLOWER.inTerm(3, Role.CANDIDATE);
        control("candidateVotesForItself", FOLLOWER, candidate);
        control(
                "voteIsOfOwnTerm",
                FOLLOWER,
                candidate.withBallot(candidate.ballot().with(1, vote(3)).with(2, vote(2))));

        data("versionGrows", 1, PRIMARY.activated(new View(new Version(0, 2), CONFIGURATION)), PRIMARY);
        data("viewIsValid", 1, PRIMARY, PRIMARY.activated(new View(new Version(0, 2), PRIMARY_NOT_IN_SYNC)));
        data("noVersionNoLog", 1, Replica.NONE, Replica.NONE.withLog(LOG));
        data(
                "logIsNotNewer",
                1,
                PRIMARY,
                PRIMARY.withLog(Log.EMPTY.append(new LogEntry(new Version(1, 2), 7, 1, new Put(1, 2)))));
        data("logGrowsUnderOneVersion", 1, PRIMARY.withLog(LOG), PRIMARY);
        data("onlyPrimaryWaits", 2, BACKUP, BACKUP.waitingFor(3));
        data("waitsForOthers", 1, PRIMARY, PRIMARY.waitingFor(2));
        data("onlyPrimaryLeads", 2, BACKUP, BACKUP.withPrimaryState(PrimaryState.NONE.acknowledged(3, 0)));
        data(
                "primaryHasWhatIsAcknowledged",
                1,
                PRIMARY,
                PRIMARY.withPrimaryState(PRIMARY.primaryState().acknowledged(2, 1)));
        data(
                "primaryHasWhatItSynced",
                1,
                PRIMARY,
                PRIMARY.withPrimaryState(PRIMARY.primaryState().syncedWith(LOG)));
        data(
                "readSawAPrefix",
                1,
                PRIMARY,
                PRIMARY.withPrimaryState(
                        PRIMARY.primaryState().waiting(9, new ForRead(1, new Get(1), LOG, MemberSet.of()))));
        data("resumedLeadsNobody", 2, BACKUP, new Replica(VIEW, Log.EMPTY, MemberSet.of(), PrimaryState.NONE, true));

        both("activatedIsDecided", with(data(1, PRIMARY.activated(new View(new Version(0, 2), CONFIGURATION)))));
        both(
                "versionNamesConfiguration",
                with(data(1, PRIMARY.activated(new View(VIEW.version(), Configuration.settled(1, 2))))));
        both("leaverHasNoPart", with(STATE.data().with(Status.LEFT)));
        both(
                "onlyMasterHasMasterState",
                new QuorumState(
                        STATE.setup(),
                        STATE.control(),
                        STATE.data(),
                        STATE.local(),
                        MasterState.begin(0, VOTERS, STATE.control().committed())));
        QuorumState leaving = new QuorumState(
                STATE.setup(), STATE.control(), STATE.data(), LocalState.start(MemberSet.of(2), 0), STATE.master());
        CASES.put("leavingIsForGood", () -> Invariants.hold(leaving, STATE));
    }

    static Set<String> invariants() {
        return CASES.keySet();
    }

    @ParameterizedTest
    @MethodSource("invariants")
    void invariantIsBroken(String invariant) {
        AssertionError broken = assertThrows(AssertionError.class, CASES.get(invariant));
        assertTrue(broken.getMessage().startsWith(invariant + ": "), broken.getMessage());
    }

    @Test
    void eachInvariantIsBrokenOnce() {
        Set<String> helpers = Set.of("hold", "between", "isValid", "broken");
        Set<String> methods = Arrays.stream(Invariants.class.getDeclaredMethods())
                .filter(method -> !method.isSynthetic())
                .map(Method::getName)
                .filter(name -> !helpers.contains(name))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(methods, CASES.keySet());
    }

    @Test
    void saysTheValues() {
        AssertionError broken = assertThrows(AssertionError.class, CASES.get("acceptedIsOfPromisedTerm"));
        assertEquals(
                "acceptedIsOfPromisedTerm: partition 0: term 2, accepted is 3.2 on 0.1 [1 2 3]", broken.getMessage());
    }

    @Test
    void foundersStateKeepsThem() {
        assertTrue(Invariants.hold(STATE, STATE));
        assertTrue(Invariants.hold(FOLLOWER, FOLLOWER.inTerm(3, Role.FOLLOWER)));
        assertTrue(Invariants.hold(data(1, PRIMARY), data(1, PRIMARY.withLog(LOG))));
    }
}
