/** The environment of a process: real time and real threads. */
package io.godwit.environment.threads;
