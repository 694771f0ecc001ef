/**
 * A whole member of the classic protocol: which action takes which event, what is tried after that, what happens when time
 * passes. Nothing here decides anything that an action could refuse.
 */
package io.godwit.protocol.classic.run;
