/** The offline page of a trace: one file, no server, no network. */
package io.godwit.trace.page;
