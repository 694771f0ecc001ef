/** Runs of one seed and of many, the logs, traces and figures that they leave, and the shrinking of those that fail. */
package io.godwit.simulation.run;
