package io.godwit.simulation.world;

import io.godwit.protocol.Event;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.Concern;
import io.godwit.simulation.linear.Call;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * One client: one call at a time. It asks whom it takes to be the primary, asks again, with the same number, when no
 * answer comes, and gives up after a while without knowing what became of the call.
 */
final class Client {
    private static final long TRY = 250_000;
    private static final long GIVE_UP = 2_500_000;
    private static final long BACK_OFF = 20_000;

    private final World<?> world;
    private final int id;
    private final int home;
    private final Map<Integer, Integer> primaries = new HashMap<>();

    private Operation operation;
    private int partition;
    private long number;
    private long invoked;
    private long deadline;
    private int attempt;
    /** The member that is asked now. */
    private int asked;
    /** Was a member asked that did not answer, so that it may have carried the call out? */
    private boolean doubt;

    private Consumer<Call> done;

    Client(World<?> world, int id, int home) {
        this.world = world;
        this.id = id;
        this.home = home;
    }

    boolean busy() {
        return operation != null;
    }

    /**
     * Makes a call.
     *
     * @param then gets the call when its outcome is known, or given up; null if it was certainly not carried out
     */
    void call(long callNumber, int inPartition, Operation what, Consumer<Call> then) {
        number = callNumber;
        partition = inPartition;
        operation = what;
        invoked = world.now();
        deadline = invoked + GIVE_UP;
        doubt = false;
        done = then;
        ask(primaries.getOrDefault(partition, 0));
    }

    private void ask(int member) {
        attempt++;
        int mine = attempt;
        Node<?> node = member > 0 && member <= world.members().size() ? world.node(member) : anybody();
        asked = node == null ? 0 : node.number();
        if (node != null) {
            long arrival = world.network().sendOnce(home, node.site(), world.now(), id * 1_000_003L + number);
            if (arrival >= 0) {
                Event.Call call = new Event.Call(id, number, partition, operation);
                world.at(arrival, () -> node.call(call));
            }
        }
        world.after(TRY, () -> {
            if (mine == attempt && busy()) {
                doubt = true;
                primaries.remove(partition);
                again(0, 0);
            }
        });
    }

    private void again(int member, long later) {
        attempt++;
        int mine = attempt;
        if (world.now() + later >= deadline) {
            finish(doubt ? Call.unanswered(id, number, operation, invoked) : null);
        } else if (later == 0) {
            ask(member);
        } else {
            world.after(later, () -> {
                if (mine == attempt && busy()) {
                    ask(member);
                }
            });
        }
    }

    /** An answer arrives. */
    void receive(int from, long call, Result result) {
        if (!busy() || call != number) {
            return;
        }
        if (result instanceof Result.NotHere elsewhere) {
            if (from == asked) {
                asked = 0;
                int ask = elsewhere.ask() == from ? 0 : elsewhere.ask();
                again(ask, 1 + world.dice().below(BACK_OFF, Concern.ROUTES, id, world.now()));
            }
        } else {
            primaries.put(partition, from);
            finish(new Call(id, number, operation, invoked, world.now(), result));
        }
    }

    private void finish(Call call) {
        Consumer<Call> then = done;
        operation = null;
        done = null;
        attempt++;
        then.accept(call);
    }

    /** Some member that runs. */
    private Node<?> anybody() {
        int sites = world.plan().sites();
        int first = (int) world.dice().below(sites, Concern.ROUTES, id, -world.now());
        for (int i = 0; i < sites; i++) {
            Node<?> node = world.atSite(1 + (first + i) % sites);
            if (node != null && node.up()) {
                return node;
            }
        }
        return null;
    }

    int home() {
        return home;
    }
}
