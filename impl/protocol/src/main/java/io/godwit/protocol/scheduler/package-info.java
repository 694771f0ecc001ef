/** Which of the planned steps may run now (seed 001 section 2.2). */
package io.godwit.protocol.scheduler;
