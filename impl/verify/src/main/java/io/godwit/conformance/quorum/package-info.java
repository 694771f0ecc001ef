/** Bindings of the quorum protocol. */
package io.godwit.conformance.quorum;
