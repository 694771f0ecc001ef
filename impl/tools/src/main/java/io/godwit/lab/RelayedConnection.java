package io.godwit.lab;

import io.godwit.lab.Condition.Cut;
import io.godwit.lab.Links.Link;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.ReferenceCountUtil;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * A relayed connection from its initiator to its target, which may be opened twice. Confined to one thread.
 *
 * <p>While the link is cut silently, the target does not see a new connection.
 */
@SuppressWarnings("FutureReturnValueIgnored") // the channel's own events report the outcome
final class RelayedConnection {
    private static final int PERCENT = 100;
    /** Within so many milliseconds a connection is opened a second time. */
    private static final int LATEST_MILLIS = 1_000;

    private final Link link;
    private final InetSocketAddress target;
    private final Channel caller;
    private final Relays relays;
    private final Stream answers;
    private final List<Branch> branches = new ArrayList<>();
    private boolean gone;
    private boolean broken;

    /** The connection to the target. */
    private final class Branch {
        private final Stream requests;
        private final boolean answered;
        private Channel called;
        private boolean dialled;

        Branch(boolean answered) {
            this.answered = answered;
            this.requests = new Stream(relays, link, caller.eventLoop(), new Stream.Owner() {
                @Override
                public void reset() {
                    RelayedConnection.this.reset();
                }

                @Override
                public void open() {
                    if (answered || gone || relays.condition(link).duplicate() > 0) {
                        dialIfPossible();
                    } else {
                        giveUp();
                    }
                }

                @Override
                public void room() {
                    read();
                }
            });
        }

        /** A second connection beside an open first one would take the answers of all later requests. */
        private void giveUp() {
            branches.remove(this);
            requests.close();
            if (called != null) {
                called.close();
            }
            read();
        }

        void dialIfPossible() {
            if (dialled
                    || broken
                    || !branches.contains(this)
                    || (gone && answered)
                    || relays.condition(link).cut() == Cut.SILENT) {
                return;
            }
            dialled = true;
            new Bootstrap()
                    .group(caller.eventLoop())
                    .channel(NioSocketChannel.class)
                    .option(ChannelOption.TCP_NODELAY, true)
                    .handler(new Called(this))
                    .connect(target)
                    .addListener(done -> {
                        if (!done.isSuccess() && answered) {
                            RelayedConnection.this.reset();
                        } else if (!done.isSuccess()) {
                            requests.close();
                        }
                    });
        }
    }

    /** The initiator's end. */
    private final class Caller extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(ChannelHandlerContext context) {
            RelayedConnection.this.read();
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf bytes = (ByteBuf) message;
            for (Branch branch : branches) {
                branch.requests.arrived(bytes.retainedDuplicate());
            }
            bytes.release();
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            RelayedConnection.this.read();
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext context) {
            answers.pump();
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            gone = true;
            answers.close();
            for (Branch branch : branches) {
                if (branch.dialled || !branch.answered) {
                    branch.requests.end();
                } else {
                    branch.requests.close();
                }
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }

    /** The target's end. */
    private final class Called extends ChannelInboundHandlerAdapter {
        private final Branch branch;

        Called(Branch branch) {
            this.branch = branch;
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            if (broken || !branches.contains(branch)) {
                Relays.abort(context.channel());
                return;
            }
            branch.called = context.channel();
            branch.requests.to(context.channel());
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            if (branch.answered) {
                answers.arrived((ByteBuf) message);
                context.channel().config().setAutoRead(answers.hasRoom());
            } else {
                ReferenceCountUtil.release(message);
            }
        }

        @Override
        public void channelWritabilityChanged(ChannelHandlerContext context) {
            branch.requests.pump();
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            branch.requests.close();
            if (branch.answered) {
                answers.end();
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }

    RelayedConnection(Relays relays, Link link, InetSocketAddress target, Channel caller) {
        this.relays = relays;
        this.link = link;
        this.target = target;
        this.caller = caller;
        this.answers = new Stream(relays, link.back(), caller.eventLoop(), new Stream.Owner() {
            @Override
            public void reset() {
                RelayedConnection.this.reset();
            }

            @Override
            public void open() {
                // Answers go where the requests have come from.
            }

            @Override
            public void room() {
                branches.get(0).called.config().setAutoRead(true);
            }
        });
    }

    void begin() {
        Condition condition = relays.condition(link);
        if (condition.cut() == Cut.RESET || chance(condition.drop())) {
            answers.close();
            Relays.abort(caller);
            return;
        }
        branches.add(new Branch(true));
        if (chance(condition.duplicate())) {
            branches.add(new Branch(false));
        }
        caller.pipeline().addLast(new Caller());
        answers.to(caller);
        branches.get(0).dialIfPossible();
        for (Branch second : branches.subList(1, branches.size())) {
            int late = ThreadLocalRandom.current().nextInt(LATEST_MILLIS);
            caller.eventLoop().schedule(second::dialIfPossible, late, TimeUnit.MILLISECONDS);
        }
    }

    private static boolean chance(int percent) {
        return ThreadLocalRandom.current().nextInt(PERCENT) < percent;
    }

    /** Reads more from the initiator if there is room. */
    private void read() {
        if (branches.stream().allMatch(branch -> branch.requests.hasRoom())) {
            caller.read();
        }
    }

    private void reset() {
        broken = true;
        answers.close();
        Relays.abort(caller);
        for (Branch branch : branches) {
            branch.requests.close();
            Relays.abort(branch.called);
        }
    }
}
