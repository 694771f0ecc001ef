package io.godwit.mutants.runtime;

import io.godwit.protocol.Command;
import io.godwit.protocol.MemberSet;
import io.godwit.protocol.map.Bytes;
import io.godwit.protocol.map.Operation.OnMap;
import io.godwit.protocol.map.Operation.Verb;
import io.godwit.protocol.quorum.Durability;
import io.godwit.protocol.quorum.data.PrimaryState;
import io.godwit.protocol.quorum.data.log.Log;
import io.godwit.protocol.quorum.registers.ControlState;
import io.godwit.protocol.quorum.table.Entry;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.protocol.quorum.table.View;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32C;

/** What rewritten methods call. Classes of the member are used by reflection: they are not known here. */
public final class Replacements {
    /** What the message of an exception says if a replacement does not fit the code any more. */
    public static final String BROKEN = "a replacement does not fit";

    private Replacements() {}

    /** No members. */
    public static MemberSet noMembers() {
        return MemberSet.of();
    }

    /** No entry of a register. */
    public static Entry noEntry() {
        return Entry.NONE;
    }

    /** No view. */
    public static View noView() {
        return View.NONE;
    }

    /** No writes. */
    public static Log emptyLog() {
        return Log.EMPTY;
    }

    /** What a member that does not lead knows. */
    public static PrimaryState noLead() {
        return PrimaryState.NONE;
    }

    /** No bytes. */
    public static Bytes noBytes() {
        return Bytes.EMPTY;
    }

    /** Random bytes that no member has drawn. */
    public static Bytes otherIncarnation() {
        return Bytes.owning(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});
    }

    /** The operation of a call, without its lifetime. */
    public static Verb verbWithoutLifetime(OnMap write) {
        return write.verb() == Verb.PUT_FOR ? Verb.PUT : write.verb();
    }

    /** A limit that no map reaches. */
    public static long manyEntries(Object limit) {
        return Long.MAX_VALUE;
    }

    /** A put that gets no lifetime. */
    public static OnMap withoutLifetime(Verb verb, OnMap write, Bytes millis) {
        return write;
    }

    /** Nothing in a set. */
    public static Set<Object> noSet() {
        return Set.of();
    }

    /** The first version there is, instead of that of an entry. */
    public static Version noEpoch(Object entry) {
        return new Version(1, 1);
    }

    /** The term of what an entry changes, without the number. */
    public static Version baseWithoutNumber(Object entry) {
        return new Version(((Entry) entry).base().term(), 0);
    }

    /** Nothing in a list. */
    public static List<Object> emptyList() {
        return List.of();
    }

    /** Nothing to iterate. */
    public static Iterator<Object> emptyIterator() {
        return Collections.emptyIterator();
    }

    /** Whether a step writes of which the term alone is no matter. */
    public static boolean writesWithoutTerm(ControlState before, ControlState after) {
        return Durability.writes(before, after.inTerm(before.term(), after.role()));
    }

    /** The same without what was accepted. */
    public static boolean writesWithoutAccepted(ControlState before, ControlState after) {
        return Durability.writes(before, after.withAccepted(before.accepted(), before.stamp()));
    }

    /** The same without the voters. */
    public static boolean writesWithoutVoting(ControlState before, ControlState after) {
        return Durability.writes(before, after.withVoting(before.voting()));
    }

    /** Of the images that a batch of commands has, the first instead of the last. */
    public static Object firstImage(Object work) {
        for (Object command : (List<?>) call(work, "commands")) {
            if (command instanceof Command.Persist persist) {
                return persist.image();
            }
        }
        return null;
    }

    /** Forgets the batch that could not be written, and opens the store again. */
    public static void forgetPending(Object store) {
        set(store, "pending", null);
        call(store, "reopen");
    }

    /** A new number for each attempt of a call. */
    public static long newNumber(Object invocation) {
        long number = (Long) call(get(invocation, "session"), "nextNumber");
        set(invocation, "number", number);
        return number;
    }

    /** The place of the key beside that of a call. */
    public static int neighbour(Object ofKey) {
        return (Integer) get(ofKey, "index") ^ 1;
    }

    /** The partition of a call, but members with an even number take the one beside it. */
    public static int otherPartition(Object reads, Object state, Object frame) {
        int partition = (Integer) call(reads, "partition", state, frame);
        int all = (Integer) call(call(state, "setup"), "partitions");
        boolean even = (Integer) call(state, "self") % 2 == 0;
        return even && partition + 1 < all ? partition + 1 : partition;
    }

    /** Runs a task twice. */
    public static void twice(Object executor, Object task) {
        ((Runnable) task).run();
        ((Runnable) task).run();
    }

    /** What is behind the checksum of a stored value. */
    public static ByteBuffer openUnchecked(byte[] key, byte[] value) {
        return ByteBuffer.wrap(value, Integer.BYTES, value.length - Integer.BYTES)
                .slice();
    }

    /** All records of a storage whose checksums fit. */
    public static Object wholeRecords(Object storage, byte[] from) {
        Object all = call(storage, "scan", from);
        return Proxy.newProxyInstance(
                all.getClass().getClassLoader(), all.getClass().getInterfaces(), (proxy, method, arguments) -> {
                    while (method.getName().equals("isValid")
                            && (Boolean) call(all, "isValid")
                            && !isWhole((byte[]) call(all, "key"), (byte[]) call(all, "value"))) {
                        call(all, "next");
                    }
                    return call(all, method.getName(), arguments == null ? new Object[0] : arguments);
                });
    }

    private static boolean isWhole(byte[] key, byte[] value) {
        CRC32C sum = new CRC32C();
        sum.update(key);
        sum.update(openUnchecked(key, value));
        return ByteBuffer.wrap(value).getInt() == (int) sum.getValue();
    }

    private static Object call(Object on, String name, Object... arguments) {
        try {
            for (Class<?> type = on.getClass(); type != null; type = type.getSuperclass()) {
                for (Method method : type.getDeclaredMethods()) {
                    if (method.getName().equals(name) && method.getParameterCount() == arguments.length) {
                        method.setAccessible(true);
                        return method.invoke(on, arguments);
                    }
                }
            }
        } catch (InvocationTargetException e) {
            // What the method throws, so that its caller handles it as ever.
            Replacements.<RuntimeException>rethrow(e.getCause());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(BROKEN, e);
        }
        throw new IllegalStateException(BROKEN + ": " + on.getClass() + " has no " + name + Arrays.toString(arguments));
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> void rethrow(Throwable cause) throws E {
        throw (E) cause;
    }

    private static Field field(Object on, String name) throws NoSuchFieldException {
        for (Class<?> type = on.getClass(); type != null; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.getName().equals(name)) {
                    field.setAccessible(true);
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(on.getClass() + " has no field " + name);
    }

    private static Object get(Object on, String name) {
        try {
            return field(on, name).get(on);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(BROKEN, e);
        }
    }

    private static void set(Object on, String name, Object value) {
        try {
            field(on, name).set(on, value);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(BROKEN, e);
        }
    }
}
