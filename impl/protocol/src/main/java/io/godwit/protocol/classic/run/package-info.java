/**
 * A whole member of the classic protocol: which handler takes which event, what is tried after that, what happens when time
 * passes. Nothing here decides anything that a handler could refuse.
 */
package io.godwit.protocol.classic.run;
