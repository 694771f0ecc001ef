/** Histories of client calls and whether each key behaved as one object that serves one call at a time. */
package io.godwit.simulation.linear;
