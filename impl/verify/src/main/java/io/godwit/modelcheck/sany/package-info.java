/** Runs in a process of its own, with the parser of TLA+ on its class path: that parser keeps static state, like TLC. */
package io.godwit.modelcheck.sany;
