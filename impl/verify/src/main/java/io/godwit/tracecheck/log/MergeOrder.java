package io.godwit.tracecheck.log;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The order into which the events of a run were put while it went on. It depends on when the events were read, so it is kept beside the
 * logs: a line for each member's events that come one after the other, with the member and how many there are.
 */
final class MergeOrder {
    private MergeOrder() {}

    /** The file in the directory of the logs. */
    static Path in(Path logs) {
        return logs.resolve("order.txt");
    }

    /** Writes an order. */
    static final class Writer implements AutoCloseable {
        private final BufferedWriter out;
        private int member;
        private long count;

        Writer(Path path) throws IOException {
            out = Files.newBufferedWriter(path);
        }

        void add(int next) throws IOException {
            if (next != member) {
                write();
                member = next;
            }
            count++;
        }

        private void write() throws IOException {
            if (count > 0) {
                out.write(member + " " + count + "\n");
            }
            count = 0;
        }

        @Override
        public void close() throws IOException {
            write();
            out.close();
        }
    }

    /** Reads an order. */
    static final class Reader implements AutoCloseable {
        private final Path path;
        private final BufferedReader in;
        private int line;
        private int member;
        private long left;

        Reader(Path path) throws IOException {
            this.path = path;
            in = Files.newBufferedReader(path);
        }

        /** Whose event comes next; 0 after the last one. */
        int next() throws LogException, IOException {
            if (left == 0) {
                String text = in.readLine();
                if (text == null) {
                    return 0;
                }
                line++;
                String[] words = text.split(" ", -1);
                try {
                    member = Integer.parseInt(words[0]);
                    left = Long.parseLong(words[1]);
                } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                    throw new LogException(this + ": a line has a member and a number of events");
                }
            }
            left--;
            return member;
        }

        /** Where it is. */
        @Override
        public String toString() {
            return path.getFileName() + ":" + line;
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
