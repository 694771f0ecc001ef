/** Handlers of the classic protocol as they would be without one of its guards. */
package io.godwit.mutants.classic;
