/** Modules of the classic protocol as they would be without one of its rules. */
package io.godwit.mutants.classic;
