/** What happens to a run, as data: faults, their times, the calls of clients. */
package io.godwit.simulation.plan;
