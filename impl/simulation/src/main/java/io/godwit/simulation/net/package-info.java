/** Links between sites. */
package io.godwit.simulation.net;
