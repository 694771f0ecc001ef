package io.godwit.protocol.classic.run;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.Message;
import io.godwit.protocol.Rules;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicFixture;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.classic.TimerState;
import io.godwit.protocol.classic.data.LinkMessage.Packet;
import io.godwit.protocol.classic.data.PartitionMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What tests of whole members share. */
final class ClassicEngineFixture {
    /** Nothing is to be moved. */
    static final Planning IDLE = (table, stayers) -> PartitionMap.empty();

    private ClassicEngineFixture() {}

    /** A repaired member that never moves anything. */
    static ClassicEngine idle() {
        return engine(ClassicFixture.repaired(), IDLE);
    }

    /** A member under these rules, with these plans. */
    static ClassicEngine engine(Rules rules, Planning planning) {
        Classic classic = new Classic(rules);
        return new ClassicEngine(classic, classic.planner(planning));
    }

    /** What a step sends, by receiver: the messages without their packets, and without acknowledgements. */
    static Map<Integer, List<Message>> sent(Step<ClassicState> step) {
        Map<Integer, List<Message>> sent = new TreeMap<>();
        for (Command command : step.commands()) {
            if (command instanceof Command.Send send && send.message() instanceof Packet packet) {
                sent.merge(send.to(), List.of(packet.payload()), (a, b) -> {
                    List<Message> all = new ArrayList<>(a);
                    all.addAll(b);
                    return all;
                });
            }
        }
        return sent;
    }

    /** The state after a tick. */
    static ClassicState ticked(ClassicEngine engine, ClassicState state, long now) {
        return engine.step(state, new Event.Tick(now)).state();
    }

    /** A state without its timers: what the protocol knows. */
    static ClassicState bare(ClassicState state) {
        return state.but().timers(TimerState.NONE).done();
    }
}
