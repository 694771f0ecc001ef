package io.godwit.trace;

import io.godwit.trace.Trace.RawState;
import io.godwit.trace.Trace.SourceLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Small traces for the tests. */
public final class SampleTraces {
    /** A lens for the variables of {@link #fifo}. */
    public static final String LENS =
            """
            {"format": "godwit-lens", "version": 1, "modules": {"Toy": {
              "protocol": "toy", "members": "domain(up)", "partitions": "domain(table[1])", "nobody": "0", "ghosts": ["acked"],
              "cell": {"version": "v{table[m][p].version}", "replicas": "table[m][p].replicas", "data": "{data[m][p]}",
                       "marks": [{"label": "empty", "when": "size(data[m][p]) == 0"}]},
              "stamp": "map(domain(table[m]), q -> table[m][q].version)", "content": "table[m]",
              "marks": [{"label": "down", "tone": "down", "when": "!up[m]"}, {"label": "master", "tone": "lead", "when": "up[m] && master == m"}],
              "facts": [{"label": "acknowledged", "text": "{acked}"}],
              "messageText": {"Backup": "write {write}"},
              "actions": {"Write": {"kind": "client", "note": "a client writes to {m}"}},
              "properties": {"AckedDurable": "what was acknowledged stays"}}}}
            """;

    private SampleTraces() {}

    /** The lens of the module Toy. */
    public static Lens lens() {
        return Lenses.none().add("lens.json", LENS).of("Toy");
    }

    /** Two members with FIFO channels: a write, its backup, a crash that loses a message. */
    public static Trace fifo() {
        return TraceBuilder.build(
                TraceMeta.named("toy-lost-write")
                        .module("Toy")
                        .property("AckedDurable")
                        .faults("one crash")
                        .says("An acknowledged write goes with its owner; <hostile> & \"quoted\" </script>.")
                        .tool("TLC", "2.18")
                        .build(),
                fifoStates(),
                lens());
    }

    /** Its states. */
    public static List<RawState> fifoStates() {
        String backup = "[type |-> \"Backup\", src |-> 1, dst |-> 2, write |-> %d]";
        return List.of(
                fifo(1, "Init", "{}", "{}", true, "<<>>", "{}"),
                fifo(2, "Write", "{1}", "{}", true, "<<" + backup.formatted(1) + ">>", "{}"),
                fifo(
                        3,
                        "Write",
                        "{1, 2}",
                        "{}",
                        true,
                        "<<" + backup.formatted(1) + ", " + backup.formatted(2) + ">>",
                        "{}"),
                fifo(4, "HandleBackup", "{1, 2}", "{1}", true, "<<" + backup.formatted(2) + ">>", "{1, 2}"),
                fifo(5, "Crash", "{}", "{1}", false, "<<>>", "{1, 2}"));
    }

    private static RawState fifo(
            int number, String action, String data1, String data2, boolean up, String channel, String acked) {
        String entry = "<<[version |-> 2, replicas |-> <<%d, %d>>]>>";
        String table = "<<" + entry.formatted(1, 2) + ", "
                + (number < 5 ? entry.formatted(1, 2) : entry.formatted(2, 0)) + ">>";
        return new RawState(
                number,
                action,
                new SourceLocation("Toy", 10 + number, 12 + number),
                ValueParser.state("/\\ table = " + table + "\n/\\ up = <<" + (up ? "TRUE" : "FALSE")
                        + ", TRUE>>\n/\\ master = 1\n/\\ data = <<<<"
                        + data1 + ">>, <<" + data2 + ">>>>\n/\\ acked = " + acked + "\n/\\ msgs = <<<<<<>>, " + channel
                        + ">>, <<<<>>, <<>>>>>>"));
    }

    /** States of a specification whose messages stay for ever; one per argument: action, values of a and b, messages. */
    public static Trace soup(String... steps) {
        List<RawState> states = new ArrayList<>();
        for (String step : steps) {
            String[] parts = step.split(" \\| ", -1);
            states.add(new RawState(
                    states.size() + 1,
                    parts[0],
                    null,
                    ValueParser.state("/\\ held = [a |-> " + parts[1] + ", b |-> " + parts[2]
                            + "]\n/\\ seen = [a |-> 0, b |-> 0]\n/\\ msgs = {" + parts[3] + "}")));
        }
        return TraceBuilder.build(
                TraceMeta.named("soup")
                        .module("Soup")
                        .loop(OptionalInt.empty(), true)
                        .build(),
                states,
                Lens.generic());
    }

    /** A message of the soup. */
    public static String message(String type, String src, String dst, int num) {
        return "[type |-> \"" + type + "\", src |-> \"" + src + "\", dst |-> \"" + dst + "\", num |-> " + num + "]";
    }
}
