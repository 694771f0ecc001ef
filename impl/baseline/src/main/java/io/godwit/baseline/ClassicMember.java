package io.godwit.baseline;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Runs one member of the classic protocol until the process is killed. Says on standard output what happens to it. */
public final class ClassicMember {
    private static final int ARGUMENTS = 5;

    private ClassicMember() {}

    /**
     * The member at one of some places.
     *
     * @param args the place, from 0; the addresses of all places with commas between, each {@code host:port}, where the port
     *     after it must be free, too; the number of partitions; the number of backups; milliseconds between two signs of life. A
     *     member is given up after ten of them. The directory that it runs in counts the processes.
     */
    public static void main(String[] args) throws IOException {
        if (args.length != ARGUMENTS) {
            System.err.println("Usage: ClassicMember PLACE ADDRESSES PARTITIONS BACKUPS HEARTBEAT");
            System.exit(2);
        }
        Nodes nodes = new Nodes(List.of(args[1].split(",", -1)), Integer.parseInt(args[0]));
        long heartbeat = Long.parseLong(args[4]);
        Node.Pace pace = new Node.Pace(heartbeat, 10 * heartbeat, 10 * heartbeat);
        // It lives as long as the process.
        @SuppressWarnings("unused")
        Node node = new Node(
                nodes,
                Integer.parseInt(args[2]),
                Integer.parseInt(args[3]) + 1,
                pace,
                new Generation(Path.of("generation")),
                System.out::println);
    }
}
