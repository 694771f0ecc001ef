package io.godwit.conformance.quorum;

import io.godwit.conformance.replay.Binding;
import io.godwit.protocol.quorum.Quorum;
import java.util.function.Function;

/** A root module of quorum, with or without disks. */
abstract class QuorumBinding implements Binding {
    /** The engine. */
    protected final Quorum quorum;
    /** Makes what the engine says about disks. */
    protected final Function<Quorum, DiskRules> rules;

    private final String root;
    private final String next;

    /**
     * A root module.
     *
     * @param next its next-state relation
     * @param rules makes what the engine says about disks
     */
    QuorumBinding(Quorum quorum, String root, String next, Function<Quorum, DiskRules> rules) {
        this.quorum = quorum;
        this.root = root;
        this.next = next;
        this.rules = rules;
    }

    /** Do members have disks? */
    final boolean isDurable() {
        return root.startsWith("Durable");
    }

    @Override
    public final String root() {
        return root;
    }

    @Override
    public final String next() {
        return next;
    }

    @Override
    public final String family() {
        return "quorum";
    }
}
