/**
 * The runtime of members of the classic protocol, for comparison: the simulation runs it, and so do the processes that Jepsen
 * is to break. It keeps nothing, has no encryption and no operators, and uses parts of the quorum protocol's runtime.
 */
package io.godwit.baseline;
