/** Makes a cluster of the stores of those who are left of another one, with everything stopped. */
package io.godwit.storage.recovery;
