package io.godwit.transport.codec;

import static io.godwit.transport.codec.Tags.NESTED_2;
import static io.godwit.transport.codec.Tags.NESTED_3;
import static io.godwit.transport.codec.Tags.NESTED_4;
import static io.godwit.transport.codec.Tags.NESTED_6;
import static io.godwit.transport.codec.Tags.NESTED_7;
import static io.godwit.transport.codec.Tags.NUMBER_1;
import static io.godwit.transport.codec.Tags.NUMBER_2;
import static io.godwit.transport.codec.Tags.NUMBER_5;

import io.godwit.protocol.quorum.data.View;
import io.godwit.protocol.quorum.table.Configuration;
import io.godwit.protocol.quorum.table.Version;
import io.godwit.transport.frame.Frame;
import io.godwit.transport.frame.Mark;
import java.util.ArrayList;
import java.util.List;

/**
 * Offers of logs, of which there are more than migrations. They are written and read without the library; what is not written like
 * here is left to it.
 */
final class OfferCodec {
    /** The field of a {@code Frame} that holds an offer. */
    static final int TAG = NESTED_7;

    private static final int ROOM = 64;

    private final TableCodec table;
    private final ConfigurationCodec configurations;

    OfferCodec(TableCodec table, ConfigurationCodec configurations) {
        this.table = table;
        this.configurations = configurations;
    }

    /** The fields of an offer. */
    static Cursor encode(Frame.Offer offer) {
        Cursor to = new Cursor(new byte[ROOM]);
        to.field(NUMBER_1, offer.transfer());
        to.field(NUMBER_2, offer.partition());
        ConfigurationCodec.write(to, NESTED_3, offer.view().version());
        ConfigurationCodec.write(to, NESTED_4, offer.view().configuration());
        to.field(NUMBER_5, offer.length());
        ConfigurationCodec.write(to, NESTED_6, offer.lastEpoch());
        for (Mark mark : offer.marks()) {
            int start = to.begin(NESTED_7);
            to.field(NUMBER_1, mark.length());
            ConfigurationCodec.write(to, NESTED_2, mark.epoch());
            to.end(start);
        }
        return to;
    }

    /**
     * Reads an offer's fields, which end at the limit.
     *
     * @return null if the library has to look at it
     */
    Frame.Offer decode(Cursor from) {
        try {
            long transfer = from.longField(NUMBER_1);
            int partition = from.field(NUMBER_2);
            Version version = ConfigurationCodec.version(from, NESTED_3);
            Configuration configuration = version == null ? null : configurations.configuration(from, NESTED_4);
            int length = from.field(NUMBER_5);
            Version lastEpoch = configuration == null ? null : ConfigurationCodec.version(from, NESTED_6);
            List<Mark> marks = lastEpoch == null ? null : marks(from);
            if (transfer < 0 || partition < 0 || length < 0 || marks == null) {
                return null;
            }
            View view = TableCodec.view(version, configuration);
            return new Frame.Offer(transfer, table.partition(partition), view, length, lastEpoch, marks);
        } catch (MalformedFrameException | IllegalArgumentException e) {
            // The library says the same, and why.
            return null;
        }
    }

    private static List<Mark> marks(Cursor from) {
        List<Mark> marks = new ArrayList<>();
        while (from.hasRemaining()) {
            int limit = from.enter(NESTED_7);
            int length = from.field(NUMBER_1);
            Version epoch = limit < 0 || length < 0 ? null : ConfigurationCodec.version(from, NESTED_2);
            if (epoch == null || from.hasRemaining()) {
                return null;
            }
            from.limit(limit);
            marks.add(new Mark(length, epoch));
        }
        return marks;
    }
}
