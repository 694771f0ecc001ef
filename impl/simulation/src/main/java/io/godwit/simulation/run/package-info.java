/** Runs of one seed and of many, and the shrinking of those that fail. */
package io.godwit.simulation.run;
