/** TLC configurations: reading, checking, deriving the one of a run, writing. */
package io.godwit.modelcheck.cfg;
