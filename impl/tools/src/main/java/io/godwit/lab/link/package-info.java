/** Links between processes that can be cut, slowed down, and broken: relays in user space. */
package io.godwit.lab.link;
