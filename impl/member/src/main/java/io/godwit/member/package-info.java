/** A real member: the engine with sockets, threads and clocks around it. */
package io.godwit.member;
