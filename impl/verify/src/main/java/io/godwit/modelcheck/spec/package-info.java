/** What can be read from specifications without a parser: which modules a module uses. */
package io.godwit.modelcheck.spec;
