package io.godwit.transport.netty;

import io.godwit.transport.connection.Connection;
import io.godwit.transport.connection.Connections;
import io.godwit.transport.frame.Frame.Welcome;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** An attempt to connect, for threads that may wait for its outcome. */
public final class PendingConnection implements Connections.Outcome {
    private final CompletableFuture<Opened> outcome = new CompletableFuture<>();

    /**
     * A connection that was opened and welcomed.
     *
     * @param connection the connection
     * @param welcome the other side's answer to the handshake
     */
    public record Opened(Connection connection, Welcome welcome) {}

    @Override
    public void welcomed(Connection connection, Welcome welcome) {
        if (!outcome.complete(new Opened(connection, welcome))) {
            connection.close();
        }
    }

    @Override
    public void failed(IOException cause, boolean nobodyListens) {
        outcome.completeExceptionally(cause);
    }

    /**
     * Waits for the outcome. A connection that is opened after the time-out is closed.
     *
     * @throws IOException if there is no connection, as the attempt has failed
     * @throws TimeoutException if there is none yet
     */
    public Opened get(long timeout, TimeUnit unit) throws IOException, InterruptedException, TimeoutException {
        try {
            return outcome.get(timeout, unit);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        } catch (TimeoutException e) {
            outcome.completeExceptionally(e);
            throw e;
        }
    }
}
