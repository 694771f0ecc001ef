/** The classic protocol in the simulation: what ought to hold, and the moments at which it does not. */
package io.godwit.simulation.classic;
