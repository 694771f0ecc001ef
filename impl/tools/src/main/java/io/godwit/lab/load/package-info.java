/** Workloads for a cluster under faults, and checks of the answers. */
package io.godwit.lab.load;
