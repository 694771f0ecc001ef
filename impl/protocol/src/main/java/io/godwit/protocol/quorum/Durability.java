package io.godwit.protocol.quorum;

import io.godwit.protocol.Command.Basis;
import io.godwit.protocol.Message;
import io.godwit.protocol.quorum.QuorumMessage.Batch;
import io.godwit.protocol.quorum.QuorumMessage.Fetch;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumMessage.PassiveReport;
import io.godwit.protocol.quorum.QuorumMessage.PassiveRequest;
import io.godwit.protocol.quorum.QuorumMessage.Resumed;
import io.godwit.protocol.quorum.QuorumMessage.SignOfLife;
import io.godwit.protocol.quorum.QuorumMessage.StateRequest;
import io.godwit.protocol.quorum.data.Replica;
import io.godwit.protocol.quorum.data.message.DataMessage.Ack;
import io.godwit.protocol.quorum.data.message.DataMessage.Append;
import io.godwit.protocol.quorum.data.message.DataMessage.CaughtUp;
import io.godwit.protocol.quorum.data.message.DataMessage.Confirm;
import io.godwit.protocol.quorum.data.message.DataMessage.Lease;
import io.godwit.protocol.quorum.data.message.DataMessage.LeaseRequest;
import io.godwit.protocol.quorum.data.message.DataMessage.Probe;
import io.godwit.protocol.quorum.data.message.DataMessage.Sync;
import io.godwit.protocol.quorum.registers.ControlState;

/**
 * What has to be durable before a message leaves: the last write that changed what the message promises. {@code DependsOn} in
 * {@code spec/quorum/DurableDataPlane.tla}; in the control plane stricter than {@code spec/quorum/DurableControlPlane.tla}, because a
 * master counts its own acceptance in the step that makes it. A {@code Fetch} tells the master what its sender has accepted, so it
 * waits for all writes, and so does a {@code PassiveReport}. An entry may leave before its primary has it on disk: a primary that starts again does not lead under that
 * version any more. A lease waits for no write: who starts again waits as if it had given one just then. A request for leases waits for its version:
 * a process that starts again uses its number again, and then leads under a later version.
 *
 * <p>Another object counts as a change, even if it is equal.
 */
@SuppressWarnings("ReferenceEquality")
public final class Durability {
    private Durability() {}

    /**
     * Does a message depend on the write of an image?
     *
     * @param message a single one
     * @param before the image that was written before, null if it is not known
     * @param image the image
     */
    public static boolean dependsOn(Message message, Image before, Image image) {
        if (message instanceof Batch) {
            throw new IllegalArgumentException("the messages of a batch depend on different writes: " + message);
        }
        if (message instanceof SignOfLife
                || message instanceof Resumed
                || message instanceof Probe
                || message instanceof Confirm
                || message instanceof Lease
                || message instanceof StateRequest
                || message instanceof PassiveRequest) {
            return false;
        }
        if (before == null || message instanceof Fetch || message instanceof PassiveReport) {
            return true;
        }
        if (message instanceof Ack ack) {
            return changesLog(ack.partition(), before, image) || changesVersion(ack.partition(), before, image);
        } else if (message instanceof Append append) {
            return changesVersion(append.partition(), before, image);
        } else if (message instanceof Sync sync) {
            return changesVersion(sync.partition(), before, image);
        } else if (message instanceof LeaseRequest request) {
            return changesVersion(request.partition(), before, image);
        } else if (message instanceof CaughtUp caughtUp) {
            return of(caughtUp.partition(), before).waits()
                    != of(caughtUp.partition(), image).waits();
        }
        return writes(before.control(), image.control());
    }

    /** Does a change of the control plane have to be written, because something differs that has to survive? */
    public static boolean writes(ControlState before, ControlState after) {
        return before.term() != after.term()
                || before.accepted() != after.accepted()
                || before.committed() != after.committed()
                || before.voting() != after.voting();
    }

    /** Does a change of a replica have to be written, because something differs that has to survive? */
    public static boolean writes(Replica before, Replica after) {
        return before.view() != after.view() || before.log() != after.log() || before.waits() != after.waits();
    }

    /**
     * Does an answer to a client depend on the write of an image?
     *
     * @param basis the entries that the answer depends on
     * @param before the image that was written before, null if it is not known
     * @param image the image
     */
    public static boolean answerDependsOn(Basis basis, Image before, Image image) {
        return before == null
                || of(basis.partition(), before).log().length() < basis.length()
                || changesVersion(basis.partition(), before, image);
    }

    private static Replica of(int partition, Image image) {
        return image.data().replica(partition);
    }

    private static boolean changesLog(int partition, Image before, Image image) {
        return of(partition, before).log() != of(partition, image).log();
    }

    private static boolean changesVersion(int partition, Image before, Image image) {
        return of(partition, before).view() != of(partition, image).view();
    }
}
