package io.godwit.protocol;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The action of the specification that a method or a handler carries out: {@code "family/Module!Action"}, such as
 * {@code "quorum/Registers!HandleAccept"}. The method is in the class of the module and has the action's name; the class of a
 * handler has the action's name. The build fails when an action is carried out by nothing, or a handler names no action.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface SpecAction {
    /** The actions, in most cases one. */
    String[] value();
}
