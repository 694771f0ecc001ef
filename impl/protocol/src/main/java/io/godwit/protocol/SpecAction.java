package io.godwit.protocol;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The actions of the specification that a method carries out: {@code "family/Module!Action"}, such as
 * {@code "quorum/Registers!HandleAccept"}. The method has the name of one of them, and its class that of the module of one:
 * {@code Registers.propose} also carries out {@code quorum/Registers!StartMigration}. The build fails when an action is carried
 * out by nothing, or a public method of such a class that makes a step names no action.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface SpecAction {
    /** The actions, in most cases one. */
    String[] value();
}
