/** The virtual world: time, members, detectors of failure, faults. */
package io.godwit.simulation.world;
