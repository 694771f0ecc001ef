package io.godwit.protocol.classic.run;

import io.godwit.protocol.Command;
import io.godwit.protocol.Guards;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Act;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.ControlMessage.JoinRequest;
import io.godwit.protocol.classic.Life;
import io.godwit.protocol.classic.migration.ResendCommit;
import io.godwit.protocol.classic.migration.TimeoutMigration;
import io.godwit.protocol.classic.promotion.ResendPromotion;
import io.godwit.protocol.classic.replication.AckWithoutBackups;
import io.godwit.protocol.classic.replication.CleanUpLate;
import io.godwit.protocol.classic.replication.FinishSync;
import io.godwit.protocol.classic.replication.Pending;
import io.godwit.protocol.classic.replication.Serving;
import io.godwit.protocol.classic.replication.StartSync;
import io.godwit.protocol.classic.shutdown.Release;
import io.godwit.protocol.classic.shutdown.RepeatShutdownRequest;
import io.godwit.protocol.classic.stampcheck.SendStampCheck;
import io.godwit.protocol.classic.table.Flight;
import io.godwit.protocol.classic.table.PartitionMap;
import java.util.List;
import java.util.Map;

/**
 * What a member does when time passes: it finishes what takes two steps at each tick, and repeats, compares and gives up in
 * rounds. The product's periods are longer by a factor of about thirty; nothing depends on their length.
 */
final class Rounds {
    /** A round comes so many microseconds after the one before. */
    static final long PERIOD = 500_000;

    /** So many rounds the master waits for a copy; 300 s in the product. */
    static final int COPY_ROUNDS = 20;

    /** So many rounds a write waits for its backups; 5 s in the product. */
    static final int WRITE_ROUNDS = 10;

    private final FinishSync finishSync;
    private final CleanUpLate cleanUpLate;
    private final RepeatShutdownRequest repeatShutdownRequest;
    private final StartSync startSync;
    private final SendStampCheck sendStampCheck;
    private final ResendCommit resendCommit;
    private final ResendPromotion resendPromotion;
    private final TimeoutMigration timeoutMigration;
    private final AckWithoutBackups ackWithoutBackups;
    private final Release release;

    Rounds(Guards guards) {
        finishSync = guards.make(FinishSync.class, FinishSync::new);
        cleanUpLate = guards.make(CleanUpLate.class, CleanUpLate::new);
        repeatShutdownRequest = guards.make(RepeatShutdownRequest.class, RepeatShutdownRequest::new);
        startSync = guards.make(StartSync.class, StartSync::new);
        sendStampCheck = guards.make(SendStampCheck.class, SendStampCheck::new);
        resendCommit = guards.make(ResendCommit.class, ResendCommit::new);
        resendPromotion = guards.make(ResendPromotion.class, ResendPromotion::new);
        timeoutMigration = guards.make(TimeoutMigration.class, TimeoutMigration::new);
        ackWithoutBackups = guards.make(AckWithoutBackups.class, AckWithoutBackups::new);
        release = guards.make(Release.class, Release::new);
    }

    /** Time has passed. */
    void tick(Turn turn, long now) {
        turn.errands(turn.errands().at(now));
        turn.links(turn.errands().links().resend(turn.state().view(), now));
        for (Map.Entry<Integer, Serving> serving : turn.state().serving()) {
            turn.take(finishSync.handle(turn.state(), serving.getKey()));
        }
        if (now >= turn.errands().round()) {
            turn.errands(turn.errands().withRound(now + PERIOD));
            round(turn);
        }
    }

    private void round(Turn turn) {
        if (turn.state().life() == Life.OFF) {
            turn.take(ask(turn.state()));
            return;
        }
        turn.take(repeatShutdownRequest.handle(turn.state(), Act.NOW));
        turn.take(resendPromotion.handle(turn.state(), Act.NOW));
        turn.take(sendStampCheck.handle(turn.state(), Act.NOW));
        for (int p = 0; p < turn.state().table().size(); p++) {
            turn.take(cleanUpLate.handle(turn.state(), p));
            compare(turn, p);
        }
        age(turn);
        turn.state().leaving().without(turn.state().self()).stream()
                .forEach(m -> turn.take(release.handle(turn.state(), m)));
    }

    private static Step<ClassicState> ask(ClassicState state) {
        List<Command> requests = state.errands().contacts().stream()
                .<Command>mapToObj(m -> new Command.Send(m, new JoinRequest()))
                .toList();
        return Step.to(state, requests);
    }

    private void compare(Turn turn, int partition) {
        turn.state().table().get(partition).backups().stream()
                .forEach(b -> turn.take(startSync.handle(turn.state(), new StartSync.Question(partition, b))));
    }

    private void age(Turn turn) {
        PartitionMap<Aged> flights = PartitionMap.empty();
        for (Flight flight : turn.state().inflight().values()) {
            int p = flight.migration().partition();
            Aged aged = Aged.next(turn.errands().flights().get(p), flight);
            flights = flights.with(p, aged);
            turn.take(resendCommit.handle(turn.state(), p));
            if (aged.rounds() >= COPY_ROUNDS) {
                turn.take(timeoutMigration.handle(turn.state(), p));
            }
        }
        PartitionMap<Aged> writes = PartitionMap.empty();
        for (Map.Entry<Integer, List<Pending>> pending : turn.state().pending()) {
            int p = pending.getKey();
            Aged aged = Aged.next(
                    turn.errands().writes().get(p), pending.getValue().get(0).update());
            writes = writes.with(p, aged);
            if (aged.rounds() >= WRITE_ROUNDS) {
                turn.take(ackWithoutBackups.handle(turn.state(), p));
            }
        }
        turn.errands(turn.errands().withAges(flights, writes));
    }
}
