/**
 * Between frames and bytes, as the schema {@code godwit.proto} says. Decoding checks everything
 * that the engine takes for granted; what does not fit is a {@link io.godwit.transport.codec.MalformedFrameException}.
 */
package io.godwit.transport.codec;
