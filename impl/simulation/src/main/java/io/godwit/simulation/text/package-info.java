/** What people and other programs read: logs, plans, traces. */
package io.godwit.simulation.text;
