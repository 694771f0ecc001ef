package io.godwit.protocol.quorum.engine;

import io.godwit.protocol.LeaseTimes;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.quorum.ReadLeases;
import io.godwit.protocol.quorum.data.Leases.Promise;
import io.godwit.protocol.quorum.data.Replica;

/**
 * Asks for read leases as long as clients read, and goes on when promises are over. A renewal is due when a quarter of the lease has
 * passed, so that two requests in turn may be lost.
 */
final class LeaseRenewal {
    private static final int RENEWALS_PER_LEASE = 4;

    void tick(StepContext context) {
        if (!isTimed(context)) {
            return;
        }
        for (long p : context.local.leases().delayed().keys()) {
            if (!context.data()
                    .replica((int) p)
                    .leases()
                    .promises(context.data().now())) {
                context.local = context.local.with(context.local.leases().released((int) p));
                DataInbox.proceed(context, (int) p);
            }
        }
        if (context.now() >= context.local.leases().nextRenewal()) {
            renew(context);
        }
    }

    private static boolean isTimed(StepContext context) {
        return context.data().times().exist() && context.data().now() != LeaseTimes.UNKNOWN;
    }

    private static void renew(StepContext context) {
        ReadLeases leases = context.quorum.leases();
        long age = leases.leaseTime(context.data().times()) / RENEWALS_PER_LEASE;
        long[] read = context.local.leases().read().keys();
        context.local =
                context.local.with(context.local.leases().renewedAt(context.now(), age / Timing.NANOS_PER_MICRO));
        for (long p : read) {
            request(context, (int) p);
        }
    }

    private static void request(StepContext context, int p) {
        Replica replica = context.data().replica(p);
        boolean others =
                replica.configuration().size() > 1 || replica.configuration().isMigrating();
        if (replica.isPrimary(context.self()) && !replica.resumed() && others) {
            long number = context.local.leases().nextNumber();
            context.local = context.local.with(context.local.leases().numbered());
            context.dataAction(
                    "RequestLeases", p, number, s -> context.quorum.leases().requestLeases(s, p, number));
        }
    }

    /** A client reads in a partition. */
    static void read(StepContext context, int p) {
        if (isTimed(context)) {
            context.local = context.local.with(context.local.leases().reading(p));
        }
    }

    /** An answer or a proposal was refused. */
    static void refused(StepContext context, int p) {
        if (!context.data().replica(p).leases().promises().isEmpty()) {
            context.local = context.local.with(context.local.leases().delaying(p));
        }
    }

    /** A member has acknowledged the version of a primary, which takes back what it had promised to that member. */
    static void release(StepContext context, int p, int member) {
        for (Promise promise : context.data().replica(p).leases().promises()) {
            if (promise.primary() == member) {
                ActionSubject event = new ActionSubject(p, member);
                context.dataAction("ReleasePromise", p, event, s -> context.quorum
                        .leases()
                        .releasePromise(s, p, promise.version(), MemberSet.of()));
            }
        }
    }
}
