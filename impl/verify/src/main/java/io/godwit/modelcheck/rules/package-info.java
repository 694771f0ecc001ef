/** The ways in which a manifest can be hollow, one class each. {@code docs/check.md} explains each rule to users. */
package io.godwit.modelcheck.rules;
