package io.godwit.simulation.run;

import io.godwit.simulation.ForwardingSubject;
import io.godwit.simulation.Subject;
import java.util.Set;

/**
 * A protocol of which only some properties count. A run goes on past violations of others, to see what comes of them.
 *
 * @param <S> the state of one member
 */
public final class SelectedProperties<S> extends ForwardingSubject<S> {
    private final Set<String> properties;

    /**
     * A protocol of which only these properties count.
     *
     * @param subject the protocol
     */
    public SelectedProperties(Subject<S> subject, Set<String> properties) {
        super(subject);
        this.properties = Set.copyOf(properties);
    }

    @Override
    public boolean counts(String property) {
        return properties.contains(property);
    }
}
