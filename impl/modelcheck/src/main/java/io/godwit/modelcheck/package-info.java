/** Runs TLC and Apalache from the manifest and judges what came out. */
package io.godwit.modelcheck;
