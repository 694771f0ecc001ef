/** The ways in which a manifest can be hollow, one class each. {@code docs/verify/check.md} explains each rule to users. */
package io.godwit.modelcheck.rules;
