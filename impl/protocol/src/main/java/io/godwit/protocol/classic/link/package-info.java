/**
 * Connections: what the protocol rests on and the published one gets from TCP. Between two members that run, the messages of
 * a channel arrive in the order in which they were sent, and none is missing, until one of them takes the other to be dead
 * and closes the connection.
 */
package io.godwit.protocol.classic.link;
