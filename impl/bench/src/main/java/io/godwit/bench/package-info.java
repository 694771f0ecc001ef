/** How long the engine takes for what the issue gives limits for, measured with JMH. */
package io.godwit.bench;
