/** What members tell each other about data. */
package io.godwit.protocol.quorum.data.message;
