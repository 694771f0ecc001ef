/**
 * Clusters of real processes on one machine; links between them that can be cut, slowed down, and broken; the combined reports
 * of all members; and workloads with checks of the answers.
 */
package io.godwit.lab;
