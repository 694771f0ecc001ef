package io.godwit.bench.comparison;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.godwit.bench.comparison.ComparisonProcess.ProcessMessages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A member of {@code bench reference}, as a process of its own. It does what the lines of its standard input say, and ends with them. */
final class ReferenceMember {
    /** What it says when all members know each other. */
    static final String READY = "ready";

    /** The measurement begins. */
    static final String BEGIN = "begin";

    /** The measurement is over. */
    static final String END = "end";

    /** The member tells what it has used between the two, and ends. */
    static final String TELL = "tell";

    private static final long BOUND = 120;

    private ReferenceMember() {}

    /**
     * Runs.
     *
     * @param args the name of the system, the index of the member from 0, and a {@link ReferenceCluster}
     */
    public static void main(String[] args) {
        ProcessMessages.endWith(() -> {
            ReferenceSystem system = ReferenceSystem.of(args[0]);
            system.start(ReferenceCluster.of(args[2]), Integer.parseInt(args[1]));
            ProcessMessages.await("all members know each other", BOUND, system::isReady);
            ProcessMessages.say(READY);
            serve();
        });
    }

    private static void serve() throws IOException {
        MemberUse use = null;
        ProcessUse before = ProcessUse.ofAll();
        ProcessPauses pauses = new ProcessPauses();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals(BEGIN)) {
                    pauses.close();
                    pauses = new ProcessPauses();
                    HeapPeak.reset();
                    before = ProcessUse.ofAll();
                } else if (line.equals(END)) {
                    ProcessUse all = ProcessUse.ofAll().minus(before);
                    pauses.close();
                    use = new MemberUse(
                            HeapPeak.bytes(), 0, pauses.total(), pauses.longest(), all.processor(), all.allocated());
                } else if (line.equals(TELL) && use != null) {
                    System.gc();
                    ProcessMessages.tell(List.of(use.with(ManagementFactory.getMemoryMXBean()
                            .getHeapMemoryUsage()
                            .getUsed())));
                    return;
                }
            }
        }
    }

    /**
     * What a member has used.
     *
     * @param heap most bytes of the heap in use at once, garbage included
     * @param live bytes of the heap in use at the end, after a collection
     * @param pauses milliseconds for which the collector stopped the process in all
     * @param longestPause the longest of these pauses, in milliseconds
     * @param processor nanoseconds of processor time
     * @param allocated bytes that its threads have allocated
     */
    record MemberUse(
            @JsonProperty("heap") long heap,
            @JsonProperty("live") long live,
            @JsonProperty("pauses") long pauses,
            @JsonProperty("longestPause") long longestPause,
            @JsonProperty("processor") double processor,
            @JsonProperty("allocated") double allocated) {
        MemberUse with(long newLive) {
            return new MemberUse(heap, newLive, pauses, longestPause, processor, allocated);
        }
    }
}
