/**
 * How a table travels: as a whole (rule T), as a list of completed migrations (rule C), in publications and their answers.
 */
package io.godwit.protocol.classic.versioning;
