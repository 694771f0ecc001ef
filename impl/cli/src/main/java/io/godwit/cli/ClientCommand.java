package io.godwit.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.godwit.client.CallException;
import io.godwit.client.GodwitClient;
import io.godwit.client.GodwitMap;
import io.godwit.client.WrongKindException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code godwit client}: single calls, and load. */
@Command(
        name = "client",
        description =
                "Call a cluster, by default the one that godwit cluster start has started. Keys and values are text in UTF-8.",
        mixinStandardHelpOptions = true,
        subcommands = {ClientLoadCommand.class, CommandLine.HelpCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit status:%n",
        exitCodeList = {
            "0:done",
            "1:nothing was there, or something else than was expected",
            "2:wrong use, or no cluster",
            "3:not carried out",
            "4:nobody knows whether it was carried out"
        })
final class ClientCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClientConnection connection;

    /** What is done to a map. */
    @FunctionalInterface
    private interface Deed {
        /** Does it; was the answer yes? */
        boolean on(GodwitMap map);
    }

    @Override
    public void run() {
        throw new CommandLine.ParameterException(spec.commandLine(), "which command? See godwit client --help.");
    }

    ClientConnection connection() {
        return connection;
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private int call(Deed deed) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        try (GodwitClient client = connection.connect()) {
            return deed.on(client.map(connection.map())) ? ExitStatus.OK : ExitStatus.CHECK_FAILED;
        } catch (CallException e) {
            boolean unknown = e.outcome() == CallException.Outcome.UNKNOWN;
            err.println((unknown ? "nobody knows whether it was carried out: " : "not carried out: ") + e.getMessage());
            if (connection.isLocal()) {
                err.println("./godwit cluster status says who runs, and whether all partitions are served");
            }
            return unknown ? ExitStatus.UNKNOWN : ExitStatus.TOOL_FAILED;
        } catch (WrongKindException e) {
            err.println("nothing was changed: " + e.getMessage());
            return ExitStatus.CHECK_FAILED;
        }
    }

    private boolean say(boolean yes, String otherwise) {
        out().println(yes ? "ok" : otherwise);
        return yes;
    }

    @Command(description = "Print what a key holds.", mixinStandardHelpOptions = true)
    int get(
            @Parameters(paramLabel = "KEY") String key,
            @Option(names = "--all", description = "All items of a list or elements of a set, one in a line.")
                    boolean all,
            @Option(names = "--number", description = "Print a counter as a number.") boolean number,
            @Option(names = "--relaxed", description = "What some copy has: fast, and perhaps old.") boolean relaxed)
            throws IOException {
        return call(map -> {
            byte[] name = key.getBytes(UTF_8);
            List<byte[]> found = relaxed ? map.getAllRelaxed(name) : map.getAll(name);
            found.stream().limit(all ? Long.MAX_VALUE : 1).forEach(value -> out().println(text(value, number)));
            if (found.isEmpty()) {
                spec.commandLine().getErr().println("there is no " + key + " in map " + connection.map());
            }
            return !found.isEmpty();
        });
    }

    private static String text(byte[] value, boolean number) {
        return number && value.length == Long.BYTES
                ? Long.toString(ByteBuffer.wrap(value).getLong())
                : new String(value, UTF_8);
    }

    @Command(description = "Let a key hold a value, whatever it held.", mixinStandardHelpOptions = true)
    int put(@Parameters(paramLabel = "KEY") String key, @Parameters(paramLabel = "VALUE") String value)
            throws IOException {
        return call(map -> {
            map.put(key.getBytes(UTF_8), value.getBytes(UTF_8));
            return say(true, "");
        });
    }

    @Command(
            name = "put-if-absent",
            description = "Let a key hold a value if it holds nothing.",
            mixinStandardHelpOptions = true)
    int putIfAbsent(@Parameters(paramLabel = "KEY") String key, @Parameters(paramLabel = "VALUE") String value)
            throws IOException {
        return call(map -> say(
                map.putIfAbsent(key.getBytes(UTF_8), value.getBytes(UTF_8)), "not set: there is something already"));
    }

    @Command(
            description = "Compare and set: let a key hold a value if it holds the expected one.",
            mixinStandardHelpOptions = true)
    int cas(
            @Parameters(paramLabel = "KEY") String key,
            @Parameters(paramLabel = "EXPECTED") String expected,
            @Parameters(paramLabel = "VALUE") String value)
            throws IOException {
        return call(map -> say(
                map.replace(key.getBytes(UTF_8), expected.getBytes(UTF_8), value.getBytes(UTF_8)),
                "not set: it holds something else than " + expected));
    }

    @Command(description = "Forget a key.", mixinStandardHelpOptions = true)
    int remove(@Parameters(paramLabel = "KEY") String key) throws IOException {
        return call(map -> say(map.remove(key.getBytes(UTF_8)), "there was nothing"));
    }

    @Command(description = "Add to a counter and print it.", mixinStandardHelpOptions = true)
    int increment(
            @Parameters(paramLabel = "KEY") String key,
            @Parameters(paramLabel = "BY", arity = "0..1", defaultValue = "1", description = "Default: 1.") long by)
            throws IOException {
        return call(map -> {
            out().println(map.increment(key.getBytes(UTF_8), by));
            return true;
        });
    }

    @Command(description = "Add an item to a list and print how many it has.", mixinStandardHelpOptions = true)
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
        return call(map -> say(map.add(key.getBytes(UTF_8), element.getBytes(UTF_8)), "it was there already"));
    }

    @Command(description = "Print how many keys the map has.", mixinStandardHelpOptions = true)
    int size(
            @Option(names = "--relaxed", description = "What some copies have: fast, and perhaps old.") boolean relaxed)
            throws IOException {
        return call(map -> {
            out().println(relaxed ? map.sizeRelaxed() : map.size());
            return true;
        });
    }

    @Command(
            description = "Forget all keys of the map, and print how many there were.",
            mixinStandardHelpOptions = true)
    int clear() throws IOException {
        return call(map -> {
            out().println(map.clear());
            return true;
        });
    }
}
