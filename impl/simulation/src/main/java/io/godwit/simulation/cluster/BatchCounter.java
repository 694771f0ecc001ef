package io.godwit.simulation.cluster;

import io.godwit.client.invocation.Address;
import io.godwit.client.invocation.Connector;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Frame.CallBatch;
import io.godwit.transport.frame.Frame.Hello;
import io.godwit.transport.frame.Frame.Welcome;
import java.io.IOException;

/** Connections of a client. Counts frames with several calls, and fails if one is sent to a member that has not said that it takes them. */
final class BatchCounter implements Connector {
    private final Connector connector;
    private int sent;

    BatchCounter(Connector connector) {
        this.connector = connector;
    }

    /** The number of frames with several calls that were sent. */
    int sent() {
        return sent;
    }

    private final class CountedChannel implements Channel {
        private final Channel channel;
        private final boolean takesBatches;

        CountedChannel(Channel channel, boolean takesBatches) {
            this.channel = channel;
            this.takesBatches = takesBatches;
        }

        @Override
        public boolean send(Frame frame) {
            if (frame instanceof CallBatch) {
                if (!takesBatches) {
                    throw new IllegalStateException("a member gets a frame with several calls that takes none");
                }
                sent++;
            }
            return channel.send(frame);
        }

        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        @Override
        public void close() {
            channel.close();
        }
    }

    @Override
    public void connect(Address address, Hello hello, Handler handler) {
        connector.connect(address, hello, new Handler() {
            @Override
            public void welcomed(Channel channel, Welcome welcome) {
                handler.welcomed(new CountedChannel(channel, welcome.has(Welcome.CALL_BATCHES)), welcome);
            }

            @Override
            public void failed(IOException cause) {
                handler.failed(cause);
            }

            @Override
            public void received(Frame frame) {
                handler.received(frame);
            }

            @Override
            public void closed() {
                handler.closed();
            }
        });
    }
}
