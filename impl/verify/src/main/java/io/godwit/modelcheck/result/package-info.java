/** What a check found out, in the form that is shown, saved and read by the report. */
package io.godwit.modelcheck.result;
