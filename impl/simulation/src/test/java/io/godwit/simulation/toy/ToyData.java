package io.godwit.simulation.toy;

import io.godwit.protocol.Message;
import io.godwit.protocol.PartitionVector;
import io.godwit.protocol.map.Operation;
import io.godwit.protocol.map.Result;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** All keys of the toy, and for each client the last call with its result. Immutable. */
record ToyData(
        long count, PartitionVector<Map<Long, List<Long>>> content, PartitionVector<Map<Long, Answered>> answered)
        implements Message {
    private static final int BUCKETS = 64;

    record Answered(long call, Result result) {}

    record Applied(ToyData data, Result result) {}

    static ToyData empty() {
        return new ToyData(0, PartitionVector.filled(BUCKETS, Map.of()), PartitionVector.filled(BUCKETS, Map.of()));
    }

    Answered answered(long client) {
        return answered.get((int) (client % BUCKETS)).get(client);
    }

    List<Long> values(long key) {
        return content.get((int) (key % BUCKETS)).getOrDefault(key, List.of());
    }

    Result read(long key) {
        return new Result.Done(values(key));
    }

    Applied apply(long client, long call, Operation operation) {
        List<Long> values = values(operation.key());
        List<Long> after = values;
        Result result = new Result.Done(List.of());
        if (operation instanceof Operation.Get) {
            return new Applied(this, new Result.Done(values));
        } else if (operation instanceof Operation.Put put) {
            after = List.of(put.value());
        } else if (operation instanceof Operation.CompareAndSet cas) {
            long now = values.isEmpty() ? 0 : values.get(0);
            if (now == cas.expected()) {
                after = List.of(cas.value());
            } else {
                result = new Result.Differs(now);
            }
        } else if (operation instanceof Operation.AddToSet add) {
            after = values.contains(add.element()) ? values : with(values, add.element());
        } else if (operation instanceof Operation.Append append) {
            after = with(values, append.element());
        } else if (operation instanceof Operation.Increment increment) {
            long sum = (values.isEmpty() ? 0 : values.get(0)) + increment.by();
            after = List.of(sum);
            result = new Result.Done(after);
        } else {
            after = List.of();
        }
        return new Applied(
                new ToyData(
                        count + 1,
                        put(content, operation.key(), after),
                        put(answered, client, new Answered(call, result))),
                result);
    }

    private static List<Long> with(List<Long> values, long element) {
        List<Long> longer = new ArrayList<>(values);
        longer.add(element);
        return List.copyOf(longer);
    }

    private static <T> PartitionVector<Map<Long, T>> put(PartitionVector<Map<Long, T>> vector, long key, T value) {
        int bucket = (int) (key % BUCKETS);
        Map<Long, T> copy = new HashMap<>(vector.get(bucket));
        copy.put(key, value);
        return vector.with(bucket, copy);
    }

    @Override
    public String toString() {
        return "ToyData[count=" + count + "]";
    }
}
