package io.godwit.lab;

import io.godwit.client.GodwitMap;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import io.godwit.simulation.linear.History.RecordedCall;
import io.godwit.simulation.linear.Linearizability;
import io.godwit.simulation.linear.Linearizability.HistoryVerdict;
import io.godwit.simulation.linear.SequentialModel;
import io.godwit.simulation.linear.SequentialModel.CounterModel;
import io.godwit.simulation.linear.SequentialModel.ListModel;
import io.godwit.simulation.linear.SequentialModel.RegisterModel;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** The kind of a key's value: its operations and the model that checks the answers. */
enum MapValueKind {
    /** Write, read, compare-and-set. */
    REGISTER {
        @Override
        Operation draw(RandomGenerator random, long key, long fresh, long seen) {
            return switch (random.nextInt(5)) {
                case 0, 1 -> new Operation.Put(key, fresh);
                case 2 -> new Operation.CompareAndSet(key, seen, fresh);
                default -> new Operation.Get(key);
            };
        }

        @Override
        Result perform(GodwitMap map, byte[] name, Operation operation) {
            if (operation instanceof Operation.Put put) {
                map.put(name, bytes(put.value()));
                return new Result.Done(List.of());
            } else if (operation instanceof Operation.CompareAndSet cas) {
                boolean met = cas.expected() == 0
                        ? map.putIfAbsent(name, bytes(cas.value()))
                        : map.replace(name, bytes(cas.expected()), bytes(cas.value()));
                return met ? new Result.Done(List.of()) : new Result.Unmet();
            }
            return one(map.get(name));
        }

        @Override
        HistoryVerdict judge(Linearizability search, List<RecordedCall> calls) {
            return search.check(new CompareAndSetModel(), calls);
        }
    },
    /** Append, read. */
    LIST {
        @Override
        Operation draw(RandomGenerator random, long key, long fresh, long seen) {
            return random.nextBoolean() ? new Operation.Append(key, fresh) : new Operation.Get(key);
        }

        @Override
        Result perform(GodwitMap map, byte[] name, Operation operation) {
            if (operation instanceof Operation.Append append) {
                map.append(name, bytes(append.element()));
                return new Result.Done(List.of());
            }
            return new Result.Done(map.getAll(name).stream()
                    .map(item -> ByteBuffer.wrap(item).getLong())
                    .toList());
        }

        @Override
        HistoryVerdict judge(Linearizability search, List<RecordedCall> calls) {
            return search.check(new ListModel(), calls);
        }
    },
    /** Increment, read. */
    COUNTER {
        @Override
        Operation draw(RandomGenerator random, long key, long fresh, long seen) {
            return random.nextInt(3) > 0 ? new Operation.Increment(key, 1) : new Operation.Get(key);
        }

        @Override
        Result perform(GodwitMap map, byte[] name, Operation operation) {
            if (operation instanceof Operation.Increment increment) {
                return new Result.Done(List.of(map.increment(name, increment.by())));
            }
            return one(map.get(name));
        }

        @Override
        HistoryVerdict judge(Linearizability search, List<RecordedCall> calls) {
            return search.check(new CounterModel(), calls);
        }
    };

    /** Chooses an operation; {@code fresh} was never written before, {@code seen} was read last. */
    abstract Operation draw(RandomGenerator random, long key, long fresh, long seen);

    /** Performs the operation. */
    abstract Result perform(GodwitMap map, byte[] name, Operation operation);

    /** Checks whether the calls are linearizable. */
    abstract HistoryVerdict judge(Linearizability search, List<RecordedCall> calls);

    private static byte[] bytes(long value) {
        return ByteBuffer.allocate(Long.BYTES).putLong(value).array();
    }

    private static Result one(Optional<byte[]> value) {
        return new Result.Done(
                value.map(bytes -> List.of(ByteBuffer.wrap(bytes).getLong())).orElse(List.of()));
    }

    /** Registers whose compare-and-set only says that it was of no use, and not what it has found. */
    static final class CompareAndSetModel implements SequentialModel<Long> {
        private final RegisterModel model = new RegisterModel();

        @Override
        public Long initial() {
            return model.initial();
        }

        @Override
        public Long after(Long state, Operation operation, Result result) {
            if (operation instanceof Operation.CompareAndSet cas && result instanceof Result.Unmet) {
                return state == cas.expected() ? null : state;
            }
            return model.after(state, operation, result);
        }
    }
}
