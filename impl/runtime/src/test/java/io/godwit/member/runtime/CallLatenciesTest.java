package io.godwit.member.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CallLatenciesTest {
    @Test
    void bucketsFollowOneAnother() {
        for (int bucket = 0; bucket < CallLatencies.BUCKETS - 1; bucket++) {
            long bound = CallLatencies.upTo(bucket);
            assertEquals(bucket, CallLatencies.bucket(bound - 1));
            assertEquals(bucket + 1, CallLatencies.bucket(bound));
            assertTrue(CallLatencies.upTo(bucket + 1) <= bound + bound / 8, "wide by an eighth at most, from " + bound);
        }
    }

    @Test
    void anyTimeHasABucket() {
        assertEquals(0, CallLatencies.bucket(-1));
        assertEquals(0, CallLatencies.bucket(0));
        assertEquals(CallLatencies.BUCKETS - 1, CallLatencies.bucket(TimeUnit.MINUTES.toNanos(2)));
        assertEquals(CallLatencies.BUCKETS - 1, CallLatencies.bucket(Long.MAX_VALUE));
    }

    @Test
    void rangesOfBucketsAreCounted() {
        CallLatencies.Counters counters = new CallLatencies.Counters();
        assertEquals(0, counters.now().calls());
        for (long time : new long[] {500, 2_000, 2_000, 1_000_000}) {
            counters.answered(time);
        }
        CallLatencies latencies = counters.now();
        assertEquals(4, latencies.calls());
        assertEquals(1_004_500, latencies.nanos());
        int bucket = CallLatencies.bucket(2_000);
        assertEquals(1, latencies.calls(0, bucket));
        assertEquals(2, latencies.calls(bucket, bucket + 1));
        assertEquals(0, CallLatencies.NONE.calls());
    }
}
