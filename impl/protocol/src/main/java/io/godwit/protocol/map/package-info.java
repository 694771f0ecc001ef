/** What clients ask for: operations on keys, and a partition's content as the result of the operations before. */
package io.godwit.protocol.map;
