/** Steps told in words. */
package io.godwit.trace.story;
