package io.godwit.transport.codec;

import static io.godwit.transport.codec.TableCodec.notNegative;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import io.godwit.transport.frame.FileSlice;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.wire.Wire;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Frames as payloads of the wire format. */
public final class FrameCodec {
    static final int DEEPEST = 16;

    /** Longer frames are not copied to be read by hand; a member seals its letters long before. */
    private static final int LONGEST = 1 << 20;

    private final TableCodec table;
    private final EngineCodec engine;
    private final LetterCodec letters;
    private final OfferCodec offers;
    private final GreetingCodec greetings = new GreetingCodec();

    /**
     * A codec for members and clients of a cluster.
     *
     * @param partitions how many partitions the cluster has; 0 if that is not known, and then no registers are understood
     */
    public FrameCodec(int partitions) {
        this.table = new TableCodec(partitions);
        this.engine = new EngineCodec(table);
        ConfigurationCodec configurations = new ConfigurationCodec();
        this.letters = new LetterCodec(table, configurations, engine);
        this.offers = new OfferCodec(table, configurations);
    }

    /** A frame that can be written. */
    public interface Encoded {
        /** How many bytes the payload takes. */
        int size();

        /**
         * Writes the payload.
         *
         * @param to a buffer with at least {@link #size} bytes left
         */
        void write(ByteBuffer to);

        /** The bytes of a file that come behind the frame, or null. */
        default FileSlice file() {
            return null;
        }
    }

    /** A frame that was written without the library: what kind it is, and the fields in it. */
    private record Written(int tag, Cursor fields) implements Encoded {
        @Override
        public int size() {
            int length = fields.position();
            return 1 + Varints.size(length) + length;
        }

        @Override
        public void write(ByteBuffer to) {
            int length = fields.position();
            to.put((byte) tag);
            Varints.write(to, length);
            to.put(fields.array(), 0, length);
        }
    }

    private record Whole(Wire.Frame wire, FileSlice file) implements Encoded {
        @Override
        public int size() {
            return wire.getSerializedSize();
        }

        @Override
        public void write(ByteBuffer to) {
            try {
                CodedOutputStream out = CodedOutputStream.newInstance(to);
                wire.writeTo(out);
                out.flush();
            } catch (IOException e) {
                throw new IllegalStateException("a buffer cannot be written", e);
            }
        }
    }

    /**
     * Prepares a frame for writing.
     *
     * @throws IllegalArgumentException if it holds something that does not leave a process
     */
    public Encoded encode(Frame frame) {
        if (frame instanceof Frame.Letter letter) {
            return new Written(LetterCodec.TAG, letters.encode(letter));
        } else if (frame instanceof Frame.Offer offer) {
            return new Written(OfferCodec.TAG, OfferCodec.encode(offer));
        }
        Wire.Frame.Builder wire = Wire.Frame.newBuilder();
        if (frame instanceof Frame.Clock clock) {
            wire.setClock(MomentCodec.encode(clock.moment()));
        } else if (frame instanceof Frame.Opaque opaque) {
            wire.setOpaque(Wire.Opaque.newBuilder().setContent(MapCodec.encode(opaque.content())));
        } else if (frame instanceof Frame.Beat beat) {
            wire.setBeat(Wire.Beat.newBuilder().setFull(beat.full()));
        } else if (frame instanceof Frame.Call call) {
            wire.setCall(Wire.Call.newBuilder()
                    .setClient(call.client())
                    .setNumber(call.number())
                    .setPartition(call.partition())
                    .setOperation(MapCodec.encode(call.operation()))
                    .setRelaxed(call.relaxed()));
        } else if (frame instanceof Frame.Answer answer) {
            wire.setAnswer(Wire.Answer.newBuilder()
                    .setClient(answer.client())
                    .setNumber(answer.number())
                    .setResult(MapCodec.encode(answer.result()))
                    .setIndex(answer.index())
                    .setMore(answer.more()));
        } else if (frame instanceof Frame.TableRequest request) {
            wire.setTableRequest(Wire.TableRequest.newBuilder().setStamp(request.stamp()));
        } else if (frame instanceof Frame.Table routes) {
            wire.setTable(encode(routes));
        } else if (!transfer(wire, frame)) {
            greetings.encode(wire, frame);
        }
        return new Whole(wire.build(), frame instanceof Frame.FilePart part ? part.data() : null);
    }

    private static boolean transfer(Wire.Frame.Builder wire, Frame frame) {
        if (frame instanceof Frame.Want want) {
            wire.setWant(TransferCodec.encode(want));
        } else if (frame instanceof Frame.Part part) {
            wire.setPart(TransferCodec.encode(part));
        } else if (frame instanceof Frame.FilePart part) {
            wire.setFilePart(TransferCodec.encode(part));
        } else if (frame instanceof Frame.PartAck ack) {
            wire.setPartAck(
                    Wire.PartAck.newBuilder().setTransfer(ack.transfer()).setIndex(ack.index()));
        } else {
            return false;
        }
        return true;
    }

    private static Wire.Table encode(Frame.Table table) {
        Wire.Table.Builder wire = Wire.Table.newBuilder().setStamp(table.stamp());
        table.routes()
                .forEach(route -> wire.addRoutes(Wire.Route.newBuilder()
                        .setPartition(route.partition())
                        .setVersion(TableCodec.encode(route.version()))
                        .setPrimary(route.primary())));
        table.peers().forEach(peer -> wire.addPeers(GreetingCodec.encode(peer)));
        return wire.build();
    }

    /**
     * Reads a frame. The data of a {@code FilePart} are {@link FileSlice.Following}.
     *
     * @param bytes the payload
     * @throws MalformedFrameException if that is not one frame of the wire format, or says what cannot be
     */
    public Frame decode(ByteBuffer bytes) {
        try {
            Frame frame = byHand(bytes);
            if (frame != null) {
                return frame;
            }
            CodedInputStream in = CodedInputStream.newInstance(bytes);
            in.setRecursionLimit(DEEPEST);
            Wire.Frame wire = Wire.Frame.parseFrom(in);
            in.checkLastTagWas(0);
            return decode(wire);
        } catch (InvalidProtocolBufferException e) {
            throw new MalformedFrameException("not a message of the schema", e);
        } catch (IOException e) {
            throw new IllegalStateException("a buffer cannot be read", e);
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new MalformedFrameException("a message that says what cannot be", e);
        }
    }

    /**
     * Reads a frame, if it is of a kind that is written without the library, and written like that.
     *
     * @return null if the library has to look at it
     */
    Frame byHand(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        int tag = length > 0 && length <= LONGEST ? bytes.get(bytes.position()) : 0;
        if (tag != LetterCodec.TAG && tag != OfferCodec.TAG) {
            return null;
        }
        byte[] copy = new byte[length];
        bytes.get(bytes.position(), copy);
        Cursor from = new Cursor(copy);
        if (!from.enterLast(tag)) {
            return null;
        }
        return tag == LetterCodec.TAG ? letters.decode(from) : offers.decode(from);
    }

    /** A frame as the library has read it. */
    Frame decode(Wire.Frame wire) {
        return switch (wire.getKindCase()) {
            case LETTER -> new Frame.Letter(
                    wire.getLetter().getMessagesList().stream()
                            .map(engine::decode)
                            .toList(),
                    MomentCodec.decode(wire.getLetter().getClockList()));
            case CLOCK -> new Frame.Clock(MomentCodec.decode(wire.getClock().getEventsList()));
            case OPAQUE -> new Frame.Opaque(MapCodec.decode(wire.getOpaque().getContent()));
            case BEAT -> new Frame.Beat(wire.getBeat().getFull());
            case CALL -> call(wire.getCall());
            case ANSWER -> new Frame.Answer(
                    wire.getAnswer().getClient(),
                    wire.getAnswer().getNumber(),
                    MapCodec.decode(wire.getAnswer().getResult()),
                    notNegative(wire.getAnswer().getIndex()),
                    wire.getAnswer().getMore());
            case OFFER -> TransferCodec.offer(table, wire.getOffer());
            case WANT -> TransferCodec.want(wire.getWant());
            case PART -> TransferCodec.part(wire.getPart());
            case FILE_PART -> TransferCodec.filePart(wire.getFilePart());
            case PART_ACK -> new Frame.PartAck(
                    wire.getPartAck().getTransfer(),
                    notNegative(wire.getPartAck().getIndex()));
            case TABLE_REQUEST -> new Frame.TableRequest(wire.getTableRequest().getStamp());
            case TABLE -> new Frame.Table(
                    wire.getTable().getStamp(),
                    wire.getTable().getRoutesList().stream().map(this::route).toList(),
                    GreetingCodec.peers(wire.getTable().getPeersList()));
            case HELLO, WELCOME, REFUSAL, PEERS -> greetings.decode(wire);
            case KIND_NOT_SET -> throw new MalformedFrameException("no such frame");
        };
    }

    private Frame.Call call(Wire.Call wire) {
        return new Frame.Call(
                wire.getClient(),
                wire.getNumber(),
                table.partition(wire.getPartition()),
                MapCodec.decode(wire.getOperation()),
                wire.getRelaxed());
    }

    private Frame.Route route(Wire.Route wire) {
        return new Frame.Route(
                table.partition(wire.getPartition()),
                TableCodec.decode(wire.getVersion()),
                notNegative(wire.getPrimary()));
    }
}
