package io.godwit.transport.netty;

/** The same connections with Java's sockets, as on machines without Netty's library for Linux. */
class NioTransportTest extends NettyTransportTest {
    @Override
    boolean epoll() {
        return false;
    }
}
