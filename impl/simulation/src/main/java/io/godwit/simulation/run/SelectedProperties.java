package io.godwit.simulation.run;

import io.godwit.protocol.Protocol;
import io.godwit.simulation.Assumption;
import io.godwit.simulation.ClusterInvariants;
import io.godwit.simulation.Subject;
import io.godwit.simulation.Subject.RestartIdentity;
import io.godwit.simulation.Subject.Runner;
import io.godwit.simulation.TraceView;
import io.godwit.simulation.Window;
import java.util.List;
import java.util.Set;

/**
 * A protocol of which only some properties count. A run goes on past violations of others, to see what comes of them.
 *
 * @param <S> the state of one member
 * @param subject the protocol
 * @param properties those that count
 */
public record SelectedProperties<S>(Subject<S> subject, Set<String> properties) implements Subject<S> {
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
    public boolean counts(String property) {
        return properties.contains(property);
    }

    @Override
    public TraceView<S> traceView() {
        return subject.traceView();
    }
}
