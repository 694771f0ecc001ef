/** Clusters of real processes on one machine. */
package io.godwit.lab;
