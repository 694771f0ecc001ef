package io.godwit.protocol;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method that carries out the part of an action that happens at another member. The specification lets both happen in
 * one step; in the engine a message lies between them, which a replay of that step delivers at once.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface SpecPart {
    /** The action: {@code "family/Module!Action"}. */
    String value();

    /** Which part of it, and why the specification may merge the two. */
    String why();
}
