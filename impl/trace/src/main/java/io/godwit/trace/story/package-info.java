/** Textual descriptions of steps. */
package io.godwit.trace.story;
