package io.godwit.baseline;

import io.godwit.protocol.ClusterState;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.classic.data.Channel;
import io.godwit.protocol.classic.data.Migration;
import io.godwit.protocol.classic.data.MigrationSet;
import io.godwit.protocol.classic.data.PartitionEntry;
import io.godwit.protocol.classic.data.PartitionTable;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.MapContent;
import io.godwit.protocol.map.Operation;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The classic protocol's messages, and all that is in them, as bytes: a tag, then the components of a record one after the other.
 * Both ends are of one build; there are no versions, and whoever sends something else is not to be talked to.
 */
final class ValueCodec {
    private static final List<Class<? extends Enum<?>>> ENUMS =
            List.of(Channel.class, ClusterState.class, Migration.Status.class, Operation.Verb.class);

    private static final int RECORD = 0;
    private static final int NUMBER = 1;
    private static final int LONG = 2;
    private static final int TRUTH = 3;
    private static final int TEXT = 4;
    private static final int CONSTANT = 5;
    private static final int LIST = 6;
    private static final int BYTES = 7;
    private static final int MEMBERS = 8;
    private static final int MIGRATIONS = 9;
    private static final int TABLE = 10;
    private static final int CONTENT = 11;

    private ValueCodec() {}

    static void write(DataOutputStream out, Object value) throws IOException {
        if (value instanceof Integer number) {
            tag(out, NUMBER).writeInt(number);
        } else if (value instanceof Long number) {
            tag(out, LONG).writeLong(number);
        } else if (value instanceof Boolean truth) {
            tag(out, TRUTH).writeBoolean(truth);
        } else if (value instanceof String text) {
            tag(out, TEXT).writeUTF(text);
        } else if (value instanceof Enum<?> constant) {
            tag(out, CONSTANT).writeByte(known(ENUMS, constant.getDeclaringClass()));
            out.writeUTF(constant.name());
        } else if (value instanceof List<?> list) {
            all(tag(out, LIST), list);
        } else if (value instanceof Bytes bytes) {
            ContentCodec.bytes(tag(out, BYTES), bytes);
        } else if (value instanceof MemberSet members) {
            ints(tag(out, MEMBERS), members.toArray());
        } else if (value instanceof MigrationSet migrations) {
            all(tag(out, MIGRATIONS), migrations.stream().toList());
        } else if (value instanceof PartitionTable table) {
            table(tag(out, TABLE), table);
        } else if (value instanceof MapContent content) {
            ContentCodec.write(tag(out, CONTENT), content);
        } else {
            SentRecords.write(tag(out, RECORD), value);
        }
    }

    private static DataOutputStream tag(DataOutputStream out, int tag) throws IOException {
        out.writeByte(tag);
        return out;
    }

    private static int known(List<? extends Class<?>> classes, Class<?> one) {
        int index = classes.indexOf(one);
        if (index < 0) {
            throw new IllegalArgumentException("is never sent: " + one);
        }
        return index;
    }

    private static void all(DataOutputStream out, List<?> list) throws IOException {
        out.writeInt(list.size());
        for (Object item : list) {
            write(out, item);
        }
    }

    private static void ints(DataOutputStream out, int... numbers) throws IOException {
        out.writeInt(numbers.length);
        for (int number : numbers) {
            out.writeInt(number);
        }
    }

    private static void table(DataOutputStream out, PartitionTable table) throws IOException {
        out.writeInt(table.size());
        for (int p = 0; p < table.size(); p++) {
            PartitionEntry entry = table.get(p);
            out.writeInt(entry.version());
            int[] replicas = new int[entry.slots()];
            Arrays.setAll(replicas, entry::replica);
            ints(out, replicas);
        }
    }

    /** What was written. Throws {@link IOException} if it is nothing of the kind. */
    static Object read(DataInputStream in) throws IOException {
        try {
            return switch (in.readByte()) {
                case NUMBER -> in.readInt();
                case LONG -> in.readLong();
                case TRUTH -> in.readBoolean();
                case TEXT -> in.readUTF();
                case CONSTANT -> constant(ENUMS.get(in.readByte()), in.readUTF());
                case LIST -> all(in);
                case BYTES -> ContentCodec.bytes(in);
                case MEMBERS -> MemberSet.of(ints(in));
                case MIGRATIONS -> MigrationSet.of(
                        all(in).stream().map(Migration.class::cast).toList());
                case TABLE -> table(in);
                case CONTENT -> ContentCodec.read(in);
                case RECORD -> SentRecords.read(in);
                default -> throw new IOException("no such tag");
            };
        } catch (IndexOutOfBoundsException
                | ClassCastException
                | IllegalArgumentException
                | NegativeArraySizeException e) {
            throw new IOException("not a message", e);
        }
    }

    private static Object constant(Class<? extends Enum<?>> type, String name) throws IOException {
        for (Enum<?> constant : type.getEnumConstants()) {
            if (constant.name().equals(name)) {
                return constant;
            }
        }
        throw new IOException("no " + type.getSimpleName() + " " + name);
    }

    private static List<Object> all(DataInputStream in) throws IOException {
        List<Object> list = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            list.add(read(in));
        }
        return list;
    }

    private static int[] ints(DataInputStream in) throws IOException {
        int[] numbers = new int[in.readInt()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = in.readInt();
        }
        return numbers;
    }

    private static PartitionTable table(DataInputStream in) throws IOException {
        List<PartitionEntry> entries = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            entries.add(PartitionEntry.of(in.readInt(), ints(in)));
        }
        return PartitionTable.of(entries.size(), entries::get);
    }
}
