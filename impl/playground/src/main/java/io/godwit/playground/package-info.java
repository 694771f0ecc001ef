/** A page in which the members of the simulation run in the browser: what runs there, and how the page is made. */
package io.godwit.playground;
