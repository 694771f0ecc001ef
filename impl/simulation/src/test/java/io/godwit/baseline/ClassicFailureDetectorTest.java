package io.godwit.baseline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.godwit.baseline.ClassicFailureDetector.ClassicHeartbeat;
import io.godwit.protocol.MemberSet;
import org.junit.jupiter.api.Test;

class ClassicFailureDetectorTest {
    private static final MemberSet ALL = MemberSet.of(1, 2, 3, 4, 5);

    private final ClassicFailureDetector neighbours = new ClassicFailureDetector(100, 50);

    @Test
    void silentMemberIsSuspected() {
        assertEquals(MemberSet.of(), neighbours.dead(1, ALL, 0));
        for (int member = 2; member <= 4; member++) {
            neighbours.hear(new ClassicHeartbeat(member, ALL), 1, ALL, 60);
        }
        assertEquals(MemberSet.of(5), neighbours.dead(1, ALL, 101));
        assertEquals(MemberSet.of(2, 3, 4, 5), neighbours.dead(1, ALL, 161));
        assertEquals(MemberSet.of(5), neighbours.silent(MemberSet.of(2, 5), 101, 50));
    }

    @Test
    void givenUpMemberGivesUpInTurn() {
        MemberSet without = ALL.without(1);
        neighbours.hear(new ClassicHeartbeat(2, without), 1, ALL, 0);
        assertEquals(MemberSet.of(), neighbours.dead(1, ALL, 50));
        neighbours.hear(new ClassicHeartbeat(2, without), 1, ALL, 60);
        assertEquals(MemberSet.of(2), neighbours.dead(1, ALL, 60));
    }

    @Test
    void memberWithOlderViewIsNotGivenUp() {
        neighbours.hear(new ClassicHeartbeat(2, ALL.without(1)), 1, ALL, 0);
        neighbours.hear(new ClassicHeartbeat(2, ALL), 1, ALL, 20);
        assertEquals(MemberSet.of(), neighbours.dead(1, ALL, 60));
    }

    @Test
    void smallerHalfStartsOver() {
        MemberSet minority = MemberSet.of(1, 2);
        neighbours.hear(new ClassicHeartbeat(3, MemberSet.of(3, 4, 5)), 1, minority, 0);
        assertFalse(neighbours.isToStartOver(50));
        assertTrue(neighbours.isToStartOver(51));
    }

    @Test
    void largerHalfDoesNot() {
        neighbours.hear(new ClassicHeartbeat(1, MemberSet.of(1, 2)), 3, MemberSet.of(3, 4, 5), 0);
        assertFalse(neighbours.isToStartOver(1_000));
    }

    @Test
    void halfWithOldestMemberStays() {
        assertTrue(new ClassicHeartbeat(1, MemberSet.of(1, 2)).winsOver(MemberSet.of(3, 4)));
        assertFalse(new ClassicHeartbeat(3, MemberSet.of(3, 4)).winsOver(MemberSet.of(1, 2)));
    }

    @Test
    void newcomerIsNoHalf() {
        neighbours.hear(new ClassicHeartbeat(6, MemberSet.of()), 1, MemberSet.of(1), 0);
        assertFalse(neighbours.isToStartOver(1_000));
        ClassicFailureDetector ofNewcomer = new ClassicFailureDetector(100, 50);
        ofNewcomer.hear(new ClassicHeartbeat(1, ALL), 6, MemberSet.of(), 0);
        assertFalse(ofNewcomer.isToStartOver(1_000));
    }
}
