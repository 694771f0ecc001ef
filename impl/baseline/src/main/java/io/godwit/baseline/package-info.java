/**
 * The classic protocol as a real process: what Jepsen is to break. It is a baseline and no product: it keeps nothing, has no
 * encryption and no operators. Its runtime stands on the parts of the quorum protocol's, and the simulation runs it, too.
 */
package io.godwit.baseline;
