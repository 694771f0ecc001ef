package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.godwit.transport.frame.Run;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunningVoterTest {
    @Test
    void memberWithoutADiskAnswersAtOnce() {
        List<String> answers = new ArrayList<>();
        new RunningVoter(null, () -> null, member -> false, null)
                .store(2, new Run(1, 1, 0), () -> answers.add("confirmed"));
        assertEquals(List.of("confirmed"), answers);
    }
}
