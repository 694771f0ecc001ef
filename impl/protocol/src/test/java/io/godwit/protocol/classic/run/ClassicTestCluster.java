package io.godwit.protocol.classic.run;

import io.godwit.protocol.Command;
import io.godwit.protocol.Event;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol;
import io.godwit.protocol.Step;
import io.godwit.protocol.classic.Classic;
import io.godwit.protocol.classic.ClassicProtocol;
import io.godwit.protocol.classic.ClassicState;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Members in one thread with a network that delays, loses and repeats. */
final class ClassicTestCluster {
    static final int PARTITIONS = 7;
    static final int COPIES = 3;
    private static final long TICK = 10_000;

    private record Letter(int from, int to, Message message) {}

    final ClassicProtocol protocol;
    final SortedMap<Integer, ClassicState> members = new TreeMap<>();
    final Map<Long, Result> answers = new HashMap<>();
    private final Random random;
    private final int lossPercent;
    private List<Letter> post = new ArrayList<>();
    private long now;
    private long calls;

    ClassicTestCluster(Classic classic, int founders, long seed, int lossPercent) {
        this.protocol = new ClassicProtocol(classic);
        this.random = new Random(seed);
        this.lossPercent = lossPercent;
        MemberSet all = MemberSet.of(IntStream.rangeClosed(1, founders).toArray());
        for (int m = 1; m <= founders; m++) {
            members.put(m, protocol.found(m, setup(all)));
        }
    }

    static Protocol.Setup setup(MemberSet members) {
        return new Protocol.Setup(members, PARTITIONS, COPIES, 2);
    }

    void join(int member) {
        members.put(member, protocol.join(member, setup(MemberSet.of(members.keySet()))));
    }

    void crash(int member) {
        members.remove(member);
        for (int other : List.copyOf(members.keySet())) {
            take(other, new Event.Suspect(member));
        }
    }

    ClassicState member(int member) {
        return members.get(member);
    }

    void take(int member, Event event) {
        Step<ClassicState> step = protocol.step(members.get(member), event);
        members.put(member, step.state());
        for (Command command : step.commands()) {
            if (command instanceof Command.Send send) {
                if (random.nextInt(100) >= lossPercent) {
                    post.add(new Letter(member, send.to(), send.message()));
                }
                if (random.nextInt(100) < lossPercent) {
                    post.add(new Letter(member, send.to(), send.message()));
                }
            } else if (command instanceof Command.Answer answer) {
                answers.put(answer.call(), answer.result());
            } else if (command instanceof Command.Stop) {
                members.remove(member);
            }
        }
    }

    /** Lets everybody take a tick, and some of the messages arrive, those between two members in any order. */
    void round() {
        now += TICK;
        for (int member : List.copyOf(members.keySet())) {
            if (members.containsKey(member)) {
                take(member, new Event.Tick(now + member));
            }
        }
        List<Letter> letters = post;
        post = new ArrayList<>();
        for (Letter letter : letters) {
            if (random.nextInt(4) == 0) {
                post.add(letter);
            } else if (members.containsKey(letter.to())) {
                take(letter.to(), new Event.Deliver(letter.from(), letter.message()));
            }
        }
    }

    void rounds(int count) {
        for (int i = 0; i < count; i++) {
            round();
        }
    }

    /** A write of a key, at whoever owns its partition by the master's table; the number of the call. */
    long put(long key, long value) {
        int partition = (int) (key % PARTITIONS);
        int master = members.values().stream()
                .filter(ClassicState::leads)
                .findFirst()
                .map(ClassicState::self)
                .orElse(members.firstKey());
        int owner = members.get(master).table().owner(partition);
        calls++;
        if (members.containsKey(owner)) {
            take(owner, new Event.Call(calls, calls, partition, new Operation.Put(key, value)));
        }
        return calls;
    }

    /** What the owner of a key's partition answers. */
    Result get(long key) {
        int partition = (int) (key % PARTITIONS);
        int owner = members.get(members.firstKey()).table().owner(partition);
        calls++;
        take(owner, new Event.Call(calls, calls, partition, new Operation.Get(key)));
        return answers.get(calls);
    }
}
