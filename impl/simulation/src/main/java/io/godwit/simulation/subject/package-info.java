/** What the simulation is told of a protocol: how to run it, what must hold, which moments are dangerous. */
package io.godwit.simulation.subject;
