package io.godwit.protocol;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that has no action of its own in the specification: it changes nothing that the specification has a variable
 * for. The specification reads "a majority has answered" from the set of all messages, the engine counts answers as
 * they come in.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface SpecStutter {
    /** Why the specification needs no such step. */
    String value();
}
