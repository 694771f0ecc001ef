/**
 * The manifest, which is the only list of models, and TLC configurations: reading, checking, deriving the one of a run,
 * writing.
 */
package io.godwit.modelcheck.manifest;
