/** What runs in TLC's process: the events of a run as steps of the specification, evaluated by TLC one by one. */
package io.godwit.tracecheck.tlc;
