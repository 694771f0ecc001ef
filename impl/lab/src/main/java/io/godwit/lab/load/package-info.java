/** Work for a cluster under faults, and whether what it answered can be. */
package io.godwit.lab.load;
