/**
 * The classic protocol: the published design of Hazelcast 4.1, as it is and with its repairs. The oldest member is master,
 * every partition has a version, and whoever is told of a greater one follows. There is no term and no majority, so that
 * two masters lose data, and a few single crashes do: {@link io.godwit.protocol.classic.ClassicRule#published()}.
 *
 * <p>Messages between two members arrive in the order in which they were sent, on each of two channels: one for
 * {@link io.godwit.protocol.classic.ControlMessage}, one for {@link io.godwit.protocol.classic.DataMessage}. The protocol
 * rests on that, as the published one rests on TCP.
 */
package io.godwit.protocol.classic;
