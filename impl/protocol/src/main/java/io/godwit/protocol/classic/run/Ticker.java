package io.godwit.protocol.classic.run;

import io.godwit.protocol.Command;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.JoinRequest;
import io.godwit.protocol.classic.ProcessStatus;
import io.godwit.protocol.classic.TimerState.Aged;
import io.godwit.protocol.classic.data.MigrationProgress;
import io.godwit.protocol.classic.data.PartitionMap;
import io.godwit.protocol.classic.data.Pending;
import io.godwit.protocol.classic.data.Serving;
import java.util.List;
import java.util.Map;

/**
 * What a member does when time passes: it finishes what takes two steps at each tick, and repeats, compares and gives up in
 * rounds. The product's periods are longer by a factor of about thirty; nothing depends on their length.
 */
final class Ticker {
    /** Time between two rounds, in microseconds. */
    static final long ROUND_MICROS = 500_000;

    /** Rounds that the master waits for a copy; 300 s in the product. */
    static final int COPY_ROUNDS = 20;

    /** Rounds that a write waits for its backups; 5 s in the product. */
    static final int WRITE_ROUNDS = 10;

    private final Classic classic;

    Ticker(Classic classic) {
        this.classic = classic;
    }

    /** Time has passed. */
    void tick(ClassicStepContext context, long now) {
        context.timers(context.timers().at(now));
        context.links(context.timers().links().resend(context.state().view(), now));
        for (Map.Entry<Integer, Serving> serving : context.state().serving()) {
            context.take("FinishSync", s -> classic.replication().finishSync(s, serving.getKey()));
        }
        if (now >= context.timers().round()) {
            context.timers(context.timers().withRound(now + ROUND_MICROS));
            round(context);
        }
    }

    private void round(ClassicStepContext context) {
        if (context.state().life() == ProcessStatus.OFF) {
            context.take(ask(context.state()));
            return;
        }
        context.take("RepeatShutdownRequest", classic.shutdown()::repeatShutdownRequest);
        context.take("ResendPromotion", classic.promotion()::resendPromotion);
        context.take("SendStampCheck", classic.stampCheck()::sendStampCheck);
        context.take("ResendStateCommit", classic.stateChange()::resendStateCommit);
        for (int p = 0; p < context.state().table().size(); p++) {
            compare(context, p);
        }
        age(context);
        context.state()
                .leaving()
                .without(context.state().self())
                .forEach(m -> context.take("Release", s -> classic.shutdown().release(s, m)));
    }

    private static Step<ClassicState> ask(ClassicState state) {
        List<Command> requests = state.timers().contacts().stream()
                .<Command>mapToObj(m -> new Command.Send(m, new JoinRequest()))
                .toList();
        return Step.to(state, requests);
    }

    private void compare(ClassicStepContext context, int partition) {
        context.take("CleanUpLate", s -> classic.replication().cleanUpLate(s, partition));
        context.state()
                .table()
                .get(partition)
                .backups()
                .forEach(b ->
                        context.take("StartSync", s -> classic.replication().startSync(s, partition, b)));
    }

    private void age(ClassicStepContext context) {
        PartitionMap<Aged> flights = PartitionMap.empty();
        for (MigrationProgress flight : context.state().inflight().values()) {
            int p = flight.migration().partition();
            Aged aged = Aged.next(context.timers().flights().get(p), flight);
            flights = flights.with(p, aged);
            context.take("ResendCommit", s -> classic.migration().resendCommit(s, p));
            if (aged.rounds() >= COPY_ROUNDS) {
                context.take("TimeoutMigration", s -> classic.migration().timeoutMigration(s, p));
            }
        }
        PartitionMap<Aged> writes = PartitionMap.empty();
        for (Map.Entry<Integer, List<Pending>> pending : context.state().pending()) {
            int p = pending.getKey();
            Aged aged = Aged.next(
                    context.timers().writes().get(p), pending.getValue().get(0).update());
            writes = writes.with(p, aged);
            if (aged.rounds() >= WRITE_ROUNDS) {
                context.take("AckWithoutBackups", s -> classic.replication().ackWithoutBackups(s, p));
            }
        }
        context.timers(context.timers().withAges(flights, writes));
    }
}
