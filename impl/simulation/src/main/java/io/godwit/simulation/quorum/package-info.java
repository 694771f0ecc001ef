/** The quorum protocol in the simulation: what must hold, which moments are dangerous, which faults it survives. */
package io.godwit.simulation.quorum;
