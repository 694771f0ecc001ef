/** Disks of the simulated world. They outlive the processes that use them, and fail when they are told to. */
package io.godwit.simulation.disk;
