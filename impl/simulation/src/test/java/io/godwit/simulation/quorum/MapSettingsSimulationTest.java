package io.godwit.simulation.quorum;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.member.runtime.MapSettings;
import io.godwit.member.runtime.MapSettings.EvictionPolicy;
import io.godwit.member.runtime.MapSettings.SizeLimit;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumState;
import io.godwit.simulation.ForwardingSubject;
import io.godwit.simulation.RunPlan;
import io.godwit.simulation.RunResult;
import io.godwit.simulation.Runs;
import io.godwit.simulation.Subject;
import io.godwit.simulation.run.SelectedProperties;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Members that set lifetimes and limits for the maps of a run. */
class MapSettingsSimulationTest {
    private static final QuorumSubject PLAIN = new QuorumSubject(Quorum.whole());
    private static final String MAPS = "r*";
    private static final int SEEDS = 4;

    /** The protocol with members that set this. */
    private static Subject<QuorumState> with(MapSettings settings) {
        return new ForwardingSubject<>(PLAIN) {
            @Override
            public MapSettings mapSettings() {
                return settings;
            }
        };
    }

    private static RunPlan plan(long seed) {
        return Runs.planner(PLAIN, 4, 8, "all").plan(seed);
    }

    private static void assertPass(Subject<QuorumState> subject) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            RunResult result = Runs.run(subject, plan(seed));
            assertTrue(result.passed(), "seed " + seed + ": " + result.violation());
        }
    }

    private static MapSettings lifetime(int seconds) {
        return MapSettings.NONE.withTimesToLive(Map.of(MAPS, seconds));
    }

    private static MapSettings limit(int entries, EvictionPolicy evict) {
        return MapSettings.NONE.withEntries(Map.of(MAPS, new SizeLimit(entries, evict)));
    }

    /** Nothing is due within a run: puts, and what replaces what, look to clients as without a lifetime. */
    @Test
    void entriesThatAreNotDueAreThere() {
        assertPass(with(lifetime(3_600)));
    }

    /** Reads may find that an entry is gone; what is acknowledged until then, and what copies hold, is as ever. */
    @Test
    void membersAgreeOnWhatNobodyUses() {
        Set<String> properties = Set.of("AckedDurable", "Converge", "Runs", "RestartFinds");
        assertPass(new SelectedProperties<>(with(MapSettings.NONE.withIdleTimes(Map.of(MAPS, 1))), properties));
        SizeLimit few = new SizeLimit(100, EvictionPolicy.RANDOM);
        assertPass(new SelectedProperties<>(with(MapSettings.NONE.withBytes(Map.of(MAPS, few))), properties));
    }

    @Test
    void usedEntriesAreThere() {
        assertPass(with(MapSettings.NONE.withIdleTimes(Map.of(MAPS, 3_600))));
    }

    /** What takes effect does so at all members, also if reads find less than was put. */
    @Test
    void membersAgreeOnWhatIsDueAndOnWhatIsRemoved() {
        Set<String> properties = Set.of("AckedDurable", "Converge", "Runs", "RestartFinds");
        assertPass(new SelectedProperties<>(with(lifetime(1)), properties));
        assertPass(new SelectedProperties<>(with(limit(1, EvictionPolicy.RANDOM)), properties));
    }

    /** Calls that a full map refuses are not done. */
    @Test
    void callThatAFullMapRefusesIsNotDone() {
        assertPass(with(limit(1, EvictionPolicy.NONE)));
    }

    @Test
    void settingThatAppliesToNoMapChangesNoRun() {
        RunPlan plan = plan(1);
        String log = Runs.log(PLAIN, plan);
        MapSettings others = new MapSettings(
                Map.of("other", 1),
                Map.of("other", 1),
                Map.of("other", new SizeLimit(1, EvictionPolicy.RANDOM)),
                Map.of("other", new SizeLimit(1, EvictionPolicy.RANDOM)));
        assertEquals(log, Runs.log(with(others), plan));
        assertNotEquals(log, Runs.log(with(lifetime(1)), plan));
    }
}
