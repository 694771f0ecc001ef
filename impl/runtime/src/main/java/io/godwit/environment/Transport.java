package io.godwit.environment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Connections between processes. A connection carries bytes in both directions, in order and without loss as long as it is
 * open, in chunks of any size that say nothing about how they were written. It may break at any byte.
 */
public interface Transport {
    /**
     * Listens until the listener is closed.
     *
     * @param host address to listen at
     * @param port 0 for any that is free
     * @throws IOException if that port cannot be had; the message names it
     */
    Listener listen(String host, int port, Acceptor acceptor) throws IOException;

    /** Opens a connection. The handler hears of the outcome, even if nothing could be tried. */
    void connect(String host, int port, Handler handler);

    /** Where a member listens. */
    interface Listener {
        /** The port, chosen by the system if 0 was asked for. */
        int port();

        /** Takes no more connections; those that are open stay. */
        void close();
    }

    /** Takes connections that others have opened. */
    interface Acceptor {
        /**
         * The handler of a new connection, of which {@link Handler#opened} or {@link Handler#failed} is called next. Any thread may
         * call.
         *
         * @param remote the address of the other side, for people
         */
        Handler accepted(String remote);
    }

    /** Hears of one connection. Calls come one after the other, as tasks of the connection's executor, and must not wait. */
    interface Handler {
        /** The connection is open. */
        void opened(Connection connection);

        /**
         * The connection could not be opened; no other call follows.
         *
         * @param nobodyListens whether the other machine has said that no process listens at that address; false for a connection
         *     that the other side has tried to open
         * @param cause what people should know
         */
        void failed(boolean nobodyListens, IOException cause);

        /** Bytes have arrived. The buffer is the handler's only during the call. */
        void received(ByteBuffer bytes);

        /**
         * The connection is closed, by either side or because it broke; no other call follows.
         *
         * @param cause why it broke; null if it was closed without an error
         */
        void closed(IOException cause);
    }

    /** An open connection. Any thread may call, but writes are to come from the connection's {@link #executor} alone. */
    interface Connection {
        /**
         * Writes bytes, which the caller puts into a buffer of the connection.
         *
         * @param length number of bytes
         * @param content puts as many bytes into the buffer, which it must not keep; runs before this method returns
         * @param written runs as a task of the executor when the bytes have left the process, or never will
         */
        void write(int length, Consumer<ByteBuffer> content, Runnable written);

        /**
         * Writes a piece of a file, without copying it where that is possible. The connection breaks if the file cannot be read.
         *
         * @param written as above
         */
        void write(Storage.CopyFile file, long offset, int length, Runnable written);

        /** Sends on its way what was written. */
        void flush();

        /** Stops reading, so that the other side has to wait, or continues. */
        void reading(boolean enabled);

        /** Whether neither side has closed it, as far as is known here. */
        boolean isOpen();

        /** Closes it at once. What was written and has not left the process is lost. */
        void close();

        /** Runs the handler's calls, and whatever else belongs to the connection. */
        Executor executor();

        /** The address of the other side, for people. */
        String remote();

        /** What is known about the other side. */
        default Credentials credentials() {
            return Credentials.NONE;
        }
    }
}
