/** The quorum protocol without a rule that is no precondition. */
package io.godwit.mutants.quorum;
