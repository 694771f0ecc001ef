package io.godwit.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.godwit.client.CallException;
import io.godwit.client.Change;
import io.godwit.client.ChangePositions;
import io.godwit.client.ChangeReader;
import io.godwit.client.ChangesForgottenException;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.client.WrongKindException;
import io.godwit.transport.frame.Maps;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** {@code godwit client}: single calls and steady load. */
@Command(
        name = "client",
        description =
                "Call a cluster, by default the one that 'godwit cluster start' started. Keys and values are UTF-8 text.",
        mixinStandardHelpOptions = true,
        subcommands = {ClientLoadCommand.class, CommandLine.HelpCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:done",
            "1:the key is absent, or does not hold the expected value",
            "2:invalid arguments, or no cluster",
            "3:the call was not carried out",
            "4:the outcome of the call is unknown"
        })
final class ClientCommand implements Runnable {
    /** How long changes are waited for at once. */
    private static final Duration FOLLOW_STEP = Duration.ofMillis(500);

    @Spec
    private CommandSpec spec;

    @Mixin
    private ClientConnection connection;

    @Option(
            names = "--map",
            paramLabel = "NAME",
            defaultValue = "default",
            scope = ScopeType.INHERIT,
            description = "Name of the map. Default: default.")
    private String map;

    /** An operation on a map. */
    @FunctionalInterface
    private interface Deed {
        /** Performs the operation; returns whether it succeeded. */
        boolean on(GodwitMap map);
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "missing command; see godwit client --help");
    }

    ClientConnection connection() {
        return connection;
    }

    /** The name of the map. */
    String map() {
        int length = map.getBytes(UTF_8).length;
        UsageErrorHandler.unless(
                spec,
                length <= Maps.LONGEST_NAME,
                "--map: a map name has at most " + Maps.LONGEST_NAME + " bytes, not " + length);
        return map;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private int call(Deed deed) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        String name = map();
        try (GodwitClient client = connection.connect()) {
            return deed.on(client.map(name)) ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
        } catch (CallException e) {
            boolean unknown = e.outcome() == CallException.Outcome.UNKNOWN;
            err.println((unknown ? "outcome unknown: " : "not carried out: ") + e.getMessage());
            if (connection.isLocal()) {
                err.println("./godwit cluster status shows which members run and whether all partitions are served");
            }
            return unknown ? ExitStatus.UNKNOWN : ExitStatus.TOOL_FAILED;
        } catch (IllegalArgumentException e) {
            err.println(e.getMessage());
            return ExitStatus.BROKEN_INPUT;
        } catch (WrongKindException e) {
            err.println("nothing was changed: " + e.getMessage());
            return ExitStatus.CHECK_FAILED;
        }
    }

    private boolean say(boolean yes, String otherwise) {
        out().println(yes ? "ok" : otherwise);
        return yes;
    }

    @Command(description = "Print the value of a key.", mixinStandardHelpOptions = true)
    int get(
            @Parameters(paramLabel = "KEY") String key,
            @Option(names = "--all", description = "Print all items of a list or elements of a set, one per line.")
                    boolean all,
            @Option(names = "--number", description = "Print a counter as a number.") boolean number,
            @Option(names = "--relaxed", description = "Read any replica: faster, but possibly stale.") boolean relaxed)
            throws IOException {
        return call(map -> {
            byte[] name = key.getBytes(UTF_8);
            List<byte[]> found = relaxed ? map.getAllRelaxed(name) : map.getAll(name);
            found.stream().limit(all ? Long.MAX_VALUE : 1).forEach(value -> out().println(text(value, number)));
            if (found.isEmpty()) {
                spec.commandLine().getErr().println("no key " + key + " in map " + map());
            }
            return !found.isEmpty();
        });
    }

    private static String text(byte[] value, boolean number) {
        return number && value.length == Long.BYTES
                ? Long.toString(ByteBuffer.wrap(value).getLong())
                : new String(value, UTF_8);
    }

    @Command(description = "Set the value of a key.", mixinStandardHelpOptions = true)
    int put(
            @Parameters(paramLabel = "KEY") String key,
            @Parameters(paramLabel = "VALUE") String value,
            @Mixin Lifetime lifetime)
            throws IOException {
        return call(map -> {
            if (lifetime.time == null) {
                map.put(key.getBytes(UTF_8), value.getBytes(UTF_8));
            } else {
                map.put(key.getBytes(UTF_8), value.getBytes(UTF_8), lifetime.time);
            }
            return say(true, "");
        });
    }

    /** An option of puts. */
    static final class Lifetime {
        @Option(
                names = "--lifetime",
                paramLabel = "TIME",
                converter = TimeSpan.class,
                description = "The key is removed after this time, such as 500ms or 10s.")
        private Duration time;
    }

    @Command(
            name = "put-if-absent",
            description = "Set the value of a key that has none.",
            mixinStandardHelpOptions = true)
    int putIfAbsent(
            @Parameters(paramLabel = "KEY") String key,
            @Parameters(paramLabel = "VALUE") String value,
            @Mixin Lifetime lifetime)
            throws IOException {
        return call(map -> say(
                lifetime.time == null
                        ? map.putIfAbsent(key.getBytes(UTF_8), value.getBytes(UTF_8))
                        : map.putIfAbsent(key.getBytes(UTF_8), value.getBytes(UTF_8), lifetime.time),
                "not set: the key already has a value"));
    }

    @Command(
            description = "Set the value of a key if it has the expected one (compare-and-set).",
            mixinStandardHelpOptions = true)
    int cas(
            @Parameters(paramLabel = "KEY") String key,
            @Parameters(paramLabel = "EXPECTED") String expected,
            @Parameters(paramLabel = "VALUE") String value)
            throws IOException {
        return call(map -> say(
                map.replace(key.getBytes(UTF_8), expected.getBytes(UTF_8), value.getBytes(UTF_8)),
                "not set: the value is not " + expected));
    }

    @Command(description = "Remove a key.", mixinStandardHelpOptions = true)
    int remove(@Parameters(paramLabel = "KEY") String key) throws IOException {
        return call(map -> say(map.remove(key.getBytes(UTF_8)), "no such key"));
    }

    @Command(description = "Add to a counter and print the new value.", mixinStandardHelpOptions = true)
    int increment(
            @Parameters(paramLabel = "KEY") String key,
            @Parameters(paramLabel = "BY", arity = "0..1", defaultValue = "1", description = "Default: 1.") long by)
            throws IOException {
        return call(map -> {
            out().println(map.increment(key.getBytes(UTF_8), by));
            return true;
        });
    }

    @Command(description = "Append an item to a list and print the number of items.", mixinStandardHelpOptions = true)
    int append(@Parameters(paramLabel = "KEY") String key, @Parameters(paramLabel = "ITEM") String item)
            throws IOException {
        return call(map -> {
            out().println(map.append(key.getBytes(UTF_8), item.getBytes(UTF_8)));
            return true;
        });
    }

    @Command(name = "add", description = "Add an element to a set.", mixinStandardHelpOptions = true)
    int add(@Parameters(paramLabel = "KEY") String key, @Parameters(paramLabel = "ELEMENT") String element)
            throws IOException {
        return call(map -> say(map.add(key.getBytes(UTF_8), element.getBytes(UTF_8)), "already in the set"));
    }

    @Command(description = "Print the number of keys in the map.", mixinStandardHelpOptions = true)
    int size(
            @Option(
                            names = "--relaxed",
                            description = "Read any replica of each partition: faster, but possibly stale.")
                    boolean relaxed)
            throws IOException {
        return call(map -> {
            out().println(relaxed ? map.sizeRelaxed() : map.size());
            return true;
        });
    }

    @Command(
            description = "Print the changes of the map as they happen: what was done, the key, and the value.",
            mixinStandardHelpOptions = true)
    int follow(
            @Option(
                            names = "--from",
                            paramLabel = "POSITIONS",
                            description = "Go on where an earlier call has ended. Default: from now on.")
                    String from,
            @Option(
                            names = "--for",
                            paramLabel = "TIME",
                            converter = TimeSpan.class,
                            description = "End after this time, and print the positions to go on from. Default: never.")
                    Duration time,
            @Option(names = "--number", description = "Print counters as numbers.") boolean number)
            throws IOException {
        return call(map -> {
            ChangeReader reader = from == null ? map.changes() : map.changes(ChangePositions.parse(from));
            long begin = System.nanoTime();
            try {
                do {
                    follow(reader, number);
                } while (time == null || System.nanoTime() - begin < time.toNanos());
            } finally {
                out().println("positions " + reader.positions());
                out().flush();
            }
            return true;
        });
    }

    private void follow(ChangeReader reader, boolean number) {
        try {
            reader.poll(FOLLOW_STEP).forEach(change -> show(change, number));
        } catch (ChangesForgottenException e) {
            spec.commandLine()
                    .getErr()
                    .println("changes are missing in partitions " + e.partitions() + "; what they have:");
            reader.restart(change -> show(change, number));
        }
        out().flush();
    }

    private void show(Change change, boolean number) {
        String key = change.kind() + " " + new String(change.key(), UTF_8);
        out().println(
                        switch (change.kind()) {
                            case CLEAR -> change.toString();
                            case REMOVE -> key;
                            case INCREMENT -> key + " " + text(change.value(), true);
                            default -> key + " " + text(change.value(), number);
                        });
    }

    @Command(description = "Remove all keys of the map and print their number.", mixinStandardHelpOptions = true)
    int clear() throws IOException {
        return call(map -> {
            out().println(map.clear());
            return true;
        });
    }
}
