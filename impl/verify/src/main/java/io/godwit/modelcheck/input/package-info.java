/** Problems in files that the user wrote. */
package io.godwit.modelcheck.input;
