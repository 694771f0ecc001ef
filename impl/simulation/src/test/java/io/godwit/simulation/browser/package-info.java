/** Compiles members and simulation to JavaScript, as TeaVM does it, and runs that. */
package io.godwit.simulation.browser;
