/**
 * All rungs of the evidence ladder that run on one machine, one after the other: what {@code ./godwit verify} does. Among them is
 * which lines of the module {@code runtime} the simulation executes, and which only tests do.
 */
package io.godwit.matrix.verify;
