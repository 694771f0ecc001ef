/** Files that the user wrote and the problems in them, and documents of which parts are generated. */
package io.godwit.modelcheck.input;
