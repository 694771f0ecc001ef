/** From the states of a tool to a trace: who acted, what was sent and received, what changed. */
package io.godwit.trace.build;
