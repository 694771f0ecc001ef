/** What members and clients say to each other, and the connections that carry it. */
package io.godwit.transport;
