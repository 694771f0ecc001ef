package io.godwit.simulation.quorum;

import io.godwit.simulation.Violation;

/** Some properties that belong together. It may remember what it saw in the run that it belongs to. */
interface PropertyCheck<S> {
    /**
     * Looks at what a step has changed.
     *
     * @return what is wrong, or null
     */
    Violation stepped(ClusterPlanes<S> members, StateChange change);
}
