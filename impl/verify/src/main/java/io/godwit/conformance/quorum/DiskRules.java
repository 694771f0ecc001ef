package io.godwit.conformance.quorum;

import io.godwit.protocol.Command.Basis;
import io.godwit.protocol.Event;
import io.godwit.protocol.Message;
import io.godwit.protocol.Protocol.Setup;
import io.godwit.protocol.Step;
import io.godwit.protocol.quorum.Durability;
import io.godwit.protocol.quorum.Quorum;
import io.godwit.protocol.quorum.QuorumMessage.Image;
import io.godwit.protocol.quorum.QuorumProtocol;
import io.godwit.protocol.quorum.QuorumState;

/** What the engine says about the disk of a member: the code that the runtime calls. Tests replace parts of it. */
public class DiskRules {
    private final QuorumProtocol protocol;

    /** The rules of the engine of these modules. */
    public DiskRules(Quorum quorum) {
        protocol = new QuorumProtocol(quorum);
    }

    /** Does a message depend on the write that leads from one image to the next? */
    public boolean dependsOn(Message message, Image before, Image image) {
        return Durability.dependsOn(message, before, image);
    }

    /** Does an answer to a client depend on the write that leads from one image to the next? */
    public boolean answerDependsOn(Basis basis, Image before, Image image) {
        return Durability.answerDependsOn(basis, before, image);
    }

    /** A member that starts again with an image. */
    public QuorumState restart(int self, Setup setup, Image image) {
        return protocol.restart(self, setup, image);
    }

    /** Lets a member that has started again take one event. */
    public Step<QuorumState> step(QuorumState state, Event event) {
        return protocol.step(state, event);
    }
}
