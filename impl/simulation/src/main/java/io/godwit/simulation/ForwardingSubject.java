package io.godwit.simulation;

import io.godwit.member.runtime.MapSettings;
import io.godwit.protocol.Protocol;
import java.util.List;

/**
 * A subject that is another one, but for what a subclass replaces.
 *
 * @param <S> the state of one member
 */
public abstract class ForwardingSubject<S> implements Subject<S> {
    /** The other one. */
    protected final Subject<S> subject;

    /** The same as that subject. */
    protected ForwardingSubject(Subject<S> subject) {
        this.subject = subject;
    }

    @Override
    public String name() {
        return subject.name();
    }

    @Override
    public Protocol<S> protocol() {
        return subject.protocol();
    }

    @Override
    public RestartIdentity identity() {
        return subject.identity();
    }

    @Override
    public ClusterInvariants<S> invariants() {
        return subject.invariants();
    }

    @Override
    public List<Window<S>> windows() {
        return subject.windows();
    }

    @Override
    public Assumption<S> assumption() {
        return subject.assumption();
    }

    @Override
    public Runner<S> runner() {
        return subject.runner();
    }

    @Override
    public MapSettings mapSettings() {
        return subject.mapSettings();
    }

    @Override
    public boolean counts(String property) {
        return subject.counts(property);
    }

    @Override
    public TraceView<S> traceView() {
        return subject.traceView();
    }
}
