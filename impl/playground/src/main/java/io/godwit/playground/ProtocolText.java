package io.godwit.playground;

import io.godwit.protocol.Event;
import io.godwit.protocol.Message;
import io.godwit.simulation.Cluster.MemberView;
import java.util.List;

/**
 * What the page says of one protocol.
 *
 * @param <S> the state of one member
 */
interface ProtocolText<S> {
    /** What a member is told, as a sentence. */
    String sentence(int member, Event event);

    /** The name of a message. */
    String name(Message message);

    /** The messages of which a message consists; itself mostly. */
    default List<Message> parts(Message message) {
        return List.of(message);
    }

    /** Whether a step in which nothing was sent and no action was taken has left everything that the page shows as it was. */
    boolean isSame(S before, S after);

    /**
     * What a member is, as text that is compared quickly, with {@code |} between its parts: role; role in words; stamp; who belongs to its
     * cluster; and for each partition, with {@code ;} between them, the version that it goes by, the version that it knows to be decided,
     * primary and backups, in-sync members, destination of a migration, and the number of writes.
     */
    void view(StringBuilder text, MemberView<S> member);

    /** Adds numbers with commas between them. */
    static void numbers(StringBuilder text, int... numbers) {
        for (int i = 0; i < numbers.length; i++) {
            text.append(i == 0 ? "" : ",").append(numbers[i]);
        }
    }
}
