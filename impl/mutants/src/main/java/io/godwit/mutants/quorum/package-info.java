/** Handlers of the quorum protocol as they would be without one of its guards. */
package io.godwit.mutants.quorum;
