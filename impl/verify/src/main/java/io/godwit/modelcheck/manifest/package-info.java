/** The manifest: the only list of models. */
package io.godwit.modelcheck.manifest;
