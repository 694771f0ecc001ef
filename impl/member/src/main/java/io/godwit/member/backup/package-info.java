/** The contents of a running cluster as files. */
package io.godwit.member.backup;
