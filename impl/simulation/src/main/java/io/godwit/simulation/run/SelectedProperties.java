package io.godwit.simulation.run;

import io.godwit.simulation.ForwardingSubject;
import io.godwit.simulation.InputException;
import io.godwit.simulation.Subject;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A protocol of which only some properties count. A run goes on past violations of others, to see what comes of them.
 *
 * @param <S> the state of one member
 */
public final class SelectedProperties<S> extends ForwardingSubject<S> {
    /** Properties of runs, whatever the protocol. */
    private static final List<String> OF_RUNS = List.of(
            "AckedDurable",
            "ReadFresh",
            "Linearizable",
            "Converge",
            "Available",
            "PromisesDurable",
            "NewVersionAfterRestart",
            "RestartFinds",
            "RestartPasses",
            "DamageNoticed",
            "Refused",
            "BeginsEmpty",
            "CallsEnd",
            "Counted",
            "Followed",
            "Runs");

    private final Set<String> properties;

    /**
     * A protocol of which only these properties count.
     *
     * @param subject the protocol
     * @throws InputException if there is no such property
     */
    public SelectedProperties(Subject<S> subject, Set<String> properties) {
        super(subject);
        this.properties = Set.copyOf(properties);
        Set<String> known = new TreeSet<>(subject.invariants().names());
        known.addAll(OF_RUNS);
        for (String property : properties) {
            if (!known.contains(property)) {
                throw new InputException("no property '" + property + "'; known are: " + String.join(", ", known));
            }
        }
    }

    @Override
    public boolean counts(String property) {
        return properties.contains(property);
    }
}
