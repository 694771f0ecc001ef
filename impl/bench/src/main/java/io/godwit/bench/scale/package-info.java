/** What clients notice while members come, leave and die and large values move, and how fast these move. */
package io.godwit.bench.scale;
