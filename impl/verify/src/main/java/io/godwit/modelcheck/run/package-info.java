/**
 * Which models to check, when, and what came out of each: the verdict, whether it is the expected one, and the results in the
 * form that is shown, saved and read by the report.
 */
package io.godwit.modelcheck.run;
