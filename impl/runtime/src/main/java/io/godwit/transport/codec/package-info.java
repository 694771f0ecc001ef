/**
 * Between frames and bytes. The generated classes of the schema are used here and nowhere else. Decoding checks everything
 * that the engine takes for granted; what does not fit is a {@link io.godwit.transport.codec.MalformedFrameException}.
 */
package io.godwit.transport.codec;
