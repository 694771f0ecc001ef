/** Apalache: finding it, running it, reading what it found. */
package io.godwit.modelcheck.apalache;
